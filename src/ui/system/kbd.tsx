import type { JSX } from "preact";
import { keyNames } from "./keys.ts";

/** The keys of a shortcut, for example `Mod+F`. Seen, not read: say it with `aria-keyshortcuts` where it acts. */
export function Kbd({ keys }: { keys: string }): JSX.Element {
  return (
    <span class="kbds" aria-hidden="true">
      {keyNames(keys).map((key) => <kbd class="kbd" key={key}>{key}</kbd>)}
    </span>
  );
}
