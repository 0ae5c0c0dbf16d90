import type { JSX } from "preact";
import type { SettingsModel } from "../../../pages/model.ts";
import { type PageProps, useSender } from "../../page.ts";
import { Button, DiagnosticList, EmptyState, Notice, useKeys } from "../../system/mod.ts";
import { count } from "../../text/format.ts";

/** Where the configuration is and what is wrong with it; the file itself is edited in the user's editor. */
export default function SettingsPage({ model, client }: PageProps<SettingsModel>): JSX.Element {
  const { config, window } = model;
  const sender = useSender(client);
  useKeys((event) => {
    if (event.key !== "Escape") return false;
    void client.send({ name: "closeWindow", window: window.id });
    return true;
  });
  const open = (line?: number, column?: number) => void sender.send({ name: "openConfig", line, column });
  return (
    <div class="window">
      <div class="bar top">
        <span class="grow cut mono">{config.file}</span>
        <Button icon="out" onClick={() => open()}>Open in editor</Button>
      </div>
      <main class="scroll grow form-body">
        {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
        {config.status === "stale" && (
          <Notice
            tone="danger"
            message="The file cannot be read, so the last good configuration stays in force."
          />
        )}
        {config.diagnostics.length === 0
          ? (
            <EmptyState
              icon="check"
              title="The configuration is in order"
              text={`${count(config.value.accounts.length, "account")}, ${
                count(config.value.servers.length, "server")
              }. Changes to the file apply while Kedge runs.`}
            />
          )
          : (
            <DiagnosticList
              diagnostics={config.diagnostics}
              onOpen={({ line, column }) => open(line, column)}
            />
          )}
      </main>
    </div>
  );
}
