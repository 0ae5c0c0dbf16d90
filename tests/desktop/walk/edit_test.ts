import { startMariadb } from "../../support/servers/mariadb.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { program } from "../../support/program/program.ts";
import { copied, startDesktop, waitFor } from "../harness/mod.ts";
import { focusRows, runs, signIn } from "./query_steps.ts";
import { configured, failed, picture } from "./stage.ts";

const SETUP = (rest: string) =>
  `create table orders (id int primary key, name varchar(20) not null, total int)${rest};
  insert into orders values (1, 'Anna', 10), (2, 'Bo', 20), (3, 'Cleo', 30)`;
const SERVERS = [
  {
    engine: "postgres",
    product: "PostgreSQL",
    database: "postgres",
    start: startPostgres,
    setup: SETUP(""),
    // A transaction that only reads has no transaction ID.
    held:
      "select count(*) from pg_stat_activity where application_name = 'kedge' and backend_xid is not null",
  },
  {
    engine: "mysql",
    product: "MySQL",
    database: "app",
    start: startMariadb,
    setup: SETUP(" engine=innodb"),
    held: "select count(*) from information_schema.innodb_trx where trx_rows_modified > 0",
  },
] as const;

for (const { engine, product, database, start, setup, held } of SERVERS) {
  Deno.test(`rows of ${engine} are edited in a real window by keys alone`, async () => {
    const real = await start();
    const desktop = await startDesktop();
    const sql = async (statement: string) => (await real.sql(statement, database)).trim();
    try {
      await sql(setup);
      await configured(desktop, {
        servers: [{ name: "shop", engine, host: "127.0.0.1", port: real.port, database }],
      });
      desktop.start([...program(), "--hidden"]);
      await desktop.tray.item();
      const { windows } = desktop;
      await desktop.tray.click(["Servers", `shop · ${product}`, "Query…"]);
      const window = await windows.find("shop · Query", 60_000);
      await signIn(desktop, window, "shop", real);
      const key = async (...keys: readonly string[]) => {
        for (const one of keys) await windows.key(one, window);
      };
      /** Returns the number of Kedge's transactions that wait for a decision. */
      const waiting = () => sql(held);
      const decided = () =>
        waitFor("the decision", async () => {
          await key("ctrl+shift+s");
          return await waiting() === "0";
        });
      const counts = () => sql("select count(*) from orders where name in ('Annabel', 'Dora')");

      // The question ignores keys for its first second, so repeat them until the statement is held.
      await key("ctrl+shift+l");
      const set = "update orders set total = 11 where id = 1";
      await waitFor("the tab to write", async () => {
        // Esc would cancel the question.
        for (const one of ["Return", "ctrl+a"]) await key(one);
        await windows.type(set, window);
        await key("ctrl+Return");
        return await waitFor("its hold", async () => await waiting() === "1", 1000).catch(() => false);
      });
      await decided();

      await runs(desktop, window, "select id, name, total from orders order by id");
      await focusRows(desktop, window, /^1\tAnna\t11\n/);
      await key("ctrl+Home", "Right");
      await windows.type("Annabel", window);
      await key("Return", "ctrl+z", "ctrl+shift+z");
      await key("Insert", "Home");
      await windows.type("4", window);
      await key("Tab");
      await windows.type("Dora", window);
      await key("Tab", "Up", "ctrl+Delete");
      // Copy a row here, and paste text as a spreadsheet gives it.
      await key("ctrl+Home", "shift+End", "ctrl+c");
      await waitFor("the copy of a row", async () => {
        const now = await copied(desktop);
        if (/^1\tAnnabel\t11$/.test(now)) return true;
        throw new Error(`copied was ${JSON.stringify(now.slice(0, 200))}`);
      });
      await desktop.run(
        "/bin/sh",
        "-c",
        "printf '5\\tEve\\t50\\n6\\tFinn\\t60\\n' | xclip -selection clipboard >/dev/null 2>&1",
      );
      // xclip returns before it owns the clipboard.
      await waitFor("the other rows", async () => (await copied(desktop)).startsWith("5\tEve"));
      await key("Insert", "Home", "ctrl+v");
      await picture(desktop, `edit-${engine}`, window);
      await key("F9");
      await waitFor("what was reviewed to wait", async () => {
        await picture(desktop, `edit-${engine}-review`, window);
        await key("Return");
        return await waitFor("its hold", async () => await waiting() === "1", 1000).catch(() => false);
      });
      await picture(desktop, `edit-${engine}-held`, window);
      if (await counts() !== "0") throw new Error("written before Commit");
      await decided();
      const rows = (await sql("select id, name, total from orders order by id")).replaceAll(/[\t|]/g, " ");
      if (!/^1 Annabel 11\n2 Bo 20\n4 Dora.*\n5 Eve 50\n6 Finn 60$/.test(rows)) throw new Error(rows);
      await picture(desktop, `edit-${engine}-written`, window);
    } catch (error) {
      throw await failed(desktop, error, "", `edit-${engine}-failure`);
    } finally {
      await desktop.stop();
      await real.stop();
    }
  });
}
