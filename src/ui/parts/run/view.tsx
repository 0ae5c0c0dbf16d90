import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { isActive } from "../../../core/state/selectors.ts";
import type { ExtensionState, LogLine, RunState } from "../../../core/state/state.ts";
import type { RowsView } from "../../client/mod.ts";
import type { Sender } from "../../page.ts";
import { Ending } from "./ending.tsx";
import type { SourceLink } from "./lines.ts";
import { RunOutput } from "./output.tsx";
import { StatusLine } from "./status.tsx";
import { ProgressBar } from "../../system/mod.ts";

/** A run: its status, its output, and how it ended. */
export function RunView(
  { run, extension, busy, sender, log, onOpen, children }: {
    run: RunState;
    /** The extension as currently installed; null when it is not. */
    extension: ExtensionState | null;
    busy: boolean;
    sender: Sender;
    log: RowsView<LogLine>;
    onOpen: (link: SourceLink) => void;
    /** Shown above the output. */
    children?: ComponentChildren;
  },
): JSX.Element {
  const [times, setTimes] = useState(true);
  const [wrap, setWrap] = useState(true);
  const { rows: lines, state } = log;
  const entry = extension?.actions.find(({ id }) => id === run.action)?.entry ?? "";
  // The run failed before it could print, so the reason gets all of the space.
  const refused = run.status === "refused" && lines.length === 0;
  return (
    <>
      <StatusLine run={run} extension={extension} busy={busy} sender={sender} />
      <ProgressLine run={run} />
      {children}
      {!refused && (
        <RunOutput
          key={run.id}
          lines={lines}
          name={`${run.extension}-${run.action}`}
          silent={!isActive(run) && state === "empty" && !run.logLines}
          times={times}
          onTimes={setTimes}
          wrap={wrap}
          onWrap={setWrap}
          entry={entry}
          onOpen={onOpen}
        />
      )}
      <Ending run={run} lines={lines} entry={entry} onOpen={onOpen} />
    </>
  );
}

/** The progress that the run reports. */
function ProgressLine({ run }: { run: RunState }): JSX.Element | null {
  const { progress, button } = run;
  if (progress) {
    const percent = progress.fraction === null ? "" : `${Math.round(progress.fraction * 100)} %`;
    return (
      <div class="console-progress">
        <div class="grow">
          <div class="row small">
            <strong class="small cut">{progress.title}</strong>
            <span class="quiet cut grow">{progress.label}</span>
            <span class="quiet numbers">{percent}</span>
          </div>
          <ProgressBar fraction={progress.fraction} label={progress.title || "Progress"} />
        </div>
      </div>
    );
  }
  if (button.progress === undefined) return null;
  return (
    <div class="console-progress">
      <div class="grow">
        <ProgressBar fraction={button.progress} label={run.actionLabel} />
      </div>
    </div>
  );
}
