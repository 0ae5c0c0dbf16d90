import type { JSX } from "preact";
import type { RunState } from "../../core/state/state.ts";
import { Icon } from "../system/mod.ts";
import { runTone } from "../text/run.ts";

/** The icon of a run's status: a spinner, a tick, a cross, a square. */
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
  return <Icon name={name} class={tone === "quiet" ? "quiet" : `${tone}-text`} />;
}
