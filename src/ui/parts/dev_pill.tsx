import type { JSX } from "preact";
import { Pill } from "../system/mod.ts";

/** Marks an extension under development. The pill is not filled, unlike those of environments. */
export function DevPill(): JSX.Element {
  return (
    <Pill tone="info" icon="code" title="Its author works on it: its files are those of the last save">
      dev
    </Pill>
  );
}
