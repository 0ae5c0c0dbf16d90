import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ResultState } from "../../../../core/state/query_window.ts";
import { useNow } from "../../../page.ts";
import { Icon, keyText, Notice, TabList, Tool, useCommands } from "../../../system/mod.ts";
import { count, duration } from "../../../text/format.ts";
import { formatNumber } from "../../../../core/text/locale.ts";

/** The tabs of a tab's results. */
export function ResultTabs(
  { results, dropped, current, onPick, onDrop }: {
    results: readonly ResultState[];
    /** Number of older results that are no longer kept. */
    dropped: number;
    current: string;
    onPick: (id: string) => void;
    onDrop: (id: string) => void;
  },
): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  useCommands([
    {
      label: "Close the result that is shown",
      words: "drop rows",
      icon: "cross",
      disabled: current === "",
      onPick: () => onDrop(current),
    },
  ]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({
      block: "nearest",
      inline: "nearest",
    });
  }, [current]);
  return (
    <div class="row result-list" ref={list}>
      {dropped > 0 && (
        <span class="quiet small result-dropped" title="The newest results of a tab are kept.">
          {`${count(dropped, "older one")} dropped`}
        </span>
      )}
      <TabList
        look="result-tabs"
        tabLook="tab result-tab"
        ids="result"
        label="Results"
        tabs={results.map((result, index) => ({
          id: result.id,
          label: `${dropped + index + 1} · ${result.title}`,
          icon: <Mark result={result} />,
          title: result.title,
        }))}
        current={current}
        onPick={onPick}
        onClose={onDrop}
      />
    </div>
  );
}

function Mark({ result }: { result: ResultState }): JSX.Element | null {
  switch (result.status) {
    case "running":
      return <span class="spinner" role="img" aria-label="Running" />;
    case "failed":
      return <Icon name="error" class="danger-text" />;
    case "stopped":
      return <Icon name="stop" />;
    default:
      return null;
  }
}

/** The messages of the server, and errors. */
export function Messages(
  { result, onGo, onAsk, onWriting }: {
    result: ResultState;
    onGo: (at: number) => void;
    onAsk: ((result: string) => void) | undefined;
    /** Asks whether the tab may write; undefined where it already may. */
    onWriting: (() => void) | undefined;
  },
): JSX.Element | null {
  const { status, message, hint, notices, moreNotices, code, wouldWrite, at, command, affected, changed } =
    result;
  const tone = status === "failed"
    ? "danger"
    : status === "cut"
    ? "caution"
    : status === "stopped"
    ? "info"
    : "ok";
  const did = affected === undefined
    ? command ?? ""
    : `${command || "Done"}: ${count(affected, "row")}${
      changed === undefined ? "" : `, ${formatNumber(changed)} changed`
    }`;
  const text = message ?? (result.columns === 0 && status === "done" ? did || "Done." : "");
  if (text === "" && notices.length === 0) return null;
  const costs = notices.filter((notice) => notice.startsWith(COST));
  const remarks = notices.filter((notice) => !notice.startsWith(COST));
  return (
    <div class="column result-messages">
      {text !== "" && (
        <Notice
          tone={tone}
          message={`${text}${code === undefined ? "" : ` (${code})`}`}
          // An effect that was undone is not shown as done.
          hint={hint || (message && status === "done" && did) || undefined}
        >
          {status === "failed" && wouldWrite && onWriting && (
            <Tool title={keyText("Mod+Shift+L")} onClick={onWriting}>
              Let this tab write…
            </Tool>
          )}
          {status === "failed" && onAsk && code !== undefined && (
            <Tool onClick={() => onAsk(result.id)}>
              Ask about it
            </Tool>
          )}
          {status === "failed" && at !== undefined && (
            <Tool title="F8" onClick={() => onGo(at)}>
              Show the place
            </Tool>
          )}
        </Notice>
      )}
      {costs.length > 0 && (
        <p class="quiet small">{costs.map((notice) => notice.slice(COST.length)).join(" ")}</p>
      )}
      {remarks.length > 0 && (
        <details class="result-notices">
          <summary>
            {`${count(remarks.length, "notice")} from the server`}
            {moreNotices !== undefined && `, and ${formatNumber(moreNotices)} more that are not kept`}
          </summary>
          {remarks.map((notice, index) => <div class="words mono" key={index}>{notice}</div>)}
        </details>
      )}
    </div>
  );
}

/** Prefix of a notice about the statement's cost, which is always visible. */
const COST = "COST: ";

/** Whether a result shows rows. A result that failed before the first row shows none. */
export function hasRows({ columns, kind, status, rows }: ResultState): boolean {
  return columns > 0 && kind === "rows" && (status !== "failed" || rows > 0);
}

/** The number of rows, the duration, and buttons to fetch more rows. */
export function Foot(
  { result, shownRows, filtered, selected, onMore, onAll }: {
    result: ResultState;
    shownRows: number;
    filtered: boolean;
    selected: string;
    onMore: () => void;
    onAll: () => void;
  },
): JSX.Element {
  const now = useNow(result.status === "running" && result.ms === undefined, 100);
  const rows = formatNumber(result.rows);
  const words = !hasRows(result)
    ? ""
    : filtered
    ? `${formatNumber(shownRows)} of ${rows} fetched rows`
    : result.status === "more" || result.status === "cut"
    ? `The first ${count(result.rows, "row")}`
    : result.status === "stopped" && result.rows > 0
    ? `${rows} until it was stopped`
    : count(result.rows, "row");
  return (
    <div class="row result-foot" role="status">
      <span class="numbers" data-rows>{words}</span>
      {result.status === "more" && (
        <>
          <Tool alone="Fetch more rows" onClick={onMore}>More</Tool>
          <Tool alone="Fetch all rows" onClick={onAll}>All</Tool>
        </>
      )}
      <span class="quiet">{selected}</span>
      <span class="grow" />
      <span class="quiet numbers" data-moves={result.status === "running" || undefined}>
        {result.ms === undefined
          ? result.status === "running" ? duration(now - result.startedAt) : ""
          : duration(result.ms)}
      </span>
    </div>
  );
}
