import { type Env, type System, variable } from "./system.ts";

/** Returns whether the file exists and may be run. */
type IsProgram = (path: string) => Promise<boolean>;

/**
 * Returns every path at which a program of that name may be, in the order of the search: the absolute entries
 * of PATH, then the system's usual folders. Relative entries of PATH, including the current folder, are left
 * out because the user did not choose what lies there. A name that contains a folder gives no paths.
 */
export function candidates(system: System, env: Env, name: string): string[] {
  if (system.isAbsolute(name)) return [name];
  if (name === "" || /[\\/:]/.test(name)) return [];
  const folders = [
    ...(variable(system, env, "PATH") ?? "").split(system.pathDelimiter).map(unquoted),
    ...system.usualFolders(env),
  ].filter((folder) => system.isAbsolute(folder));
  const names = system.fileNames(name, env);
  return [...new Set(folders.flatMap((folder) => names.map((file) => system.join(folder, file))))];
}

/** Returns the first candidate that may be run, or null. */
export async function find(
  system: System,
  env: Env,
  name: string,
  isProgram: IsProgram,
): Promise<string | null> {
  for (const path of candidates(system, env, name)) {
    if (await isProgram(path)) return path;
  }
  return null;
}

/**
 * Returns what there is to know about the file of a program; null when there is none. Windows starts the
 * aliases of programs from its Store, such as `wt.exe`, but follows them for nobody else, so that Kedge looks
 * at the alias itself. The last two are replaced in tests.
 */
export async function programFile(
  path: string,
  windows = Deno.build.os === "windows",
  { stat, lstat }: Pick<typeof Deno, "stat" | "lstat"> = Deno,
): Promise<Deno.FileInfo | null> {
  const found = await stat(path).catch(() => windows ? lstat(path).catch(() => null) : null);
  return found?.isFile ? found : null;
}

function unquoted(entry: string): string {
  return entry.replace(/^"(.*)"$/, "$1");
}

/**
 * Returns whether a user can run a file with that mode and owner; null when that depends on the user's
 * groups. On Windows only the name counts: files have no owner there, and Deno invents a mode without the
 * right to execute.
 */
export function mayRun(mode: number | null, owner: number | null, user: number | null): boolean | null {
  if (user === null || mode === null) return true;
  if (user === 0) return (mode & 0o111) !== 0;
  if (user === owner) return (mode & 0o100) !== 0;
  const others = mode & 0o011;
  return others === 0 ? false : others === 0o011 ? true : null;
}
