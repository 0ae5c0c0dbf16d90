import type { JSX } from "preact";
import type { LogLine, RunState } from "../../../core/state/state.ts";
import { CopyButton, Notice } from "../../system/mod.ts";
import { plainText } from "../../text/ansi.ts";
import { runTone, runWords } from "../../text/run.ts";
import { type SourceLink, sourceLinks } from "./lines.ts";

/** Why a run failed and the next step; null for a run that ended well. */
export function Ending(
  { run, lines, entry, onOpen }: {
    run: RunState;
    lines: readonly LogLine[];
    entry: string;
    onOpen(link: SourceLink): void;
  },
): JSX.Element | null {
  const tone = runTone(run.status);
  if (tone === null || tone === "ok" || run.error === undefined) return null;
  // A failed run has the action's own message; the messages of other endings are Kedge's.
  const words = run.status === "failed" ? run.error : run.error.charAt(0).toUpperCase() + run.error.slice(1);
  const [first = "", ...rest] = words.split("\n");
  const address = run.hint?.match(/\bhttps:\/\/[^\s,;()]+/)?.[0];
  const alone = run.status === "refused" && lines.length === 0;
  const details = [
    `${run.extension}/${run.action}: ${runWords(run)}`,
    run.error,
    run.hint ?? "",
    ...lines.slice(-50).map((line) => plainText(line.text)),
  ].filter((line) => line !== "").join("\n");
  return (
    <div class={`console-ending${alone ? " alone" : ""}`}>
      <Notice
        tone={tone === "quiet" ? "info" : tone}
        message={<Linked text={first} entry={entry} onOpen={onOpen} />}
        hint={run.hint}
      >
        {address !== undefined && <CopyButton compact label="Copy the address" text={() => address} />}
        <CopyButton compact label="Copy details" text={() => details} />
      </Notice>
      {rest.length > 0 && (
        <div class="words mono console-problems">
          <Linked text={rest.join("\n")} entry={entry} onOpen={onOpen} />
        </div>
      )}
    </div>
  );
}

/** A text in which each position in the bundle's sources is a link. */
function Linked(
  { text, entry, onOpen }: { text: string; entry: string; onOpen(link: SourceLink): void },
): JSX.Element {
  const parts: (string | JSX.Element)[] = [];
  let from = 0;
  for (const link of sourceLinks(text, entry)) {
    parts.push(text.slice(from, link.start));
    parts.push(
      <button
        type="button"
        class="source-link"
        data-alone={`Open ${text.slice(link.start, link.end)}`}
        onClick={() => onOpen(link)}
      >
        {text.slice(link.start, link.end)}
      </button>,
    );
    from = link.end;
  }
  return <>{parts}{text.slice(from)}</>;
}
