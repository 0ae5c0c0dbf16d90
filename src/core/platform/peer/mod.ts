import { askOwner, type Owner } from "./diag.ts";
import { heldBelow, heldByRun } from "./holders.ts";
import { ownerIn, TABLES } from "./linux.ts";
import { mayCall, type Peer } from "./rule.ts";
import { runKindOf } from "./run_mark.ts";

export { mayCall, type Peer };

/** The one address from which Kedge's own ports are called: 127.0.0.2 and the machine's other addresses are not. */
const CALLER = "127.0.0.1";

/** How often the tables are read: the kernel gives them in pieces, and a row may slip between two. */
const LOOKS = 3;

/** The user that stands for all users that a container does not know; different users behind it look the same. */
const NOBODY = 65534;

/**
 * Tells who calls the own port `port` of 127.0.0.1. Only what the kernel says makes a caller the user: a connection that it
 * does not know, or no longer, is somebody else's. Where a run's first process is named, what is served is that run's: it
 * and what descends from it are the user, and all others are other ones.
 */
export async function peerOf(
  { hostname, port: from }: Deno.NetAddr,
  port: number,
  run?: number,
): Promise<Peer> {
  if (hostname !== CALLER) return "other";
  if (Deno.build.os !== "linux") return await elsewhere(from, port, run);
  const user = Deno.uid();
  if (user === NOBODY) return "unknown";
  const owner = await findOwner(from, port);
  if (owner === "untold") return "unknown";
  if (owner?.user === user) {
    if (run !== undefined) return heldBelow(run, owner.inode) ? "user" : "other";
    return heldByRun(owner.inode) ? "run" : "user";
  }
  return owner?.user === 0 ? "root" : "other";
}

/**
 * The same for a process whose number the system gave with a call. A process that no longer exists counts as another
 * user.
 */
export function processPeer(pid: number): Peer {
  if (Deno.build.os !== "linux") return "unknown";
  const kind = pid > 0 ? runKindOf(pid) : undefined;
  return kind === null ? "user" : kind === undefined ? "other" : "run";
}

/** macOS and Windows tell which process calls, but not always: the caller is unknown then. */
async function elsewhere(from: number, port: number, run: number | undefined): Promise<Peer> {
  const { callerElsewhere } = await import("./elsewhere.ts");
  return await callerElsewhere(from, port, run);
}

/** Whether the kernel has answered over netlink before, so that its "there is none" is believed. */
let asked = false;

/** The owner that the kernel names; null for none, `untold` where it says nothing about connections. */
async function findOwner(from: number, to: number): Promise<Owner | null | "untold"> {
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
export async function readOwner(from: number, to: number): Promise<Owner | null | "untold"> {
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
