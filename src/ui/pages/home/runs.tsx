import type { JSX } from "preact";
import type { Command } from "../../../core/app/command.ts";
import type { RunState } from "../../../core/state/state.ts";
import { useNow } from "../../page.ts";
import { EnvPill, List, ListPart, Row, Section, Tool } from "../../system/mod.ts";
import { ago, duration } from "../../text/format.ts";
import { runTime, runWords } from "../../text/run.ts";
import { StateMark } from "../../parts/state_mark.tsx";

const SHOWN = 3;

/** Recently ended runs, newest first. Active runs are shown at their actions. */
export function RecentRuns(
  { ended, send }: { ended: readonly RunState[]; send: (command: Command) => void },
): JSX.Element | null {
  const now = useNow(true, 30_000);
  if (ended.length === 0) return null;
  return (
    <List label="Recent runs" parted>
      <Section title="Recent runs" />
      <ListPart label="Recent runs">
        {ended.slice(0, SHOWN).map((run) => (
          <Row
            key={run.id}
            verb="Show the output of"
            onRun={() => send({ name: "openWindow", page: "console", params: { run: run.id } })}
            title={run.error ?? "Show output"}
            tools={
              <>
                <span class="when-near">
                  <Tool
                    icon="cross"
                    label="Forget this run"
                    onClick={() => send({ name: "dismissRun", run: run.id })}
                  />
                </span>
                <span class="quiet small numbers">{ago(run.endedAt ?? run.startedAt, now)}</span>
              </>
            }
          >
            <StateMark run={run} />
            <span class="cut name">{run.actionLabel}</span>
            <span class="quiet small cut grow">
              {runWords(run)} ·{" "}
              {run.status === "ok" ? duration(runTime(run, now)) : run.error ?? duration(runTime(run, now))}
            </span>
            {run.context && <EnvPill env={run.context.env} />}
          </Row>
        ))}
      </ListPart>
    </List>
  );
}
