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

/** The same at this moment, for short commands: handing each look to a thread costs more than looking. */
export function findProgramNow(name: string): string | null {
  return programPlaces(name).find((path) => {
    try {
      return mayRun(Deno.statSync(path));
    } catch {
      return false;
    }
  }) ?? null;
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
    return mayRun(await Deno.stat(path));
  } catch {
    return false;
  }
}

function mayRun({ isFile, mode, uid }: Deno.FileInfo): boolean {
  return isFile && (mode === null || (mode & runBits(uid)) !== 0);
}

/** The bits of a mode of which one lets this user run a file of that owner; groups are not known. */
function runBits(owner: number | null): number {
  const user = Deno.uid();
  if (user === 0) return 0o111;
  return user === owner ? 0o100 : 0o011;
}
