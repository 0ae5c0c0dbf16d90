/** Returns the user's home folder from the environment, as other programs do; undefined when it is not set. */
export function userHome(): string | undefined {
  return Deno.env.get(Deno.build.os === "windows" ? "USERPROFILE" : "HOME") || undefined;
}

/**
 * Returns the user's home folder from the environment, otherwise from the system's list of users; null when
 * neither has one.
 */
export function knownHome(): string | null {
  return userHome() ?? (globalThis.process.getBuiltinModule("node:os").homedir() || null);
}

/**
 * Returns the user's home folder. Throws a FileError when there is none, for example for a container's user
 * who is in no list.
 */
export function homeFolder(): string {
  const home = knownHome();
  if (home === null) throw new NoHomeError("The user has no home folder.");
  return home;
}

/** A FileError by name, because loading the real module at every start would take time. */
class NoHomeError extends Error {
  override readonly name = "FileError";
  readonly hint = "Set HOME.";
}
