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
  /** Set for an extension that its author works on. */
  readonly developed?: true;
  /** Set when the user has answered questions of the run, which can be answered the same way again. */
  readonly answered?: true;
  /** The account, role and region of the run; null when it needs none, or while they are not decided yet. */
  readonly context: RunContext | null;
  readonly status: RunStatus;
  readonly startedAt: number;
  readonly endedAt?: number;
  /** Time of the run in ms without the time of dialogs; set when the run has ended. */
  readonly ms?: number;
  /**
   * The run's clock: `ms` is the time of the run at `since`. Without `since` the clock is stopped, because
   * the user is asked.
   */
  readonly clock?: { readonly ms: number; readonly since?: number };
  readonly error?: string;
  readonly hint?: string;
  readonly button: { readonly label?: string; readonly progress?: number; readonly takesClicks: boolean };
  readonly progress: RunProgress | null;
  /**
   * Number of lines in the log, once it is complete. Absent for a run of an earlier process, whose log file
   * knows it.
   */
  readonly logLines?: number;
}

/** The account, role and region of a run, with what is known about the account. */
interface RunContext extends AccountContext {
  readonly name?: string;
  readonly env: string | null;
}

export interface RunProgress {
  readonly title: string;
  readonly label: string;
  /** From 0 to 1; null while it is not known. */
  readonly fraction: number | null;
  readonly cancelable: boolean;
}

/** One line of a run's log. `time` is the time of the run in ms at which the line came. */
export interface LogLine {
  readonly stream: "log" | "stdout" | "stderr";
  readonly text: string;
  readonly time: number;
}
