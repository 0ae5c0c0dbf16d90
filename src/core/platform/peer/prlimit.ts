/**
 * Asks the kernel for the mark of a process with prlimit(2). That takes 2 µs of processor time; reading
 * `/proc/PID/limits` takes 40 µs, for each process of the system at each request to a page.
 */
import { kindBy, type RunKind, runKindOf } from "./run_mark.ts";

/** RLIMIT_MSGQUEUE of getrlimit(2): the bytes of message queues. */
const MESSAGE_QUEUES = 12;

/** RLIM_INFINITY: no limit. */
const UNLIMITED = 0xffffffffffffffffn;

function libc() {
  return Deno.dlopen("libc.so.6", {
    prlimit: { parameters: ["i32", "i32", "pointer", "buffer"], result: "i32" },
  }).symbols;
}

let library: ReturnType<typeof libc> | null | undefined;

/** Loads the C library once; null on systems with another one, and where `/proc` counts processes differently. */
function load(): typeof library {
  try {
    if (library !== undefined) return library;
    return library = Deno.readLinkSync("/proc/self") === String(Deno.pid) ? libc() : null;
  } catch {
    return library = null;
  }
}

/**
 * Returns the hard limit of message queues of a process; null when the kernel does not answer because the
 * process has ended or belongs to another user.
 */
function askLimit(pid: number): number | null {
  const limits = new BigUint64Array(2);
  if (load()?.prlimit(pid, MESSAGE_QUEUES, null, limits) !== 0) return null;
  const hard = limits[1]!;
  return hard === UNLIMITED ? Infinity : Number(hard);
}

/**
 * Returns the kind of run to which a process belongs, quickly for the many that belong to none: null, also
 * for one of them that has ended and was not reaped yet; undefined when it does not exist.
 */
export function quickKindOf(pid: number): RunKind | null | undefined {
  const limit = askLimit(pid);
  return limit !== null && kindBy(limit) === null ? null : runKindOf(pid);
}
