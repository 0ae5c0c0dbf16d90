import { writeFileAtomic } from "../../core/files/atomic.ts";
import { peerOf } from "../../core/platform/peer/mod.ts";
import { isLoopback } from "../../core/platform/peer/serve.ts";
import type { KedgePaths } from "../../core/paths.ts";
import { connectLoopback, portFile } from "./connect.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * Listens at a port of this machine, on systems where Deno has no unix sockets. The port and a secret are in
 * a file that only the user can read, so that other users of the machine can neither call Kedge nor answer in
 * its place.
 */
export function loopbackEndpoint({ home }: KedgePaths): Endpoint {
  const file = portFile(home);
  return {
    async listen() {
      const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      if (!isLoopback(listener.addr)) {
        listener.close();
        throw new Error("the system listens at another address than this machine's own");
      }
      const secret = crypto.randomUUID();
      await writeFileAtomic(file, JSON.stringify({ port: listener.addr.port, secret }));
      return {
        listener,
        caller: async ({ remoteAddr }) => ({
          peer: await peerOf(remoteAddr as Deno.NetAddr, listener.addr.port),
          processes: [],
        }),
        secret,
        async close() {
          listener.close();
          await Deno.remove(file).catch(() => {});
        },
      };
    },
    connect: () => connectLoopback(home),
  };
}
