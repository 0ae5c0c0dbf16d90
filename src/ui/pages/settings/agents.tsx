import type { JSX } from "preact";

import type { Editing } from "./editing.ts";
import { useSender } from "../../page.ts";
import { Button, Notice } from "../../system/mod.ts";

/** Whether agents get in, and how their clients are set up; what they do has a page of its own. */
export function Agents({ on, client }: { on: boolean; client: Editing["client"] }): JSX.Element {
  const { send, busy, failure } = useSender(client);
  return (
    <div class="column">
      <p class="words">
        {on
          ? "Agents may ask: each of them asks for each server, account and action, and you decide."
          : "No agent gets in. Once you let agents in, each of them asks for each server, account and action, and you decide."}
      </p>
      {failure && <Notice tone="danger" message={failure.error} hint={failure.hint} />}
      <p class="row">
        <Button
          kind={on ? "plain" : "marked"}
          busy={busy}
          onClick={() => void send({ name: "switchGate", on: !on })}
        >
          {on ? "Let no agents in" : "Let agents in"}
        </Button>
        <Button onClick={() => void send({ name: "openWindow", page: "agents" })}>Open Agents</Button>
      </p>
      <p class="words">
        Claude Code, Codex, Cursor, VS Code and Gemini CLI are set up in a terminal, which shows what would be
        written: <code>kedge --mcp --setup</code>
      </p>
    </div>
  );
}
