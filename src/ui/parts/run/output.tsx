import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { LogLine } from "../../../core/state/state.ts";
import {
  Button,
  CopyButton,
  EmptyState,
  type IconName,
  keyText,
  Tool,
  useCommands,
  useKeys,
  withCommand,
} from "../../system/mod.ts";
import { CodeRow, columnsBeside } from "../../system/code/code_row.tsx";
import { FindBar, useFinder, useFoundRow } from "../../system/code/find.tsx";
import { Rows } from "../../system/lists/rows.tsx";
import { logTime } from "../../text/format.ts";
import { plainText } from "../../text/ansi.ts";
import type { Mark } from "../../text/tokens.ts";
import { createLines, type SourceLink, sourceLinks } from "./lines.ts";
import { SourceLinks } from "./source_links.tsx";
import { saveText } from "./save.ts";

/** A command for one line of an output. */
interface LineAction {
  readonly label: string;
  /** The text of Ctrl+K for it, which begins with a verb. */
  readonly alone?: string;
  readonly icon: IconName;
  readonly can: (line: LogLine) => boolean;
  readonly act: (line: LogLine) => void;
}

/** Characters of the label to the left of a line. */
const LABEL = 14;

/** Maximum milliseconds spent on parsing lines in one frame. */
const AT_ONCE = 8;

/** The output of a run. Follows the end until the user scrolls up; can be searched, copied and saved. */
export function RunOutput(
  {
    lines,
    originals = lines,
    dropped = 0,
    name,
    silent,
    times,
    onTimes,
    wrap,
    onWrap,
    entry,
    onOpen,
    timeText = logTime,
    marksOf,
    labelOf,
    beside,
    begins,
  }: {
    lines: readonly LogLine[];
    /** The lines as they were logged, which are copied and saved, if `lines` shows them in another way. */
    originals?: readonly LogLine[];
    /** Number of lines that were discarded before the first of `lines`. */
    dropped?: number;
    /** Name of the saved file, without its suffix. */
    name: string;
    /** Whether the run has ended without output. */
    silent: boolean;
    times: boolean;
    onTimes: (on: boolean) => void;
    wrap: boolean;
    onWrap: (on: boolean) => void;
    /** Path of the action's source in the bundle. */
    entry: string;
    onOpen: (link: SourceLink) => void;
    /** Formats the time of a line; by default as the time within the run. */
    timeText?: (ms: number) => string;
    /** Returns the marks of a line while the search bar is closed. */
    marksOf?: (text: string) => readonly Mark[];
    /** Returns the label to the left of a line, which tells the lines of several logs apart. */
    labelOf?: (line: LogLine) => string;
    /** A command for the chosen line. A line is chosen by a click, by a search, or by Alt with the up and down keys. */
    beside?: LineAction;
    /** Index of the line that is chosen and in view at first. */
    begins?: number;
  },
): JSX.Element {
  const read = useRef(createLines()).current;
  const [columns, setColumns] = useState(80);
  const [follow, setFollow] = useState(begins === undefined);
  const [endInView, setEndInView] = useState(true);
  const width = wrap ? columns : Infinity;
  const page = read.take(lines, width, dropped, AT_ONCE);
  const [, goOn] = useState(0);
  useEffect(() => {
    // Parse the remaining lines in the next frames, so that no frame takes long.
    if (page) return;
    const frame = requestAnimationFrame(() => goOn((n) => n + 1));
    return () => cancelAnimationFrame(frame);
  });
  const { wrapping, texts } = read;
  const [target, goTo] = useFoundRow(wrapping, width, page);
  /** Index of the chosen line among all lines ever received, because the first ones are discarded with time. */
  const [picked, pick] = useState<number | null>(begins === undefined ? null : dropped + begins);
  const chosen = picked === null || picked < dropped ? null : picked - dropped;
  const go = (found: { readonly line: number; readonly start: number; readonly end: number }) => {
    setFollow(false);
    pick(dropped + found.line);
    goTo(found);
  };
  const finder = useFinder(texts, go, dropped + texts.length);
  const [begun, begin] = useState(begins === undefined);
  useEffect(() => {
    if (begun || !page || texts.length === 0) return;
    begin(true);
    go({ line: Math.min(begins!, texts.length - 1), start: 0, end: 0 });
  }, [begun, page, texts.length]);
  const act = () => {
    const line = chosen === null ? undefined : lines[chosen];
    if (line && beside?.can(line)) beside.act(line);
  };
  const step = (by: 1 | -1) => {
    const line = Math.min(Math.max(0, (chosen ?? texts.length) + by), texts.length - 1);
    if (line >= 0) go({ line, start: 0, end: 0 });
  };
  useCommands(
    !beside ? [] : [
      { label: "Choose the line above", icon: "up", shortcut: "Alt+ArrowUp", onPick: () => step(-1) },
      { label: "Choose the line below", icon: "down", shortcut: "Alt+ArrowDown", onPick: () => step(1) },
    ],
  );
  useKeys((event) => {
    if (!beside) return false;
    if (event.key === "Enter" && withCommand(event)) act();
    else if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      step(event.key === "ArrowUp" ? -1 : 1);
    } else return false;
    return true;
  });
  const last = lines.at(-1)?.time ?? 0;
  const gutter = times ? Math.max(6, timeText(last).length) : 1;
  const labelled = labelOf === undefined ? 0 : LABEL;
  const gutters = labelled === 0 ? [gutter] : [gutter, labelled];
  const all = () => originals.map((line) => plainText(line.text)).join("\n") + "\n";
  return (
    <>
      <div class="console-tools" role="toolbar" aria-label="Output">
        <Tool
          icon="clock"
          label="Times"
          alone={times ? "Hide the times" : "Show the times"}
          pressed={times}
          onClick={() => onTimes(!times)}
        />
        <Tool
          icon="wrap"
          label="Wrap long lines"
          pressed={wrap}
          onClick={() => onWrap(!wrap)}
        />
        <Tool
          icon="search"
          label="Find"
          alone="Find in the output"
          shortcut="Mod+F"
          pressed={finder.open}
          onClick={() => finder.show()}
        />
        <SourceLinks texts={texts} entry={entry} onOpen={onOpen} />
        {beside && (
          <Tool
            icon={beside.icon}
            shortcut="Mod+Enter"
            alone={beside.alone}
            disabled={chosen === null || !lines[chosen] || !beside.can(lines[chosen]!)}
            title={chosen === null ? `Choose a line: click it, or ${keyText("Alt+ArrowUp")}` : undefined}
            onClick={act}
          >
            {beside.label}
          </Tool>
        )}
        <span class="grow" />
        {!follow && !endInView && (
          <Button compact icon="end" onClick={() => setFollow(true)}>Follow the end</Button>
        )}
        <CopyButton
          kind="bare"
          compact
          alone="Copy the output"
          disabled={lines.length === 0}
          text={all}
        />
        <Tool
          icon="save"
          alone="Save the output"
          disabled={lines.length === 0}
          onClick={() => saveText(`${name}.log`, all())}
        >
          Save
        </Tool>
      </div>
      <FindBar finder={finder} />
      {lines.length === 0 && silent ? <EmptyState title="No output" text="The run printed nothing." /> : (
        <Rows
          count={wrapping.rows}
          label="Output"
          columns={wrap ? undefined : read.widest + gutter + labelled + 6}
          follow={follow}
          onFollow={setFollow}
          onEnd={setEndInView}
          target={target}
          onColumns={(width, character) => setColumns(columnsBeside(width, character, gutters, false))}
          render={(row) => {
            const { line, start, end } = wrapping.at(row);
            const links = sourceLinks(texts[line] ?? "", entry);
            const time = times && start === 0 ? timeText(lines[line]?.time ?? 0) : "";
            return (
              <div
                key={row}
                class={line === chosen && (beside || begins !== undefined) ? "chosen-line" : undefined}
                onClick={(event) => {
                  if (beside && getSelection()?.isCollapsed !== false) pick(dropped + line);
                  openAt(event, links, texts[line] ?? "", onOpen);
                }}
              >
                <CodeRow
                  gutters={gutters.map((width, index) => ({
                    text: index === 0 ? time : start === 0 && lines[line] ? labelOf!(lines[line]!) : "",
                    width,
                  }))}
                  tokens={read.tokensOf(line)}
                  start={start}
                  end={end}
                  marks={finder.open
                    ? finder.marksOf(line)
                    : marksOf?.(texts[line] ?? "") ?? links.map(linkMark)}
                  kind={lines[line]?.stream ?? ""}
                />
              </div>
            );
          }}
        />
      )}
    </>
  );
}

function linkMark({ start, end }: SourceLink): Mark {
  return { start, end, kind: "source-link" };
}

/** Opens the source that the clicked text names. */
function openAt(
  event: MouseEvent,
  links: readonly SourceLink[],
  text: string,
  onOpen: (link: SourceLink) => void,
): void {
  const link = event.target instanceof Element ? event.target.closest(".source-link") : null;
  if (!link) return;
  const words = link.textContent ?? "";
  const found = links.find(({ start, end }) => text.slice(start, end).includes(words)) ?? links[0];
  if (found) onOpen(found);
}
