import type { LinkedTable } from "../table.ts";
import { DARWIN } from "./darwin.ts";
import { LINUX } from "./linux.ts";
import { WINDOWS } from "./windows.ts";

/**
 * Gate functions that the linker keeps because Go itself uses them for names of a package, although those
 * names do not have the gate's capability. By system, then by package, then by the capabilities of the names.
 */
export const LINKED: Readonly<Record<"linux" | "darwin" | "windows", LinkedTable>> = {
  linux: LINUX,
  darwin: DARWIN,
  windows: WINDOWS,
};

/** Returns the key for gates that a package needs only in a program with templates, which call methods by name. */
export function besideTemplate(path: string): string {
  return `${path} beside a template`;
}
