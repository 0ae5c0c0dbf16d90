import type { AccountContext } from "../../accounts/context.ts";
import type { BuildProgress } from "../build/compilation.ts";
import type { Server } from "../../config/config.ts";
import type { AskLogin } from "../../sql/login/mod.ts";
import type { InputField, LogLine, RunProgress, RunState, ToastState } from "../../state/state.ts";

/** A report, as the action describes it; 0 for a size is the surface's choice. */
interface Report {
  readonly title: string;
  readonly html: string;
  readonly width: number;
  readonly height: number;
  readonly showPrint: boolean;
  readonly showOpenInBrowser: boolean;
}

/** Asks which account an action runs in; what is decided is given, the rest is asked for. */
export interface AccountQuestion extends Partial<AccountContext> {
  readonly extensionName: string;
  readonly actionLabel: string;
  /** The region where the chosen account has none of its own. */
  readonly usualRegion?: string;
  /** The roles known for `account`. */
  readonly roles: readonly string[];
}

/** The user's answer to an account question. */
export interface AccountAnswer extends AccountContext {
  /** Use it again the next time without asking. */
  readonly remember: boolean;
}

/**
 * Everything a run shows and asks. One run asks one thing at a time. Questions end with null when the
 * user cancels or their signal aborts. An error thrown by a question fails the run with its message.
 */
export interface RunSurface {
  /**
   * `progress` comes while a compilation takes long: the first one of a machine compiles Go's standard
   * library too.
   */
  phase(phase: "compiling" | "running", progress?: BuildProgress): void;
  /** The account context is decided; null: the action runs in none. */
  context(context: AccountContext | null): void;
  /** The run's own clock begins to run, or pauses while the user is asked; `ms` is what it shows then. */
  clock(ms: number, runs: boolean): void;
  log(line: LogLine): void;
  alert(message: string, signal: AbortSignal): Promise<void>;
  confirm(message: string, signal: AbortSignal): Promise<boolean | null>;
  ask(title: string, field: InputField, signal: AbortSignal): Promise<string | null>;
  /** By key; a checkbox is `true` or `false`, a multiselect as `joinChoices` has it. */
  form(
    title: string,
    fields: readonly InputField[],
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, string>> | null>;
  html(report: Report, signal: AbortSignal): Promise<void>;
  chooseAccount(question: AccountQuestion, signal: AbortSignal): Promise<AccountAnswer | null>;
  /**
   * The user must sign in before there are credentials of the context. True once somebody is signed in; false when the user
   * does not want to. A surface without it lets the action find out.
   */
  signIn?(context: AccountContext, signal: AbortSignal): Promise<boolean>;
  /** The login of a server: the saved one, else the user's. */
  login: AskLogin<Server>;
  /** Shows or replaces the toast of that id, unique in the run only; 0 seconds is the default. */
  toast(toast: Omit<ToastState, "run" | "until">, seconds: number): void;
  dismissToast(id: string): void;
  progress(progress: RunProgress | null): void;
  button(button: RunState["button"]): void;
}

/** How a run ended. */
export interface RunOutcome {
  readonly status: "ok" | "failed" | "timeout" | "stopped" | "refused";
  readonly error?: string;
  /** The next step. */
  readonly hint?: string;
  /** The run's own time in ms: dialogs, compiling and waiting for an account are not counted. */
  readonly ms: number;
}
