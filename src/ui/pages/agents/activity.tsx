import type { JSX } from "preact";
import type { Command } from "../../../core/app/command.ts";
import type { AgentsModel } from "../../../pages/agents/page.ts";
import { Button, EmptyState, EnvPill, List, ListPart, Pill, Row, Section } from "../../system/mod.ts";
import { ago, count } from "../../text/format.ts";
import { seen } from "../../text/visible.tsx";
import { programName } from "./names.ts";

/** The right side: proposals that wait for a person, and what agents did, newest first. */
export function Activity(
  { model, now, send }: { model: AgentsModel; now: number; send: (command: Command) => void },
): JSX.Element {
  const { proposals, activity, on } = model;
  if (proposals.length === 0 && activity.length === 0) {
    return (
      <EmptyState
        icon="shield"
        title={on ? "No agent has asked for anything" : "No agent gets in"}
        text={on
          ? "An agent reaches Kedge by kedge --mcp. It asks for each server, account and action, and you decide."
          : "Once you let agents in, each of them asks for each server, account and action, and you decide. What they would write waits for you."}
      />
    );
  }
  return (
    <div class="scroll grow" tabIndex={0} role="region" aria-label="Activity">
      <List label="What agents did" parted>
        {proposals.length > 0 && <Section title="Waiting for you" count={proposals.length} />}
        {proposals.length > 0 && (
          <ListPart label="Proposed writes">
            {proposals.map(({ id, who, thing, env, sql, reason, at, status, isDismissable }) => (
              <Row
                key={id}
                tools={
                  <>
                    {isDismissable && (
                      <Button
                        compact
                        ends
                        label={`Dismiss the write to ${thing.name}`}
                        onClick={() => send({ name: "dismissProposal", proposal: id })}
                      >
                        Dismiss
                      </Button>
                    )}
                    <Button
                      compact
                      kind="marked"
                      label={`Open the write to ${thing.name}`}
                      onClick={() => send({ name: "openProposal", proposal: id })}
                    >
                      Open
                    </Button>
                  </>
                }
              >
                <div class="grow">
                  <div class="row">
                    <span class="cut">A write to {seen(thing.name)}</span>
                    <EnvPill env={env} />
                    {status === "held" && <Pill tone="caution">held</Pill>}
                  </div>
                  <div class="agents-text small cut" title={sql}>{seen(sql)}</div>
                  <div class="quiet small cut">
                    {seen(programName(who) ?? "a program")}, {ago(at, now)}: {seen(reason)}
                  </div>
                </div>
              </Row>
            ))}
          </ListPart>
        )}
        {activity.length > 0 && <Section title="Done" count={activity.length} />}
        <ListPart label="What was done">
          {activity.map(({ id, at, who, tool, words, env, text, rows, outcome, why }) => (
            <Row key={id}>
              <div class="grow">
                <div class="row">
                  <span class="numbers quiet small">{ago(at, now)}</span>
                  <span class="cut">{seen(words === "" ? tool : `${tool} · ${words}`)}</span>
                  <EnvPill env={env} />
                  {outcome !== "done" && (
                    <Pill tone={outcome === "waiting" ? "info" : outcome === "failed" ? "danger" : "caution"}>
                      {outcome}
                    </Pill>
                  )}
                </div>
                {text !== "" && <div class="agents-text small words">{seen(text)}</div>}
                <div class="quiet small words">
                  {seen(programName(who) ?? "a program")}
                  {rows !== undefined && ` · ${count(rows, "row")}`}
                  {why !== undefined && <>{" · "}{seen(why)}</>}
                </div>
              </div>
            </Row>
          ))}
        </ListPart>
      </List>
    </div>
  );
}
