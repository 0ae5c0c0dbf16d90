import type { Owner } from "./diag.ts";

/** The kernel's tables of connections; a program may use IPv6 sockets for IPv4 connections. */
export const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"];

/** 127.0.0.1 in the kernel's tables, as IPv4 and as IPv6 address. */
const LOOPBACK = ["0100007F", "0000000000000000FFFF00000100007F"];

/**
 * Returns the owner of the socket that is connected from port `from` to port `to`, both of 127.0.0.1, from a
 * table like `/proc/net/tcp` (proc_net_tcp.txt of the kernel); null when there is none. For a socket that its
 * program has closed the kernel writes root and the inode 0, so it has no owner.
 */
export function ownerIn(table: string, from: number, to: number): Owner | null {
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, "0");
  const locals = LOOPBACK.map((address) => `${address}:${hex(from)}`);
  const remotes = LOOPBACK.map((address) => `${address}:${hex(to)}`);
  for (const line of table.split("\n")) {
    const [, local = "", remote = "", , , , , user = "", , inode = "0"] = line.trim().split(/\s+/);
    if (!locals.includes(local) || !remotes.includes(remote)) continue;
    if (!/^\d+$/.test(user) || !/^[1-9]\d*$/.test(inode)) return null;
    return { user: Number(user), inode: Number(inode) };
  }
  return null;
}
