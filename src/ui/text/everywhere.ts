import { options } from "preact";
import { hiddenParts, isSuspect } from "../../core/text/hidden.ts";
import { hiddenName } from "./tokens.ts";

/** Attributes that people read or hear. */
const READ = ["title", "aria-label", "aria-description", "aria-valuetext", "alt", "placeholder"];

/**
 * Spells out what is not seen in every text and tooltip that is drawn, wherever it comes from: no view has to think of it.
 * `Visible` marks it beside that, and code has stricter rules of its own.
 */
export function spellEverything(): void {
  const next = options.vnode;
  options.vnode = (vnode) => {
    const made = vnode as { type: unknown; props: unknown };
    // A text is a node without a type.
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

/** A text with what is not seen written out; ends of lines and tabs stay. */
function spelledOut(text: string): string {
  if (!isSuspect(text, "\t\n")) return text;
  const parts = hiddenParts(text, "words");
  return parts.map(({ hidden, text }) => hidden && !/^[\t\r\n]$/.test(text) ? hiddenName(text) : text).join(
    "",
  );
}
