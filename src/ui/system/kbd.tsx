import type { JSX } from "preact";
import { keyNames } from "./keys.ts";

/** The keys of a shortcut, for example `Mod+F`. Screen readers skip them, so the control needs `aria-keyshortcuts`. */
export function Kbd({ keys }: { keys: string }): JSX.Element {
  return (
    <span class="kbds" aria-hidden="true">
      {keyNames(keys).map((key) => <kbd class="kbd" key={key}>{key}</kbd>)}
    </span>
  );
}
