import { join } from "node:path";
import type { AppState } from "../../../src/core/state/state.ts";
import { row } from "./row.ts";
import { SERVER, type WholeProgram } from "./stage.ts";

const server = { server: SERVER };
const queryWindow = ({ state }: WholeProgram) => state().queryWindows.find((one) => one.server === SERVER);
const tabOf = (program: WholeProgram) => queryWindow(program)!.tabs.at(-1)!;
const here = (program: WholeProgram) => ({ ...server, tab: tabOf(program).id });
const resultOf = (program: WholeProgram) => tabOf(program).results.at(-1);
const names = ({ knownTables }: AppState) => Object.values(knownTables).flat().map(({ name }) => name);
const idle = (program: WholeProgram) => program.until("nothing to run", () => !tabOf(program).run);

/** Returns the newest result, in the form in which commands that edit rows name it. */
const edited = (program: WholeProgram) => ({ ...here(program), result: resultOf(program)!.id });

/** Runs a text in the tab and waits until it has ended or waits for a decision. */
async function ran(program: WholeProgram, text: string) {
  const { app, until } = program;
  const before = resultOf(program)?.id;
  const result = await app.dispatch({ name: "runQuery", ...here(program), text, pick: "all" });
  if (!result.ok) throw new Error(result.error);
  await until(
    `${text} to run or to wait`,
    () =>
      tabOf(program).hold || tabOf(program).ask || (!tabOf(program).run && resultOf(program)?.id !== before),
  );
}

/** Commands for query windows: running text in their tabs, and handling results. */
export const QUERY_ROWS = [
  row("openQuery", "opens a query window", server, queryWindow),
  row(
    "refreshServerCatalog",
    "reads the tables of the server anew",
    async ({ app, state, until, database }) => {
      // Reads the catalog, as the window does.
      const catalog = app.queries.queryWindows.catalog(SERVER, "", [])!;
      const read = () => catalog.read(0, 10, new AbortController().signal);
      catalog.subscribe(() => void read());
      await read();
      await until("the tables", () => names(state()).includes("customers"));
      await database.sql("create table later (id int)");
      return server;
    },
    ({ state }) => names(state()).includes("later"),
  ),
  row(
    "addQueryTab",
    "opens a tab",
    { ...server, sql: "select 1" },
    (program) => queryWindow(program)!.tabs.length === 2,
  ),
  row(
    "renameQueryTab",
    "names a tab",
    (program) => ({ ...here(program), title: "Orders" }),
    (program) => tabOf(program).title === "Orders",
  ),
  row(
    "keepQueryText",
    "keeps what was typed",
    (program) => ({ ...here(program), text: "select 'kept'" }),
    async ({
      home,
      until,
    }) =>
      await until("the text", async () => {
        for await (const { name } of Deno.readDir(join(home, "queries"))) {
          if (
            (await Deno.readTextFile(join(home, "queries", name)).catch(() => "")).includes("'kept'")
          ) return true;
        }
        return false;
      }),
  ),
  row("closeQueryTab", "closes a tab", here, (program) => queryWindow(program)!.tabs.length === 1),
  row("reopenQueryTab", "brings it back", server, (program) => queryWindow(program)!.tabs.length === 2),
  row("runQuery", "runs a statement", (program) => ({
    ...here(program),
    text: "select * from customers order by id",
    pick: "all" as const,
  }), (program) => (resultOf(program)?.rows ?? 0) > 0),
  row("fetchRows", "fetches more rows", (program) => ({
    ...here(program),
    result: resultOf(program)!.id,
    count: 10_000,
  }), (program) => resultOf(program)!.rows === 1000),
  row(
    "anotherWay",
    "says that a server of the configuration has no other",
    server,
    (_, result) => !result.ok && /No other way/.test(result.error),
  ),
  row("exportRows", "writes rows to a file", async (program) => {
    await idle(program);
    return {
      ...here(program),
      format: "csv" as const,
      file: join(program.home, "customers.csv"),
      result: resultOf(program)!.id,
    };
  }, (program) => tabOf(program).export?.status === "done" && tabOf(program).export!.rows === 1000),
  row(
    "openExport",
    "shows the file in its folder",
    (program) => ({ ...here(program), what: "folder" as const }),
    async ({
      started,
    }) => (await started()).some((line) => line.startsWith("xdg-open")),
  ),
  row("cancelExport", "stops an export", async (program) => {
    const { app, until, home } = program;
    void app.dispatch({
      name: "exportRows",
      ...here(program),
      format: "csv",
      file: join(home, "endless.csv"),
      text: "select n, pg_sleep(0.01) from generate_series(1, 1000000) n",
      pick: "all",
    });
    await until("the export", () => tabOf(program).export?.status === "running");
    return here(program);
  }, (program) => tabOf(program).export?.status === "stopped"),
  row("cancelQuery", "stops a statement", async (program) => {
    await idle(program);
    void program.app.dispatch({
      name: "runQuery",
      ...here(program),
      text: "select pg_sleep(300)",
      pick: "all",
    });
    await program.until("the statement", () => tabOf(program).run);
    return here(program);
  }, (program) => !tabOf(program).run && resultOf(program)?.status === "stopped"),
  row(
    "dropResult",
    "closes a result",
    (program) => ({ ...here(program), result: resultOf(program)!.id }),
    (program) => resultOf(program)?.status !== "stopped",
  ),
  row(
    "setWriting",
    "lets a tab write",
    (program) => ({ ...here(program), on: true }),
    (program) => tabOf(program).writing,
  ),
  row("decideWrite", "commits a write that is held", async (program) => {
    await ran(program, "update customers set name = 'one' where id = 1");
    const hold = await program.until("the held write", () => tabOf(program).hold);
    return { ...here(program), result: hold.result, how: "commit" as const };
  }, (program) => !tabOf(program).hold),
  row("answerAsked", "runs what cannot be held", async (program) => {
    await ran(program, "vacuum customers");
    const ask = await program.until("the question", () => tabOf(program).ask);
    return { ...here(program), ask: ask.id, how: "run" as const };
  }, (program) => !tabOf(program).ask && resultOf(program)?.command === "VACUUM"),
  row("beginEdits", "finds out how rows are edited", async (program) => {
    await ran(program, "select * from customers where id < 20 order by id");
    return edited(program);
  }, (program) => resultOf(program)?.edits?.table === "customers"),
  row("editCells", "changes a cell", (program) => ({
    ...edited(program),
    cells: [{ row: 4, column: 1, value: "five" }],
  }), (program) => resultOf(program)?.edits?.changed === 1),
  row("pasteRows", "changes cells as one step", (program) => ({
    ...edited(program),
    cells: [{ row: 6, column: 1, value: "seven" }],
    rows: [],
  }), (program) => resultOf(program)?.edits?.changed === 2),
  row(
    "addRows",
    "adds a row",
    (program) => ({ ...edited(program), like: [] }),
    (program) => resultOf(program)?.edits?.added === 1,
  ),
  row(
    "stepEdits",
    "takes that back",
    (program) => ({ ...edited(program), how: "undo" as const }),
    (program) => resultOf(program)?.edits?.added === 0,
  ),
  row(
    "removeRows",
    "removes a row",
    (program) => ({ ...edited(program), rows: [5] }),
    (program) => resultOf(program)?.edits?.removed === 1,
  ),
  row("holdEdits", "runs what was seen, which waits for Commit", async (program) => {
    const { tab, result } = edited(program);
    const read = await program.app.queries.queryWindows.edits(SERVER, tab, result)!
      .read(0, 1, new AbortController().signal);
    if (!read.ok) throw new Error(read.error);
    return { ...edited(program), seen: read.rows[0]!.id };
  }, (program) => tabOf(program).transaction?.edits === resultOf(program)?.id),
  row("beginTransaction", "holds all that is run", async (program) => {
    const { transaction } = tabOf(program);
    await program.app.dispatch({
      ...{ name: "decideWrite", ...here(program), result: transaction!.id, how: "commit" },
    });
    await program.until(
      "the rows to be written",
      async () =>
        (await program.database.sql("select name from customers where id in (5, 6)")).trim() === "five",
    );
    return here(program);
  }, (program) => tabOf(program).transaction),
  row(
    "saveQuery",
    "keeps a query",
    { ...server, title: "Largest", sql: "select 2" },
    ({ state }) => state().pastQueries.some(({ name }) => name === "Largest"),
  ),
  row("forgetQuery", "forgets a query", ({ state }) => ({
    ...server,
    past: state().pastQueries.find(({ name }) => name === "Largest")!.id,
  }), ({ state }) => !state().pastQueries.some(({ name }) => name === "Largest")),
  row("askAssistant", "asks for SQL", async ({ app, until, state }) => {
    await app.dispatch({ name: "editConfig", path: ["aiEnabled"], value: true });
    await until("it to be on", () => state().config.value.aiEnabled);
    return { ...server, question: "How many customers are there?" };
  }, (_, result) => JSON.stringify(result).includes("select count(*) from orders")),
  row("cancelAsk", "stops asking", server, (_, result) => result.ok),
];
