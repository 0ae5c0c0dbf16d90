/** What Linux puts behind the path of a running program whose file was replaced or removed. */
const MARK = " (deleted)";

/**
 * The absolute path by which this program is started again: by a login item, a profile, a window. After an upgrade that
 * came while it runs, the new program is there.
 */
export function runningProgram(path = Deno.execPath(), exists = isThere): string {
  return isMarked(path, exists) ? path.slice(0, -MARK.length) : path;
}

/**
 * What starts the very program that runs, for a part of it that must be of the same version: Linux gives also one whose file
 * is gone. Only for children of this process.
 */
export function sameProgram(path = Deno.execPath(), exists = isThere): string {
  return isMarked(path, exists) ? "/proc/self/exe" : path;
}

/** What became of this program's file since it was started. */
export function runningProgramState(
  path = Deno.execPath(),
  exists = isThere,
): "same" | "replaced" | "removed" {
  if (!isMarked(path, exists)) return "same";
  return exists(path.slice(0, -MARK.length)) ? "replaced" : "removed";
}

/** A path that is there as it stands only looks like it. */
function isMarked(path: string, exists: (path: string) => boolean): boolean {
  return Deno.build.os === "linux" && path.endsWith(MARK) && !exists(path);
}

function isThere(path: string): boolean {
  try {
    return Deno.lstatSync(path) !== null;
  } catch {
    return false;
  }
}
