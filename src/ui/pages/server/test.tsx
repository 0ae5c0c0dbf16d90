import type { JSX } from "preact";
import type { Command } from "../../../core/app/command.ts";
import type { ServerState, ServerTest } from "../../../core/state/state.ts";
import { useNow } from "../../page.ts";
import { Button, Notice } from "../../system/mod.ts";
import { ago, duration } from "../../text/format.ts";

/** The connection test of a server, and its password. */
export function Test(
  { server, test, edited, onTest, send }: {
    server: ServerState;
    test: ServerTest;
    /** Whether the form's values are tested instead of the saved ones. */
    edited: boolean;
    onTest: () => void;
    send: (command: Command) => void;
  },
): JSX.Element {
  const { name, host, via } = server;
  return (
    <section class="column" aria-label="Connection">
      <TestLine test={test} host={host} />
      <div class="row">
        <Button busy={test.status === "running"} onClick={onTest}>
          {edited ? "Test what is entered" : "Test connection"}
        </Button>
        <Button icon="key" onClick={() => send({ name: "setPassword", server: name })}>Set password</Button>
        <Button kind="bare" onClick={() => send({ name: "forgetPassword", server: name })}>
          Forget password
        </Button>
        {via !== undefined && !edited && (
          <Button
            kind="bare"
            onClick={() => send({ name: "openTunnel", server: name })}
          >
            Tunnel
          </Button>
        )}
      </div>
    </section>
  );
}

/** The result or the progress of a connection test. */
export function TestLine({ test, host }: { test: ServerTest; host: string }): JSX.Element | null {
  const now = useNow(true, 30_000);
  switch (test.status) {
    case "idle":
      return null;
    case "running":
      return (
        <div class="notice" role="status">
          <span class="spinner" />
          {test.step ?? `Connecting to ${host}…`}
        </div>
      );
    case "ok":
      return (
        <Notice
          tone="ok"
          message={
            <>
              Connected in {duration(test.ms)}, <span data-moves>{ago(test.at, now)}.</span>
            </>
          }
          hint={test.detail}
        />
      );
    case "failed":
      return <Notice tone="danger" message={test.message} hint={test.hint} />;
  }
}
