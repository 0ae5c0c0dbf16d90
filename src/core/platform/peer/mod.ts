import { readFile } from "node:fs/promises";
import { ownerIn } from "./linux.ts";

/** The kernel's tables of connections; a program may use IPv6 sockets for both. */
const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"];

/**
 * Tells whether another user of this machine is at the other end of a connection from port `from` to the own port `to`, both
 * of 127.0.0.1. Root is not another user: it can do everything anyway, and passes connections on. Systems that do not say who
 * it is give false.
 */
export async function isOtherUser(from: number, to: number): Promise<boolean> {
  if (Deno.build.os !== "linux") return false;
  for (const table of TABLES) {
    const text = await readFile(table, "utf8").catch(() => "");
    const owner = ownerIn(text, from, to);
    if (owner !== null) return owner !== 0 && owner !== Deno.uid();
  }
  return false;
}
