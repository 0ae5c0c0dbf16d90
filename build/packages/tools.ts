import { dirname, join } from "node:path";
import { findProgram } from "../../src/core/platform/mod.ts";
import { FIXED_TIME } from "../stage.ts";

/** One file of a package. */
export interface PackageFile {
  readonly bytes: Uint8Array;
  /** Whether the file may be executed; default false. */
  readonly executable?: boolean;
}

/** Time of every file in archives, s since 1970, so that equal contents give equal packages. */
export const EPOCH = String(FIXED_TIME.getTime() / 1000);

/** Thrown when this system lacks a program that creates a kind of package. */
export class MissingToolError extends Error {
  override readonly name = "MissingToolError";
}

/** Runs a program of the system in a folder. Throws MissingToolError when it is not installed, Error when it fails. */
export async function tool(name: string, args: readonly string[], cwd: string): Promise<void> {
  const path = await findProgram(name);
  if (!path) throw new MissingToolError(`${name} is not installed`);
  const { success, stderr } = await new Deno.Command(path, {
    args: [...args],
    cwd,
    env: { SOURCE_DATE_EPOCH: EPOCH, LC_ALL: "C" },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`${name} failed: ${new TextDecoder().decode(stderr).trim()}`);
}

/** Writes a package's files below a folder. */
export async function writeTree(folder: string, files: ReadonlyMap<string, PackageFile>): Promise<void> {
  for (const [name, { bytes, executable }] of files) {
    const path = join(folder, name);
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.writeFile(path, bytes);
    await Deno.chmod(path, executable ? 0o755 : 0o644);
    await Deno.utime(path, FIXED_TIME, FIXED_TIME);
  }
}

/** Returns a text as a file of a package. */
export function textFile(text: string, executable = false): PackageFile {
  return { bytes: new TextEncoder().encode(text), executable };
}
