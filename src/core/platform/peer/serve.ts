import { mayCall, type Peer, peerOf } from "./mod.ts";

/** A server of this machine's own address. */
interface LocalServer {
  readonly port: number;
  /** Stops listening and waits for the answers that are under way. */
  shutdown(): Promise<void>;
}

/** The caller of a request, beside what is answered. */
interface ServeOptions {
  /** Ends it at once. */
  readonly signal?: AbortSignal;
  readonly onError?: (error: unknown) => Response | Promise<Response>;
  /** The first process of the run that it is for; only the run may call then. */
  readonly run?: () => number | undefined;
}

/**
 * Serves HTTP on 127.0.0.1, at a port that the system chooses, to the user only: other users of the machine and actions are
 * refused before anything of the request is looked at. Everything in Kedge that listens at a port does so here.
 */
export function serveUser(
  options: ServeOptions,
  refuse: () => Response,
  handle: (request: Request, peer: Peer) => Response | Promise<Response>,
): LocalServer {
  const { run, ...rest } = options;
  // The runtime would listen where it says, or there as well.
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
  return { port: server.addr.port, shutdown: () => server.shutdown() };
}

/** Whether an address that is listened at is reached from this machine only. */
export function isLoopback(address: Deno.Addr): boolean {
  return address.transport === "tcp" && address.hostname === "127.0.0.1";
}
