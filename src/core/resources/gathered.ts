import { isOlder } from "../age.ts";
import { fit, type Haystack, haystack, marks, typedWords } from "../find/matcher.ts";
import { type ListFault, mayBeOver, PROGRAM, tooMany } from "./list_fault.ts";
import { settledOrAborted } from "./polled.ts";
import { type RowSource, slice } from "./rows.ts";

/** The state of a list. */
export interface ListStatus {
  /** Whether the list is being requested. */
  readonly loading: boolean;
  /** When the list was last read as completely as possible, ms since 1970; null when never. */
  readonly at: number | null;
  readonly count: number;
  /** Why parts of the list are missing or old. Rows that were loaded stay. */
  readonly faults: readonly ListFault[];
}

/** A row that fits the typed text, with the positions of the typed letters in its title. */
export type FoundRow<Row> = Row & { readonly matches: readonly number[] };

/** A list as it was saved, each row with the index of its source. */
export interface CachedRows<Row> {
  readonly at: number;
  readonly rows: readonly { readonly source: number; readonly row: Row }[];
}

/** The dependencies of {@link gather}. */
export interface GatherParts<Row> {
  /** Each source yields its rows page by page, and throws errors that {@link faultOf} understands. */
  readonly sources: readonly ((signal: AbortSignal) => AsyncIterable<readonly Row[]>)[];
  /**
   * Searches of the services themselves by a text, in the order of the sources; used only while the list is
   * not complete.
   */
  readonly find?: readonly ((text: string, signal: AbortSignal) => AsyncIterable<readonly Row[]>)[];
  /** Identifies a row among the rows of all sources. */
  readonly key: (row: Row) => string;
  readonly title: (row: Row) => string;
  /** Returns further texts that a row is found by. */
  readonly around?: (row: Row) => string;
  /** Sorts all rows for the list, and may add fields to them. */
  readonly arrange: (rows: readonly Row[]) => readonly Row[];
  /** Returns a fault for an error that the user can do something about; null for a fault of the program. */
  readonly faultOf: (error: unknown) => ListFault | null;
  /** Cache that keeps the list until the next time. */
  readonly cached: { read(): Promise<CachedRows<Row> | null>; write(rows: CachedRows<Row>): Promise<void> };
  /** Age above which the list is requested again when somebody looks at it, ms. */
  readonly fresh: number;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** A list that services give in pages. The cached rows are shown at once, while the list is requested again. */
export interface GatheredList<Row> {
  /** Returns all rows in their order or, for a typed text, the rows that fit, best first. */
  rows(search: string): RowSource<FoundRow<Row>>;
  readonly status: RowSource<ListStatus>;
  /** Returns the loaded row with that key. */
  find(key: string): Row | undefined;
  /** Requests the list again. */
  refresh(): void;
  /** Forgets all rows, also the cached ones. A reader causes a new request. */
  forget(): void;
  /** Whether somebody looks at the list. */
  watched(): boolean;
}

/** Maximum number of rows in a list. */
const MAX_ROWS = 50_000;
/** Time without typing before the services are searched, ms. */
const PAUSE = 300;

/** Gathers a list. The sources are asked only while the list has a reader or watcher. */
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

  /** Adds rows to the list; returns false when the list would have too many. */
  function take(rows: readonly Row[], source: number, seen?: Set<string>): boolean {
    for (const row of rows) {
      const key = parts.key(row);
      if (!known.has(key) && known.size >= MAX_ROWS) return false;
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
    if (known.size === 0) {
      const { resolve } = something;
      something = Promise.withResolvers();
      // Readers that wait for the request that ends here get the rows of this one.
      void something.promise.then(resolve);
    }
    tell({ loading: true });
    ask(mine).catch((error) => {
      parts.onError(error);
      if (load === mine) tell({ loading: false, faults: [PROGRAM] });
    }).finally(() => load === mine && (load = null));
  }

  async function ask(mine: AbortController): Promise<void> {
    await (restored ??= restore());
    const { signal } = mine;
    /** Sources that gave all rows that they may give. */
    const read = new Set<number>();
    const ended = await Promise.all(parts.sources.map((_, source) => one(source, signal, read)));
    if (load !== mine || signal.aborted) return;
    const failed = ended.filter((fault) => fault !== null);
    // A signed-out user gets the same error from several services.
    const faults = failed.filter((one, at) =>
      failed.findIndex(({ message }) => message === one.message) === at
    );
    const some = read.size > 0;
    tell({ loading: false, faults, ...(some ? { at: parts.now() } : {}) });
    if (!some || load !== mine) return;
    const rows = [...known.values()].map(({ row, source }) => ({ source, row }));
    await parts.cached.write({ at: parts.now(), rows }).catch(parts.onError);
  }

  async function one(source: number, signal: AbortSignal, read: Set<number>): Promise<ListFault | null> {
    const seen = new Set<string>();
    let fault: ListFault | null = null;
    try {
      for await (const rows of parts.sources[source]!(signal)) {
        if (signal.aborted) return null;
        if (!take(rows, source, seen)) return tooMany(MAX_ROWS);
      }
    } catch (error) {
      if (signal.aborted) return null;
      fault = parts.faultOf(error);
      if (!fault) throw error;
      // A denial of a part comes after all other rows and may last, so rows that are gone leave with it.
      if (fault.code !== "denied" || seen.size === 0) return fault;
    }
    if (signal.aborted) return null;
    for (const [key, { source: of }] of known) if (of === source && !seen.has(key)) known.delete(key);
    read.add(source);
    version++;
    tell({});
    return fault;
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    const again = listeners.size === 1 && !load && status.faults.some(mayBeOver);
    if (again || isOlder(tried, parts.fresh, parts.now())) begin();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || !load) return;
      load.abort();
      load = null;
      // The list was not read completely, so the next reader asks again.
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

  /**
   * Searches the services for the typed text while the list is not complete; returns the function that ends
   * the search.
   */
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
          // The request of the list itself runs and reports the same fault.
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
          // Cached rows are shown without waiting for AWS.
          if (all().length === 0) await settledOrAborted(something.promise, signal);
          if (last?.version !== version) last = { version, rows: found(search) };
          return slice(last.rows, from, count, status.loading);
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
