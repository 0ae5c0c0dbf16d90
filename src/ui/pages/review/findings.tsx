import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ReviewFinding } from "../../../core/state/state.ts";
import { Button, Icon, type IconName } from "../../system/mod.ts";
import { count } from "../../text/format.ts";

const icons: Readonly<Record<ReviewFinding["severity"], IconName>> = {
  danger: "error",
  caution: "caution",
  info: "info",
};
const words: Readonly<Record<ReviewFinding["severity"], string>> = {
  danger: "Dangerous",
  caution: "Careful",
  info: "Note",
};
const order = ["danger", "caution", "info"] as const;
const FIRST = 4;

/** What the user should know before trusting; each leads to its line. */
export function Findings(
  { findings, onShow }: { findings: readonly ReviewFinding[]; onShow: (finding: ReviewFinding) => void },
): JSX.Element | null {
  const [all, setAll] = useState(false);
  if (findings.length === 0) return null;
  const sorted = [...findings].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  const shown = all ? sorted : sorted.slice(0, FIRST);
  return (
    <ul class="findings" aria-label="Findings">
      {shown.map((finding) => (
        <li key={`${finding.file}:${finding.line}:${finding.message}`}>
          <button type="button" class="finding" onClick={() => onShow(finding)}>
            <Icon name={icons[finding.severity]} class={`${finding.severity}-text`} />
            <span class="aside">{words[finding.severity]}:</span>
            <span class="cut">{finding.message}</span>
            <span class="link mono">
              {finding.file}
              {finding.line === undefined ? "" : `:${finding.line}`}
            </span>
          </button>
        </li>
      ))}
      {sorted.length > FIRST && (
        <li>
          <Button kind="bare" compact onClick={() => setAll(!all)}>
            {all ? "Show fewer" : `${count(sorted.length - FIRST, "more finding")}`}
          </Button>
        </li>
      )}
    </ul>
  );
}
