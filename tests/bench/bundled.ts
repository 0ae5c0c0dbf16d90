import { join } from "node:path";
import { bundleProgram, endBundler } from "../../build/program.ts";

/**
 * Writes the program's scripts, as in a release, into a folder, and returns the arguments with
 * which `deno` runs them: like a compiled program it looks for no configuration and no packages.
 */
export async function bundledProgram(folder: string): Promise<string[]> {
  const { files } = await bundleProgram();
  await endBundler();
  for (const [name, bytes] of files) await Deno.writeFile(join(folder, name), bytes);
  const closed = ["--no-config", "--no-lock", "--no-npm", "--no-remote"];
  return ["run", "-A", "-q", "--no-check", ...closed, join(folder, "main.js")];
}
