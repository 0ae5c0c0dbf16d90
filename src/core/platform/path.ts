const WINDOWS = Deno.build.os === "windows";
/**
 * Root of a Windows path: a share of another machine or a device; a drive with its current folder or its top
 * folder; or the top of the current drive.
 */
const WINDOWS_ROOT = /^(?:[\\/]{2}[^\\/]+[\\/]+[^\\/]+[\\/]?|[A-Za-z]:[\\/]?|[\\/])/;
const SEPARATOR = WINDOWS ? "\\" : "/";

/**
 * Functions for paths that every program needs at its start, because loading node:path alone takes half as
 * long as an empty program. `folder` is absolute, and the names contain no separators or `..`.
 */
export function below(folder: string, ...names: readonly string[]): string {
  const start = folder.endsWith(SEPARATOR) ? folder.slice(0, -1) : folder;
  return [start, ...names].join(SEPARATOR);
}

/**
 * Joins parts of a path and resolves `.` and `..` as far as possible. The result ends with a separator only
 * when it is a root.
 */
export function joinedPath(parts: readonly string[], windows = WINDOWS): string {
  const separator = windows ? "\\" : "/";
  const given = parts.filter((part) => part !== "");
  const joined = given.join(separator);
  // Only the first part can name a share; two parts must not become one.
  const path = windows && !/^[\\/]{2}[^\\/]/.test(given[0] ?? "")
    ? joined.replace(/^[\\/]{2,}/, separator)
    : joined;
  const root = rootOf(path, windows);
  const isFixed = root !== "" && !/^[A-Za-z]:$/.test(root);
  const steps: string[] = [];
  for (const step of stepsOf(path.slice(root.length), windows)) {
    if (step !== "..") steps.push(step);
    else if (steps.length > 0 && steps.at(-1) !== "..") steps.pop();
    else if (!isFixed) steps.push(step);
  }
  return plainRoot(root, separator) + (steps.join(separator) || (isFixed ? "" : "."));
}

/**
 * Returns a root in its usual form: one separator between names, and one at the end except for a drive's
 * current folder.
 */
function plainRoot(root: string, separator: string): string {
  const [drive = "", share] = root.split(/[\\/]+/).filter((name) => name !== "");
  if (share !== undefined) return `\\\\${drive}\\${share}\\`;
  return root === drive ? root : drive + separator;
}

/** Returns the folder above a path; for a root the root itself, and for a bare name the current folder. */
export function folderOf(path: string, windows = WINDOWS): string {
  const root = rootOf(path, windows);
  let end = path.length;
  while (end > root.length && isSeparator(path[end - 1], windows)) end--;
  while (end > root.length && !isSeparator(path[end - 1], windows)) end--;
  return path.slice(0, Math.max(root.length, end - 1)) || ".";
}

/** Returns the last name of a path. */
export function lastName(path: string, windows = WINDOWS): string {
  return stepsOf(windows ? path.replace(/^[A-Za-z]:/, "") : path, windows, true).at(-1) ?? "";
}

const rootOf = (path: string, windows: boolean) => (windows ? WINDOWS_ROOT : /^\//).exec(path)?.[0] ?? "";

const isSeparator = (unit: string | undefined, windows: boolean) =>
  unit === "/" || (windows && unit === "\\");

/** Returns the names in a path; `all` includes `.`. */
function stepsOf(path: string, windows: boolean, all = false): string[] {
  return path.split(windows ? /[\\/]/ : "/").filter((step) => step !== "" && (all || step !== "."));
}

/** Returns the absolute path for a path that the user wrote. */
export function absolutePath(path: string): string {
  const plain = WINDOWS ? /^[A-Za-z]:\\[^/]*$/ : /^\//;
  const odd = WINDOWS ? /\\\.{0,2}(\\|$)/ : /\/\.{0,2}(\/|$)/;
  // Node's own module is loaded only when it is needed.
  return plain.test(path) && !odd.test(path)
    ? path
    : globalThis.process.getBuiltinModule("node:path").resolve(path);
}
