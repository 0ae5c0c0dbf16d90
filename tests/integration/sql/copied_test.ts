import assert from "node:assert/strict";
import type { Server } from "../../../src/core/config/config.ts";
import { copied } from "../../../src/ui/pages/query/rows/formats.ts";
import { startMariadb } from "../../support/servers/mariadb.ts";
import { startMysql } from "../../support/servers/mysql.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import type { DatabaseServer } from "../../support/servers/server.ts";
import { openQueryWindow } from "../../support/sql/query_window.ts";

const MYSQL = `create table kept (n int primary key, b blob, v varbinary(9), d decimal(9, 2), s text);
  insert into kept values (1, x'00ff27', x'5c', -1.50, 'it''s \\\\ "so"\n'), (2, '', '', 0, ''),
    (3, null, null, null, null)`;
const POSTGRES = `create table kept (n int primary key, b bytea, v boolean, d numeric(9, 2), s text);
  insert into kept values (1, '\\x00ff27', true, -1.50, E'it''s \\\\ "so"\n'), (2, '', false, 0, ''),
    (3, null, null, null, null)`;

const SERVERS: readonly (readonly [
  name: string,
  start: () => Promise<DatabaseServer>,
  server: Pick<Server, "engine" | "database">,
  setup: string,
])[] = [
  ["PostgreSQL", () => startPostgres(), { engine: "postgres", database: "postgres" }, POSTGRES],
  ["MySQL", () => startMysql(), { engine: "mysql", database: "app" }, MYSQL],
  ["MariaDB", () => startMariadb(), { engine: "mysql", database: "app" }, MYSQL],
  [
    "MariaDB without escapes",
    () => startMariadb({ settings: ["--sql-mode=NO_BACKSLASH_ESCAPES"] }),
    { engine: "mysql", database: "app" },
    MYSQL,
  ],
];

for (const [name, start, server, setup] of SERVERS) {
  Deno.test(`copied() writes rows as SQL that a real ${name} reads as the same rows`, async () => {
    const real = await start();
    try {
      const { database } = server;
      await real.sql(`${setup}; create table again as select * from kept where n < 0`, database);
      const queryWindow = await openQueryWindow(real, server);
      try {
        const read = async (table: string) => {
          const [result] = await queryWindow.run(`select * from ${table} order by n`);
          assert.equal(result!.status, "done", result!.message);
          return { columns: queryWindow.tab.columns(result!.id)!, rows: await queryWindow.rows(result!) };
        };
        const kept = await read("kept");
        const { backslash } = queryWindow.tab.state.link;
        await real.sql(copied(kept, "insert", server.engine, "again", backslash ?? undefined), database);
        assert.deepEqual((await read("again")).rows, kept.rows);
      } finally {
        await queryWindow.close();
      }
    } finally {
      await real.stop();
    }
  });
}
