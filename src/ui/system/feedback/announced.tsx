import type { JSX } from "preact";

/**
 * An invisible text that screen readers announce whenever it changes. The element stays and the text is
 * inserted anew, because WebKit announces insertions into a live region but not changes of its text.
 */
export function Announced({ text }: { text: string }): JSX.Element {
  return <div class="aside" role="status">{text !== "" && <p key={text}>{text}</p>}</div>;
}
