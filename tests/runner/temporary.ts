import { tmpdir } from "node:os";
import { join } from "node:path";

/** The temporary folder of one suite. */
export interface Temporary {
  readonly path: string;
  /** The names of what is in it. */
  left(): Promise<string[]>;
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
    async left() {
      return (await Array.fromAsync(Deno.readDir(path))).map(({ name }) => name).sort();
    },
    async remove() {
      // What still writes in there ends with the run.
      await Deno.remove(path, { recursive: true }).catch(() => {});
    },
  };
}
