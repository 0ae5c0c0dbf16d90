/** How a request ended: `error` is for the user, with the next step in `hint`. */
export type Said =
  | { readonly ok: true; readonly value?: unknown }
  | { readonly ok: false; readonly error: string; readonly hint?: string };

/** It went well. */
export const DONE: Said = { ok: true };

/** Refuses a request. */
export function no(error: string, hint?: string): Said {
  return { ok: false, error, ...(hint ? { hint } : {}) };
}
