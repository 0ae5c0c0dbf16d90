import type { JSX } from "preact";
import { Pill } from "../../system/mod.ts";

/** Marks a value as the user's own, with a link that restores the extension's value. */
export function Yours({ title, onReset }: { title?: string; onReset: () => void }): JSX.Element {
  return (
    <>
      <Pill tone="info">yours</Pill>
      <button type="button" class="link" title={title} onClick={onReset}>Reset</button>
    </>
  );
}
