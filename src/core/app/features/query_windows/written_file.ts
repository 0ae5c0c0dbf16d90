import type { ExportState } from "../../../state/query_window.ts";
import { type CommandResult, refusal } from "../../../result.ts";

/** Suffixes of files that programs only show. Opening a file with another suffix might run it. */
const SHOWN = /\.(csv|jsonl|xlsx)$/i;

/** Whether the last written file may be opened. */
export function canOpen({ file, status }: Pick<ExportState, "file" | "status">): boolean {
  return status === "done" && SHOWN.test(file);
}

/** Opens the last file that a tab has written, or its folder. */
export async function openWritten(
  written: ExportState | null,
  what: "file" | "folder",
  open: (path: string) => Promise<CommandResult>,
): Promise<CommandResult> {
  if (written?.status !== "done") return refusal("No file was written here.");
  if (what === "file" && !canOpen(written)) {
    return refusal(`Kedge does not open ${written.file}.`, "Show it in its folder.");
  }
  return await open(what === "file" ? written.file : written.file.replace(/[^\\/]*$/, ""));
}
