import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ParamsOf, RowOf } from "../../pages/query.ts";
import { type Client, type RowsView, useRows } from "../client/mod.ts";
import { FIRST_VIEW, optionId, plain, type RowsInView, VirtualOptions } from "../system/mod.ts";

/** Keys that lead through a list while the focus stays in its field, and how far. */
const STEPS: ReadonlyMap<string, number> = new Map([
  ["ArrowDown", 1],
  ["ArrowUp", -1],
  ["PageDown", 10],
  ["PageUp", -10],
]);
/** So long a key waits for the row that it is about. */
const MOST_FRAMES = 300;

/** How far a key leads through a list; undefined where it means something else. */
export function stepsOf(event: KeyboardEvent): number | undefined {
  return plain(event) ? STEPS.get(event.key) : undefined;
}

/** The row that `look` finds in the newest rows, which may still be on their way; undefined when there is none. */
export async function awaitRow<Row, Found>(
  found: RowsView<Row>,
  look: (rows: readonly Row[], from: number) => Found | undefined,
): Promise<Found | undefined> {
  for (let frame = 0; frame < MOST_FRAMES; frame++) {
    const { rows, from, state } = await found.latest();
    const there = look(rows, from);
    if (there !== undefined || state !== "full") return there;
    // Keys were quicker than the list has scrolled.
    await new Promise(requestAnimationFrame);
  }
  return undefined;
}

/** A list that is read in parts, of which one row is picked: by keys from the field that finds it, or by a click. */
export interface Picking<Row> {
  readonly found: RowsView<Row>;
  /** How many rows there are, as far as is known. */
  readonly count: number;
  /** The place of the picked row; -1 when it is not in the list any more. */
  readonly at: number;
  /** The picked row; it stays while others are on their way, and when the list has scrolled on. */
  readonly row: Row | undefined;
  pick(place: number): void;
  /** The picked row is meant from now on, wherever it goes in the list: something is done with it. */
  hold(): void;
  /** Picks the first row, as with each letter that is typed. */
  begin(): void;
  /** Goes where a key leads; false for any other key. */
  step(event: KeyboardEvent): boolean;
  /** The picked row of what was asked last, for a key that is pressed before it has come. */
  taken(): Promise<Row | undefined>;
  setView(view: RowsInView): void;
}

/** How the rows of a list are picked. */
interface PickingWay<Row> {
  /** Tells a row from all others of the list. */
  readonly keyOf: (row: Row) => string;
  /** Nothing is asked for while it is false. */
  readonly on?: boolean;
  /** Something was typed: the first row that is shown is meant then, and what comes before it later moves nothing. */
  readonly typed: boolean;
}

/** Picks a row of one of the page's queries: the row itself and not its place, because rows come and go while one looks. */
export function usePicking<Query>(
  client: Pick<Client, "query">,
  name: string,
  params: ParamsOf<Query> & object,
  { keyOf, on = true, typed }: PickingWay<RowOf<Query>>,
): Picking<RowOf<Query>> {
  type Row = RowOf<Query>;
  const [at, setAt] = useState(0);
  const [view, setView] = useState(FIRST_VIEW);
  const found = useRows<Query>(client, name, params, on ? view : { count: 0 });
  const { rows, from } = found;
  const asked = JSON.stringify([name, params]);
  /** What the rows are an answer to. */
  const answered = useRef("");
  if (found.current) answered.current = asked;
  // Another part of the same list may be on its way: those that are shown can be picked all the same.
  const mine = answered.current === asked;
  const count = on ? found.total ?? rows.length : 0;
  /** The row that is meant; null while it is whichever stands at the place. */
  const meant = useRef<{ readonly row: Row } | null>(null);
  /** That place was chosen, though its row may not be known yet. */
  const chosen = useRef(false);
  if (found.current && found.state === "empty") meant.current = null;
  const held = meant.current;
  const index = held ? rows.findIndex((row) => keyOf(row) === keyOf(held.row)) : at - from;
  const here = rows[index];
  const gone = held !== null && here === undefined && rows[at - from] !== undefined;
  const place = gone ? -1 : here === undefined ? at : from + index;
  const [kept, keep] = useState<{ readonly row: Row } | null>(null);
  /** The row that is known to be at this place of this question. */
  const known = useRef<{ readonly asked: string; readonly at: number; readonly row: Row }>();
  if (mine && here !== undefined) {
    known.current = { asked, at: place, row: here };
    if (held || typed || chosen.current) meant.current = { row: here };
  }
  useEffect(() => {
    if (here !== undefined) keep({ row: here });
    else if (found.state === "empty") keep(null);
  }, [here, found.state]);
  useLayoutEffect(() => {
    // Where it was last, for when the list has scrolled on.
    if (place >= 0) setAt(place);
  }, [place]);
  const pick = (next: number) => {
    const row = mine ? rows[next - from] : undefined;
    meant.current = row === undefined ? null : { row };
    chosen.current = true;
    setAt(next);
  };
  const hold = () => {
    if (mine && here !== undefined) meant.current ??= { row: here };
    chosen.current = true;
  };
  return {
    found,
    count,
    at: place,
    row: here ?? held?.row ?? kept?.row,
    pick,
    hold,
    begin() {
      meant.current = null;
      chosen.current = false;
      setAt(0);
      setView(FIRST_VIEW);
    },
    step(event) {
      const steps = stepsOf(event);
      if (steps === undefined) return false;
      // Where the picked one has gone another stands: that is the next one.
      const next = place < 0 && steps > 0 ? at : (place < 0 ? at : place) + steps;
      pick(Math.min(Math.max(next, 0), Math.max(count - 1, 0)));
      return true;
    },
    async taken() {
      if (!on) return undefined;
      hold();
      if (meant.current) return meant.current.row;
      return await awaitRow(found, (rows, from) => {
        const { current } = known;
        // The list may have scrolled on.
        return rows[at - from] ??
          (current?.asked === asked && current.at === at ? current.row : undefined);
      });
    },
    setView,
  };
}

/** The DOM id of the picked row, for the field whose keys pick it; undefined while it is not there. */
export function pickedId<Row>(id: string, { found: { rows, from }, at }: Picking<Row>): string | undefined {
  return rows[at - from] === undefined ? undefined : optionId(id, at);
}

/** The rows to pick from; those that are not known yet are empty. */
export function PickingList<Row>(
  { id, label, picking, row, onPick = picking.pick }: {
    id: string;
    label: string;
    picking: Picking<Row>;
    row: (row: Row) => ComponentChildren;
    onPick?: (place: number) => void;
  },
): JSX.Element {
  const { found: { rows, from }, count, at, setView } = picking;
  return (
    <VirtualOptions
      id={id}
      label={label}
      count={count}
      active={at}
      row={(place) => {
        const item = rows[place - from];
        return item === undefined ? null : { content: row(item) };
      }}
      onPick={onPick}
      onView={setView}
    />
  );
}
