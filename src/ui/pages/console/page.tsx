import type { JSX } from "preact";
import type { ConsoleModel, log } from "../../../pages/console/page.ts";
import { useRows } from "../../client/mod.ts";
import { type PageProps, useSender } from "../../page.ts";
import { EmptyState, Notice, ToastStack } from "../../system/mod.ts";
import { useRunKeys } from "../../parts/run/again.ts";
import { ALL_LINES, type SourceLink } from "../../parts/run/lines.ts";
import { RunView } from "../../parts/run/view.tsx";

/** The page of one run: its status and its output. */
export default function ConsolePage({ model, client }: PageProps<ConsoleModel>): JSX.Element {
  const { run, extension, window } = model;
  const lines = useRows<typeof log>(client, "log", {}, { count: ALL_LINES });
  const sender = useSender(client);
  useRunKeys(run, model.busy, sender, () => void client.send({ name: "closeWindow", window: window.id }));
  if (!run) {
    return (
      <EmptyState
        icon="console"
        title="This run is gone"
        text="Its log is kept in the logs folder of Kedge."
      />
    );
  }
  const open = ({ file, line, column }: SourceLink) =>
    void sender.send({ name: "openSource", extension: run.extension, file, line, column });
  const { failure } = lines;
  return (
    <div class="window">
      <RunView run={run} extension={extension} busy={model.busy} sender={sender} log={lines} onOpen={open}>
        {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
        {failure && <Notice tone="info" message={failure.error} hint={failure.hint} />}
      </RunView>
      <ToastStack
        toasts={model.toasts}
        onDismiss={(toast) => void client.send({ name: "dismissToast", toast })}
      />
    </div>
  );
}
