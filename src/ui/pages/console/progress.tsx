import type { JSX } from "preact";
import type { RunState } from "../../../core/state/state.ts";
import type { Sender } from "../../page.ts";
import { Button, ProgressBar } from "../../system/mod.ts";

/** How far the run says it is. */
export function Progress({ run, sender }: { run: RunState; sender: Sender }): JSX.Element | null {
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
        {progress.cancelable && (
          <Button
            compact
            onClick={() => void sender.send({ name: "cancelProgress", run: run.id })}
          >
            Cancel
          </Button>
        )}
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
