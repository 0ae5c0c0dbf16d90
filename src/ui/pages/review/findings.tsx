import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { moreWords, SEVERITIES, wayWords } from "../../../core/extensions/review/words.ts";
import type { ReviewFinding } from "../../../core/state/state.ts";
import { Icon, Tool } from "../../system/mod.ts";
import { count } from "../../text/format.ts";
import { Visible } from "../../text/visible.tsx";
import { gravestFirst, SEVERITY_ICONS } from "./reviewed.ts";

const FIRST = 4;

/** What the user should know before trusting the bundle. Each finding is a link to its line. */
export function FindingList(
  { findings, onShow }: { findings: readonly ReviewFinding[]; onShow: (finding: ReviewFinding) => void },
): JSX.Element | null {
  const [all, setAll] = useState(false);
  if (findings.length === 0) return null;
  const sorted = gravestFirst(findings);
  const shown = all ? sorted : sorted.slice(0, FIRST);
  return (
    <ul role="list" class="findings" aria-label="Findings">
      {shown.map((finding) => (
        <li key={`${finding.file}:${finding.line}:${finding.message}`}>
          <button
            type="button"
            class="row finding"
            data-alone={`Go to ${finding.file}${
              finding.line === undefined ? "" : `:${finding.line}`
            } · ${finding.message}`}
            onClick={() => onShow(finding)}
          >
            <Icon name={SEVERITY_ICONS[finding.severity]} class={`${finding.severity}-text`} />
            <span class="aside">{SEVERITIES[finding.severity]}:</span>
            <span class="cut">
              <Visible text={finding.message} />
            </span>
            <SourcePosition finding={finding} />
            {finding.more !== undefined && <span class="quiet small">{moreWords(finding)}</span>}
            {finding.path && (
              <span class="finding-way quiet small mono cut" title={wayWords(finding)}>
                <Visible text={wayWords(finding) ?? ""} />
              </span>
            )}
          </button>
        </li>
      ))}
      {sorted.length > FIRST && (
        <li>
          <Tool
            alone={all ? "Show fewer findings" : `Show ${count(sorted.length - FIRST, "more finding")}`}
            onClick={() => setAll(!all)}
          >
            {all ? "Show fewer" : count(sorted.length - FIRST, "more finding")}
          </Tool>
        </li>
      )}
    </ul>
  );
}

/** A file and its line. The folder is truncated first. */
function SourcePosition({ finding: { file, line } }: { finding: ReviewFinding }): JSX.Element {
  const cut = Math.max(0, file.lastIndexOf("/"));
  return (
    <span class="finding-place link mono" title={file}>
      <span class="cut">
        <Visible text={file.slice(0, cut)} />
      </span>
      <span>
        <Visible text={`${file.slice(cut)}${line === undefined ? "" : `:${line}`}`} />
      </span>
    </span>
  );
}
