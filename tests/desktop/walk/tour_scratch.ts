import { join } from "node:path";
import { startPostgres } from "../../support/servers/postgres.ts";
import { startMariadb } from "../../support/servers/mariadb.ts";
import { program } from "../../support/program/program.ts";
import { startDesktop, waitFor } from "../harness/mod.ts";
import { isDrawn } from "./stage.ts";

const postgres = await startPostgres();
const mariadb = await startMariadb();
const desktop = await startDesktop();
const wait = (ms: number) => new Promise((r) => setTimeout(r, ms));
try {
  await postgres.sql(
    `create table orders (id serial primary key, name text not null, total numeric(12,2), placed timestamptz default now(), doc jsonb, raw bytea);
   insert into orders (name,total,doc,raw) select 'Customer '||n, n*1.25, jsonb_build_object('sku','A-'||n,'lines',jsonb_build_array(n,n+1)), decode('ff00','hex') from generate_series(1,5000) n;
   create table customers (id int primary key, "order" text); create view big_orders as select * from orders where total > 100;
   create function noise() returns int language plpgsql as $$ begin raise notice 'something to know'; return 1; end $$;`,
  );
  const home = join(desktop.home, ".kedge");
  await Deno.mkdir(home);
  await Deno.writeTextFile(
    join(home, "config.json"),
    JSON.stringify({
      servers: [
        { name: "orders", engine: "postgres", host: "127.0.0.1", port: postgres.port },
        { name: "shop-production", engine: "mysql", host: "127.0.0.1", port: mariadb.port, database: "app" },
      ],
    }),
  );
  desktop.start([...program(), "--hidden"]);
  await desktop.tray.item(60_000);
  const { windows } = desktop;
  let n = 0;
  const shot = async (name: string, window?: { id: string }) => {
    await wait(700);
    const file = `/tmp/tour/${String(++n).padStart(2, "0")}-${name}.png`;
    if (window) await desktop.run("/usr/bin/import", "-silent", "-window", window.id, file);
    else await desktop.screenshot(file);
    console.log(file);
  };
  const login = async (server: string, real: { user: string; password: string }) => {
    const question = await windows.find(`Sign in to ${server}`, 30_000);
    await waitFor("login", () => isDrawn(desktop, question));
    await wait(500);
    await windows.type(real.user, question);
    await windows.key("Tab", question);
    await windows.type(real.password, question);
    await shot("login", question);
    await windows.key("Return", question);
    await windows.gone(`Sign in to ${server}`);
  };
  await desktop.tray.click(["Servers", "orders · PostgreSQL", "Query…"]);
  const w = await windows.find("orders · Query", 60_000);
  await waitFor("drawn", () => isDrawn(desktop, w));
  await login("orders", postgres);
  const write = async (sql: string) => {
    await windows.key("ctrl+a", w);
    await windows.type(sql, w);
  };
  const run = async (sql: string, name: string) => {
    await write(sql);
    await windows.key("Escape", w);
    await windows.key("ctrl+Return", w);
    await wait(1800);
    await shot(name, w);
  };
  await shot("start", w);
  await write("select * from ord");
  await wait(600);
  await shot("complete", w);
  await run("select id, name, total, placed, doc, raw from orders order by id", "rows");
  await windows.key("F6", w);
  await shot("f6-once", w);
  await windows.key("ctrl+End", w);
  await shot("end", w);
  for (const key of ["Home", "shift+Up", "shift+Up", "shift+Right", "shift+Right", "ctrl+c"]) {
    await windows.key(key, w);
  }
  await shot("range-copied", w);
  for (const key of ["End", "Left", "Return"]) await windows.key(key, w);
  await shot("cell", w);
  await windows.key("shift+F6", w);
  await run("select noise(), 1 / (select 0)", "error");
  await run("select noise()", "notice");
  await windows.key("ctrl+f", w);
  await shot("find", w);
  await windows.key("Escape", w);
  await windows.key("ctrl+slash", w);
  await shot("comment", w);
  await windows.key("ctrl+slash", w);
  await run("select name, :what as given from orders where id = :id", "values");
  await windows.type("hello", w);
  await windows.key("Tab", w);
  await windows.key("Tab", w);
  await windows.type("7", w);
  await windows.key("Return", w);
  await shot("values-given", w);
  await windows.key("ctrl+shift+e", w);
  await shot("export", w);
  await windows.key("Return", w);
  await wait(800);
  await shot("exported", w);
  await windows.key("ctrl+shift+f", w);
  await windows.type("ord", w);
  await shot("catalog-found", w);
  await windows.key("shift+Return", w);
  await wait(600);
  await shot("definition", w);
  await windows.key("Escape", w);
  await windows.key("ctrl+shift+f", w);
  await windows.key("Return", w);
  await wait(900);
  await shot("first-rows", w);
  await windows.key("ctrl+shift+l", w);
  await shot("write-sheet", w);
  await windows.key("Return", w);
  await wait(300);
  await run("update orders set total = total + 1 where id < 4", "hold");
  await windows.key("ctrl+shift+z", w);
  await wait(500);
  await shot("rolled-back", w);
  await run("insert into orders (name, total) values ('New', 1), ('Newer', 2)", "hold-insert");
  await windows.key("ctrl+shift+s", w);
  await wait(500);
  await shot("committed", w);
  await run("vacuum orders", "at-once");
  await windows.key("ctrl+k", w);
  await wait(500);
  await shot("here", w);
  await windows.key("Escape", w);
  await windows.key("ctrl+s", w);
  await windows.type("Orders of today", w);
  await windows.key("Return", w);
  await shot("saved", w);
  await windows.key("ctrl+h", w);
  await shot("history", w);
  await windows.key("Escape", w);
  await windows.key("ctrl+w", w);
  await wait(300);
  await windows.key("ctrl+shift+t", w);
  await wait(500);
  await shot("reopened", w);
  await desktop.tray.click(["Servers", "shop-production · MySQL", "Query…"]);
  const p = await windows.find("shop-production · Query", 60_000);
  await waitFor("drawn", () => isDrawn(desktop, p));
  await login("shop-production", mariadb);
  await windows.key("ctrl+shift+l", p);
  await shot("production", p);
} finally {
  await desktop.stop();
  await postgres.stop();
  await mariadb.stop();
}
