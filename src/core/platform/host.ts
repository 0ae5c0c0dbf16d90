import { darwin } from "./darwin.ts";
import { candidates, find, mayRun } from "./find.ts";
import { linux } from "./linux.ts";
import type { SessionType, System } from "./system.ts";
import { windows } from "./windows.ts";

/** The system that Kedge runs on. */
export function hostSystem(): System {
  if (Deno.build.os === "windows") return windows;
  return Deno.build.os === "darwin" ? darwin : linux;
}

/** The program's absolute path, from PATH and the usual folders, never from the current one; or null. */
export function findProgram(name: string): Promise<string | null> {
  return find(hostSystem(), Deno.env.toObject(), name, isProgram);
}

/** Where {@link findProgram} looks, for texts that say so. */
export function programPaths(name: string): string[] {
  return candidates(hostSystem(), Deno.env.toObject(), name);
}

/** `x11`, `wayland`, `native` (the system has only one) or `none` when there is no display. */
export function sessionType(): SessionType {
  return hostSystem().sessionType(Deno.env.toObject());
}

async function isProgram(path: string): Promise<boolean> {
  try {
    return letsRun(path, await Deno.stat(path));
  } catch {
    return false;
  }
}

/** Whether this user may run a file. Asks Node only where that depends on groups: it takes long to load. May throw for no. */
function letsRun(path: string, { isFile, mode, uid }: Deno.FileInfo): boolean {
  if (!isFile) return false;
  const known = mayRun(mode, uid, Deno.uid());
  if (known !== null) return known;
  const { accessSync, constants } = globalThis.process.getBuiltinModule("node:fs");
  // Throws when it does not.
  accessSync(path, constants.X_OK);
  return true;
}
