import { createHash } from "node:crypto";
import { join } from "node:path";
import { makeFolder } from "../../core/files/atomic.ts";
import type { KedgePaths } from "../../core/paths.ts";
import type { Endpoint } from "./endpoint.ts";

/** The shortest limit of any system for a socket's path, in bytes: macOS, its final zero taken off. */
const LONGEST_PATH = 103;

/**
 * The socket's path: in the home, or where the home's own path is too long for a socket, in a folder
 * of the user under /tmp, which is the same for every start whatever its environment.
 */
export function socketPath(home: string, uid: number): { readonly path: string; readonly folder?: string } {
  const path = join(home, "instance.sock");
  if (new TextEncoder().encode(path).length <= LONGEST_PATH) return { path };
  const folder = `/tmp/kedge-${uid}`;
  const name = createHash("sha256").update(home).digest("hex").slice(0, 32);
  return { path: join(folder, `${name}.sock`), folder };
}

/** A unix socket that only this user can reach. */
export function unixEndpoint(paths: KedgePaths): Endpoint {
  const uid = Deno.uid() ?? 0;
  const { path, folder } = socketPath(paths.home, uid);
  return {
    async listen() {
      if (folder) await ownFolder(folder, uid);
      // The holder of the lock is alone: a socket that is still here belongs to one that was killed.
      await Deno.remove(path).catch(() => {});
      const listener = Deno.listen({ transport: "unix", path });
      await Deno.chmod(path, 0o600);
      return {
        listener,
        secret: "",
        async close() {
          listener.close();
          await Deno.remove(path).catch(() => {});
        },
      };
    },
    async connect() {
      if (folder) await ownFolder(folder, uid);
      return await Deno.connect({ transport: "unix", path });
    },
  };
}

/** Others can write to /tmp: a folder there is used only when it is the user's own and closed to others. */
async function ownFolder(folder: string, uid: number): Promise<void> {
  await makeFolder(folder);
  const found = await Deno.lstat(folder);
  if (!found.isDirectory || found.uid !== uid || ((found.mode ?? 0) & 0o077) !== 0) {
    throw new Error(`${folder} is not a private folder of this user`);
  }
}
