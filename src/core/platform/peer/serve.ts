import { mayCall, type Peer, peerOf } from "./mod.ts";

/** Options of a server. */
interface ServeOptions {
  /** Stops the server at once. */
  readonly signal?: AbortSignal;
  readonly onError?: (error: unknown) => Response | Promise<Response>;
  /** Returns the first process of the run that is served; then only that run may call. */
  readonly run?: () => number | undefined;
}

/**
 * Serves HTTP on 127.0.0.1, at a port that the system chooses, only to the user: other users of the machine
 * and actions are refused before anything of the request is read. All ports on which Kedge listens are opened
 * here.
 */
export function serveUser(
  options: ServeOptions,
  refuse: () => Response,
  handle: (request: Request, peer: Peer) => Response | Promise<Response>,
) {
  const { run, ...rest } = options;
  // The variable would make the runtime listen at another address, too.
  Deno.env.delete("DENO_SERVE_ADDRESS");
  const server = Deno.serve(
    { ...rest, hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request, { remoteAddr }) => {
      const peer = await peerOf(remoteAddr, server.addr.port, run?.());
      return mayCall(peer) ? await handle(request, peer) : refuse();
    },
  );
  if (!isLoopback(server.addr)) {
    void server.shutdown();
    throw new Error(
      `the system listens at ${JSON.stringify(server.addr)} instead of this machine's own address`,
    );
  }
  return {
    port: server.addr.port,
    /** Stops listening and waits for answers in progress. */
    shutdown: () => server.shutdown(),
  };
}

/** Returns whether a listening address is reachable only from this machine. */
export function isLoopback(address: Deno.Addr): boolean {
  return address.transport === "tcp" && address.hostname === "127.0.0.1";
}
