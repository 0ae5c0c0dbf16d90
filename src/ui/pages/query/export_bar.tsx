import type { JSX } from "preact";
import type { ExportState } from "../../../core/state/query_window.ts";
import { canOpen } from "../../../core/app/features/query_windows/written_file.ts";
import { Button, Notice, Tool } from "../../system/mod.ts";
import { count, size } from "../../text/format.ts";

/** The progress or the result of an export to a file. */
export function ExportBar(
  { state, onStop, onOpen }: {
    state: ExportState;
    onStop: () => void;
    onOpen: (what: "file" | "folder") => void;
  },
): JSX.Element | null {
  const { file, status, rows, message, hint } = state;
  const far = `${count(rows, "row")} (${size(state.size)})`;
  switch (status) {
    case "running":
      return (
        <div class="row export-bar" role="status">
          <span class="spinner" />
          <span class="cut grow" title={file}>Writing {file}</span>
          <span class="numbers" data-moves>{far}</span>
          <Button compact ends onClick={onStop}>Stop</Button>
        </div>
      );
    case "done":
      return (
        <Notice tone={message ? "caution" : "ok"} message={`${file} has ${far}.`} hint={message}>
          {canOpen(state) && <Tool onClick={() => onOpen("file")}>Open</Tool>}
          <Tool onClick={() => onOpen("folder")}>Show in folder</Tool>
        </Notice>
      );
    case "stopped":
      return <Notice tone="caution" message={`Stopped after ${far}. There is no file.`} />;
    case "failed":
      return <Notice tone="danger" message={message} hint={hint} />;
  }
}
