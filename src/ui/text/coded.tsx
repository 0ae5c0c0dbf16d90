import type { JSX } from "preact";

/** A message of Kedge. Parts in backquotes appear as code. */
export function Coded({ text }: { text: string }): JSX.Element {
  return <>{text.split("`").map((part, index) => index % 2 === 1 ? <code key={index}>{part}</code> : part)}
  </>;
}
