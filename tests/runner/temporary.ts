import { tmpdir } from "node:os";
import { join } from "node:path";
import { familyOf } from "../support/family.ts";

/** How long a program of a suite may take to end after the suite on a busy machine, in ms. */
const GRACE = 20_000;

/** The temporary folder of one suite. */
export interface Temporary {
  readonly path: string;
  /** Returns the names of files in the folder and of programs that use it; ends these programs. */
  left(grace?: number): Promise<string[]>;
  remove(): Promise<void>;
}

/** Creates a temporary folder for one suite, so that everything that remains in it belongs to the suite. */
export async function ownTemporary(): Promise<Temporary> {
  // The name is short, because paths of sockets in it may have at most 103 bytes.
  const path = join(tmpdir(), `kt-${crypto.randomUUID().slice(0, 6)}`);
  await Deno.mkdir(path);
  // Servers and users of the tests are other users, as in /tmp.
  await Deno.chmod(path, 0o1777);
  return {
    path,
    async left(grace = GRACE) {
      // A program may remove its files when it ends.
      const programs = await endPrograms(path, grace);
      const files = (await Array.fromAsync(Deno.readDir(path))).map(({ name }) => name).sort();
      return [...files, ...programs];
    },
    async remove() {
      // Programs that still write there end with the run.
      await Deno.remove(path, { recursive: true }).catch(() => {});
    },
  };
}

/**
 * Ends the programs that use the folder as their temporary one, and returns the names of those that did not
 * end by themselves.
 */
async function endPrograms(path: string, grace: number): Promise<string[]> {
  const find = familyOf({ mark: ["TMPDIR", path], folder: path });
  const end = performance.now() + grace;
  while ((await find()).length > 0 && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return await Promise.all((await find()).map(async (pid) => {
    const command = await Deno.readTextFile(`/proc/${pid}/cmdline`).catch(() => "");
    try {
      Deno.kill(pid, "SIGKILL");
    } catch {
      // The program has just ended.
    }
    return `the program ${command.replaceAll("\0", " ").trim() || pid}`;
  }));
}
