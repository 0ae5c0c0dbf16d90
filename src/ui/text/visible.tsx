import type { JSX } from "preact";
import { hiddenParts } from "../../core/text/hidden.ts";
import { hiddenName } from "./tokens.ts";

/** Foreign words that cannot change what stands around them; what is not seen is written out, as in code. */
export function Visible({ text }: { text: string }): JSX.Element {
  return (
    <bdi>
      {hiddenParts(text, "words").map((part, index) =>
        part.hidden ? <span class="t-hidden" key={index}>{hiddenName(part.text)}</span> : part.text
      )}
    </bdi>
  );
}
