import type { Buffer } from "node:buffer";
import { Socket } from "node:net";

/** The TCP connection under a driver: ours, so that it can be watched and cut at any time. */
export interface Wire {
  readonly socket: Socket;
  readonly connected: () => boolean;
  readonly answered: () => boolean;
  /** Resolves when the first bytes are not what a server of this kind begins with. */
  readonly foreign: Promise<void>;
  /** Resolves when the connection is closed, or after so many milliseconds. */
  closed(limit: number): Promise<void>;
}

/** Makes a socket that remembers how far it came. `begins` tells whether first bytes can be a server's. */
export function createWire(begins: (first: Buffer) => boolean): Wire {
  const socket = new Socket();
  let connected = false;
  const { promise: foreign, resolve } = Promise.withResolvers<void>();
  socket.once("connect", () => {
    connected = true;
    socket.setNoDelay(true);
  });
  socket.once("data", (first: Buffer) => {
    if (!begins(first)) resolve();
  });
  // A driver may have taken its listeners away when a late error comes.
  socket.on("error", () => {});
  return {
    socket,
    connected: () => connected,
    answered: () => socket.bytesRead > 0,
    foreign,
    closed: (limit) =>
      new Promise((resolve) => {
        if (socket.destroyed) return resolve();
        const timer = setTimeout(resolve, limit);
        socket.once("close", () => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
}

/**
 * PostgreSQL's first message, or its one-letter answer to a request for TLS: a type of the protocol and,
 * in a whole message, a plausible length.
 */
export function beginsAsPostgres(first: Buffer): boolean {
  const type = String.fromCharCode(first[0]!);
  if (first.length === 1) return "SNE".includes(type);
  return "REvNS".includes(type) && (first.length < 5 || first.readInt32BE(1) < 65_536);
}

/** MySQL's greeting, version 10, or the error it sends instead: packet number 0, then that byte. */
export function beginsAsMysql(first: Buffer): boolean {
  return first.length < 5 || (first[3] === 0 && (first[4] === 10 || first[4] === 255));
}
