import type { StatementRefusal } from "../../sql/session/mod.ts";

/** Code of a refusal because of a hidden column. */
export const HIDDEN = "hidden-column";

/** The next step after a refusal because of a hidden column. */
const LEAVE_OUT =
  "Leave it out of the whole statement: in WHERE, ORDER BY and joins it would tell as well, and `*` takes all columns. Name those that you need.";

/** Returns the refusal of a statement because of a hidden column; none of it has run. */
export function hiddenRefusal(message: string, hint = LEAVE_OUT): StatementRefusal {
  return { ok: false, kind: "refused", code: HIDDEN, message, hint };
}
