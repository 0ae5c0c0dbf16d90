/** How a request ended. `error` is a text for the user, `hint` the next step. */
export type QueryResult =
  | { readonly ok: true; readonly value?: unknown }
  | { readonly ok: false; readonly error: string; readonly hint?: string };

/** The outcome of a request that succeeded and has no value. */
export const DONE: QueryResult = { ok: true };

/** Returns the refusal of a request. */
export function no(error: string, hint?: string): Extract<QueryResult, { ok: false }> {
  return { ok: false, error, ...(hint ? { hint } : {}) };
}
