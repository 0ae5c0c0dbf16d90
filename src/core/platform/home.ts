/** The user's home folder as the environment names it, which is where other programs look; undefined when it does not. */
export function userHome(): string | undefined {
  return Deno.env.get(Deno.build.os === "windows" ? "USERPROFILE" : "HOME") || undefined;
}

/** The user's home folder; where the environment does not name it, as the system's list of users has it. */
export function homeFolder(): string {
  return userHome() ?? globalThis.process.getBuiltinModule("node:os").homedir();
}
