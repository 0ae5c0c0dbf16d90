import { deepEqual, equal } from "node:assert/strict";
import { DriverError, ServerError } from "../../../../src/core/sql/driver/mod.ts";
import { failedCommit } from "../../../../src/core/sql/session/commit_end.ts";
import { dialectOf } from "../../../../src/core/sql/text/dialect.ts";
import { errorPosition } from "../../../../src/core/sql/text/error_position.ts";
import type { Engine } from "../../../../src/core/sql/engines/mod.ts";
import { insertsRows } from "../../../../src/core/sql/session/inserted.ts";
import { bindParameters, parametersOf } from "../../../../src/core/sql/text/parameters.ts";
import { pickStatements } from "../../../../src/core/sql/text/pick.ts";
import { tabNameOf } from "../../../../src/core/sql/query_window/title.ts";
import { controlOf } from "../../../../src/core/sql/text/control.ts";
import { writeTarget } from "../../../../src/core/sql/session/target.ts";

const fatal = { fatal: true };
const said = (code: string, more = {}) => new ServerError(code, "words", more);

/** Errors that may come instead of the answer to COMMIT. `refused`: surely not committed. */
const ENDS: readonly (readonly [what: string, error: Error, kind: "refused" | "unknown"])[] = [
  ["a check that fails", said("23503"), "refused"],
  ["a conflict with another transaction", said("40001"), "refused"],
  ["PostgreSQL, whose administrator ended the session", said("57P01", fatal), "refused"],
  ["PostgreSQL, which waited too long", said("25P03", fatal), "refused"],
  ["PostgreSQL, which crashes", said("57P02", fatal), "unknown"],
  ["a pooler whose server went", said("08P01", fatal), "unknown"],
  ["a pooler whose server went, which goes on", said("08006"), "unknown"],
  ["a pooler with an error of the system", said("58000", fatal), "unknown"],
  ["a commit that is interrupted", said("57014"), "unknown"],
  ["an error of MySQL", said("1180"), "refused"],
  ["MySQL's words before anything was asked", said("4031", { ...fatal, unasked: true }), "refused"],
  ["MariaDB, killed before anything was asked", said("1927", { ...fatal, unasked: true }), "refused"],
  ["MariaDB, killed while it commits", said("1927", fatal), "unknown"],
  ["MySQL, which goes down while it commits", said("1053", fatal), "unknown"],
  ["MySQL, interrupted while it commits", said("1317"), "unknown"],
  ["a router whose server went", said("2013"), "unknown"],
  ["a router that found none", said("2003", fatal), "unknown"],
  ["nothing but the end", new DriverError("CLOSED", "the server closed the connection"), "unknown"],
  ["rubbish", new DriverError("PROTOCOL", "the server broke the protocol"), "unknown"],
  ["silence", new DriverError("ETIMEDOUT", "the server did not answer in time"), "unknown"],
];
for (const [what, error, kind] of ENDS) {
  Deno.test(`failedCommit() is ${kind} after ${what}`, () => {
    const failed = { ok: false, kind: "lost", message: "words", hint: "" } as const;
    equal(failedCommit(error, failed).kind, kind);
  });
}

const NEAR = "You have an error in your SQL syntax; check the manual for the right syntax to use near";
// `|` marks the position of the error; without it the position is unknown.
const PLACES: readonly (readonly [words: string, sql: string])[] = [
  [`${NEAR} 'id = 3' at line 2`, "select * from a\nwher |id = 3"],
  [`${NEAR} 'a\nfrom b' at line 1`, "selec |a\nfrom b"],
  [`${NEAR} 'x' at line 2`, "select x\nfrom |x"],
  [`${NEAR} 'x y' at line 3`, "select |x y"],
  [`${NEAR} '' at line 1`, "select (1|"],
  [`${NEAR} 'what is not in it' at line 1`, "select 1"],
  ["Unknown column 'totl' in 'WHERE'", "select 'totl' from a where |totl > 3"],
  ["Unknown column 'o.totl' in 'field list'", "select o.|totl from a o"],
  ["Unknown column 'Odd one' in 'field list'", "select |`Odd one`"],
  ["Table 'app.ordres' doesn't exist", "select * from |ordres"],
  ["FUNCTION app.tuch does not exist", "select app.|tuch(1)"],
  ["Unknown database 'nowhere'", "select * from |nowhere.t"],
  ["Duplicate entry '1' for key 'PRIMARY'", "insert into t values (1)"],
];
for (const [words, marked] of PLACES) {
  Deno.test(`errorPosition() finds ${words.replace(NEAR, "near")} in ${JSON.stringify(marked)}`, () => {
    const at = marked.indexOf("|");
    equal(errorPosition(words, marked.replace("|", ""), dialectOf("mysql")), at < 0 ? null : at);
  });
}

const INSERTS: readonly (readonly [engine: Engine, sql: string, rows: boolean])[] = [
  ["postgres", "insert into t values (1), ((select 2))", true],
  ["postgres", "insert into t (a) overriding system value values (1)", true],
  ["postgres", "insert into t default values", true],
  ["postgres", "insert into t select 1", false],
  ["postgres", "insert into t values (1) returning a", false],
  ["postgres", "insert into t values (1) on conflict do nothing", false],
  ["postgres", "with x as (select 1) insert into t values (1)", false],
  ["postgres", "update t set a = 1", false],
  ["mysql", "insert into t set a = 1", true],
  ["mysql", "insert ignore into t values (1)", false],
  ["mysql", "insert into t values (1) on duplicate key update a = 2", false],
  ["mysql", "insert into t values (1) /*! returning a */", false],
  ["redshift", "insert into t values (1)", false],
];
for (const [engine, sql, rows] of INSERTS) {
  Deno.test(`insertsRows() is ${rows} for ${sql} of ${engine}`, () => {
    equal(insertsRows(sql, engine), rows);
  });
}

const postgres = dialectOf("postgres"), mysql = dialectOf("mysql");

/** `|` is the cursor; two of them mark the selection. */
const PICKS: readonly (readonly [name: string, text: string, picked: readonly string[]])[] = [
  ["the statement at the cursor", "select 1;\nsel|ect 2;\nselect 3", ["select 2"]],
  ["the one that ends at the cursor", "select 1|;\nselect 2", ["select 1"]],
  ["the one that ends on the cursor's line", "select 1; |\nselect 2", ["select 1"]],
  ["the next one from an empty line", "select 1;\n\n|\nselect 2", ["select 2"]],
  ["the last one behind everything", "select 1;\nselect 2;\n\n|", ["select 2"]],
  ["what is selected", "select 1; |select 2; select 3|; select 4", ["select 2", "select 3"]],
  ["a part of a statement that is selected", "select 1, |2 + 3|", ["2 + 3"]],
  ["nothing in a text without statements", "-- nothing |here", []],
];
for (const [name, text, picked] of PICKS) {
  Deno.test(`pickStatements() gives ${name}`, () => {
    const [from = 0, second] = [...text.matchAll(/\|/g)].map(({ index }, n) => index - n);
    const bare = text.replaceAll("|", "");
    const pick = second === undefined ? { at: from } : { from, to: second };
    deepEqual(
      pickStatements(bare, postgres, pick).map(({ start, end }) => bare.slice(start, end)),
      picked,
    );
  });
}

const BOUND: readonly (readonly [sql: string, postgres: string, mysql: string, names: readonly string[]])[] =
  [
    ["select :a, :b", "select $1, $2", "select ?, ?", ["a", "b"]],
    ["select :a where x=:a", "select $1 where x=$1", "select ? where x=?", ["a"]],
    ["select ':a', \":b\" -- :c\n", "select ':a', \":b\" -- :c\n", "select ':a', \":b\" -- :c\n", []],
    ["select x::text, a[1:n]", "select x::text, a[1:n]", "select x::text, a[1:n]", []],
    ["select :a::int", "select $1::int", "select ?::int", ["a"]],
    ["select a:b", "select a:b", "select a:b", []],
    [":x", "$1", "?", ["x"]],
  ];
for (const [sql, inPostgres, inMysql, names] of BOUND) {
  Deno.test(`bindParameters() makes places of ${JSON.stringify(sql)}`, () => {
    equal(bindParameters(sql, postgres).sql, inPostgres);
    equal(bindParameters(sql, mysql).sql, inMysql);
    deepEqual(parametersOf(sql, postgres), names);
  });
}

Deno.test("bindParameters() gives MySQL a value for each place", () => {
  deepEqual(bindParameters("select :a, :b, :a", mysql).names, ["a", "b", "a"]);
  deepEqual(bindParameters("select :a, :b, :a", postgres).names, ["a", "b"]);
});

Deno.test("parametersOf() names each value that bindParameters() needs when there are many", () => {
  const names = Array.from({ length: 60 }, (_, n) => `p${n}`);
  const sql = `insert into wide values (${names.map((name) => `:${name}`)})`;
  deepEqual(parametersOf(sql, postgres), names);
  deepEqual(bindParameters(sql, postgres).names, names);
});

const NAMES: readonly (readonly [sql: string, name: string])[] = [
  ["select * from orders where id = 7", "orders"],
  ["-- of this week\nselect * from public.orders o join customers c on true", "orders"],
  ['select * from "My Shop"."Order lines"', "Order lines"],
  ["with x as (select 1 from customers) select * from x", "customers"],
  ["select * from (select * from orders) o", "orders"],
  ["update only orders set a = 1", "update orders"],
  ["delete from orders", "delete orders"],
  ["insert into orders values (1)", "insert orders"],
  ["create table if not exists orders (n int)", "create orders"],
  ["select 7 as seven", "select 7 as seven"],
  ["select extract(year from placed_at) from orders", "orders"],
  [`select * from ${"t".repeat(60)}`, `${"t".repeat(39)}…`],
  ["", ""],
];
for (const [sql, name] of NAMES) {
  Deno.test(`tabNameOf() calls a tab after ${JSON.stringify(sql).slice(0, 60)} ${JSON.stringify(name)}`, () =>
    equal(tabNameOf(sql, dialectOf("postgres")), name));
}

const ALL: readonly Engine[] = ["postgres", "mysql", "redshift"];
const POSTGRES: readonly Engine[] = ["postgres", "redshift"];

/**
 * `control` is the kind with its modes or name; `!`: refused, null: no control of a transaction.
 */
const CASES: readonly (readonly [engines: readonly Engine[], sql: string, control: string | null])[] = [
  [ALL, "begin", "begin "],
  [ALL, "BEGIN WORK", "begin "],
  [ALL, "start transaction -- now", "begin "],
  [ALL, "/* two writes */ start transaction read only", "begin read only"],
  [
    POSTGRES,
    "begin transaction isolation level repeatable read, read only",
    "begin isolation level repeatable read, read only",
  ],
  [
    POSTGRES,
    "begin isolation level serializable not deferrable",
    "begin isolation level serializable, not deferrable",
  ],
  [POSTGRES, "begin isolation level nonsense", "!"],
  [
    ["mysql"],
    "start transaction with consistent snapshot, read only",
    "begin with consistent snapshot, read only",
  ],
  [["mysql"], "begin not atomic select 1", "!"],
  [POSTGRES, "begin; drop table t", "begin "],
  [ALL, "commit", "commit "],
  [ALL, "Commit work", "commit "],
  [POSTGRES, "end transaction", "commit "],
  [["mysql"], "end", null],
  [ALL, "commit and no chain", "commit "],
  [ALL, "commit and chain", "!"],
  [["mysql"], "commit no release", "commit "],
  [["mysql"], "commit release", "!"],
  [POSTGRES, "commit prepared 'x'", "!"],
  [POSTGRES, "prepare transaction 'x'", "!"],
  [POSTGRES, "prepare x as select 1", null],
  [["mysql"], "xa start 'x'", "!"],
  [ALL, "rollback", "rollback "],
  [POSTGRES, "abort work", "rollback "],
  [ALL, "rollback and chain", "!"],
  [ALL, "savepoint A", "savepoint a"],
  [POSTGRES, 'savepoint "A ""b"""', 'savepoint A "b"'],
  [["mysql"], "savepoint `A``b`", "savepoint a`b"],
  [ALL, "rollback to a", "rollback-to a"],
  [ALL, "rollback work to savepoint a", "rollback-to a"],
  [ALL, "rollback to savepoint", "rollback-to savepoint"],
  [ALL, "release savepoint a", "release a"],
  [POSTGRES, "release a", "release a"],
  [ALL, "savepoint kedge_statement", "!"],
  [ALL, "savepoint", "!"],
  [ALL, "select 'begin'", null],
  [ALL, "update t set a = 1", null],
  [["mysql"], "/*!50000 commit */", null],
  [ALL, "", null],
];
for (const [engines, sql, wanted] of CASES) {
  for (const engine of engines) {
    Deno.test(`controlOf() of ${engine}: ${JSON.stringify(sql)} ${wanted === null ? "is no control" : "is one"}`, () => {
      const control = controlOf(sql, engine);
      const told = control &&
        (control.kind === "refused"
          ? "!"
          : `${control.kind} ${"modes" in control ? control.modes : "name" in control ? control.name : ""}`);
      equal(told, wanted);
    });
  }
}

const TARGETS: readonly (readonly [sql: string, target: string | null])[] = [
  ["update t set a = 1 where b = 2", "update t  | b = 2"],
  [
    "UPDATE s.t AS x SET a = 1 WHERE x.b = (select max(b) from t where c)",
    "update s.t x | x.b = (select max(b) from t where c)",
  ],
  ['update "my t" set a = 1', 'update "my t"  | *'],
  ["update only t set a = 1 where b -- why\n", "update only t  | b"],
  ["delete from t where a returning *", "delete t  | a"],
  ["delete from t x where x.a > 1", "delete t x | x.a > 1"],
  ["delete from t", "delete t  | *"],
  ["update t set a = u.a from u where t.b = u.b", null],
  ["update t, u set t.a = u.a", null],
  ["update t join u on t.a = u.a set t.b = 1", null],
  ["delete from t using u where t.a = u.a", null],
  ["delete from t where current of c", null],
  ["update t set a = 1 order by b limit 3", null],
  ["with x as (select 1) delete from t", null],
  ["insert into t values (1)", null],
  ["delete t from t where a", null],
  ["update", null],
  ["update t set a = 1 where", null],
  ["update /*! low_priority */ t set a = 1", "update t  | *"],
];
for (const [sql, target] of TARGETS) {
  Deno.test(`writeTarget() of ${JSON.stringify(sql)} is ${target}`, () => {
    const found = writeTarget(sql, dialectOf("postgres"));
    equal(found && `${found.verb} ${found.table} ${found.alias} | ${found.where ?? "*"}`, target);
  });
}

Deno.test("writeTarget() does not look into comments that MySQL executes", () => {
  equal(writeTarget("update /*! low_priority */ t set a = 1", dialectOf("mysql")), null);
});
