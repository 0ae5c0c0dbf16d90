import type { JSX } from "preact";
import type { Command } from "../../../core/app/command.ts";
import type { AgentsModel } from "../../../pages/agents/page.ts";
import { type PageProps, useSender } from "../../page.ts";
import { Button, Notice, useEscape } from "../../system/mod.ts";
import { Activity } from "./activity.tsx";
import { Side } from "./side.tsx";

/**
 * Agents that are connected and their grants at the left, what they did at the
 * right, and a button that stops all of them.
 */
export default function AgentsPage({ model, client }: PageProps<AgentsModel>): JSX.Element {
  const { on, stopped, window } = model;
  const sender = useSender(client);
  const { failure } = sender;
  const send = (command: Command) => void sender.send(command);
  const now = Date.now();
  useEscape(() => send({ name: "closeWindow", window: window.id }));
  return (
    <div class="window">
      <div class="bar top agents-bar">
        <h1 class="grow cut agents-title">
          {!on ? "No agent gets in" : stopped ? "All agents are stopped" : "Agents may ask"}
        </h1>
        {on && (
          <Button
            ends
            onClick={() => send({ name: "switchGate", on: false })}
            busy={sender.busy}
          >
            Let no agents in
          </Button>
        )}
        {!on
          ? (
            <Button
              key="in"
              ends
              kind="marked"
              autoFocus
              readFirst
              onClick={() => send({ name: "switchGate", on: true })}
            >
              Let agents in
            </Button>
          )
          : stopped
          ? (
            <Button
              key="on"
              ends
              kind="marked"
              autoFocus
              readFirst
              onClick={() => send({ name: "allowAgents" })}
            >
              Let them on again
            </Button>
          )
          : <Button key="stop" kind="danger" onClick={() => send({ name: "stopAgents" })}>Stop all</Button>}
      </div>
      {failure && <Notice tone="danger" message={failure.error} hint={failure.hint} />}
      <div class="agents">
        <Side model={model} now={now} send={send} />
        <Activity model={model} now={now} send={send} />
      </div>
    </div>
  );
}
