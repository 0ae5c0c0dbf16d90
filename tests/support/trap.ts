import { waitFor } from "../desktop/harness/mod.ts";

/** A port of this machine that nothing may call. It counts connections, even those without data. */
export interface Trap extends AsyncDisposable {
  readonly port: number;
  /** Host for addresses: `127.0.0.1:port`. */
  readonly host: string;
  count(): number;
  /** Waits until the port is called. */
  hears(): Promise<void>;
}

/** Opens such a port. */
export function trap(): Trap {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const connections: Deno.Conn[] = [];
  const listening = (async () => {
    for await (const connection of listener) connections.push(connection);
  })();
  const { port } = listener.addr;
  return {
    port,
    host: `127.0.0.1:${port}`,
    count: () => connections.length,
    hears: async () => void await waitFor("a connection", () => connections.length > 0),
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const connection of connections) connection.close();
      await listening.catch(() => {});
    },
  };
}
