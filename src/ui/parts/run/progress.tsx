import type { JSX } from "preact";
import type { RunState } from "../../../core/state/state.ts";
import { ProgressBar } from "../../system/mod.ts";

/** How far the run says it is. */
export function ProgressLine({ run }: { run: RunState }): JSX.Element | null {
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
