import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { movedIndex } from "./keys.ts";

/** Maximum frames to wait for the row that a key is meant for. */
const MAX_FRAMES = 300;

/** The loaded rows of one answer. */
interface RowsHere<Row> {
  readonly state: "loading" | "error" | "empty" | "full";
  readonly rows: readonly Row[];
  /** Index of the first loaded row in the whole list. */
  readonly from: number;
  /** Whether the list is still being loaded, so that other rows may arrive. */
  readonly unfinished: boolean;
}

/** Rows to pick from. Some may still be loading. */
export interface RowsToPick<Row> extends RowsHere<Row> {
  readonly total: number | null;
  /** False while these rows still answer the previous question. */
  readonly current: boolean;
  latest(): Promise<RowsHere<Row>>;
}

/** Wraps rows that are completely loaded. */
export function allHere<Row>(rows: readonly Row[]): RowsToPick<Row> {
  const here = { state: rows.length === 0 ? "empty" : "full", rows, from: 0, unfinished: false } as const;
  return { ...here, total: rows.length, current: true, latest: () => Promise.resolve(here) };
}

/** How a row is picked from a list. */
export interface PickingOptions<Row> {
  /** Returns a value that identifies the row in the list. */
  readonly keyOf: (row: Row) => unknown;
  /** The question that the rows answer: the typed text and everything else they depend on. */
  readonly question: string;
  /** Whether the user has typed. The first row is selected then, and stays selected when rows arrive above it. */
  readonly typed: boolean;
  /** Whether a row is a heading, which cannot be selected. */
  readonly isHeading?: (row: Row) => boolean;
  /** Returns the row that is picked before any key or click, or -1 for none. Defaults to the first row. */
  readonly usual?: ((rows: readonly Row[], unfinished: boolean) => number) | undefined;
  /**
   * Whether a key that finds no row waits for one while the list is unfinished. A new question or a pick by
   * the user cancels the wait.
   */
  readonly waits?: boolean;
}

/** The picked row of a list. Keys in the search field or a click pick a row. */
export interface Picking<Row> {
  /** Number of rows, as far as it is known. */
  readonly count: number;
  /** Index of the picked row; -1 when there is none or when the row is no longer in the list. */
  readonly at: number;
  /** The picked row. It stays the same while other rows are loading and after the list has scrolled away from it. */
  readonly row: Row | undefined;
  pick(index: number): void;
  /** Keeps the picked row wherever it moves in the list, because a command is about to act on it. */
  hold(): void;
  /** Forgets the picked row, as after each typed letter. */
  begin(): void;
  /** Moves the pick by a key; returns false for other keys. */
  step(event: KeyboardEvent): boolean;
  /**
   * Returns the picked row of the latest question and waits for it when a key was pressed before the row
   * arrived. Returns undefined when the row is gone.
   */
  taken(): Promise<Row | undefined>;
  /** Whether a key or a click picked the row, and not the list by itself. */
  isPointed(): boolean;
}

/** Picks a row of a list. The pick follows the row and not its index, because rows are added and removed meanwhile. */
export function usePicking<Row>(
  found: RowsToPick<Row>,
  { keyOf, question, typed, isHeading = () => false, usual, waits = false }: PickingOptions<Row>,
): Picking<Row> {
  const [at, setAt] = useState(0);
  const [, redraw] = useState({});
  const { rows, from } = found;
  /** The question that the current rows answer. */
  const answered = useRef("");
  if (found.current) answered.current = question;
  // Another part of the same list may still be loading; the visible rows can be picked meanwhile.
  const mine = answered.current === question;
  const count = found.total ?? rows.length;
  /** The picked row; null while whichever row is at the index counts as picked. */
  const meant = useRef<{ readonly row: Row } | null>(null);
  /** Whether the user picked this index, though its row may not be loaded yet. */
  const chosen = useRef(false);
  if (found.current && found.state === "empty") meant.current = null;
  const kept = meant.current;
  /** Returns the index that is selected while no row is picked. Skips headings and stays within the list. */
  const indexIn = (
    { rows, from, unfinished }: Pick<RowsHere<Row>, "rows" | "from" | "unfinished">,
    count: number,
  ) => {
    if (usual && !chosen.current) {
      const usualIndex = usual(rows, unfinished);
      return usualIndex < 0 ? -1 : from + usualIndex;
    }
    const wantedIndex = count > 0 ? Math.min(at, count - 1) : at;
    const past = rows.findIndex((row, index) => from + index >= wantedIndex && !isHeading(row));
    return rows[wantedIndex - from] === undefined || past < 0 ? wantedIndex : from + past;
  };
  const wanted = indexIn(found, found.current ? count : 0);
  const index = kept ? rows.findIndex((row) => keyOf(row) === keyOf(kept.row)) : wanted - from;
  const here = rows[index];
  // The row is gone when another row is at its index, or when the list ends before its index.
  const gone = kept !== null && here === undefined &&
    (rows[at - from] !== undefined || (found.current && at >= count));
  const selected = gone ? -1 : here !== undefined ? from + index : kept ? at : wanted;
  const [lastRow, setLastRow] = useState<{ readonly row: Row } | null>(null);
  /** The last row that was loaded at the picked index, with its question. */
  const known = useRef<{ readonly question: string; readonly at: number; readonly row: Row }>();
  if (mine && here !== undefined) {
    known.current = { question, at: selected, row: here };
    if (kept || typed || chosen.current) meant.current = { row: here };
  }
  useEffect(() => {
    if (here !== undefined) setLastRow({ row: here });
    else if (found.state === "empty") setLastRow(null);
  }, [here, found.state]);
  useLayoutEffect(() => {
    // Remember the index of the row, for when the list has scrolled away from it.
    if (mine && selected >= 0 && here !== undefined) setAt(selected);
  }, [selected, mine]);
  /** Callbacks of keys that wait for their row. */
  const waiting = useRef<((row: Row | undefined) => void)[]>([]).current;
  const settle = (row: Row | undefined) => waiting.splice(0).forEach((take) => take(row));
  const there = mine && here !== undefined;
  useLayoutEffect(() => {
    if (there) settle(here);
    else if (!waits || (found.current && !found.unfinished)) settle(undefined);
  });
  const pick = (next: number) => {
    settle(undefined);
    const row = mine ? rows[next - from] : undefined;
    meant.current = row === undefined ? null : { row };
    chosen.current = true;
    setAt(next);
    // The index alone may not change, when the new row took the place of the removed one.
    redraw({});
  };
  const hold = () => {
    if (mine && here !== undefined) meant.current ??= { row: here };
    if (!usual || meant.current) chosen.current = true;
  };
  return {
    count,
    at: selected,
    row: here ?? kept?.row ?? lastRow?.row,
    pick,
    hold,
    isPointed: () => chosen.current,
    begin() {
      settle(undefined);
      meant.current = null;
      chosen.current = false;
      setAt(0);
    },
    step(event) {
      // Another row has moved to the place of the removed row, so it counts as the next one. Rows of an
      // earlier question are not checked for headings, because the new rows may have headings elsewhere.
      const origin = mine ? selected : at;
      const [before, after] = origin >= 0 ? [origin, origin] : gone ? [at, at - 1] : [-1, -1];
      const back = event.key === "ArrowUp" || event.key === "PageUp" || event.key === "Home";
      let next = movedIndex(event, back ? before : after, count);
      if (next === null) return false;
      const beside = back ? -1 : 1;
      const heads = (next: number) => {
        const row = mine ? rows[next - from] : undefined;
        return row !== undefined && isHeading(row);
      };
      while (heads(next)) next += beside;
      // There is no row above the first heading: go to the last row, as from any first row, or stay on the
      // first row.
      if (next < 0 && event.key === "ArrowUp" && !event.repeat) next = count - 1;
      else if (next < 0) { for (next = 0; heads(next);) next++; }
      pick(Math.min(next, count - 1));
      return true;
    },
    async taken() {
      if (gone) return undefined;
      hold();
      if (meant.current) return meant.current.row;
      const come = await awaitRow(found, (loaded) => {
        const { current } = known;
        // The row may no longer be loaded, because the list has scrolled away from it.
        return loaded.rows[indexIn(loaded, 0) - loaded.from] ??
          (current?.question === question && current.at === at ? current.row : undefined);
      }, waits);
      return come === LATER ? await new Promise((resolve) => waiting.push(resolve)) : come;
    },
  };
}

const LATER = Symbol("an unfinished list has no such row yet");

/**
 * Returns the row that `look` finds in the newest rows, which may still be loading; undefined when there is
 * none. Returns `LATER` when the list is unfinished and `waits` is set.
 */
async function awaitRow<Row>(
  found: RowsToPick<Row>,
  look: (loaded: RowsHere<Row>) => Row | undefined,
  waits: boolean,
): Promise<Row | undefined | typeof LATER> {
  for (let frame = 0; frame < MAX_FRAMES; frame++) {
    const loaded = await found.latest();
    const there = look(loaded);
    if (there === undefined && waits && loaded.unfinished) return LATER;
    if (there !== undefined || loaded.state !== "full") return there;
    // Keys may move faster than the list scrolls, so look again in the next frame.
    await new Promise(requestAnimationFrame);
  }
  return undefined;
}
