/**
 * How Linux shows that a process is of a run, whatever it does to hide: the anchor of each run (`sdk/internal/anchor`) lowers
 * its hard limit of message queues, which all that it starts inherit and only root can raise again. Another session, no
 * environment, another parent change nothing about it, and every process may read it of every other.
 */

/**
 * A process with a smaller limit belongs to a run; Linux's default, 819,200, is larger. The anchor uses the same
 * number.
 */
const LEAST = 800_000;

/** The kinds of runs: `sandboxed` cannot reach the desktop, `free` can. */
type RunKind = "sandboxed" | "free";

/** The hard limit of message queues in the text of `/proc/PID/limits`; null where it has none of that form. */
export function limitIn(limits: string): number | null {
  const hard = /^Max msgqueue size +\S+ +(\d+|unlimited) /m.exec(limits)?.[1];
  return hard === undefined ? null : hard === "unlimited" ? Infinity : Number(hard);
}

/**
 * What a hard limit says, beside this process's own: where a system gives everybody less, a run has less than Kedge. One in
 * a sandbox has one less, a free one has two: a process can take from its limit and add nothing to it.
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

/** Whether a process is of a run, and of which kind; null for any other one, undefined for one that is not there. */
export function runKindOf(pid: number): RunKind | null | undefined {
  const limit = limitOf(pid);
  if (limit === null) return undefined;
  ofKedge ??= limitOf("self") ?? Infinity;
  return kindOf(limit, ofKedge);
}

/** All processes that can be seen. */
export function allProcesses(): number[] {
  return [...Deno.readDirSync("/proc")].map(({ name }) => Number(name)).filter((pid) => pid > 0);
}

/**
 * Whether this very process was started by a run: it has the mark, and the first process of the system has not. Elsewhere
 * only the environment tells.
 */
export function isOfRun(): boolean {
  if (Deno.env.has("KEDGE_RUN")) return true;
  const mine = limitOf("self"), first = limitOf(1);
  return mine !== null && first !== null && mine < LEAST && first >= LEAST;
}
