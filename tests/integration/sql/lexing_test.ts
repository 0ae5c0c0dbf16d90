/**
 * Compares Kedge's lexing with that of real servers, on random combinations of the characters that
 * open and close strings and comments.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { Secret } from "../../../src/core/secret.ts";
import { connect, type Connection, ServerError } from "../../../src/core/sql/driver/mod.ts";
import { type Dialect, dialectsOf } from "../../../src/core/sql/text/dialect.ts";
import { splitStatements } from "../../../src/core/sql/text/split.ts";
import { isBrokenNumber, tokens } from "../../../src/core/sql/text/tokens.ts";
import { startMariadb } from "../../support/servers/mariadb.ts";
import { startMysql } from "../../support/servers/mysql.ts";
import { startPostgres } from "../../support/servers/postgres.ts";

const GAPS = [
  "\n",
  "\r",
  "\r\n",
  " ",
  "\t",
  "\f",
  "\v",
  "\x01",
  "\x7f",
  "\u00a0",
  "\u0085",
  "\u2028",
  "\ufeff",
];
const SHARED = [...GAPS, "'", '"', "\\", "/*", "*/", "--", "-- ", "+ 1", "1", "a", "_", "$", "e", "."];

const MYSQL_PIECES = [...SHARED, "#", "`", "\\N", "1e5", "1.", "/*/", "@", "N'", "--\r"];
const POSTGRES_PIECES = [...SHARED, "$a$", "$$", "E'", "e'", "1_0", "/*/", "'a' "];

/** Texts that random generation rarely makes. */
const EXAMPLES = [
  "select 1 -- \r '\n, 7 -- '",
  "select 1 # \r '\n, 7 # '",
  "select 1 --\u00a0a, 7\nfrom (select 1 as \u00a0a) d",
  "select 1 as \u00a0$a$, 7 as \u00a0$a$",
  "select 1 as \ufeff$a$, 7 as \ufeff$a$",
  "select 1_$a$, 7 as _$a$",
  "select 1_0$a$, 7 as _0$a$",
  "select 1.5e1_$a$, 7 as _$a$",
];

const SERVERS = [
  { name: "MySQL", start: startMysql, mysql: true },
  { name: "MariaDB", start: startMariadb, mysql: true },
  { name: "PostgreSQL", start: () => startPostgres(), mysql: false },
  { name: "PostgreSQL 14", start: () => startPostgres({ version: "14" }), mysql: false },
  { name: "PostgreSQL 18", start: () => startPostgres({ version: "18" }), mysql: false },
];

/** Returns random statements with additional columns between parts that could hide some of them. */
function texts(pieces: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.constantFrom(...pieces);
  const junk = fc.array(fc.oneof(piece, fc.constant(", 7 ")), { maxLength: 6 }).map((all) => all.join(""));
  const around = [["-- ", "\n"], ["--", "\n"], ["/*", "*/"], [", '", "'"], [" as ", ""], ["", ""], [
    ", ",
    "",
  ]];
  const part = fc.tuple(fc.constantFrom(...around), junk).map(([[open, close], text]) => open + text + close);
  return fc.array(fc.oneof(part, fc.constant(", 8 ")), { minLength: 1, maxLength: 5 })
    .map((all) => `select 1 ${all.join("")}`);
}

/**
 * Returns the text as Kedge lexes it, with comments removed, gaps reduced to one space, and strings
 * and names replaced. A server that lexes it alike finds the same number of columns.
 */
function reread(sql: string, dialect: Dialect): string | null {
  const name = dialect.protocol === "mysql" ? dialect.quotedNames ? '"n"' : "`n`" : '"n"';
  let text = "", before = "";
  for (const token of tokens(sql, dialect)) {
    const { kind, start, end } = token;
    if (kind === "code" || isBrokenNumber(sql, token, dialect)) return null;
    if (before === "number" && kind !== "symbol") text += " ";
    text += kind === "space" || kind === "comment"
      ? " "
      : kind === "string"
      ? "'s'"
      : kind === "name"
      ? name
      : sql.slice(start, end);
    before = kind;
  }
  return text;
}

/** Returns the number of columns of a statement; null when the server refuses it. */
async function columnsOf(connection: Connection, sql: string): Promise<number | null> {
  let count = 0;
  try {
    await connection.run({ sql }, { columns: (all) => void (count = all.length), row: () => true });
    return count;
  } catch (error) {
    if (error instanceof ServerError) return null;
    throw error;
  }
}

for (const { name, start, mysql } of SERVERS) {
  Deno.test(`tokens() reads as a real ${name} does`, async (t) => {
    const real = await start();
    try {
      const engine = mysql ? "mysql" : "postgres";
      const { host, port, user } = real;
      const target = { engine, host, port, database: mysql ? "app" : "postgres", tls: false } as const;
      const login = { user, password: new Secret(real.password) };
      const connection = await connect({ ...target, allowCleartextPassword: true }, login).connection;
      // With PostgreSQL's default settings a backslash is no escape in ordinary strings.
      for (const dialect of dialectsOf(engine).filter(({ backslash }) => mysql || !backslash)) {
        const { backslash, quotedNames } = dialect;
        const modes = [...backslash ? [] : ["NO_BACKSLASH_ESCAPES"], ...quotedNames ? ["ANSI_QUOTES"] : []];
        await t.step(mysql ? `with the modes “${modes.join()}”` : "as usual", async () => {
          if (mysql) await columnsOf(connection, `set sql_mode = '${modes.join()}'`);
          let ran = 0;
          await fc.assert(
            fc.asyncProperty(texts(mysql ? MYSQL_PIECES : POSTGRES_PIECES), async (sql) => {
              const alike = reread(sql, dialect);
              const columns = await columnsOf(connection, sql);
              if (columns === null || alike === null) return;
              ran++;
              assert.equal(splitStatements(sql, dialect).length, 1);
              assert.equal(await columnsOf(connection, alike), columns, JSON.stringify([sql, alike]));
            }),
            { numRuns: 1500, seed: 7, examples: EXAMPLES.map((sql) => [sql] as const) },
          );
          assert.ok(ran > 300, `only ${ran} of the texts ran`);
        });
      }
      await connection.close();
    } finally {
      await real.stop();
    }
  });
}
