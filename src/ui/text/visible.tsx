import type { JSX } from "preact";
import { hiddenParts, isSuspect } from "../../core/text/hidden.ts";
import { hiddenName } from "./tokens.ts";

/**
 * Foreign words that cannot change what stands around them; what is not seen is written out, as in code. With `lines` ends of
 * lines and tabs are what they are.
 */
export function Visible({ text, lines = false }: { text: string; lines?: boolean }): JSX.Element {
  const isHidden = (part: ReturnType<typeof hiddenParts>[number]) =>
    part.hidden && !(lines && /^[\t\r\n]$/.test(part.text));
  return (
    <bdi>
      {hiddenParts(text, "words").map((part, index) =>
        isHidden(part) ? <span class="t-hidden" key={index}>{hiddenName(part.text)}</span> : part.text
      )}
    </bdi>
  );
}

/** The same for many texts: one in which nothing can hide stays a text. */
export function seen(text: string, lines = false): JSX.Element | string {
  return isSuspect(text, lines ? "\t\n" : "") ? <Visible text={text} lines={lines} /> : text;
}
