import type { Server } from "../../config/config.ts";
import type { PastQuery, QueryWindowState, TabState } from "../../state/query_window.ts";
import { dialectOf } from "../text/dialect.ts";
import { engineAndAddress } from "../engines/mod.ts";
import { MAX_PAST_LENGTH, MAX_TABS, MAX_TEXT_LENGTH, type QueryTexts } from "./texts.ts";
import { type CommandResult, DONE, refusal } from "../../result.ts";
import { createTab } from "./tab.ts";
import type { Tab, TabParts } from "./tab_interface.ts";
import type { TablePath } from "../catalog/mod.ts";
import { sqlName } from "../text/names.ts";
import { pastOf, tabNameOf } from "./title.ts";
import { tabWith } from "./shown_again.ts";
import { formatNumber } from "../../text/locale.ts";

/** The query window of one server. */
export interface QueryWindow {
  readonly state: QueryWindowState;
  tab(id: string): Tab | undefined;
  /** The text of a tab as it was saved last. */
  text(id: string): string | undefined;
  addTab(text?: string): CommandResult;
  /** Finds the tab that has this text already, else opens a new one; an empty tab `into` takes the text instead. */
  tabFor(text: string, into?: string): CommandResult;
  /** Brings a tab to the front of the window, whichever tab is in front. */
  show(tab: string): void;
  /** Opens the tab that was closed last again, with its text. */
  reopenTab(): CommandResult;
  /** Closes a tab. Refused while rows have unwritten changes, unless these are to be discarded. */
  closeTab(id: string, discard?: boolean): Promise<CommandResult>;
  keepText(id: string, text: string): CommandResult;
  rename(id: string, title: string): CommandResult;
  past(): readonly PastQuery[];
  sqlOf(past: string): string | undefined;
  /** Returns a statement that reads the first rows of a table. */
  firstRows(table: TablePath): string;
  save(name: string, sql: string): CommandResult;
  forget(past: string): void;
  setEnv(env: string | null): void;
  /** Replaces the server by its new configuration; the next statement goes there. */
  setServer(server: Server): void;
  /** Closes every connection; texts are kept. */
  close(): Promise<void>;
}

/** Dependencies of a query window. */
interface QueryWindowParts extends Omit<TabParts, "changed" | "ran" | "server"> {
  readonly server: Server;
  readonly stored: QueryTexts;
  readonly changed: (state: QueryWindowState) => void;
  /** Called when the history or the saved statements have changed. */
  readonly pastChanged: () => void;
  /** Called when the server may hold other tables than before. */
  readonly remade: () => void;
}

/** Returns the query window of a server with the tabs that were kept, and with at least one. */
export function createQueryWindow(parts: QueryWindowParts): QueryWindow {
  const { stored, now } = parts;
  let { server } = parts;
  const tabs = new Map<string, Tab>();
  /** Names that tabs got from statements that ran in them, by tab. */
  const named = new Map<string, string>();
  const texts = new Map<string, string>();
  const watch = createRemade(parts.remade);
  let state: QueryWindowState = {
    server: server.name,
    engine: server.engine,
    address: engineAndAddress(server),
    env: null,
    tabs: [],
  };

  function tell(change: Partial<QueryWindowState> = {}): void {
    state = { ...state, ...change, tabs: [...tabs.values()].map(({ state }) => state) };
    parts.changed(state);
    watch(state.tabs);
  }

  function keep(closed = stored.closed()): void {
    stored.setTabs(
      [...tabs.values()].map(({ state: { id, title } }) => ({ id, title, text: texts.get(id) ?? "" })),
      closed,
    );
  }

  function open(id: string, title: string, text: string): void {
    texts.set(id, text);
    tabs.set(
      id,
      createTab(
        {
          ...parts,
          server: () => server,
          changed: () => tell(),
          ran(sql) {
            const tab = tabs.get(id), name = tabNameOf(sql, dialectOf(server.engine));
            // A tab is named after what it shows until the user names it.
            if (tab && (/^Query \d+$/.test(tab.state.title) || named.get(id) === tab.state.title)) {
              named.set(id, name);
              tab.setTitle(name);
              keep();
            }
            const undone = stored.note(sql, now());
            parts.pastChanged();
            return () => {
              undone();
              parts.pastChanged();
            };
          },
        },
        id,
        title,
      ),
    );
  }

  function freeTitle(): string {
    const taken = new Set([...tabs.values()].map(({ state }) => state.title));
    for (let number = 1;; number++) if (!taken.has(`Query ${number}`)) return `Query ${number}`;
  }

  for (const { id, title, text } of stored.tabs()) open(id, title, text);
  if (tabs.size === 0) open(crypto.randomUUID(), "Query 1", "");
  state = { ...state, tabs: [...tabs.values()].map(({ state }) => state) };

  function addTab(text = "", title = freeTitle(), closed?: ReturnType<QueryTexts["closed"]>): CommandResult {
    if (tabs.size >= MAX_TABS) return refusal(`There are ${MAX_TABS} tabs already.`, "Close one of them.");
    if (text.length > MAX_TEXT_LENGTH) return TOO_LONG;
    const id = crypto.randomUUID();
    open(id, title, text);
    keep(closed);
    tell();
    return { ok: true, value: { tab: id } };
  }

  function keepText(id: string, text: string): CommandResult {
    if (!tabs.has(id)) return NOT_OPEN;
    if (text.length > MAX_TEXT_LENGTH) return TOO_LONG;
    texts.set(id, text);
    keep();
    return DONE;
  }

  return {
    get state() {
      return state;
    },
    tab: (id) => tabs.get(id),
    text: (id) => texts.get(id),
    addTab: (text) => addTab(text),
    tabFor(text, into) {
      const known = tabWith(text, state.tabs, (id) => texts.get(id));
      if (known !== undefined) return { ok: true, value: { tab: known } };
      if (into === undefined || texts.get(into)?.trim() !== "") return addTab(text);
      const kept = keepText(into, text);
      return kept.ok ? { ok: true, value: { tab: into } } : kept;
    },
    show: (tab) => tell({ front: { tab, turn: (state.front?.turn ?? 0) + 1 } }),
    reopenTab() {
      const [last, ...older] = stored.closed();
      return last ? addTab(last.text, last.title, older) : refusal("No tab was closed here.");
    },
    async closeTab(id, discard = false) {
      const tab = tabs.get(id);
      if (!tab) return NOT_OPEN;
      if (tab.state.hold || tab.state.transaction?.writes.length) {
        return refusal("A write waits in this tab.", "Commit it or roll it back first.");
      }
      await tab.edits.settled();
      if (!tabs.has(id)) return NOT_OPEN;
      const unwritten = tab.edits.unwritten(tab.state.results.map(({ id }) => id));
      if (unwritten && !discard) return unwritten;
      const text = texts.get(id) ?? "";
      tabs.delete(id);
      texts.delete(id);
      if (tabs.size === 0) open(crypto.randomUUID(), "Query 1", "");
      keep(text.trim() === "" ? stored.closed() : [{ id, title: tab.state.title, text }, ...stored.closed()]);
      tell();
      await tab.close();
      return DONE;
    },
    keepText,
    rename(id, title) {
      const tab = tabs.get(id);
      if (!tab) return NOT_OPEN;
      tab.setTitle(title);
      keep();
      return DONE;
    },
    past: () => [...stored.saved(), ...stored.history()].map((one) => pastOf(one, server)),
    firstRows: ({ schema, name }) => {
      const path = [schema, name].filter(Boolean).map((part) => sqlName(part, server.engine)).join(".");
      return `select * from ${path} limit ${FIRST};`;
    },
    sqlOf: (past) => [...stored.saved(), ...stored.history()].find(({ id }) => id === past)?.sql,
    save(name, sql) {
      if (sql.trim() === "") return refusal("There is no statement to save.");
      if (sql.length > MAX_PAST_LENGTH) {
        return refusal(
          `More than ${formatNumber(MAX_PAST_LENGTH)} characters are not saved.`,
          "Save a part of it.",
        );
      }
      if (!stored.save(name, sql, now())) {
        return refusal(
          "There is a password in it, and passwords are not kept.",
          "Let it ask: write :password instead.",
        );
      }
      parts.pastChanged();
      return DONE;
    },
    forget(past) {
      stored.forget(past);
      parts.pastChanged();
    },
    setEnv: (env) => env !== state.env && tell({ env }),
    setServer(next) {
      server = next;
      // The user has not agreed to run the statement on this server.
      for (const tab of tabs.values()) tab.dropQuestion();
      tell({ engine: next.engine, address: engineAndAddress(next) });
    },
    async close() {
      await stored.flush();
      await Promise.all([...tabs.values()].map((tab) => tab.close()));
      // The history tells of writes that were rolled back with their connection.
      await stored.flush();
    },
  };
}

/** Number of rows read when a table is shown. */
const FIRST = 200;

const NOT_OPEN = refusal("This tab is no longer open.");
const TOO_LONG = refusal(
  `A text of more than ${formatNumber(MAX_TEXT_LENGTH)} characters is not kept.`,
  "Keep it in a file, and run it with kedge --query.",
);

/** Beginnings of statements after which a server may hold other tables than before. */
const REMAKES = /^(create|alter|drop|rename)\b/i;

/**
 * Returns a function that calls `remade` when a statement has taken effect that may have changed the server's
 * tables, once for each statement, and once for all of a transaction when that is over.
 */
export function createRemade(remade: () => void): (tabs: readonly TabState[]) => void {
  let known: ReadonlySet<string> = new Set();
  let lastHolds: readonly string[] = [];
  return (tabs) => {
    const done = tabs.flatMap(({ results }) => results)
      .filter(({ status, kind, title }) => status === "done" && kind === "rows" && REMAKES.test(title))
      .map(({ id }) => id);
    // Other connections see these only after Commit, when their results may be closed already.
    const holds = tabs.flatMap(({ transaction }) => transaction?.writes ?? [])
      .filter(({ title }) => REMAKES.test(title))
      .map(({ result }) => result);
    const [before, waited] = [known, lastHolds];
    [known, lastHolds] = [new Set(done), holds];
    if (done.some((id) => !before.has(id)) || waited.some((id) => !holds.includes(id))) remade();
  };
}
