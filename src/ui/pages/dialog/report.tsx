import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { CommandResult } from "../../../core/app/command.ts";
import { reportUrl } from "../../client/mod.ts";
import { type Failure } from "../../page.ts";
import { plainReport } from "../../text/plain_report.ts";
import { Button, CopyButton, letterOf, Notice, useKeys, withCommand } from "../../system/mod.ts";
import type { DialogOf, Question } from "./question.ts";

/** A report of an action, in a frame without scripts, network or links. */
export function ReportDialog(
  { dialog, question, openInBrowser }: {
    dialog: DialogOf<"html">;
    question: Question;
    openInBrowser: () => Promise<CommandResult>;
  },
): JSX.Element {
  const frame = useRef<HTMLIFrameElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [text, setText] = useState<string | null>(null);
  // Load the text in advance, because it must be available when the user presses Copy.
  useEffect(() => {
    const leaving = new AbortController();
    fetch(reportUrl(dialog.id), { signal: leaving.signal })
      .then(async (response) => response.ok && setText(plainReport(await response.text())))
      // Without the report there is nothing to copy.
      .catch(() => {});
    return () => leaving.abort();
  }, [dialog.id]);
  const print = () => frame.current?.contentWindow?.print();
  useLayoutEffect(() => close.current?.focus(), []);
  useKeys((event) => {
    if (event.key === "Escape") question.answer(true);
    else if (dialog.showPrint && withCommand(event) && letterOf(event) === "p") print();
    else return false;
    return true;
  });
  return (
    <div class="window">
      <div class="report-head">{question.head}</div>
      <div class="bar top">
        <h2 class="grow words">{dialog.title}</h2>
        <span class="report-tools">
          <CopyButton alone="Copy the report" disabled={text === null} text={() => text ?? ""} />
          {dialog.showPrint && <Button icon="print" shortcut="Mod+P" onClick={print}>Print</Button>}
          {dialog.showOpenInBrowser && (
            <Button
              icon="out"
              onClick={() => void openInBrowser().then((result) => setFailure(result.ok ? null : result))}
            >
              Open in browser
            </Button>
          )}
          <Button
            kind="marked"
            buttonRef={close}
            busy={question.busy}
            onClick={() => question.answer(true)}
          >
            Close
          </Button>
        </span>
      </div>
      {failure && <Notice tone="danger" message={failure.error} hint={failure.hint} />}
      <iframe
        class="report"
        ref={frame}
        src={reportUrl(dialog.id)}
        title={dialog.title}
        sandbox={dialog.showPrint ? "allow-same-origin allow-modals" : ""}
      />
    </div>
  );
}
