import type { JSX } from "preact";
import { hiddenParts, isSuspect } from "../../core/text/hidden.ts";
import { hiddenName, isSpelledOut } from "./tokens.ts";

/**
 * Untrusted text, isolated so that its direction does not affect the surrounding text. Invisible characters
 * are written out as in code, except line ends and tabs with `lines`.
 */
export function Visible({ text, lines = false }: { text: string; lines?: boolean }): JSX.Element {
  return (
    <bdi>
      {hiddenParts(text, "words").map((part, index) =>
        isSpelledOut(part, lines)
          ? <span class="t-hidden" key={index}>{hiddenName(part.text)}</span>
          : part.text
      )}
    </bdi>
  );
}

/** Returns the text itself when it has no invisible characters, else a {@link Visible}. For many texts. */
export function seen(text: string, lines = false): JSX.Element | string {
  return isSuspect(text, lines ? "\t\n" : "") ? <Visible text={text} lines={lines} /> : text;
}
