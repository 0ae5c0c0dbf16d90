import type { ResultRow } from "../../../../core/sql/spill/rows.ts";
import type { EditsState } from "../../../../core/state/query_window.ts";

/** Returns why a cell, or with `column` null any row, cannot be edited; null when it can, as far as is known. */
export function whyNot(
  edits: EditsState | undefined,
  column: number | null,
  row: ResultRow | undefined,
): string | null {
  if (!edits) return null;
  if (edits.why !== null) return edits.why;
  if (edits.status === "held") return "These changes wait for Commit: commit them or roll them back first.";
  if (edits.status === "running") return "The changes are being run.";
  if (row?.edit?.kind === "gone") return "This row was removed.";
  if (row?.edit?.kind === "remove") return "This row is to be removed: Ctrl+Del keeps it.";
  return column === null ? null : edits.fixed[column] ?? null;
}
