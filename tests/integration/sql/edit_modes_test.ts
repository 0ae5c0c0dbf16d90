import assert from "node:assert/strict";
import { startMariadb } from "../../support/servers/mariadb.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { openEdits, type TestEdits } from "../../support/sql/edits.ts";

/**
 * Values that would end their string if the server treats backslashes differently than Kedge
 * assumes.
 */
const HOSTILE = [
  "\\'; delete from modes; -- ",
  "'; delete from modes; -- \\",
  '\\"" \\\\\' or 1=1 -- ',
  "\\",
  "''",
];

/** Settings for reading strings: server-wide, and in the tab between reading and writing. */
const SERVERS = [
  {
    engine: "postgres",
    database: "postgres",
    start: () => startPostgres(),
    modes: ["on", "off"],
    everybody: (mode: string) => `alter database postgres set standard_conforming_strings = ${mode}`,
    tab: (mode: string) => `set standard_conforming_strings = ${mode}`,
    others: ["set client_encoding = 'GBK'", "set client_encoding = 'SJIS'", "set client_encoding = 'LATIN1'"],
    back: "set client_encoding = 'UTF8'",
  },
  {
    engine: "mysql",
    database: "app",
    start: () => startMariadb(),
    modes: ["", "NO_BACKSLASH_ESCAPES", "ANSI_QUOTES", "ANSI_QUOTES,NO_BACKSLASH_ESCAPES"],
    everybody: (mode: string) => `set global sql_mode = '${mode}'`,
    tab: (mode: string) => `set sql_mode = '${mode}'`,
    others: [
      "set names gbk",
      "set names latin1",
      "set character_set_client = big5",
      "set character_set_connection = sjis",
      "set character_set_results = gbk",
    ],
    back: "set names utf8mb4",
  },
] as const;

for (const { engine, database, start, modes, everybody, tab, others, back } of SERVERS) {
  Deno.test(`a cell gets what was typed however a real ${engine} reads strings, and when that changes`, async (t) => {
    const real = await start();
    const opened = () => openEdits(real, { engine, database, tls: false });
    const read = async (edits: TestEdits) => {
      const result = await edits.show("select n, s from modes order by n");
      return { result, cells: (await edits.rows(result)).map(([, text]) => text) };
    };
    const write = async (edits: TestEdits, result: string) => {
      const cells = HOSTILE.map((value, row) => ({ row, column: 1, value }));
      await edits.good(edits.tab.edits.set(result, cells));
      await edits.write(result);
    };
    try {
      const rows = HOSTILE.map((_, n) => `(${n}, 'x')`).join(", ");
      for (const mode of modes) {
        for (const later of modes) {
          await t.step(`${mode || "usual"}, then ${later || "usual"}`, async () => {
            await real.sql(
              `drop table if exists modes; create table modes (n int primary key, s text)${
                engine === "mysql" ? " engine=innodb" : ""
              }; insert into modes values ${rows}; ${everybody(mode)}`,
              database,
            );
            const edits = await opened();
            try {
              const { result } = await read(edits);
              const [set] = await edits.run(tab(later));
              if (edits.tab.state.ask) await edits.agree();
              assert.notEqual(set?.status, "failed", JSON.stringify(set));
              await write(edits, result);
              assert.deepEqual((await read(edits)).cells, HOSTILE);
            } finally {
              await edits.close();
            }
          });
        }
      }
      for (const other of others) {
        await t.step(`after ${other} nothing is written, until it is UTF-8 again`, async () => {
          await real.sql(
            `drop table modes; create table modes (n int primary key, s text)${
              engine === "mysql" ? " engine=innodb charset=utf8mb4" : ""
            }; insert into modes values ${rows}; ${everybody(modes[0])}`,
            database,
          );
          const edits = await opened();
          const told = async (sql: string) => {
            const [set] = await edits.run(sql);
            if (edits.tab.state.ask) await edits.agree();
            assert.notEqual(set?.status, "failed", JSON.stringify(set));
          };
          try {
            const { result } = await read(edits);
            // In GBK the last byte of this letter and the following backslash form one letter.
            await edits.good(edits.tab.edits.set(result, [{ row: 0, column: 1, value: "中\\' or 1=1 -- " }]));
            await told(other);
            const { status, message } = await edits.hold(result);
            assert.equal(status, "open");
            assert.equal(
              message,
              "Not written: this tab's session was told another encoding than UTF-8, in which changes of rows " +
                `are written. Run: ${back}`,
            );
            await told(back);
            await edits.write(result);
            assert.deepEqual((await read(edits)).cells, ["中\\' or 1=1 -- ", "x", "x", "x", "x"]);
          } finally {
            await edits.close();
          }
        });
      }
    } finally {
      await real.stop();
    }
  });
}
