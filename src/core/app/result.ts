/** The result of a command: `error` is for the user, with the next step in `hint`. */
export type CommandResult =
  | { readonly ok: true; readonly value?: unknown }
  | { readonly ok: false; readonly error: string; readonly hint?: string };

/** Returns the result of a command that was refused, with the next step. */
export function refusal(error: string, hint?: string): { ok: false; error: string; hint?: string } {
  return { ok: false, error, ...(hint ? { hint } : {}) };
}

/** What a handler may return. No value means success. */
export type CommandOutcome = void | CommandResult | Promise<void | CommandResult>;
