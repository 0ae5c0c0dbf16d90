import type { JSX } from "preact";
import type { Command } from "../../../core/app/command.ts";
import type { RunState } from "../../../core/state/state.ts";
import { ago } from "../../text/format.ts";
import { runTone, runWords } from "../../text/run.ts";

/** Maximum ended runs shown of one extension. */
const SHOWN = 3;

/** The last ended runs of an extension, each with a link to its console; null when there are none. */
export function LastRuns(
  { ended, now, send }: { ended: readonly RunState[]; now: number; send: (command: Command) => void },
): JSX.Element | null {
  if (ended.length === 0) return null;
  return (
    <p class="last-runs quiet small">
      Recent runs
      {ended.slice(0, SHOWN).map((run) => (
        <span key={run.id}>
          <button
            type="button"
            class="link"
            data-alone={`Show the output of ${run.actionLabel}`}
            onClick={() => send({ name: "openWindow", page: "console", params: { run: run.id } })}
          >
            {run.actionLabel}
          </button>{" "}
          <span class={runTone(run.status) === "danger" ? "danger-text" : ""}>
            {runWords(run).toLowerCase()}
          </span>{" "}
          {ago(run.endedAt ?? run.startedAt, now)}
        </span>
      ))}
    </p>
  );
}
