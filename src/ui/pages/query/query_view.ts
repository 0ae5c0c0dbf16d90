import type { Command, CommandResult } from "../../../core/app/command.ts";
import type { CatalogRow } from "../../../core/sql/query_window/catalog_row.ts";
import { layersOver } from "../../system/mod.ts";
import { dialectOf } from "../../../core/sql/text/dialect.ts";
import { parametersOf } from "../../../core/sql/text/parameters.ts";
import { sqlName } from "../../../core/sql/text/names.ts";
import { lacksRows } from "../../../core/sql/query_window/shown_again.ts";
import type { Pick } from "../../../core/sql/text/pick.ts";
import type { QueryModel } from "../../../pages/query/page.ts";
import type { Client } from "../../client/mod.ts";
import type { JoinKey } from "../../../core/sql/query_window/joins.ts";
import type { Offer } from "./editor/complete.ts";
import { createEditor } from "./editor/editor.ts";
import { unwrittenWords } from "./rows/cell_values.ts";
import { askOne, askRows } from "./rows/fetch_cells.ts";
import { formatSql } from "./editor/format_sql.ts";
import { tableOf } from "./editor/tables.ts";
import { createTexts } from "./editor/texts.ts";
import type { Times } from "./times.tsx";
import { inOneLine } from "../../../core/text/sentences.ts";
import type { QueryViewEvents } from "./query_view_events.ts";

/** Number of first rows that a click on a table shows. */
const FIRST = 200;

/** What an export writes: a result, or the rows of a statement. */
type Exported =
  | { readonly result: string }
  | { readonly text: string; readonly pick: Pick; readonly values: Record<string, string | null> };

/** The actions of a query window. */
export type QueryView = ReturnType<typeof createQueryView>;

/** Creates the editor inside `host` and connects it with the commands of the window. */
export function createQueryView(
  host: HTMLElement,
  client: Client<QueryModel>,
  server: string,
  model: { readonly current: QueryModel },
  /** The time range of queries of logs. */
  times: { readonly current: Times },
  events: QueryViewEvents,
) {
  const engine = () => model.current.queryWindow?.engine ?? "postgres";
  const dialect = dialectOf(engine());
  const texts = createTexts(client, server, (why) => why !== null && events.tell(why));
  let values: Record<string, string | null> = {};
  /** The text of each tab at its last run. */
  const ran = new Map<string, string>();
  let tab = "";
  let showing: Promise<void> = Promise.resolve();
  // An element cannot lose its shadow root, so each new view gets its own element.
  const mount = document.createElement("div");
  mount.className = "query-code";
  host.replaceChildren(mount);
  const editor = createEditor(mount, {
    engine: engine(),
    dialect,
    ask: async (question) => await askRows<Offer>(client, "complete", question, 0, 200) ?? [],
    askJoins: async (tables) => await askRows<JoinKey>(client, "joins", { tables }, 0, 50) ?? [],
    changed: texts.changed,
    run: (pick) => void run(pick),
  });
  // After the questions that the client itself asks again.
  const stop = client.status.subscribe(() => {
    if (client.status.get() === "open") queueMicrotask(readAgain);
  });

  function failed(result: CommandResult): boolean {
    if (!result.ok) events.tell(inOneLine(result.error, result.hint));
    return !result.ok;
  }

  /** Returns the tab in front with its text. */
  const inFront = () => ({ tab, text: editor.text() });

  async function send(
    of: { readonly tab: string; readonly text: string },
    pick: Pick,
    given: Record<string, string | null>,
    explain?: "plan" | "analyze",
  ): Promise<void> {
    ran.set(of.tab, of.text);
    texts.flush();
    failed(await client.send({ name: "runQuery", server, ...of, pick, values: given, explain }));
    events.result(of.tab);
  }

  /** Asks for the values of a statement's parameters, if it has any, and calls `go` with them. */
  function withValues(sql: string, go: (values: Record<string, string | null>) => void): void {
    if (engine() === "logs") return go({ ...times.current });
    const names = parametersOf(sql, dialect);
    if (names.length === 0) return go({});
    events.over({
      kind: "values",
      tab,
      names,
      go(given) {
        values = { ...values, ...given };
        go(given);
      },
    });
  }

  async function run(what: "statement" | "all", explain?: "plan" | "analyze"): Promise<void> {
    editor.offerNothing();
    if (!await here()) return;
    const pick: Pick = what === "all" ? "all" : editor.pick();
    const sql = what === "all" ? editor.text() : editor.current();
    const of = inFront();
    withValues(sql, (given) => void send(of, pick, given, explain));
  }

  /**
   * Waits until the text of the current tab is shown, because earlier presses are about that tab. Returns
   * false when another tab is shown by then, or when the text could not be read.
   */
  async function here(): Promise<boolean> {
    const wanted = tab;
    await showing;
    return tab === wanted && editor.has(wanted);
  }

  /** Shows a tab and focuses its text, unless `focus` is false. */
  function show(id: string, focus = true): Promise<void> {
    tab = id;
    return showing = load(id, focus);
  }

  async function load(id: string, focus: boolean): Promise<void> {
    let read: readonly string[] | null = [];
    if (!editor.has(id)) {
      // Text typed meanwhile must not go to the previous tab.
      editor.blank();
      read = await askRows<string>(client, "text", { tab: id }, 0, 1);
    }
    if (tab !== id) return;
    const isRead = read !== null || editor.has(id);
    // An empty text in its place would be kept over the saved one.
    events.unread(isRead ? null : id);
    if (isRead) editor.show(id, read?.[0] ?? "");
    // A sheet that opened meanwhile keeps the focus.
    if (focus && layersOver().length === 0) editor.focus();
  }

  function readAgain(): void {
    if (tab !== "" && !editor.has(tab)) void show(tab, false);
  }

  /** Shows the tab that a command makes, unless another one is chosen meanwhile. Returns it, or null on failure. */
  async function showMade(command: Command): Promise<string | null> {
    const before = events.choices();
    const result = await client.send(command);
    if (failed(result)) return null;
    const id = (result as { value?: { tab?: string } }).value?.tab ?? null;
    if (id !== null && events.choices() === before) {
      events.shown(id);
      await show(id);
    }
    return id;
  }

  const add = (at: { readonly sql?: string; readonly into?: string } = {}) =>
    showMade({ name: "addQueryTab", server, ...at });

  /** Shows a statement in the tab that has it already, in the current tab if that is empty, or else in a new one. */
  async function openStatement(sql: string): Promise<string | null> {
    if (!await here()) return null;
    // Kedge finds the tab that has the statement by the saved texts.
    texts.flush();
    const mine = tab, empty = editor.text().trim() === "";
    const id = await add({ sql, into: empty ? mine : undefined });
    if (id === null) return null;
    if (tab !== id) {
      // Another tab was chosen meanwhile. This one is read again when it is shown.
      if (id === mine) editor.forget(id);
      return null;
    }
    if (empty && id === mine) {
      // The user may have typed there meanwhile.
      if (editor.text().trim() !== "") return null;
      editor.replace(sql);
    }
    events.result(id);
    return id;
  }

  const pathOf = ({ schema, name }: CatalogRow) =>
    [schema, name].filter((part) => part !== "").map((part) => sqlName(part, engine())).join(".");

  return {
    /** The parameter values that were given last. */
    get values() {
      return values;
    },
    show,
    run,
    /** Answers the question that a tab asks before a statement runs. */
    async answer(tab: string, ask: string, how: "run" | "leave"): Promise<void> {
      failed(await client.send({ name: "answerAsked", server, tab, ask, how }));
      if (how === "run") events.result(tab);
    },
    cancel: (id: string) => void client.send({ name: "cancelQuery", server, tab: id }),
    add: (sql?: string) => add({ sql }),
    /** Closes a tab. Asks first when rows have unwritten changes, unless `discard` is true. */
    async closeTab(id: string, discard = false): Promise<void> {
      await events.counted();
      texts.flush();
      const result = await client.send({ name: "closeQueryTab", server, tab: id, discard });
      const words = result.ok ? "" : unwrittenWords(client.model.get()?.queryWindow ?? null, id);
      if (words !== "" && !discard) events.over({ kind: "discard", tab: id, words });
      else if (!failed(result)) editor.forget(id);
    },
    /** Restores the tab that was closed last. */
    async reopen(): Promise<void> {
      await showMade({ name: "reopenQueryTab", server });
    },
    async format(): Promise<void> {
      if (!await here()) return;
      const text = editor.text(), pick = editor.pick();
      const part = pick !== "all" && "from" in pick ? { start: pick.from, end: pick.to } : undefined;
      const formatted = await formatSql(text.slice(part?.start, part?.end), engine());
      if (formatted instanceof Error) events.tell(formatted.message);
      else if (editor.text() === text) editor.replace(formatted, part);
    },
    go: editor.go,
    /**
     * Marks where the newest statement of a tab failed, while the text is still
     * the one that ran; null removes the mark.
     */
    async fault(id: string, at: number | null): Promise<void> {
      if (id !== tab || !await here()) return;
      if (at === null || ran.get(id) === editor.text()) editor.markFault(at);
    },
    insert(row: CatalogRow): void {
      // A note or a key has no name that a statement could use.
      if (row.kind === "note" || row.kind === "key") return;
      const alone = row.kind === "column" || row.kind === "schema";
      editor.insert(alone ? sqlName(row.name, engine()) : pathOf(row));
    },
    async firstRows(row: CatalogRow): Promise<void> {
      const sql = `select * from ${pathOf(row)} limit ${FIRST};`;
      const id = await openStatement(sql);
      const shown = model.current.queryWindow?.tabs.find((tab) => tab.id === id);
      if (id !== null && (!shown || lacksRows(shown))) await send(inFront(), { at: 0 }, {});
    },
    async definition(row: CatalogRow): Promise<void> {
      const { schema, name, kind, table, parameters } = row;
      const params = kind === "routine" ? { schema, name, kind: table, parameters } : { schema, name, kind };
      const answer = await askOne<string>(client, "definition", params);
      if (typeof answer === "string") events.tell(`The definition of ${name} was not told: ${answer}`);
      else events.over({ kind: "text", title: name, text: answer.row });
    },
    async openPast(past: string, run: boolean): Promise<void> {
      const [sql] = await askRows<string>(client, "sql", { past }, 0, 1) ?? [];
      if (sql === undefined) return events.tell("This statement is no longer kept.");
      if (await openStatement(sql) === null) return;
      const of = inFront();
      if (run) withValues(sql, (given) => void send(of, "all", given));
    },
    /** Puts a text into the current tab if that is empty, else into a new one. */
    use: openStatement,
    takesEscape: editor.takesEscape,
    async save(title: string): Promise<void> {
      if (!await here()) return;
      const sql = editor.current();
      // The palette, too, finds the tab that has the statement by the saved texts.
      texts.flush();
      if (!failed(await client.send({ name: "saveQuery", server, title, sql }))) {
        events.tell(`Saved as “${title}”.`, "info");
      }
    },
    /** Asks where to export a result, or without one the statement at the cursor. */
    askExport(result?: string): void {
      const shown = model.current.queryWindow?.tabs.find(({ id }) => id === tab)?.results;
      const sql = result === undefined ? editor.current() : shown?.find(({ id }) => id === result)?.title;
      const table = tableOf(sql ?? "", dialect) ?? "";
      const stem = askRows<string>(client, "exportFile", { table: table.slice(0, 200) }, 0, 1)
        .then((found) => found?.[0] ?? "~/rows");
      const mine = tab;
      const ask = (what: Exported) =>
        events.over({
          kind: "export",
          tab: mine,
          stem,
          go: (where) => client.send({ name: "exportRows", server, tab: mine, ...where, ...what }),
        });
      if (result !== undefined) return ask({ result });
      if (editor.current() === "") return events.tell("There is no statement here to export the rows of.");
      const what = { text: editor.text(), pick: editor.pick() };
      withValues(editor.current(), (values) => ask({ ...what, values }));
    },
    close(): void {
      stop();
      texts.close();
      editor.close();
    },
  };
}
