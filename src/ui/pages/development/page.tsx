import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Diagnostic } from "../../../core/diagnostic.ts";
import { isActive } from "../../../core/state/selectors.ts";
import type { developedLog, DevelopmentModel } from "../../../pages/development/page.ts";
import { useRows } from "../../client/mod.ts";
import { type PageProps, useSender } from "../../page.ts";
import { DiagnosticList, EmptyState, keyText, Notice, ToastStack } from "../../system/mod.ts";
import { useRunKeys } from "../../parts/run/again.ts";
import { Ending } from "../../parts/run/ending.tsx";
import type { SourceLink } from "../../parts/run/lines.ts";
import { RunOutput } from "../../parts/run/output.tsx";
import { ProgressLine } from "../../parts/run/progress.tsx";
import { StatusLine } from "../../parts/run/status.tsx";
import { Head } from "./head.tsx";

/** All lines: they are found, copied and saved as a whole. */
const ALL = 10_000_000;

/** An extension as its author works on it: the problems of the last save, and the last run, whichever it is. */
export default function DevelopmentPage({ model, client }: PageProps<DevelopmentModel>): JSX.Element {
  const { work, extension, run, window } = model;
  const params = { run: run?.id ?? "" };
  const { rows: lines, state: logState } = useRows<typeof developedLog>(client, "developedLog", params, {
    count: ALL,
  });
  const sender = useSender(client);
  const [times, setTimes] = useState(true);
  const [wrap, setWrap] = useState(true);
  useRunKeys(run, model.busy, sender, () => void client.send({ name: "closeWindow", window: window.id }));
  if (!work) {
    return <EmptyState icon="code" title="This work has ended" text="Nothing of it was kept." />;
  }
  const openSource = (file: string, line?: number, column?: number) =>
    extension && void sender.send({ name: "openSource", extension: extension.id, file, line, column });
  const open = ({ file, line, column }: SourceLink) => openSource(file, line, column);
  const openProblem = ({ file = "manifest.json", line, column }: Diagnostic) =>
    openSource(file, line, column);
  const entry = extension?.actions.find(({ id }) => id === run?.action)?.entry ?? "";
  const refused = run?.status === "refused" && lines.length === 0;
  return (
    <div class="window">
      <Head work={work} extension={extension} sender={sender} />
      {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
      {work.diagnostics.length > 0 && (
        <div class="development-problems" tabIndex={0} role="region" aria-label="Problems">
          <DiagnosticList diagnostics={work.diagnostics} onOpen={extension ? openProblem : undefined} />
        </div>
      )}
      {run && (
        <>
          <StatusLine
            run={run}
            extension={extension}
            busy={model.busy}
            sender={sender}
          />
          <ProgressLine run={run} />
          {!refused && (
            <RunOutput
              key={run.id}
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
        </>
      )}
      {!run && work.status !== "broken" && (
        <EmptyState
          icon="play"
          title="Nothing has run yet"
          text={`Run an action from here, the palette or the tray; ${
            keyText("Mod+Enter")
          } runs the last one again.`}
        />
      )}
      <ToastStack
        toasts={model.toasts}
        onDismiss={(toast) => void client.send({ name: "dismissToast", toast })}
      />
    </div>
  );
}
