import assert from "node:assert/strict";
import { startEveryServer, type TriedServer } from "../../support/sql/every_server.ts";
import { openEdits } from "../../support/sql/edits.ts";

/** A type, an original value, the typed value, and the value read afterwards if it differs. */
type TypeCase = readonly [type: string, from: string, typed: string, read?: string];

const POSTGRES: readonly TypeCase[] = [
  ["smallint", "1", "-32768"],
  ["integer", "1", "2147483647"],
  ["bigint", "1", "-9223372036854775808"],
  ["numeric(20,5)", "1.5", "123456789012345.12345"],
  ["numeric", "1", "NaN"],
  ["real", "0.1", "0.5"],
  ["double precision", "1e15", "-Infinity"],
  ["boolean", "true", "f"],
  ["boolean", "true", "FALSE", "f"],
  ["text", "a", 'it\'s "é" 😀 \\ \\\\ %s \n\t; -- /* */ $$'],
  ["text", "a", ""],
  ["varchar(9)", "a", "\\'"],
  ["char(3)", "a", "b", "b  "],
  ["name", "a", "b"],
  ["bytea", "x", "\\x00ff5c27"],
  ["date", "2024-02-29", "0001-01-01 BC"],
  ["date", "2024-02-29", "infinity"],
  ["time(3)", "00:00", "24:00:00"],
  ["timestamp", "2024-02-29 00:00", "2024-02-29 23:59:59.000001"],
  ["timestamptz", "2024-02-29 00:00+00", "2024-02-29 23:59:59.5+00"],
  ["interval", "1 day", "1 year 2 mons -3 days +04:05:06.7"],
  ["json", "{}", '{"a": 1.0, "a": "\\u00fc\\\\"}'],
  ["jsonb", "{}", '{"a": "\\\\"}'],
  ["uuid", "00000000-0000-0000-0000-000000000000", "12345678-1234-1234-1234-123456789abc"],
  ["inet", "127.0.0.1", "10.0.0.0/8"],
  ["integer[]", "{1}", "{1,NULL,-3}"],
  ["text[]", "{a}", '{"a,b","c\\"d","\\\\",NULL,""}'],
  ["int4range", "[1,2)", "[5,8)"],
  ["point", "(1,2)", "(0.5,-1e+20)"],
  ["xml", "<a/>", "<a b='1'>&amp;</a>"],
  ["bit(3)", "101", "010"],
  ["bit varying(9)", "1", "0101"],
  ["money", "1", "$1,234.50"],
  ["tsvector", "a", "'b':1 'c':2"],
  ["mood", "ok", "so so"],
  ["small", "1", "7"],
  ["pair", "(1,ok)", '(2,"so so")'],
  ["oid", "1", "4294967295"],
];

const MYSQL: readonly TypeCase[] = [
  ["tinyint", "1", "-128"],
  ["tinyint(1)", "1", "0"],
  ["smallint unsigned", "1", "65535"],
  ["int(6) zerofill", "42", "7", "000007"],
  ["bigint", "1", "-9223372036854775808"],
  ["bigint unsigned", "1", "18446744073709551615"],
  ["float", "0.1", "0.5"],
  ["double", "1e15", "-2.5e-300"],
  ["decimal(20,5)", "1.5", "123456789012345.12345"],
  ["year", "2024", "1901"],
  ["date", "2024-02-29", "1000-01-01"],
  ["datetime(6)", "2024-02-29 00:00:00", "2024-02-29 23:59:59.000001"],
  ["timestamp(3) null", "2024-02-29 12:00:00", "2024-02-29 12:00:00.120"],
  ["time", "00:00:00", "-838:59:59"],
  ["char(3)", "a", "é"],
  ["varchar(99)", "a", 'it\'s "é" 😀 \\ \\\\ %s \n\t; -- /* */ #'],
  ["varchar(9)", "a", ""],
  ["varchar(9)", "a", "\\'"],
  ["varchar(9)", "a", "x\0y"],
  ["text", "a", "A"],
  ["varbinary(9)", "a", "0x00ff5c27"],
  ["binary(3)", "abc", "0xff00ff"],
  ["blob", "a", "0x"],
  ["bit(10)", "1", "0x0201"],
  ["enum('a','b''c')", "a", "b'c"],
  ["set('a','b')", "a", "a,b"],
  ["json", "{}", '{"a": "\\\\ü"}'],
];

Deno.test("a cell of each type is written as it was typed, on every server", async (t) => {
  const { servers, stop } = await startEveryServer();
  try {
    for (const tried of servers) await t.step(tried.name, () => everyType(tried));
  } finally {
    await stop();
  }
});

async function everyType({ server, real, name }: TriedServer): Promise<void> {
  const postgres = server.engine === "postgres";
  const sql = (text: string) => real.sql(text, server.database!);
  const cases = postgres ? POSTGRES : MYSQL;
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
  if (postgres) {
    await sql(
      `create type mood as enum ('ok', 'so so'); create type pair as (a int, b mood);
      create domain small as int check (value < 10)`,
    );
  }
  await sql(
    `create table typed (n int primary key, ${cases.map(([type], i) => `c${i} ${type}`).join(", ")})${
      postgres ? "" : " character set utf8mb4"
    };
    insert into typed values (1, ${
      cases.map(([type, from]) => type.startsWith("bit(") && !postgres ? from : text(from)).join(", ")
    })`,
  );
  const edits = await openEdits(real, server);
  try {
    const result = await edits.show("select * from typed");
    const cells = cases.map(([, , typed], i) => ({ row: 0, column: i + 1, value: typed }));
    await edits.good(edits.tab.edits.set(result, cells));
    await edits.write(result);
    const wanted = cases.map(([, , typed, read]) => read ?? typed);
    if (name.includes("MariaDB")) wanted[cases.findIndex(([type]) => type === "json")] = '{"a": "\\\\ü"}';
    assert.deepEqual((await edits.rows(result))[0]!.slice(1), wanted, "what is shown after the Commit");
    const again = await edits.show("select * from typed");
    assert.deepEqual((await edits.rows(again))[0]!.slice(1), wanted, "what the server has");
    // Changes of others count even if only upper and lower case or hidden digits of a number
    // differ.
    await edits.good(
      edits.tab.edits.set(again, cells.map(({ column }) => ({ row: 0, column, value: null }))),
    );
    await edits.write(again);
    assert.deepEqual((await edits.rows(again))[0]!.slice(1), wanted.map(() => null));
    // MySQL shows 6 digits of a float and stores more.
    await sql(`create table rounded (n serial primary key, f float, e float);
      insert into rounded (f, e) values (1234567.8, null)`);
    const rounded = await edits.show("select n, f, e from rounded");
    await edits.good(edits.tab.edits.add(rounded, [0]));
    assert.equal(
      edits.state(rounded).message,
      postgres ? undefined : "Copied as shown: the server may have more digits of f.",
    );
    await edits.good(edits.tab.edits.step(rounded, "discard"));
    await edits.good(edits.tab.edits.set(rounded, [{ row: 0, column: 1, value: "0.5" }]));
    await edits.good(edits.tab.edits.add(rounded, [0]));
    assert.equal(edits.state(rounded).message, undefined);
  } finally {
    await edits.close();
  }
}
