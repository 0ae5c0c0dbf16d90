const WINDOWS = Deno.build.os === "windows";
/** A share of another machine or a device, a drive with the current folder of it or its top one, the top of the drive in use. */
const WINDOWS_ROOT = /^(?:[\\/]{2}[^\\/]+[\\/]+[^\\/]+[\\/]?|[A-Za-z]:[\\/]?|[\\/])/;
const SEPARATOR = WINDOWS ? "\\" : "/";

/**
 * Paths for what every program needs at its start: node:path alone takes half as long as an empty program. `folder` is
 * absolute, and the names have nothing in them that leads elsewhere.
 */
export function below(folder: string, ...names: readonly string[]): string {
  const start = folder.endsWith(SEPARATOR) ? folder.slice(0, -1) : folder;
  return [start, ...names].join(SEPARATOR);
}

/** Parts of a path as one, without steps that lead back, as far as they lead anywhere; no separator ends it but a root's. */
export function joinedPath(parts: readonly string[], windows = WINDOWS): string {
  const separator = windows ? "\\" : "/";
  const given = parts.filter((part) => part !== "");
  const joined = given.join(separator);
  // Only a first part names a share: two parts must not become one.
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

/** A root as it is written usually: one separator between names and, but for a drive's current folder, behind them. */
function plainRoot(root: string, separator: string): string {
  const [drive = "", share] = root.split(/[\\/]+/).filter((name) => name !== "");
  if (share !== undefined) return `\\\\${drive}\\${share}\\`;
  return root === drive ? root : drive + separator;
}

/** The folder above a path; of a root itself, and of a bare name the current one. */
export function folderOf(path: string, windows = WINDOWS): string {
  const root = rootOf(path, windows);
  let end = path.length;
  while (end > root.length && isSeparator(path[end - 1], windows)) end--;
  while (end > root.length && !isSeparator(path[end - 1], windows)) end--;
  return path.slice(0, Math.max(root.length, end - 1)) || ".";
}

/** The last name of a path. */
export function lastName(path: string, windows = WINDOWS): string {
  return stepsOf(windows ? path.replace(/^[A-Za-z]:/, "") : path, windows, true).at(-1) ?? "";
}

const rootOf = (path: string, windows: boolean) => (windows ? WINDOWS_ROOT : /^\//).exec(path)?.[0] ?? "";

const isSeparator = (unit: string | undefined, windows: boolean) =>
  unit === "/" || (windows && unit === "\\");

/** The names that a path goes through; `all`: also those that stay where they are. */
function stepsOf(path: string, windows: boolean, all = false): string[] {
  return path.split(windows ? /[\\/]/ : "/").filter((step) => step !== "" && (all || step !== "."));
}

/** The absolute path that a path of the user means. */
export function absolutePath(path: string): string {
  const plain = WINDOWS ? /^[A-Za-z]:\\[^/]*$/ : /^\//;
  const odd = WINDOWS ? /\\\.{0,2}(\\|$)/ : /\/\.{0,2}(\/|$)/;
  // Node's own module is loaded only where it has something to do.
  return plain.test(path) && !odd.test(path)
    ? path
    : globalThis.process.getBuiltinModule("node:path").resolve(path);
}
