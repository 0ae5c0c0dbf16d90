import { isThere } from "../files/there.ts";

/** Suffix that Linux adds to the path of a running program whose file was replaced or removed. */
const MARK = " (deleted)";

/**
 * Returns the absolute path with which this program can be started again: by a login item, a profile, a
 * window. After an upgrade during this run the new program is at that path.
 */
export function runningProgram(path = Deno.execPath(), exists = isThere): string {
  return isMarked(path, exists) ? path.slice(0, -MARK.length) : path;
}

/**
 * Returns the path of exactly the running program, for parts of it that must have the same version. On Linux
 * it works even when the file is gone. Use it only for children of this process.
 */
export function sameProgram(path = Deno.execPath(), exists = isThere): string {
  return isMarked(path, exists) ? "/proc/self/exe" : path;
}

/**
 * Returns `kedge.exe` for `kedge.com` on Windows: `kedge.com` is for terminals and would open one,
 * `kedge.exe` does not.
 */
export function withoutConsole(program: string): string {
  return program.replace(/\.com$/i, ".exe");
}

/** Why nothing may keep the path of a translocated Kedge, and what the user does about it. */
export const TRANSLOCATED = {
  message: "macOS runs this Kedge from a copy that is gone when Kedge ends.",
  hint: "Move Kedge.app into Applications, then start it from there.",
} as const;

/** Whether macOS runs the app from such a copy, as it does with a download that nobody has moved. */
export const isTranslocated = (path = Deno.execPath()): boolean => path.includes("/AppTranslocation/");

/** What happened to the file of a program; `translocated` files are gone after the run. */
export type ProgramState = "same" | "replaced" | "removed" | "translocated";

/** Returns what happened to this program's file since it was started. */
export function runningProgramState(path = Deno.execPath(), exists = isThere): ProgramState {
  if (isTranslocated(path)) return "translocated";
  if (!isMarked(path, exists)) return "same";
  return exists(path.slice(0, -MARK.length)) ? "replaced" : "removed";
}

/** Returns whether the path has the suffix because the file is gone; a file may really have such a name. */
function isMarked(path: string, exists: (path: string) => boolean): boolean {
  return Deno.build.os === "linux" && path.endsWith(MARK) && !exists(path);
}
