// Simulates a company's proxy and the host behind it: CONNECT to any host ends at a TLS server with a
// certificate of the test.
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { createServer as createTls } from "node:tls";

/** A running proxy. */
interface TestProxy extends AsyncDisposable {
  readonly port: number;
  /** Requested hosts, each with its authorization. */
  readonly asked: readonly string[];
}

/** Starts the proxy. Decrypted requests go to `to`, an HTTP address. */
export async function startProxy(
  { key, cert, to }: { readonly key: string; readonly cert: string; readonly to: string },
): Promise<TestProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const joined = (one: Socket, other: Socket) => {
    for (const [from, into] of [[one, other], [other, one]] as const) {
      sockets.add(from);
      from.on("error", () => into.destroy());
      from.once("close", () => {
        sockets.delete(from);
        into.destroy();
      });
      from.pipe(into);
    }
  };
  const host = createTls(
    { key, cert },
    (socket) => joined(socket, connect(Number(new URL(to).port), "127.0.0.1")),
  );
  host.on("tlsClientError", () => {});
  const proxy = createServer();
  proxy.on("connect", ({ url, headers }, socket) => {
    asked.push([url, headers["proxy-authorization"]].join(" "));
    const behind = connect(portOf(host), "127.0.0.1");
    behind.once("connect", () => {
      socket.write("HTTP/1.1 200 Connection established\r\nVia: test\r\n\r\n");
      joined(socket as Socket, behind);
    });
  });
  for (const server of [host, proxy]) {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  }
  return {
    port: portOf(proxy),
    asked,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([host, proxy].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

const portOf = (server: { address(): unknown }) => (server.address() as { port: number }).port;
