import type { RowSource } from "../../resources/rows.ts";
import type { QueryRun, ResultState, TabState } from "../../state/query_window.ts";
import { oneLine } from "../../text/outside.ts";
import type { WriteEnd } from "../session/mod.ts";
import type { Column } from "../driver/mod.ts";
import type { ResultRow } from "../spill/mod.ts";
import { dialectOf } from "../text/dialect.ts";
import { pickStatements } from "../text/pick.ts";
import type { Range } from "../text/split.ts";
import { createEntry, type ResultEntry } from "./entry.ts";
import { createExport, type ExportRequest } from "./export.ts";
import { createLink, type Link } from "./link.ts";
import type { TabRequest } from "./request.ts";
import { type Running, runStatements } from "./run.ts";
import { DONE, no, type QueryResult } from "./result.ts";
import type { TabParts } from "./tab_parts.ts";
import type { View } from "./view.ts";
import { titleOf } from "./title.ts";
import { endOf } from "./outcome.ts";
import { createTabTransaction } from "./transaction.ts";
import { ENGINES } from "../engines/mod.ts";

/** Results that a tab keeps. */
const RESULTS = 20;
/** Remarks of the server that a result keeps. */
const NOTICES = 200;
/** How long rows may wait to be wanted before the statement is ended, in ms: its transaction is open on the server. */
const PATIENCE = 5 * 60_000;

/** SQL that a server refused. */
export interface RefusedSql {
  readonly sql: string;
  readonly message: string;
  readonly code?: string;
}

/** One tab of a query window: a connection, what runs on it, and the results. */
export interface Tab {
  readonly state: TabState;
  run(request: TabRequest): QueryResult;
  /** Frees the tab at once and ends the statement on the server. */
  cancel(): void;
  /** Fetches rows of a result up to this many. */
  fetch(result: string, count: number): QueryResult;
  rows(result: string, view: View): RowSource<ResultRow> | null;
  columns(result: string): readonly Column[] | null;
  /** One cell, whole. */
  cell(result: string, row: number, column: number): Promise<string | null | undefined>;
  /** The statement of a result that failed, and what the server said. */
  refused(result: string): RefusedSql | null;
  drop(result: string): void;
  /** Lets statements write or not; with `always` also while a transaction is open, which then takes no more writes. */
  write(on: boolean, always?: boolean): QueryResult;
  /** Runs the statement that the question is about and those behind it, or leaves it; nothing when another is asked, or none. */
  answer(ask: string, how: "run" | "leave"): QueryResult;
  /** Asks no more. */
  leaveAsked(): void;
  /** Decides on the write of that result, or the transaction as it was seen; nothing happens when it waits no more, whatever waits now. */
  decide(how: "commit" | "rollback", result: string): Promise<WriteEnd | null>;
  export(request: ExportRequest): Promise<QueryResult>;
  cancelExport(): void;
  setTitle(title: string): void;
  close(): Promise<void>;
}

/** Makes a tab; nothing is connected before it runs something. */
export function createTab(parts: TabParts, id: string, title: string): Tab {
  let state: Omit<TabState, "results" | "link"> = {
    id,
    title,
    writing: false,
    run: null,
    hold: null,
    transaction: null,
    ask: null,
    export: null,
    dropped: 0,
  };
  let entries: readonly ResultEntry[] = [];
  let shown: readonly ResultState[] = [];
  let running: Running | null = null;
  let patience: ReturnType<typeof setTimeout> | undefined;
  /** What runs when the user agrees. */
  let asked:
    | { readonly request: TabRequest; readonly ranges: readonly Range[]; readonly index: number }
    | null = null;
  const set = (change: Partial<typeof state>) => {
    state = { ...state, ...change };
    parts.changed();
  };
  const link: Link = createLink({
    server: parts.server,
    login: parts.login,
    changed: () => parts.changed(),
    notice(text) {
      const entry = entries.findLast(({ state }) => state.status === "running" || state.status === "more");
      if (!entry) return;
      const { notices, moreNotices = 0 } = entry.state;
      if (notices.length >= NOTICES) return entry.patch({ moreNotices: moreNotices + 1 });
      entry.patch({ notices: [...entry.state.notices, oneLine(text, { longest: 500 })] });
    },
  });
  const find = (result: string) => entries.find(({ state }) => state.id === result);
  const dialect = () => {
    const known = dialectOf(parts.server().engine);
    return { ...known, backslash: link.state.backslash ?? known.backslash };
  };

  const transaction = createTabTransaction(() => ENGINES[parts.server().engine].protocol === "postgres", {
    changed: (next) => set({ transaction: next }),
    ended: (end) => set({ transactionEnd: endOf(end) }),
  });

  function addEntry(sql: string, kind: ResultState["kind"], first: number): ResultEntry {
    const entry = createEntry(sql, first, { title: titleOf(sql), kind, startedAt: parts.now() }, {
      changed: parts.changed,
      paused(paused) {
        clearTimeout(patience);
        const mine = running;
        if (!mine || !state.run) return;
        set({ run: { ...state.run, paused } });
        if (paused) {
          const limit = parts.patience ?? PATIENCE;
          patience = setTimeout(() => {
            endFetching(
              `Nobody wanted more rows for ${Math.round(limit / 60_000)} min, so the statement was ended.`,
            );
          }, limit);
        }
      },
    });
    const over = Math.max(0, entries.length + 1 - RESULTS);
    for (const old of entries.slice(0, over)) old.close();
    entries = [...entries.slice(over), entry];
    set({ dropped: state.dropped + over });
    return entry;
  }

  /** Ends a statement whose rows wait: what has come stays. */
  function endFetching(why: string): void {
    running?.cut(why);
    ended(running);
  }

  function ended(which: Running | null): void {
    if (which === null || running !== which) return;
    running = null;
    clearTimeout(patience);
    set({ run: null });
  }

  function leaveAsked(): void {
    asked = null;
    if (state.ask) set({ ask: null });
  }

  function start(request: TabRequest, ranges: readonly Range[], agreed: number | null): QueryResult {
    asked = null;
    const run: QueryRun = {
      number: (agreed ?? 0) + 1,
      count: ranges.length,
      startedAt: parts.now(),
      paused: false,
    };
    const { transactionEnd: _, ...rest } = state;
    state = rest;
    set({ run, ask: null });
    const server = parts.server();
    const mine: Running = runStatements({
      server,
      isStill: () => parts.server() === server,
      link,
      transaction,
      place: parts.place,
      request,
      ranges,
      agreed,
      dialect,
      writing: state.writing,
      now: parts.now,
      add: (sql, kind) => addEntry(sql, kind, parts.page()),
      step: (number) => running === mine && state.run && set({ run: { ...state.run, number } }),
      hold: (hold) => set({ hold }),
      ask(ask, index) {
        if (running !== mine) return;
        asked = { request, ranges, index };
        set({ ask: { id: crypto.randomUUID(), ...ask } });
      },
      ran: parts.ran,
      onError: parts.onError,
    });
    running = mine;
    void mine.done.finally(() => ended(mine));
    return DONE;
  }

  /** Why nothing may begin now; a statement that only waits for more rows to be wanted is ended. */
  function taken(): QueryResult | null {
    if (state.hold) return no("A write waits to be committed or rolled back.", "Decide on it first.");
    if (exporting.hasLink()) {
      return no("A result is being written to a file.", "Wait, or stop that.");
    }
    if (running && !state.run?.paused) {
      return no("A statement runs in this tab.", "Cancel it, or use another tab.");
    }
    if (running) endFetching("Another statement took the connection.");
    return null;
  }

  const exporting = createExport({
    ...parts,
    link: () => running || state.hold || state.transaction ? null : link,
    makeLink: () =>
      createLink({ server: parts.server, login: parts.login, changed: () => {}, notice: () => {} }),
    dialect,
    changed: (next) => set({ export: next }),
    find,
  });

  return {
    get state() {
      const results = entries.map(({ state }) => state);
      // The same list while nothing in it has changed.
      if (results.length !== shown.length || results.some((one, index) => one !== shown[index])) {
        shown = results;
      }
      return { ...state, link: link.state, results: shown };
    },
    run(request) {
      const busy = taken();
      if (busy) return busy;
      const ranges = pickStatements(request.text, dialect(), request.pick);
      if (ranges.length === 0) {
        return no("There is no statement here.", "Write one, or put the cursor into it.");
      }
      return start(request, ranges, null);
    },
    answer(ask, how) {
      if (asked === null || state.ask?.id !== ask) return DONE;
      if (how === "run") return taken() ?? start(asked.request, asked.ranges, asked.index);
      leaveAsked();
      return DONE;
    },
    cancel() {
      running?.stop();
      ended(running);
    },
    fetch(result, count) {
      const entry = find(result);
      if (!entry) return no("This result is no longer open.");
      entry.want(count);
      return DONE;
    },
    rows: (result, view) => find(result)?.rows(view) ?? null,
    columns: (result) => find(result)?.columns ?? null,
    cell: async (result, row, column) => await find(result)?.result?.cell(row, column),
    refused(result) {
      const { sql, state } = find(result) ?? {};
      if (sql === undefined || state?.status !== "failed" || state.message === undefined) return null;
      const { message, code } = state;
      return { sql, message, ...(code === undefined ? {} : { code }) };
    },
    drop(result) {
      const entry = find(result);
      if (!entry) return;
      if (entry.state.status === "running" || entry.state.status === "more") this.cancel();
      entry.close();
      entries = entries.filter((other) => other !== entry);
      parts.changed();
    },
    write(on, always = false) {
      if (!on && !always && state.transaction) {
        return no("A transaction is open in this tab.", "Commit it or roll it back first.");
      }
      leaveAsked();
      set({ writing: on });
      return DONE;
    },
    leaveAsked,
    async decide(how, result) {
      if (state.transaction?.id === result) return await transaction.decide(how, result);
      if (state.hold?.result !== result) return null;
      set({ hold: { ...state.hold, deciding: true } });
      return await running?.decide(how) ?? null;
    },
    export: (request) => exporting.begin(request),
    cancelExport: () => exporting.stop(),
    setTitle: (title) => set({ title }),
    async close() {
      running?.stop();
      clearTimeout(patience);
      exporting.stop();
      for (const entry of entries) entry.close();
      await link.close();
    },
  };
}
