import type { JSX } from "preact";
import type { Command } from "../../core/app/command.ts";
import { engineAndAddress } from "../../core/sql/engines/mod.ts";
import type { ServerState } from "../../core/state/state.ts";
import { EnvPill, Icon, MoreButton, Row, Tool } from "../system/mod.ts";
import { duration } from "../text/format.ts";
import { Found } from "../text/marked.tsx";
import { inOneLine } from "../../core/text/sentences.ts";

/** The row of one server, with the test of its connection and its password in the keychain. */
export function ServerRow(
  { server, typed = "", send }: {
    server: ServerState;
    /** The typed text that found the server. Its letters are marked. */
    typed?: string;
    send: (command: Command) => void;
  },
): JSX.Element {
  const { name, test } = server;
  return (
    <Row
      verb="Show"
      onRun={() => send({ name: "openWindow", page: "server", params: { server: name } })}
      title={engineAndAddress(server)}
      tools={
        <>
          <Tool onClick={() => send({ name: "openQuery", server: name })}>
            Query
          </Tool>
          <Tool
            busy={test.status === "running"}
            onClick={() => send({ name: "testServer", server: name })}
          >
            Test
          </Tool>
          <MoreButton
            of={name}
            items={[
              {
                label: "Set password…",
                icon: "key",
                onPick: () => send({ name: "setPassword", server: name }),
              },
              {
                label: "Forget password",
                icon: "trash",
                onPick: () => send({ name: "forgetPassword", server: name }),
              },
            ]}
          />
        </>
      }
    >
      <span class="row server-line">
        <Icon name="server" />
        <span class="cut name">
          <Found text={name} typed={typed} />
        </span>
        <EnvPill env={server.env} />
        {test.status === "idle" && <span class="quiet small cut">{engineAndAddress(server)}</span>}
        {test.status === "running" && <span class="quiet small" role="status">Connecting…</span>}
      </span>
      <TestOutcome test={test} />
    </Row>
  );
}

/** The result of the last connection test, below the server, so that a reason for a failure is shown in full. */
function TestOutcome({ test }: Pick<ServerState, "test">): JSX.Element | null {
  switch (test.status) {
    case "idle":
    case "running":
      return null;
    case "ok":
      return (
        <span class="server-outcome small ok-text" role="status" title={test.detail}>
          <Icon name="check" />
          <span>Connected in {duration(test.ms)}</span>
        </span>
      );
    case "failed":
      return (
        <span class="server-outcome small danger-text" role="status">
          <Icon name="error" />
          <span class="words">{inOneLine(test.message, test.hint)}</span>
        </span>
      );
  }
}
