/** The user's home folder as the environment names it, which is where other programs look; undefined when it does not. */
export function userHome(): string | undefined {
  return Deno.env.get(Deno.build.os === "windows" ? "USERPROFILE" : "HOME") || undefined;
}
