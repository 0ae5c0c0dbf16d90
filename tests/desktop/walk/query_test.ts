import assert from "node:assert/strict";
import { join } from "node:path";
import { startPostgres } from "../../support/servers/postgres.ts";
import { program } from "../../support/program/program.ts";
import { startDesktop, waitFor, type Window } from "../harness/mod.ts";
import { focusRows, runs, signIn } from "./query_steps.ts";
import { configured, failed, picture } from "./stage.ts";

/**
 * Returns everything that query windows have saved; files that are still being written begin with a
 * dot and are skipped.
 */
async function kept(home: string): Promise<string> {
  let text = "";
  for (const { name } of await Array.fromAsync(Deno.readDir(join(home, "queries"))).catch(() => [])) {
    if (name.startsWith(".")) continue;
    text += await Deno.readTextFile(join(home, "queries", name)).catch(() => "");
  }
  return text;
}

Deno.test("from the menu to rows, a cancel, an export and a write, all in a real window by keys", async () => {
  const postgres = await startPostgres();
  const desktop = await startDesktop();
  const sql = async (statement: string) => (await postgres.sql(statement)).trim();
  const sessions = (condition: string) =>
    sql(`select count(*) from pg_stat_activity where application_name = 'kedge' and ${condition}`);
  // The first Escape may come before the page knows of the running statement, or only close the
  // suggestions.
  const end = (window: Window, condition: string) =>
    waitFor("the statement to be ended", async () => {
      await desktop.windows.key("Escape", window);
      return await waitFor("its end", async () => await sessions(condition) === "0", 2000).catch(() => false);
    });
  const become = (what: string, condition: string, wanted: string) =>
    waitFor(what, async () => await sessions(condition) === wanted);
  try {
    await sql(
      "create table orders (id int primary key, name text); insert into orders values (1, 'Anna'), (2, 'Bo'), (3, null)",
    );
    const home = await configured(desktop, {
      servers: [{ name: "orders", engine: "postgres", host: "127.0.0.1", port: postgres.port }],
    });
    const kedge = desktop.start([...program(), "--hidden"]);
    await desktop.tray.item();
    const { windows } = desktop;

    await desktop.tray.click(["Servers", "orders · PostgreSQL", "Query…"]);
    const window = await windows.find("orders · Query", 60_000);
    await signIn(desktop, window, "orders", postgres);

    await runs(desktop, window, "select id, name from orders order by id");
    await waitFor(
      "the statement to have run",
      async () => (await kept(home)).includes("order by id"),
    );
    await picture(desktop, "query-window", window);

    // All rows must be fetched before they are copied.
    await focusRows(desktop, window, /^1\tAnna\n2\tBo\n3\t$/);
    await windows.key("shift+F6", window);

    await runs(desktop, window, "select pg_sleep(600)");
    await become("the server to be busy", "wait_event = 'PgSleep'", "1");
    await end(window, "wait_event = 'PgSleep'");

    // A tab cannot write until writing is allowed.
    await runs(desktop, window, "delete from orders where id = 3");
    assert.equal(await sql("select count(*) from orders"), "3");
    // A transaction that only reads has no transaction ID.
    const writing = "backend_xid is not null";
    const held = async () => await sessions(writing) === "1";
    await windows.key("ctrl+shift+l", window);
    await waitFor("the tab to write", async () => {
      // The question ignores keys for its first second, so repeat them. Esc would cancel it.
      for (const key of ["Return", "ctrl+a"]) await windows.key(key, window);
      await windows.type("delete from orders where id = 3", window);
      await windows.key("ctrl+Return", window);
      return await waitFor("its hold", held, 1000).catch(() => false);
    });
    for (const [key, left] of [["ctrl+shift+r", "3"], ["ctrl+shift+s", "2"]] as const) {
      await runs(desktop, window, "delete from orders where id = 3");
      await waitFor("the write to wait", async () => {
        if (await waitFor("its hold", held, 3000).catch(() => false)) return true;
        // The key was pressed while the previous statement was ending, so press it again.
        await windows.key("ctrl+Return", window);
        return false;
      });
      assert.equal(await sql("select count(*) from orders"), "3");
      await waitFor("the decision", async () => {
        await windows.key(key, window);
        return await sessions(writing) === "0";
      });
      await waitFor("what counts", async () => await sql("select count(*) from orders") === left);
    }

    const file = join(desktop.home, "rows.csv");
    await windows.key("ctrl+a", window);
    await windows.type("select id from orders order by id", window);
    await windows.key("Escape", window);
    await windows.key("ctrl+shift+e", window);
    await windows.key("ctrl+a", window);
    await windows.type(file, window);
    await windows.key("Return", window);
    await waitFor(
      "the file",
      async () => await Deno.readTextFile(file).catch(() => "") === "id\n1\n2\n",
    );

    // When the server ends the session, no text is lost.
    await sql("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kedge'");
    await become("the sessions to be gone", "true", "0");
    await runs(desktop, window, "select 'after the end'");
    await waitFor(
      "the statement to have run",
      async () => (await kept(home)).includes("after the end"),
    );

    // When Kedge is killed, the text is still there after the next start.
    await windows.key("ctrl+a", window);
    await windows.type("select pg_sleep(601)", window);
    await windows.key("Escape", window);
    await waitFor("the text to be kept", async () => (await kept(home)).includes("pg_sleep(601)"));
    await kedge.kill("SIGKILL");
    await windows.gone("orders · Query");
    desktop.start([...program(), "--hidden"]);
    await desktop.tray.item();
    await desktop.tray.click(["Servers", "orders · PostgreSQL", "Query…"]);
    const again = await windows.find("orders · Query", 60_000);
    await signIn(desktop, again, "orders", postgres);
    await waitFor("the text to run", async () => {
      await windows.key("ctrl+Return", again);
      const runs = async () => await sessions("query like '%pg_sleep(601)%' and state = 'active'") === "1";
      return await waitFor("its run", runs, 3000).catch(() => false);
    });
    await end(again, "query like '%pg_sleep(601)%' and state = 'active'");
  } catch (error) {
    throw await failed(desktop, error, "", "query-failure");
  } finally {
    await desktop.stop();
    await postgres.stop();
  }
});
