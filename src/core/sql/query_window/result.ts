/** How a request ended: `error` is for the user, with the next step in `hint`. */
export type QueryResult =
  | { readonly ok: true; readonly value?: unknown }
  | { readonly ok: false; readonly error: string; readonly hint?: string };

/** It went well. */
export const DONE: QueryResult = { ok: true };

/** Refuses a request. */
export function no(error: string, hint?: string): Extract<QueryResult, { ok: false }> {
  return { ok: false, error, ...(hint ? { hint } : {}) };
}
