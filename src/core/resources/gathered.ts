import { fit, type Haystack, haystack, marks, typedWords } from "../find/matcher.ts";
import { settledOrAborted } from "./polled.ts";
import { type RowSource, slice } from "./rows.ts";
import { formatNumber } from "../text/locale.ts";

/** Why a part of a list could not be read. */
export interface ListFault {
  /** What kind of trouble it is: one of `CloudTrouble`. */
  readonly trouble: string;
  readonly message: string;
  readonly hint?: string;
}

/** The state of a list. */
export interface ListStatus {
  /** It is being asked for. */
  readonly loading: boolean;
  /** When the list was last read completely, as far as it can be, ms since 1970; null when never. */
  readonly at: number | null;
  readonly count: number;
  /** Why parts of it are missing or old; what was loaded stays. */
  readonly faults: readonly ListFault[];
}

/** A row that fits what was typed, with the places of the typed letters in its title. */
export type FoundRow<Row> = Row & { readonly matches: readonly number[] };

/** A list as it was saved, each row with the place of its source. */
export interface CachedRows<Row> {
  readonly at: number;
  readonly rows: readonly { readonly source: number; readonly row: Row }[];
}

/** What a list is gathered from. */
export interface GatherParts<Row> {
  /** Each gives its rows page by page as they come, and throws what {@link faultOf} understands. */
  readonly sources: readonly ((signal: AbortSignal) => AsyncIterable<readonly Row[]>)[];
  /** What the services themselves find by a text, in the order of the sources; asked only while the list is not whole. */
  readonly find?: readonly ((text: string, signal: AbortSignal) => AsyncIterable<readonly Row[]>)[];
  /** Tells rows apart, also those of different sources. */
  readonly key: (row: Row) => string;
  readonly title: (row: Row) => string;
  /** Further texts that it is found by. */
  readonly around?: (row: Row) => string;
  /** All rows in the order of the list, perhaps with more about them. */
  readonly arrange: (rows: readonly Row[]) => readonly Row[];
  /** What a user can do something about; null for a fault of the program. */
  readonly faultOf: (error: unknown) => ListFault | null;
  /** Where it is kept for the next time. */
  readonly cached: { read(): Promise<CachedRows<Row> | null>; write(rows: CachedRows<Row>): Promise<void> };
  /** A list of this age is asked for anew when somebody looks at it, ms. */
  readonly fresh: number;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** A list that services give in pages: what is known of last time at once, the rest behind. */
interface GatheredList<Row> {
  /** All rows in their order or, of what was typed, those that fit, best first. */
  rows(search: string): RowSource<FoundRow<Row>>;
  readonly status: RowSource<ListStatus>;
  /** The row of that key, as far as the list has come. */
  find(key: string): Row | undefined;
  /** Asks anew. */
  refresh(): void;
  /** Forgets all rows, also those of last time. A reader asks for them again. */
  forget(): void;
  /** Whether somebody looks at it. */
  watched(): boolean;
}

/** More rows than these are not gathered. */
const MOST_ROWS = 50_000;
/** So long nothing is typed before the services are asked for it, ms. */
const PAUSE = 300;

/** Gathers a list. Sources are asked only while the list has a reader or watcher. */
export function gather<Row extends object>(parts: GatherParts<Row>): GatheredList<Row> {
  const known = new Map<string, { readonly row: Row; readonly source: number }>();
  const hays = new WeakMap<Row, Haystack>();
  const listeners = new Set<() => void>();
  let version = 0;
  /** Counts calls of `forget`: an answer to a request from before the last one is dropped. */
  let era = 0;
  let status: ListStatus = { loading: false, at: null, count: 0, faults: [] };
  let load: AbortController | null = null;
  let tried = -Infinity;
  let restored: Promise<void> | null = null;
  let something = Promise.withResolvers<void>();
  let arranged: { readonly version: number; readonly rows: readonly Row[] } | null = null;

  function tell(next: Partial<ListStatus>): void {
    status = { ...status, ...next, count: known.size };
    if (known.size > 0 || !status.loading) something.resolve();
    for (const listener of [...listeners]) listener();
  }

  /** Takes rows in; false when there are too many. */
  function take(rows: readonly Row[], source: number, seen?: Set<string>): boolean {
    for (const row of rows) {
      const key = parts.key(row);
      if (!known.has(key) && known.size >= MOST_ROWS) return false;
      known.set(key, { row, source });
      seen?.add(key);
    }
    version++;
    tell({});
    return true;
  }

  async function restore(): Promise<void> {
    const mine = era;
    const cached = await parts.cached.read();
    if (!cached || known.size > 0 || mine !== era) return;
    for (const { source, row } of cached.rows) take([row], source);
    tell({ at: cached.at });
  }

  function begin(): void {
    load?.abort();
    const mine = load = new AbortController();
    tried = parts.now();
    if (known.size === 0) something = Promise.withResolvers();
    tell({ loading: true });
    ask(mine).catch((error) => {
      parts.onError(error);
      if (load === mine) tell({ loading: false, faults: [PROGRAM] });
    }).finally(() => load === mine && (load = null));
  }

  async function ask(mine: AbortController): Promise<void> {
    await (restored ??= restore());
    const { signal } = mine;
    const ended = await Promise.all(parts.sources.map((_, source) => one(source, signal)));
    if (load !== mine || signal.aborted) return;
    const failed = ended.filter((fault) => fault !== null);
    // When the user is signed out, several services give the same error.
    const faults = failed.filter((one, at) =>
      failed.findIndex(({ message }) => message === one.message) === at
    );
    const some = failed.length < ended.length;
    tell({ loading: false, faults, ...(some ? { at: parts.now() } : {}) });
    if (!some || load !== mine) return;
    const rows = [...known.values()].map(({ row, source }) => ({ source, row }));
    await parts.cached.write({ at: parts.now(), rows }).catch(parts.onError);
  }

  async function one(source: number, signal: AbortSignal): Promise<ListFault | null> {
    const seen = new Set<string>();
    try {
      for await (const rows of parts.sources[source]!(signal)) {
        if (signal.aborted) return null;
        if (!take(rows, source, seen)) return TOO_MANY;
      }
      if (signal.aborted) return null;
      for (const [key, { source: of }] of known) if (of === source && !seen.has(key)) known.delete(key);
      version++;
      tell({});
      return null;
    } catch (error) {
      if (signal.aborted) return null;
      const fault = parts.faultOf(error);
      if (fault) return fault;
      throw error;
    }
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    if (parts.now() - tried >= parts.fresh) begin();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || !load) return;
      load.abort();
      load = null;
      // The request failed, so the next reader asks again.
      tried = -Infinity;
      status = { ...status, loading: false };
    };
  }

  function all(): readonly Row[] {
    if (arranged?.version !== version) {
      arranged = { version, rows: parts.arrange([...known.values()].map(({ row }) => row)) };
    }
    return arranged.rows;
  }

  function hayOf(row: Row): Haystack {
    const hay = hays.get(row) ?? haystack(parts.title(row), parts.around?.(row));
    hays.set(row, hay);
    return hay;
  }

  function found(search: string): FoundRow<Row>[] {
    const words = typedWords(search);
    if (words.length === 0) return all().map((row) => ({ ...row, matches: [] }));
    return all().flatMap((row) => {
      const hay = hayOf(row);
      const score = fit(words, hay);
      return score === null ? [] : [{ row, hay, score }];
    }).sort((a, b) => b.score - a.score).map(({ row, hay }) => ({ ...row, matches: marks(words, hay) }));
  }

  /** Lets the services look for what was typed while the list is not whole; returns what ends it. */
  function lookFor(search: string): () => void {
    const stop = new AbortController();
    const text = search.trim();
    const timer = setTimeout(async () => {
      if (!status.loading) return;
      const mine = era;
      await Promise.all((parts.find ?? []).map(async (find, source) => {
        try {
          for await (const rows of find(text, stop.signal)) {
            if (stop.signal.aborted || mine !== era || !take(rows, source)) return;
          }
        } catch (error) {
          // The list itself is under way and tells what is wrong.
          if (!stop.signal.aborted && !parts.faultOf(error)) parts.onError(error);
        }
      }));
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }

  return {
    rows(search) {
      let last: { readonly version: number; readonly rows: FoundRow<Row>[] } | null = null;
      return {
        async read(from, count, signal) {
          if (tried === -Infinity && listeners.size === 0) begin();
          // Cached rows are there at once.
          if (all().length === 0) await settledOrAborted(something.promise, signal);
          if (last?.version !== version) last = { version, rows: found(search) };
          return slice(last.rows, from, count);
        },
        subscribe(listener) {
          let seen = version, loading = status.loading;
          const end = subscribe(() => {
            if (version === seen && loading === status.loading) return;
            seen = version;
            loading = status.loading;
            listener(0);
          });
          const stop = search.trim().length > 1 ? lookFor(search) : () => {};
          return () => {
            stop();
            end();
          };
        },
      };
    },
    status: {
      read: (from, count) => slice([status], from, count),
      subscribe: (listener) => subscribe(() => listener(0)),
    },
    find: (key) => known.get(key)?.row,
    refresh: begin,
    watched: () => listeners.size > 0,
    forget() {
      load?.abort();
      load = null;
      era++;
      known.clear();
      version++;
      tried = -Infinity;
      restored = Promise.resolve();
      tell({ loading: false, at: null, faults: [] });
      if (listeners.size > 0) begin();
    },
  };
}

const PROGRAM: ListFault = {
  trouble: "failed",
  message: "Kedge failed to read the list.",
  hint: "The log says why.",
};

const TOO_MANY: ListFault = {
  trouble: "failed",
  message: `There are more than ${formatNumber(MOST_ROWS)}; the rest is left out.`,
  hint: "Type a part of a name to find others.",
};
