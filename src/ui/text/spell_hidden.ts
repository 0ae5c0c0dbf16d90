import { options } from "preact";
import { hiddenParts, isSuspect } from "../../core/text/hidden.ts";
import { hiddenName, isSpelledOut } from "./tokens.ts";

/** Attributes whose text users read or hear. */
const READ = ["title", "aria-label", "aria-description", "aria-valuetext", "alt", "placeholder"];

/**
 * Writes out invisible characters in every text and tooltip that is rendered, so that no view has to.
 * `Visible` also marks them, and code views have stricter rules.
 */
export function spellHidden(): void {
  const next = options.vnode;
  options.vnode = (vnode) => {
    const made = vnode as { type: unknown; props: unknown };
    // Text nodes have no type.
    if (made.type === null && typeof made.props === "string") made.props = spelledOut(made.props);
    else if (typeof made.type === "string") {
      const props = made.props as Record<string, unknown>;
      for (const name of READ) {
        const text = props[name];
        if (typeof text === "string") props[name] = spelledOut(text);
      }
    }
    next?.(vnode);
  };
}

/** Returns the text with its invisible characters written out, except line ends and tabs. */
function spelledOut(text: string): string {
  if (!isSuspect(text, "\t\n")) return text;
  const parts = hiddenParts(text, "words");
  return parts.map((part) => isSpelledOut(part, true) ? hiddenName(part.text) : part.text).join("");
}
