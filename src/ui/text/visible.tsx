import { Fragment, type JSX } from "preact";
import { hiddenName } from "./tokens.ts";

/** Controls, and what turns the text around: with these a name could pretend to be another sentence. */
// deno-lint-ignore no-control-regex
const TURNING = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Foreign words that cannot change what stands around them; what would is written out, as in code. */
export function Visible({ text }: { text: string }): JSX.Element {
  const parts: (string | JSX.Element)[] = [];
  let at = 0;
  for (const match of text.matchAll(TURNING)) {
    parts.push(text.slice(at, match.index));
    parts.push(<span class="t-hidden" key={match.index}>{hiddenName(match[0])}</span>);
    at = match.index + 1;
  }
  parts.push(text.slice(at));
  return (
    <bdi>
      {parts.map((part, index) => <Fragment key={index}>{part}</Fragment>)}
    </bdi>
  );
}
