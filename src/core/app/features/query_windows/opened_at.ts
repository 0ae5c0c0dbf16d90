import { lacksRows } from "../../../sql/query_window/shown_again.ts";
import type { QueryWindow, TablePath } from "../../../sql/query_window/types.ts";
import { type CommandResult, refusal } from "../../../result.ts";

/** What a query window opens with: an earlier statement, a text, or the rows of a table. */
export interface OpenedAt {
  readonly past?: string | undefined;
  readonly sql?: string | undefined;
  readonly table?: TablePath | undefined;
  /** Text for a window in which nothing has been written yet. */
  readonly first?: string | undefined;
}

/** Shows a text in a tab: the tab that has the text already, an empty tab of a window that was closed, or a new tab. */
export function putText(
  queryWindow: QueryWindow,
  { past, sql, table, first }: OpenedAt,
  wasOpen: boolean,
): CommandResult {
  const text = past !== undefined ? queryWindow.sqlOf(past) : table ? queryWindow.firstRows(table) : sql;
  if (past !== undefined && text === undefined) return refusal("This statement is no longer kept.");
  if (text === undefined) {
    const [only, ...others] = queryWindow.state.tabs;
    const empty = only && others.length === 0 && (queryWindow.text(only.id) ?? "").trim() === "";
    if (first !== undefined && empty && !wasOpen) queryWindow.keepText(only.id, first);
    return { ok: true };
  }
  const empty = wasOpen
    ? undefined
    : queryWindow.state.tabs.find(({ id }) => (queryWindow.text(id) ?? "").trim() === "");
  const put = queryWindow.tabFor(text, empty?.id);
  if (!put.ok) return put;
  const { tab: id } = put.value as { tab: string };
  queryWindow.show(id);
  const tab = queryWindow.tab(id);
  // The user reads a statement before running it, but a table's tab shows nothing except rows.
  if (table && tab && lacksRows(tab.state)) void tab.run({ text, pick: "all" });
  return { ok: true };
}
