import type { JSX } from "preact";
import { Pill } from "../../system/mod.ts";

/** Marks a value that is the user's own, with the way back to the extension's. */
export function Yours({ title, onReset }: { title?: string; onReset: () => void }): JSX.Element {
  return (
    <>
      <Pill tone="info">yours</Pill>
      <button type="button" class="link" title={title} onClick={onReset}>Reset</button>
    </>
  );
}
