import type { AccountContext } from "../../accounts/context.ts";
import type { BuildProgress } from "../build/compilation.ts";
import type { Server } from "../../config/config.ts";
import type { AskLogin } from "../../sql/login/mod.ts";
import type { ReportState } from "../../state/dialog.ts";
import type { InputField, LogLine, RunProgress, RunState, ToastState } from "../../state/state.ts";

/** Asks in which account an action runs; the known parts are given, the user decides the rest. */
export interface AccountQuestion extends Partial<AccountContext> {
  readonly extensionName: string;
  readonly actionLabel: string;
  /** The region to use when the chosen account has none of its own. */
  readonly usualRegion?: string;
  /** The roles known for `account`. */
  readonly roles: readonly string[];
}

/** The user's answer to an account question. */
export interface AccountAnswer extends AccountContext {
  /** Whether the answer is used for later runs without asking. */
  readonly remember: boolean;
}

/**
 * Everything that a run shows and asks. A run asks one question at a time, and that for a login waits for its
 * turn too. Questions return null when the user cancels or their signal aborts. An error thrown by a question
 * ends the run with its message.
 */
export interface RunSurface {
  /**
   * Reports the phase. `progress` is given during a long compilation: the first one on a machine also
   * compiles Go's standard library.
   */
  phase(phase: "compiling" | "running", progress?: BuildProgress): void;
  /** Reports the decided account context; null when the action runs without an account. */
  context(context: AccountContext | null): void;
  /** Reports that the run's clock starts, or pauses while the user is asked; `ms` is its current time. */
  clock(ms: number, runs: boolean): void;
  /** Whether the surface takes all of the output. Otherwise it gets what the log keeps. */
  readonly wholeLog?: boolean;
  /** Shows a line. `more` means that the next line of its stream continues it, because it is too long for one. */
  log(line: LogLine, more?: boolean): void;
  alert(message: string, signal: AbortSignal): Promise<void>;
  confirm(message: string, signal: AbortSignal): Promise<boolean | null>;
  ask(title: string, field: InputField, signal: AbortSignal): Promise<string | null>;
  /** Returns answers by key: `true` or `false` for a checkbox, the text of `joinChoices` for a multiselect. */
  form(
    title: string,
    fields: readonly InputField[],
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, string>> | null>;
  html(report: ReportState, signal: AbortSignal): Promise<void>;
  chooseAccount(question: AccountQuestion, signal: AbortSignal): Promise<AccountAnswer | null>;
  /**
   * Asks the user to sign in before credentials of the context exist. Returns true once a user is signed in,
   * false when the user declines. On a surface without this function the action notices by itself.
   */
  signIn?(context: AccountContext, signal: AbortSignal): Promise<boolean>;
  /** Returns the login of a server: the saved one, otherwise the user's. */
  login: AskLogin<Server>;
  /** Shows or replaces a toast. The id is unique only in this run; 0 seconds means the default. */
  toast(toast: Omit<ToastState, "run" | "until">, seconds: number): void;
  dismissToast(id: string): void;
  progress(progress: RunProgress | null): void;
  button(button: RunState["button"]): void;
}

/** How a run ended. */
export interface RunOutcome {
  readonly status: "ok" | "failed" | "timeout" | "stopped" | "refused";
  readonly error?: string;
  /** What the user can do next. */
  readonly hint?: string;
  /** The run's own time in ms, without dialogs, compiling and waiting for an account. */
  readonly ms: number;
}
