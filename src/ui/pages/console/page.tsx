import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ENDED } from "../../../core/state/state.ts";
import type { ConsoleModel } from "../../../pages/model.ts";
import { useLog } from "../../client/mod.ts";
import { type PageProps, useSender } from "../../page.ts";
import { EmptyState, Notice, Toasts, useKeys } from "../../system/mod.ts";
import { Ending } from "./ending.tsx";
import type { SourcePlace } from "./lines.ts";
import { Output } from "./output.tsx";
import { Progress } from "./progress.tsx";
import { StatusLine } from "./status.tsx";

/** One run: how it stands, and everything it printed. */
export default function ConsolePage({ model, client }: PageProps<ConsoleModel>): JSX.Element {
  const { run, extension, window } = model;
  const lines = useLog(client);
  const sender = useSender(client);
  const [times, setTimes] = useState(true);
  const [wrap, setWrap] = useState(true);
  useKeys((event) => {
    if (event.key !== "Escape") return false;
    void client.send({ name: "closeWindow", window: window.id });
    return true;
  });
  if (!run) {
    return (
      <EmptyState
        icon="console"
        title="This run is gone"
        text="Its log is kept in the logs folder of Kedge."
      />
    );
  }
  const open = ({ file, line, column }: SourcePlace) =>
    void sender.send({ name: "openSource", extension: run.extension, file, line, column });
  const entry = extension?.actions.find(({ id }) => id === run.action)?.entry ?? "";
  // It came to nothing before it could print: what went wrong has the room.
  const silent = run.status === "refused" && lines.length === 0;
  return (
    <div class="window">
      <StatusLine run={run} extension={extension} sender={sender} />
      <Progress run={run} sender={sender} />
      {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
      {!silent && (
        <Output
          lines={lines}
          name={`${run.extension}-${run.action}`}
          ended={ENDED.has(run.status)}
          times={times}
          onTimes={setTimes}
          wrap={wrap}
          onWrap={setWrap}
          entry={entry}
          onOpen={open}
        />
      )}
      <Ending run={run} lines={lines} entry={entry} onOpen={open} />
      <Toasts
        toasts={model.toasts}
        onDismiss={(toast) => void client.send({ name: "dismissToast", toast })}
      />
    </div>
  );
}
