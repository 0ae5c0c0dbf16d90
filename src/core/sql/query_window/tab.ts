import type { QueryRun, ResultState, TabState } from "../../state/query_window.ts";
import { oneLine } from "../../text/outside.ts";
import { dialectOf } from "../text/dialect.ts";
import { pickStatements } from "../text/pick.ts";
import type { Range } from "../text/split.ts";
import { createEntries } from "./entries.ts";
import { createEntry, type ResultEntry } from "./entry.ts";
import { editedRows } from "./edited_rows.ts";
import { createTabEdits, type TabEdits } from "./edits.ts";
import { createExport } from "./export.ts";
import { createLink, type Link } from "./link.ts";
import type { TabRequest } from "./request.ts";
import { behind, type Running, runStatements } from "./run.ts";
import { type CommandResult, DONE, refusal } from "../../result.ts";
import type { Tab, TabParts } from "./tab_interface.ts";
import { titleOf } from "./title.ts";
import { endOf } from "./outcome.ts";
import { createTabTransaction } from "./transaction.ts";
import { ENGINES } from "../engines/mod.ts";

/** Maximum remarks of the server that a result keeps. */
const NOTICES = 200;
/**
 * Time in ms that rows wait until they are wanted. Then the statement is ended, because its transaction is
 * open on the server.
 */
const PATIENCE = 5 * 60_000;

const WAITS = refusal("A write waits to be committed or rolled back.", "Decide on it first.");

const ELSEWHERE = refusal(
  "This server, or the way to it, is another one by now, and a transaction is open on the one before.",
  "Commit it or roll it back first.",
);

/** Returns a tab. It connects when it first runs something. */
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
  const entries = createEntries((result) => edits.holds(result));
  let running: Running | null = null;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let decision: Promise<unknown> = Promise.resolve();
  /** The statement that runs when the user agrees, with those after it. */
  let asked:
    | { readonly request: TabRequest; readonly ranges: readonly Range[]; readonly index: number }
    | null = null;
  const set = (change: Partial<typeof state>) => {
    state = { ...state, ...change };
    parts.changed();
  };
  const link: Link = createLink({
    ...{ server: parts.server, login: parts.login, mayWrite: () => state.writing },
    changed: () => parts.changed(),
    notice(text) {
      const entry = entries.all.findLast(({ state }) =>
        state.status === "running" || state.status === "more"
      );
      if (!entry) return;
      const { notices, moreNotices = 0 } = entry.state;
      if (notices.length >= NOTICES) return entry.patch({ moreNotices: moreNotices + 1 });
      entry.patch({ notices: [...entry.state.notices, oneLine(text, { longest: 500 })] });
    },
  });
  const { find } = entries;
  const dialect = () => {
    const known = dialectOf(parts.server().engine);
    return { ...known, backslash: link.state.backslash ?? known.backslash };
  };

  const transaction = createTabTransaction(() => ENGINES[parts.server().engine].protocol === "postgres", {
    changed: (next) => set({ transaction: next }),
    ended(end, edited) {
      set({ transactionEnd: endOf(end) });
      if (edited !== undefined) edits.ended(edited, end);
    },
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
          const minutes = Math.round(limit / 60_000);
          const why = `Nobody wanted more rows for ${minutes} min, so the statement was ended.`;
          patience = setTimeout(() => endFetching(why), limit);
        }
      },
    });
    set({ dropped: state.dropped + entries.add(entry) });
    return entry;
  }

  /** Ends a statement whose rows wait until they are wanted. Rows that were fetched stay. */
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

  function dropQuestion(): void {
    asked = null;
    if (state.ask) set({ ask: null });
  }

  /** Marks the tab as running statement `number` of `count`. */
  function begin(number: number, count: number): void {
    edits.leaveAsking();
    asked = null;
    const run: QueryRun = { number, count, startedAt: parts.now(), paused: false };
    const { transactionEnd: _, ...rest } = state;
    state = rest;
    // The end of an earlier export is no longer shown.
    const written = state.export?.status === "running" ? state.export : null;
    set({ run, ask: null, export: written });
  }

  function start(request: TabRequest, ranges: readonly Range[], agreed: number | null): CommandResult {
    begin((agreed ?? 0) + 1, ranges.length);
    const server = parts.server();
    const mine: Running = runStatements({
      server,
      isStill: () => parts.server() === server,
      link,
      transaction,
      spillFolder: parts.spillFolder,
      request,
      ranges,
      agreed,
      dialect,
      writing: state.writing,
      now: parts.now,
      // Results of logs are complete at once.
      add: (sql, kind) => addEntry(sql, kind, server.engine === "logs" ? Infinity : parts.page()),
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

  /** Returns why nothing may begin now. Ends a statement that only waits until more rows are wanted. */
  function taken(): CommandResult | null {
    if (state.hold) return WAITS;
    // Reaching the new server would close the connection, and so roll the transaction back unasked.
    if (transaction.open && link.isOutdated) return ELSEWHERE;
    if (exporting.hasLink()) {
      return refusal("A result is being written to a file.", "Wait, or stop that.");
    }
    if (running && !state.run?.paused) {
      return refusal("A statement runs in this tab.", "Cancel it, or use another tab.");
    }
    if (running) endFetching("Another statement took the connection.");
    return null;
  }

  const isFree = () => !running && !state.hold && !state.transaction;
  const makeLink = () =>
    createLink({ server: parts.server, login: parts.login, changed: () => {}, notice: () => {} });
  const exporting = createExport({
    ...parts,
    link: () => isFree() ? link : null,
    makeLink,
    dialect,
    changed: (next) => set({ export: next }),
    find,
  });
  const edits: TabEdits = createTabEdits({
    ...{ server: parts.server, link, makeLink, transaction, find, taken, onError: parts.onError },
    isFree: () => isFree() && !exporting.hasLink(),
    writing: () => state.writing,
    start(mine, count) {
      begin(1, count);
      running = mine;
    },
    ended,
  });

  return {
    edits,
    get state() {
      return { ...state, link: link.state, results: entries.states };
    },
    run(request) {
      const busy = taken();
      if (busy) return busy;
      const ranges = pickStatements(request.text, dialect(), request.pick);
      if (ranges.length === 0) {
        return refusal("There is no statement here.", "Write one, or put the cursor into it.");
      }
      return start(request, ranges, null);
    },
    answer(ask, how) {
      if (asked === null || state.ask?.id !== ask) return DONE;
      if (how === "run") return taken() ?? start(asked.request, asked.ranges, asked.index);
      dropQuestion();
      return DONE;
    },
    cancel() {
      running?.stop();
      ended(running);
    },
    fetch(result, count) {
      const entry = find(result);
      if (!entry) return refusal("This result is no longer open.");
      entry.want(count);
      return DONE;
    },
    rows(result, view) {
      const entry = find(result);
      return entry ? editedRows(entry.rows(view), entry.columns.length, () => edits.of(result)) : null;
    },
    columns: (result) => find(result)?.columns ?? null,
    statement: (result) => find(result)?.sql ?? null,
    async cell(result, row, column) {
      const changed = edits.cell(result, row, column);
      return changed !== undefined ? changed : row < 0 ? null : await find(result)?.result?.cell(row, column);
    },
    refused(result) {
      const { sql, state } = find(result) ?? {};
      if (sql === undefined || state?.status !== "failed" || state.message === undefined) return null;
      const { message, code } = state;
      return { sql, message, ...(code === undefined ? {} : { code }) };
    },
    drop(result) {
      // Closing it would roll the write back, or lose the changed rows if it is rolled back later.
      if (state.hold?.result === result || state.transaction?.edits === result) return WAITS;
      const entry = find(result);
      const unwritten = edits.unwritten([result]);
      if (!entry || unwritten) return unwritten ?? DONE;
      const goes = entry.state.status === "running" || entry.state.status === "more";
      // Only the newest result can be that of the statement that runs.
      if (goes && entries.all.at(-1) === entry) this.cancel();
      entries.remove(entry);
      parts.changed();
      return DONE;
    },
    write(on, always = false) {
      if (!on && !always && state.transaction) {
        return refusal("A transaction is open in this tab.", "Commit it or roll it back first.");
      }
      dropQuestion();
      set({ writing: on });
      return DONE;
    },
    dropQuestion,
    async decide(how, result) {
      const { hold, transaction: open, run } = state, waiting = hold || open?.asked ? running : null;
      if (open?.id !== result && hold?.result !== result) return null;
      if (hold) set({ hold: { ...hold, deciding: true } });
      const end = (hold ? waiting?.decide(how) : transaction.decide(how, result)) ?? null;
      decision = Promise.all([decision, behind(end, waiting, run)]).then(() => {});
      return await end;
    },
    decided: () => decision,
    // An open result is only read again; anything else would run on the new server.
    export: (request) =>
      request.result === undefined && transaction.open && link.isOutdated
        ? Promise.resolve(ELSEWHERE)
        : exporting.begin(request),
    cancelExport: () => exporting.stop(),
    setTitle: (title) => set({ title }),
    async close() {
      running?.stop();
      clearTimeout(patience);
      exporting.stop();
      entries.close();
      await link.close();
    },
  };
}
