import type { JSX } from "preact";
import type { LogLine, RunState } from "../../../core/state/state.ts";
import { Button, Notice, useCopy } from "../../system/mod.ts";
import { plainText } from "../../text/ansi.ts";
import { runTone, runWords } from "../../text/run.ts";

/** Why a run did not end well, and what to do next. Nothing for one that did. */
export function Ending({ run, lines }: { run: RunState; lines: readonly LogLine[] }): JSX.Element | null {
  const [copied, copy] = useCopy();
  const tone = runTone(run.status);
  if (tone === null || tone === "ok" || run.error === undefined) return null;
  const details = [
    `${run.extension}/${run.action}: ${runWords[run.status]}`,
    run.error,
    run.hint ?? "",
    ...lines.slice(-50).map((line) => plainText(line.text)),
  ].filter((line) => line !== "").join("\n");
  return (
    <div class="console-ending">
      <Notice tone={tone} message={run.error} hint={run.hint}>
        <Button compact onClick={() => copy(details)}>{copied ? "Copied" : "Copy details"}</Button>
      </Notice>
    </div>
  );
}
