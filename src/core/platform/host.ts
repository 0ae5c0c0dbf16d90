import { darwin } from "./darwin.ts";
import { candidates, find } from "./find.ts";
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
export function programPlaces(name: string): string[] {
  return candidates(hostSystem(), Deno.env.toObject(), name);
}

/** `x11`, `wayland`, `native` (the system has only one) or `none` when there is no display. */
export function sessionType(): SessionType {
  return hostSystem().sessionType(Deno.env.toObject());
}

async function isProgram(path: string): Promise<boolean> {
  try {
    const { isFile, mode, uid } = await Deno.stat(path);
    return isFile && (mode === null || (mode & runBits(uid)) !== 0);
  } catch {
    return false;
  }
}

/** The bits of a mode of which one lets this user run a file of that owner; groups are not known. */
function runBits(owner: number | null): number {
  const user = Deno.uid();
  if (user === 0) return 0o111;
  return user === owner ? 0o100 : 0o011;
}
