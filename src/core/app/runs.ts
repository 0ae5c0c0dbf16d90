import { type ActionState, ENDED, type ExtensionState, type RunState } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import type { Command, CommandResult } from "./command.ts";
import type { Dialogs } from "./dialogs.ts";
import type { PastRun } from "../actions/run_history.ts";
import { desktopFace, type RunFace } from "./run_face.ts";
import { createRunLogs, type RunLog } from "./run_logs.ts";
import type { Servers } from "./servers.ts";
import type { Toasts } from "./toasts.ts";
import type { Windows } from "./windows.ts";

/** Ended runs that stay in the list. */
export const HISTORY = 50;

/** How a run ended. */
export interface RunOutcome {
  readonly status: "ok" | "failed" | "timeout" | "stopped" | "refused";
  readonly error?: string;
  readonly hint?: string;
  /** The run's own time in milliseconds; dialogs do not count. */
  readonly ms: number;
}

/** One run of an action that has been started. */
export interface StartedRun {
  readonly done: Promise<RunOutcome>;
  stop(): void;
  click(): void;
  cancelProgress(): void;
}

export interface RunServices {
  /** Starts an installed action; what it shows and asks goes to `face`. Does not throw. */
  start(extension: string, action: string, face: RunFace): StartedRun;
  saveOverrides(command: Extract<Command, { name: "saveOverrides" }>): Promise<void>;
}

/** What runs need of the application. */
export interface RunParts {
  readonly store: Store;
  readonly windows: Windows;
  readonly dialogs: Dialogs;
  readonly toasts: Toasts;
  readonly servers: Pick<Servers, "login" | "keep">;
  readonly now: () => number;
}

/** Running actions, and those that have ended. */
export interface Runs {
  /** Runs the action; on a running one it is a click of its button, or shows its console. */
  start(extension: string, action: string): CommandResult;
  stop(run: string): CommandResult;
  click(run: string): CommandResult;
  cancelProgress(run: string): CommandResult;
  /** Takes an ended run out of the history. */
  dismiss(run: string): void;
  log(run: string): RunLog | null;
  /** Puts runs of an earlier time behind those of this one. */
  restore(past: readonly PastRun[]): void;
  /** Ends when no run is left. */
  ended(): Promise<void>;
}

/** Makes the run commands. */
export function createRuns(parts: RunParts, services: RunServices): Runs {
  const { store, windows, toasts } = parts;
  const started = new Map<string, StartedRun>();
  const logs = createRunLogs((run, logLines) => {
    patch(run, { logLines });
    const state = store.get().runs.find(({ id }) => id === run);
    // A question has the user's attention; the console comes once it is answered.
    const asking = store.get().dialogs.some((dialog) => dialog.run === run);
    if (state && !asking && consoleMode(state) === "auto" && !ENDED.has(state.status)) showConsole(state);
  });

  function patch(id: string, change: Partial<RunState>): void {
    store.update((state) => ({
      ...state,
      runs: state.runs.map((run) => run.id === id ? { ...run, ...change } : run),
    }));
  }

  /** A run has changed itself. Its progress is something to see, and perhaps to cancel. */
  function changed(id: string, change: Partial<RunState>): void {
    const before = store.get().runs.find((run) => run.id === id);
    patch(id, change);
    if (before && change.progress && !before.progress && consoleMode(before) === "auto") showConsole(before);
  }

  function find(extension: string, action: string): [ExtensionState, ActionState] | null {
    const owner = store.get().extensions.find(({ id }) => id === extension);
    const found = owner?.actions.find(({ id }) => id === action);
    return owner && found ? [owner, found] : null;
  }

  function consoleMode(run: RunState): ActionState["console"] {
    return find(run.extension, run.action)?.[1].console ?? "auto";
  }

  function showConsole(run: RunState): void {
    windows.open("console", { run: run.id }, { title: `${run.actionLabel} · ${run.extensionName}` });
  }

  function markAction(run: RunState, running: boolean): void {
    store.update((state) => ({
      ...state,
      extensions: state.extensions.map((extension) =>
        extension.id !== run.extension ? extension : {
          ...extension,
          actions: extension.actions.map((action) => {
            if (action.id !== run.action) return action;
            if (running) return { ...action, state: "running", run: run.id };
            const { run: _ended, ...rest } = action;
            return { ...rest, state: action.state === "running" ? "enabled" : action.state };
          }),
        }
      ),
    }));
  }

  function finish(id: string, outcome: RunOutcome): void {
    started.delete(id);
    toasts.endRun(id);
    const { status, error, hint, ms } = outcome;
    patch(id, {
      status,
      ms,
      endedAt: parts.now(),
      progress: null,
      button: { takesClicks: false },
      ...(error ? { error } : {}),
      ...(hint ? { hint } : {}),
    });
    const run = store.get().runs.find((run) => run.id === id);
    if (!run) return;
    markAction(run, false);
    store.update((state) => ({ ...state, runs: trim(state.runs) }));
    const mode = consoleMode(run);
    const looked = store.get().windows.some(({ params }) => params.run === id);
    if (status === "failed" || status === "timeout" || status === "refused") {
      if (mode === "none") announce(run);
      else showConsole(run);
    } else if (status === "ok" && !looked) {
      if (mode === "auto" && logs.of(id)?.lines().length) showConsole(run);
      else announce(run);
    }
  }

  function announce(run: RunState): void {
    const ok = run.status === "ok";
    toasts.show({
      id: `run-${run.id}`,
      run: run.id,
      type: ok ? "success" : "error",
      title: run.actionLabel,
      message: ok ? "Done" : run.error ?? "The action failed.",
    });
  }

  function withRun(id: string, act: (run: StartedRun) => void): CommandResult {
    const run = started.get(id);
    if (!run) return { ok: false, error: "This run has ended." };
    act(run);
    return { ok: true };
  }

  function clickRunning(run: RunState): CommandResult {
    if (run.button.takesClicks) return withRun(run.id, (started) => started.click());
    showConsole(run);
    return { ok: true };
  }

  return {
    start(extension, action) {
      const found = find(extension, action);
      if (!found) return { ok: false, error: `There is no action "${action}" in "${extension}".` };
      const [owner, button] = found;
      if (button.state === "incompatible") {
        return { ok: false, error: `"${button.label}" needs ${button.badge}.`, hint: "Update Kedge." };
      }
      const running = store.get().runs.find(({ id }) => id === button.run);
      if (running && !ENDED.has(running.status)) return clickRunning(running);
      const run: RunState = {
        id: crypto.randomUUID(),
        extension,
        extensionName: owner.name,
        action,
        actionLabel: button.label,
        account: null,
        status: "preparing",
        startedAt: parts.now(),
        button: { takesClicks: false },
        progress: null,
        logLines: 0,
      };
      store.update((state) => ({ ...state, runs: [run, ...state.runs] }));
      markAction(run, true);
      if (button.console === "always") showConsole(run);
      const face = desktopFace(run.id, { ...parts, patch: (change) => changed(run.id, change), logs });
      const begun = services.start(extension, action, face);
      started.set(run.id, begun);
      begun.done.then((outcome) => finish(run.id, outcome));
      return { ok: true, value: { run: run.id } };
    },
    stop(id) {
      return withRun(id, (run) => {
        patch(id, { status: "stopping" });
        run.stop();
      });
    },
    click: (id) => withRun(id, (run) => run.click()),
    cancelProgress: (id) => withRun(id, (run) => run.cancelProgress()),
    dismiss(id) {
      if (started.has(id)) return;
      windows.closeWhere(({ page, params }) => page === "console" && params.run === id);
      store.update((state) => ({ ...state, runs: state.runs.filter((run) => run.id !== id) }));
    },
    log: (run) => logs.of(run),
    restore(past) {
      const ended = past.map((run): RunState => {
        const [owner, button] = find(run.extension, run.action) ?? [];
        return {
          ...run,
          extensionName: owner?.name ?? run.extension,
          actionLabel: button?.label ?? run.action,
          account: null,
          endedAt: run.startedAt + run.ms,
          button: { takesClicks: false },
          progress: null,
        };
      });
      store.update((state) => ({ ...state, runs: trim([...state.runs, ...ended]) }));
    },
    async ended() {
      await Promise.allSettled([...started.values()].map(({ done }) => done));
    },
  };
}

/** Running ones first, then the newest ended ones. */
function trim(runs: readonly RunState[]): RunState[] {
  const active = runs.filter(({ status }) => !ENDED.has(status));
  const ended = runs.filter(({ status }) => ENDED.has(status))
    .sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0));
  return [...active, ...ended.slice(0, HISTORY)];
}
