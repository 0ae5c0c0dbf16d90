import type { StatementRefusal } from "../../sql/session/mod.ts";

/** The code of a refusal because of a column that agents do not see. */
export const HIDDEN = "hidden-column";

/** What to do about a column that is hidden. */
const LEAVE_OUT =
  "Leave it out of the whole statement: in WHERE, ORDER BY and joins it would tell as well, and `*` takes all columns. Name those that you need.";

/** Refuses a statement for a hidden column; nothing of it was run. */
export function hiddenRefusal(message: string, hint = LEAVE_OUT): StatementRefusal {
  return { ok: false, kind: "refused", code: HIDDEN, message, hint };
}
