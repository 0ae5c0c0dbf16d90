import type { JSX } from "preact";
import { Notice } from "../system/mod.ts";

/** Tells what an undo could not take back; nothing when it took back all. */
export function LeftBehind({ left }: { readonly left: readonly string[] }): JSX.Element | null {
  if (left.length === 0) return null;
  return (
    <Notice
      tone="caution"
      message={left.join("; ")}
      hint="Remove what is left with your system's program for its keychain."
    />
  );
}
