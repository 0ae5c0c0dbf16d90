import { createServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { mayCall, peerOf } from "../platform/peer/mod.ts";
import { isLoopback } from "../platform/peer/serve.ts";
import { type Destination, type Way, WayError } from "./way.ts";

/** A port of this machine that leads over a way, for other programs of the same user. */
export type Tunnel = Awaited<ReturnType<typeof openTunnel>>;

/** The traffic of a tunnel: open connections, and bytes of all connections since it was opened. */
export interface TunnelTraffic {
  readonly connections: number;
  /** Bytes from the programs. */
  readonly sent: number;
  /** Bytes from the database. */
  readonly received: number;
}

/** The events of a tunnel, and the signal that cancels its opening. */
export interface TunnelEvents {
  readonly onStep: (step: string) => void;
  /** A later connection failed or was lost. */
  readonly onFault: (error: WayError) => void;
  /** A connection of a program has reached the destination. */
  readonly onConnected?: () => void;
  /** A connection of a program has ended. */
  readonly onClosed?: () => void;
  readonly signal: AbortSignal;
}

/**
 * Opens a way to a destination for other programs, at a port of 127.0.0.1; with 0 the system chooses the
 * port. Each connection gets its own stream once the kernel has confirmed that it belongs to the user. Throws
 * a WayError when the way fails, and the system's error when the port is taken.
 */
export async function openTunnel(
  way: Way,
  to: Destination,
  port: number,
  { onStep, onFault, onConnected, onClosed, signal }: TunnelEvents,
) {
  // Opening the way once reports a fault before any program connects.
  (await connected(way.open(to, onStep), signal)).destroy();
  const all = new Set<Socket>();
  /** Bytes of connections that have ended. */
  let sent = 0, received = 0;
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket) => {
    all.add(socket);
    socket.once("close", () => {
      all.delete(socket);
      sent += socket.bytesRead;
      received += socket.bytesWritten;
      onClosed?.();
    });
    socket.on("error", () => {});
    void serve(socket).catch((error) => {
      socket.destroy();
      if (error instanceof WayError) onFault(error);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { address, port: bound } = server.address() as { address: string; port: number };
  if (!isLoopback({ transport: "tcp", hostname: address, port: bound })) {
    server.close();
    throw new Error("the system listens at another address than this machine's own");
  }

  async function serve(socket: Socket): Promise<void> {
    const from = { transport: "tcp", hostname: socket.remoteAddress!, port: socket.remotePort! } as const;
    if (!mayCall(await peerOf(from, bound))) return void socket.destroy();
    const stream = await connected(way.open(to), signal);
    onConnected?.();
    await pipeline(socket, stream, socket);
  }

  return {
    port: bound,
    traffic(): TunnelTraffic {
      const open = [...all];
      return {
        connections: open.length,
        sent: open.reduce((sum, { bytesRead }) => sum + bytesRead, sent),
        received: open.reduce((sum, { bytesWritten }) => sum + bytesWritten, received),
      };
    },
    /** Ends the tunnel and all its connections. */
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of all) socket.destroy();
      await closed;
    },
  };
}

/** Resolves with the stream once it has reached the destination. Throws the reason when it fails. */
function connected(stream: Duplex, signal: AbortSignal): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const stop = () => void stream.destroy();
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    stream.once("connect", () => resolve(stream));
    stream.once("error", reject);
    stream.once("close", () => {
      signal.removeEventListener("abort", stop);
      reject(new WayError("WAY_LOST", "it was stopped"));
    });
  });
}
