/**
 * A run of this Kedge that has not ended: its first process, and the variable in the environment of all its
 * processes.
 */
interface LiveRun {
  readonly pid: number;
  readonly name: string;
  readonly value: string;
}

const live = new Set<LiveRun>();

/**
 * Returns the runs of this Kedge. On systems without a mark of processes, the descendants of these runs are
 * found through them.
 */
export function liveRuns(): readonly LiveRun[] {
  return [...live];
}

/** Records a run until it has ended. */
export function noteRun(run: LiveRun, ended: Promise<unknown>): void {
  live.add(run);
  const forget = () => void live.delete(run);
  ended.then(forget, forget);
}
