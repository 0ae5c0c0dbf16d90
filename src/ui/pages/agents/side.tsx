import type { JSX } from "preact";
import type { Command } from "../../../core/app/command.ts";
import type { GrantState } from "../../../core/state/agents.ts";
import { homely } from "../../../core/text/homely.ts";
import type { AgentsModel } from "../../../pages/agents/page.ts";
import { Button, List, ListPart, Row, Section } from "../../system/mod.ts";
import { ago, count } from "../../text/format.ts";
import { seen } from "../../text/visible.tsx";
import { folderName, programName } from "./names.ts";

/** The left side: connected agents and their grants. */
export function Side(
  { model, now, send }: { model: AgentsModel; now: number; send: (command: Command) => void },
): JSX.Element {
  const { callers, grants, app } = model;
  const path = (file: string) => homely(file, app.userHome);
  return (
    <div class="scroll agents-side" tabIndex={0} role="group" aria-label="Connected agents and grants">
      <List label="Agents and grants" parted>
        <Section title="Connected" count={callers.length} />
        <ListPart label="Connected agents">
          {callers.map(({ id, who, claim, since, working, calls, rows }) => (
            <Row key={id} title={path(who.script ?? who.program ?? "")}>
              <div class="grow">
                <div class="cut">
                  {seen(programName(who) ?? claim?.name ?? "A program")}
                  {who.folder !== "" && <span class="quiet">&nbsp;in {seen(folderName(who))}</span>}
                </div>
                <div class="quiet small cut">
                  {working === "" ? `since ${ago(since, now)}` : `works: ${working}`}
                  {` · ${count(calls, "call")} · ${count(rows, "row")}`}
                </div>
              </div>
            </Row>
          ))}
        </ListPart>
        {callers.length === 0 && <p class="quiet small agents-none">No agent is connected.</p>}
        <Section title="Granted" count={grants.length} />
        <ListPart label="Grants">
          {grants.map((grant) => (
            <Row
              key={grant.id}
              title={path(grant.who.folder)}
              tools={
                <Button
                  compact
                  ends
                  label={`Withdraw ${grant.words} from ${programName(grant.who) ?? "a program"}`}
                  onClick={() => send({ name: "withdrawGrant", grant: grant.id })}
                >
                  Withdraw
                </Button>
              }
            >
              <div class="grow">
                <div class="cut" title={grant.words}>{seen(grant.words)}</div>
                <div class="quiet small cut">
                  {seen(programName(grant.who) ?? "a program")}
                  {grant.who.folder !== "" && <>&nbsp;in {seen(folderName(grant.who))}</>} ·{" "}
                  {lasts(grant, now)}
                </div>
              </div>
            </Row>
          ))}
        </ListPart>
        {grants.length === 0 && <p class="quiet small agents-none">Nothing is granted.</p>}
      </List>
    </div>
  );
}

/** Returns in words how long a grant lasts. */
function lasts({ length, until }: GrantState, now: number): string {
  if (until !== undefined) return `${count(Math.max(1, Math.ceil((until - now) / 60_000)), "minute")} more`;
  return length === "always" ? "until withdrawn" : "once";
}
