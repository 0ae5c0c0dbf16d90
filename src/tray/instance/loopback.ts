import { join } from "node:path";
import { writeFileAtomic } from "../../core/files/atomic.ts";
import type { KedgePaths } from "../../core/paths.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * A port of this machine for systems without unix sockets in Deno: its number and a secret stand in a
 * file that only the user can read, so that other users of the machine cannot summon anything.
 */
export function loopbackEndpoint(paths: KedgePaths): Endpoint {
  const file = join(paths.home, "instance.json");
  return {
    async listen() {
      const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const secret = crypto.randomUUID();
      await writeFileAtomic(file, JSON.stringify({ port: listener.addr.port, secret }));
      return {
        listener,
        secret,
        async close() {
          listener.close();
          await Deno.remove(file).catch(() => {});
        },
      };
    },
    async connect() {
      const { port, secret } = parse(await Deno.readTextFile(file));
      const connection = await Deno.connect({ hostname: "127.0.0.1", port });
      await connection.write(new TextEncoder().encode(`${secret}\n`));
      return connection;
    },
  };
}

function parse(text: string): { port: number; secret: string } {
  const value: unknown = JSON.parse(text);
  if (typeof value === "object" && value !== null && "port" in value && "secret" in value) {
    const { port, secret } = value;
    if (typeof port === "number" && typeof secret === "string") return { port, secret };
  }
  throw new Error("the file does not name a port");
}
