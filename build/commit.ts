import { findProgram } from "../src/core/platform/mod.ts";

/** Returns the current commit of a folder with sources, as hexadecimal digits; null when it is not a repository. */
export async function commitOf(folder: string): Promise<string | null> {
  const git = await findProgram("git");
  if (git === null) return null;
  try {
    const { success, stdout } = await new Deno.Command(git, {
      args: ["-C", folder, "rev-parse", "--verify", "HEAD"],
      stderr: "null",
    }).output();
    const commit = new TextDecoder().decode(stdout).trim();
    return success && /^[0-9a-f]{40,64}$/.test(commit) ? commit : null;
  } catch {
    return null;
  }
}
