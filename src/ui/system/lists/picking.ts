import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { movedIndex } from "./keys.ts";

/** So many frames a key waits for the row that it is about. */
const MOST_FRAMES = 300;
/** So many frames it still waits once no more rows are awaited. */
const LAST_FRAMES = 20;

/** The rows of one answer, as far as they are here. */
interface RowsHere<Row> {
  readonly state: "loading" | "error" | "empty" | "full";
  readonly rows: readonly Row[];
  /** The place of the first of them in the whole list. */
  readonly from: number;
}

/** Rows to pick from, some of which may still be on their way. */
export interface RowsToPick<Row> extends RowsHere<Row> {
  readonly total: number | null;
  /** False while these are still the rows of another question. */
  readonly current: boolean;
  latest(): Promise<RowsHere<Row>>;
}

/** Rows that are all here. */
export function allHere<Row>(rows: readonly Row[]): RowsToPick<Row> {
  const here = { state: rows.length === 0 ? "empty" : "full", rows, from: 0 } as const;
  return { ...here, total: rows.length, current: true, latest: () => Promise.resolve(here) };
}

/** How the rows of a list are picked. */
export interface PickingWay<Row> {
  /** Tells a row from all others of the list. */
  readonly keyOf: (row: Row) => unknown;
  /** What the rows answer: what was typed, and what else they depend on. */
  readonly question: string;
  /** The user has typed: the first shown row is selected then, and rows that come before it later move nothing. */
  readonly typed: boolean;
  /** Headings stand among the rows and cannot be selected. */
  readonly isHeading?: (row: Row) => boolean;
  /** Which row is picked before a key or a click has picked one; -1 for none. The first unless told. */
  readonly usual?: ((rows: readonly Row[]) => number) | undefined;
  /**
   * What the user has named is still looked for: rows may come to an answer that lacks it. A key that is pressed
   * meanwhile waits for its row; another question, and a selection by hand, forget it.
   */
  readonly coming?: boolean;
}

/** One row of a list is picked: by keys from the field that finds it, or by a click. */
export interface Picking<Row> {
  /** How many rows there are, as far as is known. */
  readonly count: number;
  /** The place of the picked row; -1 when there is none, or when it is not in the list any more. */
  readonly at: number;
  /** The picked row; it stays while others are on their way, and when the list has scrolled on. */
  readonly row: Row | undefined;
  pick(index: number): void;
  /** Keeps the selected row selected wherever it moves in the list: something is done with it. */
  hold(): void;
  /** Forgets what was picked, as with each letter that is typed. */
  begin(): void;
  /** Goes where a key leads; false for any other key. */
  step(event: KeyboardEvent): boolean;
  /** The picked row of what was asked last, for a key that is pressed before it has come; undefined when it has gone. */
  taken(): Promise<Row | undefined>;
  /** A key or a click has picked, not the list by itself. */
  isPointed(): boolean;
}

/** Picks a row: the row itself and not its place, because rows come and go while one looks. */
export function usePicking<Row>(
  found: RowsToPick<Row>,
  { keyOf, question, typed, isHeading = () => false, usual, coming = false }: PickingWay<Row>,
): Picking<Row> {
  const [at, setAt] = useState(0);
  const [, redraw] = useState({});
  const { rows, from } = found;
  /** What the rows are an answer to. */
  const answered = useRef("");
  if (found.current) answered.current = question;
  // Another part of the same list may be on its way: those that are shown can be picked all the same.
  const mine = answered.current === question;
  const count = found.total ?? rows.length;
  /** The selected row; null while the selection is whichever row stands at the index. */
  const meant = useRef<{ readonly row: Row } | null>(null);
  /** That place was chosen, though its row may not be known yet. */
  const chosen = useRef(false);
  if (found.current && found.state === "empty") meant.current = null;
  const held = meant.current;
  /** The index that is selected in these rows while no row is: past a heading, and never behind the end. */
  const indexIn = (rows: readonly Row[], from: number, count: number) => {
    if (usual && !chosen.current) {
      const usualIndex = usual(rows);
      return usualIndex < 0 ? -1 : from + usualIndex;
    }
    const wantedIndex = count > 0 ? Math.min(at, count - 1) : at;
    const past = rows.findIndex((row, index) => from + index >= wantedIndex && !isHeading(row));
    return rows[wantedIndex - from] === undefined || past < 0 ? wantedIndex : from + past;
  };
  const wanted = indexIn(rows, from, found.current ? count : 0);
  const index = held ? rows.findIndex((row) => keyOf(row) === keyOf(held.row)) : wanted - from;
  const here = rows[index];
  // The row is gone when another stands at its index, and when the list ends before that.
  const gone = held !== null && here === undefined &&
    (rows[at - from] !== undefined || (found.current && at >= count));
  const selected = gone ? -1 : here !== undefined ? from + index : held ? at : wanted;
  const [lastRow, setLastRow] = useState<{ readonly row: Row } | null>(null);
  /** The row that is known to be at this place of this question. */
  const known = useRef<{ readonly question: string; readonly at: number; readonly row: Row }>();
  if (mine && here !== undefined) {
    known.current = { question, at: selected, row: here };
    if (held || typed || chosen.current) meant.current = { row: here };
  }
  useEffect(() => {
    if (here !== undefined) setLastRow({ row: here });
    else if (found.state === "empty") setLastRow(null);
  }, [here, found.state]);
  useLayoutEffect(() => {
    // Where it was last, for when the list has scrolled on.
    if (mine && selected >= 0 && here !== undefined) setAt(selected);
  }, [selected, mine]);
  /** Keys that wait for their row. */
  const waiting = useRef<((row: Row | undefined) => void)[]>([]).current;
  const settle = (row: Row | undefined) => waiting.splice(0).forEach((take) => take(row));
  const newest = useRef({ coming });
  newest.current = { coming };
  const there = mine && here !== undefined;
  useLayoutEffect(() => {
    if (there) settle(here);
  });
  // The last rows may come a little later than the word that no more will come.
  useEffect(() => {
    if (coming) return undefined;
    let left = LAST_FRAMES;
    const look = () => {
      if (left-- > 0) frame = requestAnimationFrame(look);
      else settle(undefined);
    };
    let frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [coming]);
  const pick = (next: number) => {
    settle(undefined);
    const row = mine ? rows[next - from] : undefined;
    meant.current = row === undefined ? null : { row };
    chosen.current = true;
    setAt(next);
    // The row may stand where the one that has gone stood: the index alone would change nothing.
    redraw({});
  };
  const hold = () => {
    if (mine && here !== undefined) meant.current ??= { row: here };
    if (!usual || meant.current) chosen.current = true;
  };
  return {
    count,
    at: selected,
    row: here ?? held?.row ?? lastRow?.row,
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
      // Where the picked one has gone another stands: that is the next one.
      // Rows of another question may have headings where those that come have none: their places tell nothing.
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
      // Above the first heading there is no row: go to the end, as from any first row, or back to the row below it.
      if (next < 0 && event.key === "ArrowUp" && !event.repeat) next = count - 1;
      else if (next < 0) { for (next = 0; heads(next);) next++; }
      pick(Math.min(next, count - 1));
      return true;
    },
    async taken() {
      if (gone) return undefined;
      hold();
      if (meant.current) return meant.current.row;
      const come = await awaitRow(found, (rows, from) => {
        const { current } = known;
        // The list may have scrolled on.
        return rows[indexIn(rows, from, 0) - from] ??
          (current?.question === question && current.at === at ? current.row : undefined);
      });
      if (come !== undefined || !newest.current.coming) return come;
      return await new Promise((resolve) => waiting.push(resolve));
    },
  };
}

/** The row that `look` finds in the newest rows, which may still be on their way; undefined when there is none. */
async function awaitRow<Row>(
  found: RowsToPick<Row>,
  look: (rows: readonly Row[], from: number) => Row | undefined,
): Promise<Row | undefined> {
  for (let frame = 0; frame < MOST_FRAMES; frame++) {
    const { rows, from, state } = await found.latest();
    const there = look(rows, from);
    if (there !== undefined || state !== "full") return there;
    // Keys were quicker than the list has scrolled.
    await new Promise(requestAnimationFrame);
  }
  return undefined;
}
