/** How a command ended: `error` is for the user, with the next step in `hint`. */
export type CommandResult =
  | { readonly ok: true; readonly value?: unknown }
  | { readonly ok: false; readonly error: string; readonly hint?: string };

/** What carrying out a command may give: nothing means that it went well. */
export type CommandOutcome = void | CommandResult | Promise<void | CommandResult>;
