import { askOwner, type Owner } from "./diag.ts";
import { heldBelow, heldByRun } from "./holders.ts";
import { ownerIn, TABLES } from "./linux.ts";
import { mayCall, type Peer } from "./rule.ts";
import { runKindOf } from "./run_mark.ts";

export { mayCall, type Peer };

/**
 * The only address from which Kedge's ports may be called; 127.0.0.2 and the machine's other addresses are
 * excluded.
 */
const CALLER = "127.0.0.1";

/** Number of times the tables are read: the kernel returns them in pieces, and a row may be missed between two. */
const LOOKS = 3;

/** The user id for all users that a container does not know, so that different users look the same. */
const NOBODY = 65534;

/**
 * Identifies the caller of the own port `port` of 127.0.0.1. Only the kernel's answer makes a caller the
 * user: a connection that it does not know, or no longer, counts as another user's. With `run`, the first
 * process of a run, the port serves only that run: the process and its descendants count as the user, and all
 * others as other users.
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
 * Identifies a process whose id the system reported with a call. A process that no longer exists counts as
 * another user.
 */
export function processPeer(pid: number): Peer {
  if (Deno.build.os !== "linux") return "unknown";
  const kind = pid > 0 ? runKindOf(pid) : undefined;
  return kind === null ? "user" : kind === undefined ? "other" : "run";
}

/**
 * Identifies the caller on macOS and Windows. These systems do not always tell which process calls; the
 * caller is then unknown.
 */
async function elsewhere(from: number, port: number, run: number | undefined): Promise<Peer> {
  const { callerElsewhere } = await import("./elsewhere.ts");
  return await callerElsewhere(from, port, run);
}

/** Whether the kernel has answered over netlink before, so that its answer "there is none" is reliable. */
let asked = false;

/** Returns the owner that the kernel names; null for none, `untold` when it reveals no connections. */
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

/** Returns the owner from the tables in `/proc`, for kernels and containers without netlink. */
export async function readOwner(from: number, to: number): Promise<Owner | null | "untold"> {
  let read = false;
  for (const table of TABLES) {
    try {
      const owner = ownerIn(new TextDecoder("latin1").decode(await Deno.readFile(table)), from, to);
      if (owner !== null) return owner;
      read = true;
    } catch (error) {
      const { code } = error as { code?: string };
      // Other errors, such as too many open files, could be caused by an attacker.
      if (code !== "ENOENT" && code !== "EACCES" && code !== "EPERM") return null;
    }
  }
  return read ? null : "untold";
}
