import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { sinceOf } from "../../../core/aws/logs/since.ts";
import { SINCE, UNTIL } from "../../../core/sql/text/insights.ts";
import { Field, inputField, keyText, MenuButton, Sheet } from "../../system/mod.ts";

/** The time range of queries of logs, sent with their text; an empty end means now. */
export type Times = Readonly<Record<typeof SINCE | typeof UNTIL, string>>;

/** The time range before the user chooses another one. */
export const USUAL_TIMES: Times = { since: "1h", until: "" };

const CHOICES: readonly (readonly [since: string, words: string])[] = [
  ["5m", "Last 5 minutes"],
  ["15m", "Last 15 minutes"],
  ["1h", "Last hour"],
  ["3h", "Last 3 hours"],
  ["12h", "Last 12 hours"],
  ["1d", "Last day"],
  ["3d", "Last 3 days"],
  ["1w", "Last week"],
  ["4w", "Last 4 weeks"],
];

function timesWords({ since, until }: Times): string {
  const known = CHOICES.find(([choice]) => choice === since)?.[1];
  if (until === "") return known ?? `Since ${since}`;
  return `${since} to ${until}`;
}

/** The menu that chooses how far back queries look. */
export function TimesButton(
  { times, onTimes, onOther }: { times: Times; onTimes: (times: Times) => void; onOther: () => void },
): JSX.Element {
  return (
    <MenuButton
      icon="clock"
      title={`How far back queries look (${keyText("Mod+Shift+L")})`}
      items={[
        ...CHOICES.map(([since, label]) => ({
          label,
          alone: `Look at the ${label.toLowerCase()}`,
          ...(times.until === "" && times.since === since ? { icon: "check" as const } : {}),
          onPick: () => onTimes({ since, until: "" }),
        })),
        { label: "From and until…", shortcut: "Mod+Shift+L", apart: true, onPick: onOther },
      ]}
    >
      {timesWords(times)}
    </MenuButton>
  );
}

/** Asks for the time range of queries. */
export function TimesSheet(
  { times, onTimes, onLeave }: { times: Times; onTimes: (times: Times) => void; onLeave: () => void },
): JSX.Element {
  const [since, setSince] = useState(times.since);
  const [until, setUntil] = useState(times.until);
  const now = Date.now();
  const from = sinceOf(since, now), to = until.trim() === "" ? now : sinceOf(until, now);
  const problem = from === null
    ? `“${since}” is no time.`
    : to === null
    ? `“${until}” is no time.`
    : from >= to
    ? "It ends before it begins."
    : undefined;
  return (
    <Sheet
      title="How far back queries look"
      marked="Use it"
      disabled={problem !== undefined}
      problem={since.trim() === "" ? undefined : problem}
      onSubmit={() => onTimes({ since: since.trim(), until: until.trim() })}
      onLeave={onLeave}
    >
      <Field
        field={inputField({ key: "since", label: "From", placeholder: "15m, 3h, 2d or 2026-11-26T09:30Z" })}
        value={since}
        autoFocus
        code
        onInput={setSince}
      />
      <Field
        field={inputField({ key: "until", label: "Until", placeholder: "now" })}
        value={until}
        code
        onInput={setUntil}
      />
      <p class="quiet small">
        So long ago (15m, 3h, 2d, 1w), a day, or a moment with its zone: 2026-11-26T09:30Z.
      </p>
    </Sheet>
  );
}
