/** The user's home folder as the environment names it, which is where other programs look; undefined when it does not. */
export function userHome(): string | undefined {
  return Deno.env.get(Deno.build.os === "windows" ? "USERPROFILE" : "HOME") || undefined;
}

/** The user's home folder; where the environment does not name it, as the system's list of users has it; null without any. */
export function knownHome(): string | null {
  return userHome() ?? (globalThis.process.getBuiltinModule("node:os").homedir() || null);
}

/** The user's home folder. Throws a FileFault when there is none, as for a user of a container that no list has. */
export function homeFolder(): string {
  const home = knownHome();
  if (home === null) throw new NoHome("The user has no home folder.");
  return home;
}

/** A FileFault by its name: the module of that would be read at every start. */
class NoHome extends Error {
  override readonly name = "FileFault";
  readonly hint = "Set HOME.";
}
