import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Mark } from "../../text/tokens.ts";
import { Tool } from "../controls/button.tsx";
import { useCommands } from "../commands.ts";
import { useKeys } from "../document_keys.ts";
import { letterOf, withCommand } from "../keys.ts";
import type { RowTarget } from "../lists/rows.tsx";
import type { Wrapping } from "./wrapping.ts";
import { SearchField } from "../controls/search_field.tsx";

/** Maximum number of matches counted. */
export const MAX_FOUND = 10_000;

/** A match in the lines of a text; `start` and `end` are UTF-16 units. */
interface Found {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** Returns a text in lower case and as long as before: İ is the one letter that would get longer. */
const folded = (text: string) => text.replaceAll("İ", "i").toLowerCase();

/** Returns the matches of `wanted` in the lines, ignoring case. `:12` matches the twelfth line. */
export function findIn(lines: readonly string[], wanted: string): Found[] {
  const found: Found[] = [];
  if (wanted === "") return found;
  const line = /^:(\d+)$/.exec(wanted)?.[1];
  if (line !== undefined) {
    const at = Math.min(Math.max(1, Number(line)), lines.length) - 1;
    return lines.length === 0 ? found : [{ line: at, start: 0, end: lines[at]?.length ?? 0 }];
  }
  const lower = folded(wanted);
  for (const [line, text] of lines.entries()) {
    const searched = folded(text);
    for (let at = searched.indexOf(lower); at >= 0; at = searched.indexOf(lower, at + lower.length)) {
      found.push({ line, start: at, end: at + wanted.length });
      if (found.length === MAX_FOUND) return found;
    }
  }
  return found;
}

/**
 * Returns the row of the match that was visited last, and a function that visits one. `columns` is the width
 * of the rows, `whole` whether all lines are wrapped. The row is computed again when the lines are wrapped
 * again, but not when lines are added.
 */
export function useFoundRow(
  wrapping: Pick<Wrapping, "rowOf">,
  columns: number,
  whole = true,
): [RowTarget | null, (found: Found) => void] {
  const [found, setFound] = useState<Found | null>(null);
  const wrapped = useRef<number>();
  if (whole) wrapped.current = columns;
  const settled = wrapped.current === columns;
  const target = useMemo(
    () => found && { row: wrapping.rowOf(found.line, found.start) },
    [found, columns, settled],
  );
  return [target, (one) => setFound({ ...one })];
}

/** The state of finding in a text. */
interface Finder {
  readonly open: boolean;
  /** Counts how often the search bar was asked for. Each time it gets the focus. */
  readonly asked: number;
  readonly wanted: string;
  readonly found: readonly Found[];
  /** Index of the current match. */
  readonly now: number;
  /** Opens the search bar, with `wanted` as its text when it is given. */
  show(wanted?: string): void;
  hide(): void;
  setWanted(wanted: string): void;
  go(by: number): void;
  marksOf(line: number): readonly Mark[];
}

/**
 * Search in lines of text: Ctrl/Cmd+F opens the bar, Ctrl/Cmd+G asks for a line, Enter and F3 go to the next
 * match, Esc closes. The keys work in the whole window while the text is visible.
 */
export function useFinder(
  lines: readonly string[],
  onGo: (found: Found) => void,
  /** Changes when lines were added to the same array. */
  version = 0,
): Finder {
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(0);
  const [wanted, setWantedText] = useState("");
  const [now, setNow] = useState(0);
  const found = useMemo(() => open ? findIn(lines, wanted) : [], [lines, version, wanted, open]);
  const byLine = useMemo(() => {
    const map = new Map<number, { index: number; found: Found }[]>();
    found.forEach((one, index) => map.set(one.line, [...map.get(one.line) ?? [], { index, found: one }]));
    return map;
  }, [found]);
  const at = Math.min(now, Math.max(0, found.length - 1));
  const go = (by: number) => {
    if (found.length === 0) return;
    const next = (at + by + found.length) % found.length;
    setNow(next);
    const one = found[next];
    if (one) onGo(one);
  };
  useEffect(() => {
    const first = found[0];
    if (first && wanted !== "") onGo(first);
  }, [wanted]);
  const finder: Finder = {
    open,
    asked,
    wanted,
    found,
    now: at,
    show(text) {
      setOpen(true);
      setAsked((times) => times + 1);
      if (text === undefined) return;
      setWantedText(text);
      setNow(0);
    },
    hide: () => setOpen(false),
    setWanted(text) {
      setWantedText(text);
      setNow(0);
    },
    go,
    marksOf: (line) =>
      (byLine.get(line) ?? []).map(({ index, found: { start, end } }) => ({
        start,
        end,
        kind: index === at ? "now" : "found",
      })),
  };
  useFinderKeys(finder);
  return finder;
}

const OPEN = "kedge-find";

/** Opens the search bar of the visible text, for a button outside of the text's component. */
export function openFind(): void {
  document.dispatchEvent(new Event(OPEN));
}

function useFinderKeys(finder: Finder): void {
  useKeys((event) => {
    if (withCommand(event) && letterOf(event) === "f") finder.show();
    else if (withCommand(event) && letterOf(event) === "g") finder.show(":");
    else if (event.key === "F3") finder.go(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape" && finder.open) finder.hide();
    else return false;
    return true;
  }, true);
  const none = !finder.open || finder.found.length === 0;
  useCommands([
    { label: "Find", icon: "search", shortcut: "Mod+F", onPick: () => finder.show() },
    {
      label: "Go to a line…",
      words: "number",
      icon: "right",
      shortcut: "Mod+G",
      onPick: () => finder.show(":"),
    },
    {
      label: "Go to the next match",
      icon: "down",
      shortcut: "F3",
      disabled: none,
      onPick: () => finder.go(1),
    },
    {
      label: "Go to the match before",
      icon: "up",
      shortcut: "Shift+F3",
      disabled: none,
      onPick: () => finder.go(-1),
    },
  ]);
  const newest = useRef(finder);
  newest.current = finder;
  useLayoutEffect(() => {
    const open = () => newest.current.show();
    document.addEventListener(OPEN, open);
    return () => document.removeEventListener(OPEN, open);
  }, []);
}

/** The search bar above the text; null while it is closed. */
export function FindBar({ finder }: { finder: Finder }): JSX.Element | null {
  const input = useRef<HTMLInputElement>(null);
  const { wanted } = finder;
  // Runs before the next key event, so that nothing typed after Ctrl+F is lost.
  useLayoutEffect(() => {
    input.current?.focus();
    if (wanted !== ":") input.current?.select();
  }, [finder.open, finder.asked]);
  if (!finder.open) return null;
  const { found, now } = finder;
  const limit = found.length === MAX_FOUND ? "+" : "";
  return (
    <div class="find" role="search" data-steps>
      <SearchField
        label="Find"
        placeholder="Find, or :line"
        value={wanted}
        onInput={finder.setWanted}
        inputRef={input}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          event.stopPropagation();
          finder.go(event.shiftKey ? -1 : 1);
        }}
      />
      <span class="found quiet small numbers" role="status">
        {wanted === "" ? "" : found.length === 0 ? "Not found" : `${now + 1} of ${found.length}${limit}`}
      </span>
      <Tool
        icon="up"
        label="Previous"
        alone="Go to the match before"
        title="Previous (Shift+Enter)"
        onClick={() => finder.go(-1)}
      />
      <Tool
        icon="down"
        label="Next"
        alone="Go to the next match"
        title="Next (Enter)"
        onClick={() => finder.go(1)}
      />
      <span class="grow" />
      <Tool icon="cross" label="Close" title="Close (Esc)" onClick={finder.hide} />
    </div>
  );
}
