import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { hiddenPatterns } from "../../../../src/core/config/hidden_columns.ts";
import { postgresFault } from "../../../../src/core/gate/hidden/postgres.ts";
import { isPlainFunction } from "../../../../src/core/gate/hidden/system_names.ts";
import type { RowSink } from "../../../../src/core/sql/driver/mod.ts";
import type { Session } from "../../../../src/core/sql/session/mod.ts";

/** Returns the rule of a view that reads these columns of a table, as PostgreSQL 15 prints it. */
const ruleOf = (table: number, columns: readonly number[], below: number) =>
  `({QUERY :rtable ({RTE :rtekind 0 :relid ${table} :selectedCols (b ${
    columns.map((number) => number + below).join(" ")
  })}) :targetList <> :setOperations <>})`;

/**
 * Returns a session whose view reads one column of people (id, pin). Its sets of columns begin
 * `below` below column 0.
 */
function standIn(below: number, column: number): Pick<Session, "begin"> {
  const known = ["11", ruleOf(12, [1, 2, 3, 4, 5, 6, 8, 9], below), "12", "1", "7", "8"];
  const answers: readonly (readonly [asked: RegExp, rows: readonly string[][]])[] = [
    [/^create temporary view/, []],
    [/kedge_look/, [["9", ruleOf(16384, [column], below), "150004", ...known]]],
    [/c\.relkind/, [["16384", "public", "people", "r"]]],
    [/computed\.source/, [["16384", "1", "id", ""], ["16384", "2", "pin", ""]]],
  ];
  const transaction = {
    ok: true,
    run({ sql }: { sql: string }, sink: RowSink) {
      const rows = answers.find(([asked]) => asked.test(sql))?.[1] ?? assert.fail(sql);
      sink.columns((rows[0] ?? []).map((name) => ({ name, type: "text", kind: "text", typeNumber: 25 })));
      for (const row of rows) {
        const ends = row.map((_, i) => row.slice(0, i + 1).join("").length);
        const bounds = ends.flatMap((end, i) => [ends[i - 1] ?? 0, end]);
        sink.row(Buffer.from(row.join("")), Int32Array.from(bounds));
      }
      return Promise.resolve({ ok: true, outcome: { command: "", cut: false }, sample: null });
    },
    rollback: () => Promise.resolve({ kind: "rolled-back", by: "user" }),
  };
  return { begin: () => Promise.resolve(transaction) } as unknown as Session;
}

const CASES: readonly (readonly [what: string, below: number, column: number, says: RegExp | null])[] = [
  ["as PostgreSQL does, of an open column", 7, 1, null],
  ["as PostgreSQL does, of a hidden column", 7, 2, /people\.pin is hidden/],
  ["with one system column more, of an open column", 8, 1, /numbers columns in a way/],
  ["with one system column more, of a hidden column", 8, 2, /numbers columns in a way/],
  ["with two system columns more, of a hidden column", 9, 2, /numbers columns in a way/],
  ["with one system column less, of a hidden column", 6, 2, /numbers columns in a way/],
  ["with many system columns more, of a hidden column", 20, 2, /numbers columns in a way/],
];
for (const [what, below, column, says] of CASES) {
  Deno.test(`postgresFault() says ${says ?? "nothing"} when a server numbers columns ${what}`, async () => {
    const patterns = hiddenPatterns({ agents: { hidden: ["people.pin"] } })!;
    const { signal } = new AbortController();
    const fault = await postgresFault(standIn(below, column), "select x from people", patterns, signal);
    if (says === null) assert.equal(fault, null);
    else assert.match(fault?.message ?? "", says);
  });
}

const TEXTS: readonly (readonly [sql: string, says: RegExp | null])[] = [
  ["select id from people;", null],
  ["select id from people -- ;\n; \t;\r\n", null],
  ["select 1) as k; select (1", /brackets/],
  ["select 1) as k; select (1;", /brackets/],
  ["select ';", /brackets/],
];
for (const [sql, says] of TEXTS) {
  Deno.test(`postgresFault() says ${says ?? "nothing"} of ${JSON.stringify(sql)}`, async () => {
    const patterns = hiddenPatterns({ agents: { hidden: ["people.pin"] } })!;
    const fault = await postgresFault(standIn(7, 1), sql, patterns, new AbortController().signal);
    if (says === null) assert.equal(fault, null);
    else assert.match(fault?.message ?? "", says);
  });
}

const FUNCTIONS: readonly (readonly [name: string, plain: boolean])[] = [
  ["upper", true],
  ["pg_get_viewdef", true],
  ["query_to_xml", false],
  ["pg_stat_get_activity", false],
  ["aurora_stat_activity", false],
  ["aurora_stat_statements", false],
  ["aurora_stat_plans", false],
  ["yb_active_session_history", false],
];
for (const [name, plain] of FUNCTIONS) {
  Deno.test(`isPlainFunction() is ${plain} when a function of pg_catalog is ${name}()`, () => {
    assert.equal(isPlainFunction("pg_catalog", name, ""), plain);
  });
}
