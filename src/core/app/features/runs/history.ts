import type { PastRun } from "../../../actions/log/history.ts";
import { actionWithOwner, isActive } from "../../../state/selectors.ts";
import type { RunState, ToastState } from "../../../state/state.ts";
import type { Writing } from "../../../state/store.ts";

/** Maximum ended runs in the list. */
export const MAX_ENDED_RUNS = 50;

/** Returns the active runs first, then the newest ended ones up to {@link MAX_ENDED_RUNS}. */
export function trim(runs: readonly RunState[]): RunState[] {
  const active = runs.filter(isActive);
  const ended = runs.filter((run) => !isActive(run))
    .sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0));
  return [...active, ...ended.slice(0, MAX_ENDED_RUNS)];
}

/** Returns the message that a run has ended. */
export function endToast(run: RunState): ToastState {
  const ok = run.status === "ok";
  return {
    id: `run-${run.id}`,
    run: run.id,
    type: ok ? "success" : "error",
    title: run.actionLabel,
    message: ok ? "Done" : run.error ?? "The action failed.",
  };
}

/**
 * Returns a run of an earlier session for the list. `of` is the run's extension and action, null when they
 * are gone.
 */
export function endedRun(run: PastRun, of: ReturnType<typeof actionWithOwner>): RunState {
  return {
    ...run,
    extensionName: of?.owner.name ?? run.extension,
    actionLabel: of?.action.label ?? run.action,
    context: null,
    endedAt: run.startedAt + run.ms,
    button: { takesClicks: false },
    progress: null,
  };
}

/** Names the runs of an earlier session once their extensions are installed. */
export function followNames(store: Writing<"runs">): void {
  store.subscribe(({ extensions }, before) => {
    if (extensions === before.extensions) return;
    const named = (run: RunState): RunState => {
      if (run.actionLabel !== run.action || run.extensionName !== run.extension) return run;
      const found = actionWithOwner({ extensions }, run.extension, run.action);
      if (!found) return run;
      const { owner: { name }, action: { label } } = found;
      const isCalledSo = label === run.actionLabel && name === run.extensionName;
      return isCalledSo ? run : { ...run, extensionName: name, actionLabel: label };
    };
    store.slices.runs.update((runs) => {
      const all = runs.map(named);
      return all.some((run, at) => run !== runs[at]) ? all : runs;
    });
  });
}
