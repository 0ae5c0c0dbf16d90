import { tmpdir } from "node:os";
import { join } from "node:path";
import { familyOf } from "../support/family.ts";

/** What a program of a suite may take to end after it on a busy machine, in ms. */
const GRACE = 20_000;

/** The temporary folder of one suite. */
export interface Temporary {
  readonly path: string;
  /** The names of what is in it, and of the programs that run with it; these are ended. */
  left(grace?: number): Promise<string[]>;
  remove(): Promise<void>;
}

/** Makes a temporary folder that a suite has alone, so that what remains in it is known to be the suite's. */
export async function ownTemporary(): Promise<Temporary> {
  // A short name: paths of sockets in it may have 103 bytes.
  const path = join(tmpdir(), `kt-${crypto.randomUUID().slice(0, 6)}`);
  await Deno.mkdir(path);
  // Servers and people of the tests are other users, as in /tmp.
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
      // What still writes in there ends with the run.
      await Deno.remove(path, { recursive: true }).catch(() => {});
    },
  };
}

/** Ends the programs that have the folder as their temporary one, and gives the names of those that did not end by themselves. */
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
      // It ended in this moment.
    }
    return `the program ${command.replaceAll("\0", " ").trim() || pid}`;
  }));
}
