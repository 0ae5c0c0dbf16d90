import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Diagnostic } from "../../../core/diagnostic.ts";
import type { developedLog, DevelopmentModel } from "../../../pages/development/page.ts";
import { didNotCompile } from "../../../core/state/run_words.ts";
import { useRows } from "../../client/mod.ts";
import { type PageProps, useSender } from "../../page.ts";
import { DiagnosticList, EmptyState, focusStart, keyText, Notice, ToastStack } from "../../system/mod.ts";
import { useRunKeys } from "../../parts/run/again.ts";
import { ALL_LINES } from "../../parts/run/lines.ts";
import { RunView } from "../../parts/run/view.tsx";
import { Head } from "./head.tsx";

/**
 * The page of an extension under development: the problems of its last
 * save, and the last run of any of its actions.
 */
export default function DevelopmentPage({ model, client }: PageProps<DevelopmentModel>): JSX.Element {
  const { work, extension, run, window } = model;
  const params = { run: run?.id ?? "" };
  const lines = useRows<typeof developedLog>(client, "developedLog", params, {
    count: ALL_LINES,
  });
  const sender = useSender(client);
  useRunKeys(run, model.busy, sender, () => void client.send({ name: "closeWindow", window: window.id }));
  const root = useRef<HTMLDivElement>(null);
  // Focus the first problem, else the Run button, which is disabled until the extension compiles.
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    const problem = root.current?.querySelector<HTMLElement>(".development-problems button");
    if (problem) problem.focus();
    else focusStart(root.current);
  }, [work?.status, extension !== null]);
  if (!work) {
    return <EmptyState icon="code" title="This work has ended" text="Nothing of it was kept." />;
  }
  // A compiler error that was fixed since then would contradict the state "Ready".
  const mended = run && work.status === "ready" && didNotCompile(run) && run.startedAt < work.at;
  const open = ({ file = "manifest.json", line, column }: Pick<Diagnostic, "file" | "line" | "column">) =>
    extension && void sender.send({ name: "openSource", extension: extension.id, file, line, column });
  return (
    <div class="window" ref={root}>
      <Head work={work} extension={extension} sender={sender} />
      {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
      {work.diagnostics.length > 0 && (
        <div class="development-problems" tabIndex={0} role="region" aria-label="Problems">
          <DiagnosticList diagnostics={work.diagnostics} onOpen={extension ? open : undefined} />
        </div>
      )}
      {mended && (
        <EmptyState
          icon="play"
          title="It compiles now"
          text={`The last run did not start, as the files of then did not compile; ${
            keyText("Mod+Enter")
          } runs ${run.actionLabel} again.`}
        />
      )}
      {run && !mended && (
        <RunView
          run={run}
          extension={extension}
          busy={model.busy}
          sender={sender}
          log={lines}
          onOpen={open}
        />
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
