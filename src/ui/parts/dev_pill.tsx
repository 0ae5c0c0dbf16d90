import type { JSX } from "preact";
import { Pill } from "../system/mod.ts";

/** The mark of an extension that its author works on: not an environment, whose pills are filled. */
export function DevPill(): JSX.Element {
  return (
    <Pill tone="info" icon="code" title="Its author works on it: its files are those of the last save">
      dev
    </Pill>
  );
}
