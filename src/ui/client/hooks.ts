import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Common } from "../../pages/page.ts";
import type { ParamsOf, RowOf } from "../../pages/query.ts";
import type { Client, ConnectionStatus, Watched } from "./client.ts";
import { createRowList, type ShownRows } from "./row_list.ts";

/** The page's model, rendering anew when it changes; null until the first one has come. */
export function useModel<M extends Common>(client: Client<M>): M | null {
  return useWatched(client.model);
}

/** How the connection is, rendering anew when that changes. */
export function useStatus(client: Client): ConnectionStatus {
  return useWatched(client.status);
}

/** Rows of a list, and what a view can do about them. */
export interface RowsView<Row> extends ShownRows<Row> {
  /** Settles with the rows of what was asked last: for a key that is pressed before they have come. */
  latest(): Promise<ShownRows<Row>>;
}

/** Which part of a list a view shows. */
interface Part {
  readonly from?: number;
  /** While it is 0 nothing is asked for or shown. */
  readonly count: number;
  /** Whether changed rows are sent again; they are unless this says no. */
  readonly live?: boolean;
  /** Of a list that only grows: about so many of the last rows are kept, and `from` tells where they begin. */
  readonly keep?: number;
}

/**
 * Rows of one of the page's queries, kept up to date while the view is there, rendering anew at most once a frame. With
 * other parameters, or another part, the old rows stay until the first new ones come (`current` is false meanwhile).
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
      // Rows may come by the thousand, in many messages.
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
  /** The question of the list: in the rendering that brings another question, still the one before. */
  const last = useRef(asked);
  // Before the page says that it shows its model: the window waits for its first rows.
  useLayoutEffect(() => {
    last.current = asked;
    if (count > 0) list.ask({ name, params, from, count, live });
    else list.clear();
  }, [list, asked]);
  useEffect(() => end, [end]);
  const shown = list.get();
  return { ...shown, current: shown.current && last.current === asked, latest: list.latest };
}

function useWatched<T>(source: Watched<T>): T {
  const [value, set] = useState<T>(() => source.get());
  // An effect after painting would wait: a window that is not shown yet is not painted.
  useLayoutEffect(() => {
    const read = () => set(() => source.get());
    read();
    return source.subscribe(read);
  }, [source]);
  return value;
}

/** A hidden page gets no frames: it goes on after this time, ms. */
const UNSEEN = 100;

/** Calls `draw` with the next frame; returns the function that calls it off. */
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
