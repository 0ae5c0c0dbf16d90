import type { AccountContext } from "../accounts/context.ts";

export type RunStatus =
  | "preparing"
  | "compiling"
  | "running"
  | "waiting"
  | "stopping"
  | "ok"
  | "failed"
  | "timeout"
  | "stopped"
  | "refused";

export interface RunState {
  readonly id: string;
  readonly extension: string;
  readonly extensionName: string;
  readonly action: string;
  readonly actionLabel: string;
  /** Of an extension that its author works on. */
  readonly developed?: true;
  /** The user has answered something in it, which can be given again. */
  readonly answered?: true;
  /** Where it runs; null when it needs no account, or that is not decided yet. */
  readonly context: RunContext | null;
  readonly status: RunStatus;
  readonly startedAt: number;
  readonly endedAt?: number;
  /** The run's own time in ms, dialogs not counted; set when it has ended. */
  readonly ms?: number;
  /** Its clock: `ms` is the run's own time at `since`. Without `since` the clock is stopped while the user is asked. */
  readonly clock?: { readonly ms: number; readonly since?: number };
  readonly error?: string;
  readonly hint?: string;
  readonly button: { readonly label?: string; readonly progress?: number; readonly takesClicks: boolean };
  readonly progress: RunProgress | null;
  /** How many lines the log has, once nothing comes any more; absent for a run of an earlier time: its file knows. */
  readonly logLines?: number;
}

/** Where a run runs, with what is known of the account. */
interface RunContext extends AccountContext {
  readonly name?: string;
  readonly env: string | null;
}

export interface RunProgress {
  readonly title: string;
  readonly label: string;
  /** 0 to 1; null while it is not known. */
  readonly fraction: number | null;
  readonly cancelable: boolean;
}

/** One line of a run's log. `time` is the run's own time in ms when it came. */
export interface LogLine {
  readonly stream: "log" | "stdout" | "stderr";
  readonly text: string;
  readonly time: number;
}
