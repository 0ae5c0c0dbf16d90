import type { Server } from "../../../config/config.ts";
import type { AskLogin } from "../../../sql/login/mod.ts";
import type { RunLines, StoredLog } from "../../../actions/log/file.ts";
import type { PastRun } from "../../../actions/log/history.ts";
import type { RunOutcome } from "../../../actions/run/surface.ts";
import type { ActionRun } from "../../../actions/run/run.ts";
import { failureText } from "../../../files/reason.ts";
import { patched, without } from "../../../state/list.ts";
import { actionWithOwner, activeRuns, isActive, isShown, runOfAction } from "../../../state/selectors.ts";
import type { ActionState, RunState } from "../../../state/state.ts";
import type { Writing } from "../../../state/store.ts";
import { type Ask, currentAsk, renew } from "../../asks.ts";
import { type CommandResult, refusal } from "../../../result.ts";
import type { Windows } from "../../windows.ts";
import type { AnswerCheck, Dialogs } from "../dialogs/dialogs.ts";
import type { SignIn } from "../sign_in/sign_in.ts";
import type { Toasts } from "../toasts/toasts.ts";
import { type Answers, type Fields, withAnswers, withFields } from "./answers.ts";
import { endedRun, endToast, followNames, trim } from "./history.ts";
import { followPreparing } from "./preparing.ts";
import { desktopSurface, type RunSurface } from "./run_surface.ts";

/** Services outside of the application that runs use. */
export interface ActionStarter {
  /** Starts an installed action. Its output and questions go to `surface`. Does not throw. */
  start(extension: string, action: string, surface: RunSurface): ActionRun;
  /** Returns the log of a run of an earlier session, by its ID. */
  pastLog(run: string): StoredLog;
}

/** The dependencies of {@link createRuns}. */
interface RunParts {
  readonly store: Writing<"runs">;
  readonly windows: Windows;
  readonly dialogs: Dialogs;
  readonly toasts: Toasts;
  /** Returns the login of a server that an action queries. */
  readonly login: AskLogin<Server>;
  /** Asks for a sign-in when the action's account needs it. */
  readonly signIn: Pick<SignIn, "needed">;
  readonly checkAnswer: AnswerCheck;
  readonly now: () => number;
}

/** Active runs and those that have ended. */
export type Runs = ReturnType<typeof createRuns>;

/** Makes the runs. */
export function createRuns(parts: RunParts, services: ActionStarter) {
  const { store, windows, toasts } = parts;
  const all = store.slices.runs;
  const started = new Map<string, ActionRun>();
  /** For each active run, the press of a key or button that started it. */
  const asks = new Map<string, Ask | undefined>();
  /** Runs whose progress has begun without being shown, because a question is open. */
  const unshown = new Set<string>();
  /** Logs of runs in the list: those started in this session, and earlier ones that were opened. */
  const logs = new Map<string, StoredLog>();
  /** Answers given in the runs of the list, in memory only. */
  const answers = new Map<string, Answers>();

  /** Shows the console once when a run prints, after any open question, which has the user's attention. */
  function followLog(id: string, log: RunLines): void {
    const stop = log.subscribe(() => {
      const run = runOf(id);
      const done = !run || !isActive(run) || consoleMode(run) !== "auto";
      if (!done && isAsked(run)) return;
      stop();
      if (!done) showConsole(run);
    });
  }

  /** Whether the user is asked something for the run. The question for a login is Kedge's own and names no run. */
  function isAsked({ id, status }: RunState): boolean {
    return store.get().dialogs.some(({ run }) => run === id || (run === undefined && status === "waiting"));
  }

  followPreparing(parts);
  followNames(store);

  const runOf = (id: string) => all.get().find((run) => run.id === id);
  const patch = (id: string, change: Partial<RunState>) => all.update((runs) => patched(runs, id, change));

  /** Applies a change that a run made to its own state. Shows the console for new progress, after any question. */
  function changed(id: string, { status, ...change }: Partial<RunState>): void {
    const before = runOf(id);
    // A late report, such as a question or the compiler's, must not make an ended run active again.
    if (!before || !isActive(before)) return;
    // A frame that arrives after the stop must not make the run active again.
    patch(id, status === undefined || before.status === "stopping" ? change : { ...change, status });
    // The compiler's progress comes with a status.
    if (change.progress && !before.progress && status === undefined) unshown.add(id);
    if (change.progress === null) unshown.delete(id);
    const run = runOf(id)!;
    if (!isAsked(run) && unshown.delete(id) && consoleMode(run) === "auto") showConsole(run);
  }

  const find = ({ extension, action }: { readonly extension: string; readonly action: string }) =>
    actionWithOwner(store.get(), extension, action);

  function consoleMode(run: RunState): ActionState["console"] {
    return find(run)?.action.console ?? "auto";
  }

  function showConsole(run: RunState): void {
    const { source = "" } = run.developed ? find(run)?.owner ?? {} : {};
    if (source === "") windows.open("console", { run: run.id });
    // The author of an extension has one window for all of its runs.
    else windows.open("development", { folder: source });
  }

  function finish(id: string, { log }: ActionRun, outcome: RunOutcome): void {
    started.delete(id);
    asks.delete(id);
    unshown.delete(id);
    toasts.endRun(id);
    const { status, error, hint, ms } = outcome;
    patch(id, {
      status,
      ms,
      logLines: log.lines,
      endedAt: parts.now(),
      progress: null,
      button: { takesClicks: false },
      ...(error ? { error } : {}),
      ...(hint ? { hint } : {}),
    });
    const run = runOf(id);
    if (!run) return;
    all.update(trim);
    forgetLogs();
    const mode = consoleMode(run);
    const shown = isShown(store.get(), run);
    const looked = shown || store.get().windows.some(({ params }) => params.run === id);
    if (status === "failed" || status === "timeout" || status === "refused") {
      // Kedge tells why an action did not start, even if the action has no console.
      if (mode !== "none" || status === "refused") showConsole(run);
      // A window that shows the outcome makes a message unnecessary.
      else if (!shown) announce(run);
    } else if (status === "ok" && !looked) {
      if (mode === "auto" && log.lines > 0) showConsole(run);
      // A user who cancelled the run's question knows that the run did nothing.
      else if (!answers.get(id)?.left) announce(run);
    }
  }

  const announce = (run: RunState) => toasts.show(endToast(run));

  /** Forgets logs and answers of runs that left the list. */
  function forgetLogs(): void {
    const listed = new Set(all.get().map(({ id }) => id));
    for (const id of logs.keys()) if (!listed.has(id)) logs.delete(id);
    for (const id of answers.keys()) if (!listed.has(id)) answers.delete(id);
  }

  function withRun(id: string, act: (run: ActionRun) => void): CommandResult {
    const run = started.get(id);
    if (!run) return refusal("This run has ended.");
    act(run);
    return { ok: true };
  }

  function click(id: string): CommandResult {
    renew(asks.get(id));
    return withRun(id, (run) => run.click());
  }

  function clickRunning(run: RunState): CommandResult {
    if (run.button.takesClicks) return click(run.id);
    showConsole(run);
    return { ok: true };
  }

  function start(
    extension: string,
    action: string,
    earlier: Answers | null,
    fields: Fields = {},
  ): CommandResult {
    const found = find({ extension, action });
    if (!found) return refusal(`There is no action "${action}" in "${extension}".`);
    const { owner, action: button } = found;
    if (button.state === "incompatible") {
      return refusal(`"${button.label}" needs ${button.badge}.`, "Update Kedge.");
    }
    if (button.state === "withdrawn") return { ok: false, ...owner.withdrawn! };
    const running = runOfAction(activeRuns(store.get()), extension, action);
    if (running) return clickRunning(running);
    const run: RunState = {
      id: crypto.randomUUID(),
      extension,
      extensionName: owner.name,
      ...(owner.developed && { developed: true }),
      action,
      actionLabel: button.label,
      context: null,
      status: "preparing",
      startedAt: parts.now(),
      button: { takesClicks: false },
      progress: null,
    };
    all.update((runs) => [run, ...runs]);
    if (button.console === "always") showConsole(run);
    const into: Answers = { given: [] };
    answers.set(run.id, into);
    const surface = withAnswers(
      withFields(desktopSurface(run.id, { ...parts, patch: (change) => changed(run.id, change) }), fields),
      earlier,
      into,
      parts.checkAnswer,
      () => patch(run.id, { answered: true }),
    );
    const begun = services.start(extension, action, surface);
    started.set(run.id, begun);
    asks.set(run.id, currentAsk());
    logs.set(run.id, begun.log);
    followLog(run.id, begun.log);
    begun.done.then((outcome) => finish(run.id, begun, outcome));
    return { ok: true, value: { run: run.id } };
  }

  function logOf(id: string): StoredLog | null {
    let log = logs.get(id);
    if (!log && runOf(id)) {
      log = services.pastLog(id);
      logs.set(id, log);
    }
    return log ?? null;
  }

  return {
    /** Runs an action. For a running action, clicks its button or shows its console. */
    start: (extension: string, action: string) => start(extension, action, null),
    /** Runs an action whose forms start with these values, by field key. Refused while the action runs. */
    startFilled(extension: string, action: string, fields: Fields): CommandResult {
      // Starting a running action would click its button, which a link must not do.
      const running = runOfAction(activeRuns(store.get()), extension, action);
      if (running) return refusal(`“${running.actionLabel}” is running.`, "Wait until it has ended.");
      return start(extension, action, null, fields);
    },
    /** Runs the action of a run again with the answers of that run. */
    again(id: string): CommandResult {
      const run = runOf(id);
      if (!run) return refusal("This run is gone.");
      const running = runOfAction(activeRuns(store.get()), run.extension, run.action);
      if (!running) return start(run.extension, run.action, answers.get(id) ?? null);
      // Starting it would click the button of the active run, so that run is shown instead.
      showConsole(running);
      return { ok: true };
    },
    /** Stops a run. A run that is already stopping is killed with `now`. */
    stop(id: string, now = false): CommandResult {
      return withRun(id, (run) => {
        // This press of Stop came before the page showed that the run stops, so it must not kill the run.
        if (!now && runOf(id)?.status === "stopping") return;
        patch(id, { status: "stopping" });
        run.stop();
      });
    },
    click,
    /** Removes an ended run from the history, with its log. */
    async dismiss(id: string): Promise<CommandResult> {
      if (started.has(id)) return refusal("This run goes on.");
      const log = logOf(id);
      windows.closeWhere(({ page, params }) => page === "console" && params.run === id);
      all.update((runs) => without(runs, (run) => run.id === id));
      forgetLogs();
      try {
        await log?.forget();
        return { ok: true };
      } catch (error) {
        return refusal(failureText("Its log could not be removed", error));
      }
    },
    /** Returns the lines of a run; null when the run is not in the list. */
    log: logOf,
    /** Adds runs of earlier sessions after those of this one. */
    restore(past: readonly PastRun[]) {
      all.update((runs) => trim([...runs, ...past.map((run) => endedRun(run, find(run)))]));
    },
    /** Stops the runs of an extension that is no longer under development, and removes them from the list. */
    async forgetDeveloped(extension: string) {
      const gone = all.get().filter((run) => run.developed && run.extension === extension);
      const ended = gone.flatMap(({ id }) => started.get(id) ?? []).map((run) => {
        run.stop();
        return run.done;
      });
      await Promise.allSettled(ended);
      await Promise.all(gone.map(({ id }) => this.dismiss(id)));
    },
    /** Settles when no run is active. */
    async ended() {
      await Promise.allSettled([...started.values()].map(({ done }) => done));
    },
  };
}
