import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ParamsOf, RowOf } from "../../pages/query.ts";
import type { Client, Watched } from "./client.ts";
import { createRowList, type ShownRows } from "./row_list.ts";

/** Rows of a list, with functions that wait for the latest ones and ask for them again. */
export interface RowsView<Row> extends ShownRows<Row> {
  /** Resolves with the rows of the latest question, for a key that was pressed before they arrived. */
  latest(): Promise<ShownRows<Row>>;
  /** Asks the same question again, after a failure. */
  again(): void;
}

/** The part of a list that a view shows. */
interface Part {
  readonly from?: number;
  /** Number of rows; 0 requests and shows none. */
  readonly count: number;
  /** Whether rows are sent again when they change; true by default. */
  readonly live?: boolean;
  /** For a list that only grows: approximate number of last rows to keep. `from` is the index of the first kept row. */
  readonly keep?: number;
}

/**
 * Returns rows of one of the page's queries and keeps them up to date while the component is mounted. Renders
 * at most once per frame. After a change of the parameters or of the part, the old rows stay until the first
 * new ones arrive (`current` is false meanwhile).
 *
 * `useRows<typeof accounts>(client, "accounts", { search }, { count: 100 })`
 */
export function useRows<Query>(
  client: Pick<Client, "query">,
  name: string,
  params: ParamsOf<Query> & object,
  { from = 0, count, live = true, keep }: Part,
): RowsView<RowOf<Query>> {
  const [, render] = useState(0);
  const { list, end } = useMemo(() => {
    let frame: (() => void) | null = null;
    let waits = false;
    const list = createRowList<RowOf<Query>>(client, () => {
      waits = true;
      // Thousands of rows may arrive in many messages, so render them once per frame.
      if (!frame) tell();
    }, keep);
    function tell() {
      frame = waits ? nextFrame(tell) : null;
      if (waits) render((n) => n + 1);
      waits = false;
    }
    const end = () => {
      list.close();
      frame?.();
    };
    return { list, end };
  }, [client]);
  const asked = JSON.stringify([name, params, from, count, live]);
  /** The question whose rows `list` holds. While a new question is being rendered, this is still the previous one. */
  const last = useRef(asked);
  // A layout effect, so that the rows are requested before the page reports
  // ready: the window waits for its first rows.
  const ask = () => {
    if (count > 0) list.ask({ name, params, from, count, live });
    else list.clear();
  };
  useLayoutEffect(() => {
    last.current = asked;
    ask();
  }, [list, asked]);
  useEffect(() => end, [end]);
  const shown = list.get();
  return {
    ...shown,
    current: shown.current && last.current === asked,
    latest: list.latest,
    again() {
      // The previous value stays until the answer.
      if (shown.rows.length === 0) list.clear();
      ask();
      render((n) => n + 1);
    },
  };
}

/** Returns a watched value, such as the page's model, and renders again when it changes. */
export function useWatched<T>(source: Watched<T>): T {
  const [value, set] = useState<T>(() => source.get());
  // A layout effect, because effects after painting do not run in a window that is not visible yet.
  useLayoutEffect(() => {
    const read = () => set(() => source.get());
    read();
    return source.subscribe(read);
  }, [source]);
  return value;
}

/** Milliseconds after which a hidden page renders, because it gets no animation frames. */
const UNSEEN = 100;

/** Calls `draw` in the next frame. Returns a function that cancels the call. */
function nextFrame(draw: () => void): () => void {
  const cancel = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const go = () => {
    cancel();
    draw();
  };
  const frame = requestAnimationFrame(go), timer = setTimeout(go, UNSEEN);
  return cancel;
}
