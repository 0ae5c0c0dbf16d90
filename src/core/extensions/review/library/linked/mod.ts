import type { LinkedTable } from "../table.ts";
import { DARWIN } from "./darwin.ts";
import { LINUX } from "./linux.ts";
import { WINDOWS } from "./windows.ts";

/**
 * Which gates the linker keeps for names of a package that can do the same, though they cannot do what these gates do:
 * Go uses them by itself. By system, by package and by what the names can do.
 */
export const LINKED: Readonly<Record<"linux" | "darwin" | "windows", LinkedTable>> = {
  linux: LINUX,
  darwin: DARWIN,
  windows: WINDOWS,
};

/** Where the tables have what a package brings only in a program with templates, which call methods by name. */
export function besideTemplate(path: string): string {
  return `${path} beside a template`;
}
