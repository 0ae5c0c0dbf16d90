import type { JSX } from "preact";
import { accountNumber, accountTitle } from "../../../core/accounts/words.ts";
import { isActive } from "../../../core/state/selectors.ts";
import type { ExtensionState, RunState } from "../../../core/state/state.ts";
import { iconUrl } from "../../client/mod.ts";
import { type Sender, useNow } from "../../page.ts";
import { Button, EnvPill, keyText, Picture } from "../../system/mod.ts";
import { duration, elapsed } from "../../text/format.ts";
import { StateMark } from "../state_mark.tsx";
import { runTime, runWords } from "../../text/run.ts";

/**
 * The status line of a run: status, elapsed time, account, and one button: Stop (Cancel for progress that can
 * be cancelled), then End now.
 */
export function StatusLine(
  { run, extension, busy, sender }: {
    run: RunState;
    extension: ExtensionState | null;
    /** Whether the action is running, possibly as another run. */
    busy: boolean;
    sender: Sender;
  },
): JSX.Element {
  const ended = !isActive(run), stopping = run.status === "stopping";
  const now = useNow(!ended);
  const time = runTime(run, now);
  const action = extension?.actions.find(({ id }) => id === run.action);
  const icon = action?.icon ?? extension?.icon;
  const { context } = run;
  return (
    <div class="bar top console-status">
      <span class="row console-name">
        <Picture
          fallback="extension"
          address={icon === undefined ? undefined : iconUrl("extension", run.extension, icon)}
        />
        <strong class="cut" title={`${run.extensionName}: ${run.actionLabel}`}>
          {run.button.label ?? run.actionLabel}
        </strong>
      </span>
      {!context && <span class="quiet cut console-from">{run.extensionName}</span>}
      <span class="row console-state" role="status">
        <StateMark run={run} />
        {runWords(run)}
      </span>
      {run.status !== "refused" && <span class="quiet numbers">{ended ? duration(time) : elapsed(time)}
      </span>}
      {!context && <span class="grow" />}
      {context && (
        <span
          class="row console-account"
          title={`${accountTitle(context.account, context.name)}, ${context.role} in ${context.region}`}
        >
          {context.name
            ? <span class="quiet small cut">{context.name}</span>
            : <span class="quiet small numbers">{accountNumber(context.account)}</span>}
          <EnvPill env={context.env} />
          <span class="quiet small console-region">{context.region}</span>
        </span>
      )}
      <span class="row console-buttons">
        {!ended && run.button.takesClicks && (
          <Button onClick={() => void sender.send({ name: "clickButton", run: run.id })}>
            {run.button.label ?? run.actionLabel}
          </Button>
        )}
        {ended && run.answered && (
          <Button
            narrow
            shortcut="Mod+Shift+Enter"
            title={`Run it again with the answers of this run (${keyText("Mod+Shift+Enter")})`}
            disabled={busy || action?.state !== "enabled"}
            onClick={() => void sender.send({ name: "runAgain", run: run.id })}
          >
            Same answers
          </Button>
        )}
        {ended
          ? (
            <Button
              icon="again"
              readFirst
              disabled={busy || action?.state !== "enabled"}
              busy={sender.busy}
              shortcut="Mod+Enter"
              onClick={() =>
                void sender.send({ name: "runAction", extension: run.extension, action: run.action })}
            >
              Run again
            </Button>
          )
          : (
            <Button
              icon="stop"
              ends
              onClick={() =>
                void sender.send({ name: "stopRun", run: run.id, ...(stopping && { now: true }) })}
            >
              {stopping ? "End now" : run.progress?.cancelable ? "Cancel" : "Stop"}
            </Button>
          )}
      </span>
    </div>
  );
}
