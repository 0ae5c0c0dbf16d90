import { dirname, join } from "node:path";
import { findProgram } from "../../src/core/platform/mod.ts";
import { FIXED_TIME } from "../stage.ts";

/** One file of a package. */
export interface PackageFile {
  readonly bytes: Uint8Array;
  /** May be started; default false. */
  readonly executable?: boolean;
}

/** Seconds since 1970 that archives carry for every file, so that equal contents make equal packages. */
export const EPOCH = String(FIXED_TIME.getTime() / 1000);

/** Thrown when this system lacks a program that makes a kind of package. */
export class MissingTool extends Error {
  override readonly name = "MissingTool";
}

/** Runs a program of the system in a folder. Throws MissingTool when it is not there, Error when it fails. */
export async function tool(name: string, args: readonly string[], cwd: string): Promise<void> {
  const path = await findProgram(name);
  if (!path) throw new MissingTool(`${name} is not installed`);
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

/** Text as the bytes of a file. */
export function textFile(text: string, executable = false): PackageFile {
  return { bytes: new TextEncoder().encode(text), executable };
}
