/** How a command ended: `error` is for the user, with the next step in `hint`. */
export type CommandResult =
  | { readonly ok: true; readonly value?: unknown }
  | { readonly ok: false; readonly error: string; readonly hint?: string };

/** The message when something was not done, with the next step. */
export function refusal(error: string, hint?: string): { ok: false; error: string; hint?: string } {
  return { ok: false, error, ...(hint ? { hint } : {}) };
}

/** What carrying out a command may give: nothing means that it went well. */
export type CommandOutcome = void | CommandResult | Promise<void | CommandResult>;
