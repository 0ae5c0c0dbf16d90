import { askOwner } from "./diag.ts";
import { ownerIn, TABLES } from "./linux.ts";

/**
 * Who is at the other end of a connection: the user of this process, root (who can do everything anyway, and passes the
 * connections of others on), somebody else, or nobody knows, because the system does not tell.
 */
type Peer = "user" | "root" | "other" | "unknown";

/** The one address from which Kedge's own ports are called: 127.0.0.2 and the machine's other addresses are not. */
const CALLER = "127.0.0.1";

/** How often the tables are read: the kernel gives them in pieces, and a row may slip between two. */
const LOOKS = 3;

/** The user that stands for all that a container does not know; who runs as that one cannot be told from them. */
const NOBODY = 65534;

/**
 * Tells who calls the own port `port` of 127.0.0.1. Only what the kernel of Linux says makes a caller the user: a connection
 * that it does not know, or no longer, is somebody else's. macOS and Windows do not tell.
 */
export async function peerOf({ hostname, port: from }: Deno.NetAddr, port: number): Promise<Peer> {
  if (hostname !== CALLER) return "other";
  const user = Deno.uid();
  if (Deno.build.os !== "linux" || user === NOBODY) return "unknown";
  const owner = await findOwner(from, port);
  if (owner === "untold") return "unknown";
  if (owner === user) return "user";
  return owner === 0 ? "root" : "other";
}

/** Whether the kernel has answered over netlink before, so that its "there is none" is believed. */
let asked = false;

/** The user that the kernel names; null for none, `untold` where it says nothing about connections. */
async function findOwner(from: number, to: number): Promise<number | null | "untold"> {
  const owner = askOwner(from, to);
  asked ||= owner !== null;
  if (asked) return owner;
  for (let look = 0; look < LOOKS; look++) {
    const owner = await readOwner(from, to);
    if (owner !== null) return owner;
  }
  return null;
}

/** The same from the tables in `/proc`, for kernels and containers without netlink. */
export async function readOwner(from: number, to: number): Promise<number | null | "untold"> {
  let read = false;
  for (const table of TABLES) {
    try {
      const owner = ownerIn(new TextDecoder("latin1").decode(await Deno.readFile(table)), from, to);
      if (owner !== null) return owner;
      read = true;
    } catch (error) {
      const { code } = error as { code?: string };
      // Anything but these may be somebody's doing, as running out of files is.
      if (code !== "ENOENT" && code !== "EACCES" && code !== "EPERM") return null;
    }
  }
  return read ? null : "untold";
}
