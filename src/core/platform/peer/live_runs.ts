/** A run of this Kedge that has not ended: its first process, and what stands in the environment of all of them. */
interface LiveRun {
  readonly pid: number;
  readonly name: string;
  readonly value: string;
}

const live = new Set<LiveRun>();

/** The runs of this Kedge; where processes have no mark of their own, what descends from them is known by these. */
export function liveRuns(): readonly LiveRun[] {
  return [...live];
}

/** Remembers a run until it has ended. */
export function noteRun(run: LiveRun, ended: Promise<unknown>): void {
  live.add(run);
  const forget = () => void live.delete(run);
  ended.then(forget, forget);
}
