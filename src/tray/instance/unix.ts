import { closedToOthers } from "../../core/files/closed.ts";
import { unixCallers } from "../../core/platform/peer/unix.ts";
import type { KedgePaths } from "../../core/paths.ts";
import { connectUnix, socketPath } from "./connect.ts";
import type { Endpoint } from "./endpoint.ts";

/** Listens at a unix socket that only this user can reach. */
export function unixEndpoint({ home }: KedgePaths): Endpoint {
  return {
    async listen() {
      const path = await socketPath(home, Deno.uid() ?? 0);
      if (path === null) {
        throw new Error(
          `the path of ${home} is too long for a socket, and there is no private folder for what you run`,
        );
      }
      // Only the holder of the lock gets here, so a socket that exists belongs to a Kedge that was killed.
      await Deno.remove(path).catch(() => {});
      // Others may enter some homes, so the socket must be closed to them from its first moment.
      const listener = closedToOthers(() => Deno.listen({ transport: "unix", path }));
      await Deno.chmod(path, 0o600);
      return {
        listener,
        caller: unixCallers(path),
        secret: "",
        async close() {
          listener.close();
          await Deno.remove(path).catch(() => {});
        },
      };
    },
    connect: () => connectUnix(home),
  };
}
