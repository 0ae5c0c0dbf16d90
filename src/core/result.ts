/** Why something was not done: `error` is for the user, with the next step in `hint`. */
export interface Refusal {
  readonly ok: false;
  readonly error: string;
  readonly hint?: string;
}

/** The result of a command, or of a request to a query window. */
export type CommandResult = { readonly ok: true; readonly value?: unknown } | Refusal;

/** What a handler of a command may return. No value means success. */
export type CommandOutcome = void | CommandResult | Promise<void | CommandResult>;

/** The result of a command that was carried out and has no value. */
export const DONE: CommandResult = { ok: true };

/** Returns the result of a command that was refused. */
export function refusal(error: string, hint?: string): Refusal {
  return { ok: false, error, ...(hint ? { hint } : {}) };
}

/** The user gives trust. Nobody can while an action runs that could press a button for the user. */
export const RUN_MAY_PRESS = refusal(
  "An action runs that could press this in your place.",
  "Wait until it has ended, or stop it, and press again.",
);
