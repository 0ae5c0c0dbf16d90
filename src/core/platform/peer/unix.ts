import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { type Peer, processPeer } from "./mod.ts";

/**
 * Identifies the caller of a Unix socket of this process. The runtime does not reveal the file descriptor of
 * a connection, so it is found among all open ones: by its path, and because it was not there before.
 */

const AF_UNIX = 1, SOL_SOCKET = 1, SO_PEERCRED = 17, SO_ACCEPTCONN = 30, SO_PEERPIDFD = 77;

function libc() {
  return Deno.dlopen("libc.so.6", {
    getsockname: { parameters: ["i32", "buffer", "buffer"], result: "i32" },
    getsockopt: { parameters: ["i32", "i32", "i32", "buffer", "buffer"], result: "i32" },
    close: { parameters: ["i32"], result: "i32" },
  }).symbols;
}

const UNKNOWN: Called = { peer: "unknown", processes: [] };

let library: ReturnType<typeof libc> | undefined;

/** Returns the path in the result of `getsockname`; null for another kind of socket, or one without a path. */
export function pathIn(address: Uint8Array, length: number): string | null {
  const view = new DataView(address.buffer, address.byteOffset, address.length);
  if (length <= 2 || view.getUint16(0, true) !== AF_UNIX || address[2] === 0) return null;
  const path = address.subarray(2, Math.min(length, address.length));
  const end = path.indexOf(0);
  return new TextDecoder().decode(end < 0 ? path : path.subarray(0, end));
}

/** Returns the process of a `pidfd` from `/proc/self/fdinfo`; null when it has ended or is not visible. */
export function pidIn(fdinfo: string): number | null {
  const pid = Number(/^Pid:\s+(-?\d+)$/m.exec(fdinfo)?.[1] ?? -1);
  return pid > 0 ? pid : null;
}

/** Who called, and the processes that may have called; none when the system cannot tell. */
export interface Called {
  readonly peer: Peer;
  readonly processes: readonly number[];
}

/** Returns a function that identifies the caller; call it right after the listener has accepted a connection. */
export function unixCallers(path: string): () => Called {
  const seen = new Set<string>();
  return () => {
    if (Deno.build.os !== "linux") return UNKNOWN;
    try {
      library ??= libc();
    } catch {
      return UNKNOWN;
    }
    const there = new Map<string, number>();
    for (const fd of readdirSync("/proc/self/fd")) {
      const link = linkOf(fd);
      if (link?.startsWith("socket:") && isConnection(Number(fd), path)) there.set(link, Number(fd));
    }
    for (const one of seen) if (!there.has(one)) seen.delete(one);
    const fresh = [...there].filter(([link]) => !seen.has(link));
    for (const [link] of fresh) seen.add(link);
    // Without a candidate the caller has ended. Of several candidates each must be the user's.
    const callers = fresh.map(([, fd]) => callerOf(fd));
    const peers = callers.map(([peer]) => peer);
    return {
      peer: peers.length === 0 ? "other" : peers.find((peer) => peer !== "user") ?? "user",
      processes: callers.map(([, pid]) => pid),
    };
  };
}

function linkOf(fd: string): string | null {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return null;
  }
}

function option(fd: number, name: number, size: number): Int32Array | null {
  const value = new Int32Array(size), length = new Uint32Array([size * 4]);
  const bytes = new Uint8Array(value.buffer);
  return library!.getsockopt(fd, SOL_SOCKET, name, bytes, new Uint8Array(length.buffer)) === 0 ? value : null;
}

function isConnection(fd: number, path: string): boolean {
  const address = new Uint8Array(128), length = new Uint32Array([address.length]);
  if (library!.getsockname(fd, address, new Uint8Array(length.buffer)) !== 0) return false;
  return pathIn(address, length[0]!) === path && option(fd, SO_ACCEPTCONN, 1)?.[0] === 0;
}

/** Returns who opened a connection. A process that has ended meanwhile looks the same as one that hides. */
function callerOf(fd: number): readonly [Peer, pid: number] {
  const credentials = option(fd, SO_PEERCRED, 3);
  if (!credentials) return ["unknown", 0];
  const [pid, user] = credentials;
  if (user !== Deno.uid()) return [user === 0 ? "root" : "other", pid!];
  const handle = option(fd, SO_PEERPIDFD, 1)?.[0];
  let now: number | null = pid!;
  if (handle !== undefined) {
    now = pidIn(readFileSync(`/proc/self/fdinfo/${handle}`, "utf8"));
    library!.close(handle);
  }
  return [processPeer(now ?? 0), now ?? 0];
}
