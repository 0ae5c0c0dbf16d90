import type { ExportState } from "../../../state/query_window.ts";
import type { CommandResult } from "../../result.ts";

/** Ends of files that programs show; what else a user has called a file may be run by being opened. */
const SHOWN = /\.(csv|jsonl|xlsx)$/i;

/** Whether the file that was written last is one to open. */
export function canOpen({ file, status }: Pick<ExportState, "file" | "status">): boolean {
  return status === "done" && SHOWN.test(file);
}

/** Opens the file that a tab has written last, or the folder that it is in. */
export async function openWritten(
  written: ExportState | null,
  what: "file" | "folder",
  open: (path: string) => Promise<CommandResult>,
): Promise<CommandResult> {
  if (written?.status !== "done") return { ok: false, error: "No file was written here." };
  if (what === "file" && !canOpen(written)) {
    return { ok: false, error: `Kedge does not open ${written.file}.`, hint: "Show it in its folder." };
  }
  return await open(what === "file" ? written.file : written.file.replace(/[^\\/]*$/, ""));
}
