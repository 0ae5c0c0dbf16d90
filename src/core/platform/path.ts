const WINDOWS = Deno.build.os === "windows";
/** A drive, or a share of another machine. */
const WINDOWS_ROOT = /^(?:[A-Za-z]:[\\/]|[\\/]{2}[^\\/]+[\\/][^\\/]+[\\/]?)/;
const SEPARATOR = WINDOWS ? "\\" : "/";

/**
 * Paths for what every program needs at its start: node:path alone takes half as long as an empty program. `folder` is
 * absolute, and the names have nothing in them that leads elsewhere.
 */
export function below(folder: string, ...names: readonly string[]): string {
  const start = folder.endsWith(SEPARATOR) ? folder.slice(0, -1) : folder;
  return [start, ...names].join(SEPARATOR);
}

/** Parts of a path as one, without steps that lead back. */
export function joinedPath(parts: readonly string[], windows = WINDOWS): string {
  const separator = windows ? "\\" : "/";
  const whole = parts.filter((part) => part !== "").join(separator);
  const root = rootOf(whole, windows);
  const steps: string[] = [];
  for (const step of whole.slice(root.length).split(windows ? /[\\/]/ : "/")) {
    if (step === ".." && steps.length > 0 && steps.at(-1) !== "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return (windows ? root.replaceAll("/", "\\") : root) + steps.join(separator) || ".";
}

/** The folder above a path; of a root itself, and of a bare name the current one. */
export function folderOf(path: string, windows = WINDOWS): string {
  const root = rootOf(path, windows);
  const end = path.replace(windows ? /[\\/]+$/ : /\/+$/, "");
  const at = Math.max(end.lastIndexOf("/"), windows ? end.lastIndexOf("\\") : -1);
  return at < root.length ? root || "." : end.slice(0, at);
}

/** The last name of a path. */
export function lastName(path: string, windows = WINDOWS): string {
  return path.slice(rootOf(path, windows).length).split(windows ? /[\\/]/ : "/").findLast((name) =>
    name !== ""
  ) ?? "";
}

const rootOf = (path: string, windows: boolean) => (windows ? WINDOWS_ROOT : /^\//).exec(path)?.[0] ?? "";

/** The absolute path that a path of the user means. */
export function absolutePath(path: string): string {
  const plain = WINDOWS ? /^[A-Za-z]:\\[^/]*$/ : /^\//;
  const odd = WINDOWS ? /\\\.{0,2}(\\|$)/ : /\/\.{0,2}(\/|$)/;
  // Node's own module is loaded only where it has something to do.
  return plain.test(path) && !odd.test(path)
    ? path
    : globalThis.process.getBuiltinModule("node:path").resolve(path);
}
