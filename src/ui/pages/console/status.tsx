import type { JSX } from "preact";
import { ENDED, type ExtensionState, type RunState } from "../../../core/state/state.ts";
import { iconUrl } from "../../client/mod.ts";
import { type Sender, useNow } from "../../page.ts";
import { Button, EnvPill, Icon, Picture } from "../../system/mod.ts";
import { accountNumber, accountTitle, duration, elapsed } from "../../text/format.ts";
import { runTime, runTone, runWords } from "../../text/run.ts";

/** State, elapsed time, account, and Stop. */
export function StatusLine(
  { run, extension, sender }: { run: RunState; extension: ExtensionState | null; sender: Sender },
): JSX.Element {
  const ended = ENDED.has(run.status);
  const now = useNow(!ended);
  const time = runTime(run, now);
  const action = extension?.actions.find(({ id }) => id === run.action);
  const icon = action?.icon ?? extension?.icon;
  const { account } = run;
  return (
    <div class="bar top console-status">
      <Picture
        fallback="extension"
        address={icon === undefined ? undefined : iconUrl("extension", run.extension, icon)}
      />
      <div class="cut console-name" title={`${run.extensionName}: ${run.actionLabel}`}>
        <strong>{run.button.label ?? run.actionLabel}</strong>
        <span class="quiet console-from">{run.extensionName}</span>
      </div>
      <span class="row console-state" role="status">
        <StateMark run={run} />
        {runWords[run.status]}
      </span>
      <span class="quiet numbers">{ended ? duration(time) : elapsed(time)}</span>
      <span class="grow" />
      {account && (
        <span
          class="row console-account"
          title={`${accountTitle(account)}, ${account.role} in ${account.region}`}
        >
          <span class="quiet small cut">{account.name ?? accountNumber(account.id)}</span>
          <EnvPill env={account.env} />
        </span>
      )}
      {!ended && run.button.takesClicks && (
        <Button onClick={() => void sender.send({ name: "clickButton", run: run.id })}>
          {run.button.label ?? run.actionLabel}
        </Button>
      )}
      {ended
        ? (
          <Button
            icon="again"
            disabled={extension === null || action?.state !== "enabled"}
            busy={sender.busy}
            onClick={() =>
              void sender.send({ name: "runAction", extension: run.extension, action: run.action })}
          >
            Run again
          </Button>
        )
        : (
          <Button
            icon="stop"
            busy={run.status === "stopping"}
            onClick={() => void sender.send({ name: "stopRun", run: run.id })}
          >
            Stop
          </Button>
        )}
    </div>
  );
}

/** The shape that goes with a status: a spinner, a tick, a cross, a square. */
export function StateMark({ run }: { run: RunState }): JSX.Element {
  const tone = runTone(run.status);
  if (tone === null) {
    return run.status === "waiting" ? <Icon name="more" class="info-text" /> : <span class="spinner" />;
  }
  const name = tone === "ok"
    ? "check"
    : run.status === "timeout"
    ? "clock"
    : tone === "danger"
    ? "error"
    : "stop";
  return <Icon name={name} class={`${tone}-text`} />;
}
