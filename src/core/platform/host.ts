import { darwin } from "./darwin.ts";
import { candidates, find, mayRun, programFile } from "./find.ts";
import { linux } from "./linux.ts";
import type { SessionType, System } from "./system.ts";
import { windows } from "./windows.ts";

/** Returns the system on which Kedge runs. */
export function hostSystem(): System {
  if (Deno.build.os === "windows") return windows;
  return Deno.build.os === "darwin" ? darwin : linux;
}

/**
 * Returns the program's absolute path, from PATH and the usual folders but never from the current one; null
 * when it is not found.
 */
export function findProgram(name: string): Promise<string | null> {
  return find(hostSystem(), Deno.env.toObject(), name, isProgram);
}

/** Returns the paths at which {@link findProgram} looks, for messages. */
export function programPaths(name: string): string[] {
  return candidates(hostSystem(), Deno.env.toObject(), name);
}

/** Returns `x11`, `wayland`, `native` (the system has only one) or `none` when there is no display. */
export function sessionType(): SessionType {
  return hostSystem().sessionType(Deno.env.toObject());
}

async function isProgram(path: string): Promise<boolean> {
  try {
    const file = await programFile(path);
    return file !== null && letsRun(path, file);
  } catch {
    return false;
  }
}

/**
 * Returns whether this user may run a file. Uses Node only when that depends on groups, because Node takes
 * long to load. May throw instead of returning false.
 */
function letsRun(path: string, { mode, uid }: Deno.FileInfo): boolean {
  const known = mayRun(mode, uid, Deno.uid());
  if (known !== null) return known;
  const { accessSync, constants } = globalThis.process.getBuiltinModule("node:fs");
  // Throws when the user may not.
  accessSync(path, constants.X_OK);
  return true;
}
