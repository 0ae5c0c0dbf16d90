import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isActive } from "../../../core/state/selectors.ts";
import type { ConsoleModel, log } from "../../../pages/console/page.ts";
import { useRows } from "../../client/mod.ts";
import { type PageProps, useSender } from "../../page.ts";
import { EmptyState, Notice, ToastStack } from "../../system/mod.ts";
import { useRunKeys } from "../../parts/run/again.ts";
import { Ending } from "../../parts/run/ending.tsx";
import type { SourceLink } from "../../parts/run/lines.ts";
import { RunOutput } from "../../parts/run/output.tsx";
import { ProgressLine } from "../../parts/run/progress.tsx";
import { StatusLine } from "../../parts/run/status.tsx";

/** All lines: they are found, copied and saved as a whole. */
const ALL = 10_000_000;

/** One run: how it stands, and everything it printed. */
export default function ConsolePage({ model, client }: PageProps<ConsoleModel>): JSX.Element {
  const { run, extension, window } = model;
  const { rows: lines, state: logState, failure } = useRows<typeof log>(client, "log", {}, { count: ALL });
  const sender = useSender(client);
  const [times, setTimes] = useState(true);
  const [wrap, setWrap] = useState(true);
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
  const entry = extension?.actions.find(({ id }) => id === run.action)?.entry ?? "";
  // It came to nothing before it could print: what went wrong has the room.
  const refused = run.status === "refused" && lines.length === 0;
  return (
    <div class="window">
      <StatusLine run={run} extension={extension} busy={model.busy} sender={sender} />
      <ProgressLine run={run} />
      {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
      {failure && <Notice tone="info" message={failure.error} hint={failure.hint} />}
      {!refused && (
        <RunOutput
          lines={lines}
          name={`${run.extension}-${run.action}`}
          silent={!isActive(run) && logState === "empty" && !run.logLines}
          times={times}
          onTimes={setTimes}
          wrap={wrap}
          onWrap={setWrap}
          entry={entry}
          onOpen={open}
        />
      )}
      <Ending run={run} lines={lines} entry={entry} onOpen={open} />
      <ToastStack
        toasts={model.toasts}
        onDismiss={(toast) => void client.send({ name: "dismissToast", toast })}
      />
    </div>
  );
}
