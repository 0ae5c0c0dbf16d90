/**
 * The mark by which Linux shows that a process belongs to a run, whatever it does to hide. The anchor of each
 * run (`sdk/internal/anchor`) lowers its hard limit of message queues. All processes that it starts inherit
 * the limit, and only root can raise it. A new session, environment or parent does not change it, and every
 * process can read it of every other.
 */

/**
 * A process with a smaller limit belongs to a run; Linux's default, 819,200, is larger. The anchor uses the
 * same number.
 */
const LEAST = 800_000;

/** The kinds of runs: `sandboxed` cannot reach the desktop, `free` can. */
export type RunKind = "sandboxed" | "free";

/** Returns the hard limit of message queues in the text of `/proc/PID/limits`; null when the text has another form. */
export function limitIn(limits: string): number | null {
  const hard = /^Max msgqueue size +\S+ +(\d+|unlimited) /m.exec(limits)?.[1];
  return hard === undefined ? null : hard === "unlimited" ? Infinity : Number(hard);
}

/**
 * Returns the kind of run that a hard limit shows; null when there is no run. It considers this process's own
 * limit because a system may give every process less. A sandboxed run has one less, a free one two less: a
 * process can lower its limit but not raise it.
 */
export function kindOf(limit: number, ofKedge: number): RunKind | null {
  const least = Math.min(ofKedge, LEAST);
  return limit >= least ? null : limit === least - 1 ? "sandboxed" : "free";
}

let ofKedge: number | undefined;

function limitOf(pid: number | "self"): number | null {
  try {
    return limitIn(Deno.readTextFileSync(`/proc/${pid}/limits`));
  } catch {
    return null;
  }
}

/**
 * Returns the kind of run to which a process belongs; null when it belongs to none, undefined when it does
 * not exist.
 */
export function runKindOf(pid: number): RunKind | null | undefined {
  const limit = limitOf(pid);
  return limit === null ? undefined : kindBy(limit);
}

/** Returns the kind of run that a hard limit shows on this system; null when there is no run. */
export function kindBy(limit: number): RunKind | null {
  return kindOf(limit, ofKedge ??= limitOf("self") ?? Infinity);
}

/** Returns all visible processes. */
export function allProcesses(): number[] {
  return [...Deno.readDirSync("/proc")].map(({ name }) => Number(name)).filter((pid) => pid > 0);
}

/**
 * Returns whether this process was started by a run: it has the mark, and the first process of the system
 * does not. On other systems only the environment can tell.
 */
export function isOfRun(): boolean {
  if (Deno.env.has("KEDGE_RUN")) return true;
  const mine = limitOf("self"), first = limitOf(1);
  return mine !== null && first !== null && mine < LEAST && first >= LEAST;
}
