import type { JSX } from "preact";

/**
 * A text that is read out each time it changes, and not seen. Its place is always there and the text comes anew: WebKit tells
 * of what is added to such a place, not of words that change in it.
 */
export function Announced({ text }: { text: string }): JSX.Element {
  return <div class="aside" role="status">{text !== "" && <p key={text}>{text}</p>}</div>;
}
