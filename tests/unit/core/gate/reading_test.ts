import assert from "node:assert/strict";
import { agentLoginFault } from "../../../../src/core/gate/login.ts";
import { readFault } from "../../../../src/core/gate/read.ts";
import type { Session } from "../../../../src/core/sql/session/mod.ts";
import { analysed } from "../../../../src/core/gate/hidden/analysed.ts";

/** A session that must not be used, because AWS bills what a query reads. */
const UNASKED = {
  run: () => assert.fail("it was asked"),
} as unknown as Session;

for (
  const [engine, words] of [["athena", /Athena is asked with your role/], ["logs", /with your role/]] as const
) {
  Deno.test(`agentLoginFault() keeps ${engine} from agents, and asks it nothing`, async () => {
    const fault = await agentLoginFault(UNASKED, engine, new AbortController().signal);
    assert.match(fault?.message ?? "", words);
    assert.doesNotMatch(fault?.hint ?? "", /create (role|user)/);
  });
}

for (
  const [sql, fault] of [
    ["select 1,\r\n\t2", null],
    ["select 1 -- \r '\n, 2 -- '", /a carriage return/],
    ["select 1\n,\x7f 2", /^Line 2 has a control character \(U\+007F\)/],
    ["select 1; select 2", /2 statements/],
  ] as const
) {
  Deno.test(`readFault() says ${fault ?? "nothing"} of ${JSON.stringify(sql)}`, () => {
    const said = readFault(sql, "mysql");
    if (fault === null) assert.equal(said, null);
    else assert.match(said!.error, fault);
  });
}

/** Rules of views as PostgreSQL 11, 15 and 17 print them, shortened; oid 9 is the view itself. */
const OLD =
  "({QUERY :commandType 1 :rtable ({RANGETBLENTRY :alias <> :eref {ALIAS :aliasname old :colnames <>} :rtekind 0 :relid 9 :selectedCols (b)} {RANGETBLENTRY :alias {ALIAS :aliasname :relid :colnames <>} :rtekind 0 :relid 16384 :selectedCols (b 8 9)} {RANGETBLENTRY :rtekind 6 :ctename :rtekind :selectedCols (b)}) :targetList ({TARGETENTRY :expr {VAR :varno 2} :resno 1 :resname a\\ b :resorigtbl 16384 :resorigcol 2} {TARGETENTRY :expr {FUNCEXPR :funcid 870 :args ({CONST :constvalue 4 [ 1 0 0 0 ]})} :resno 2 :resorigtbl 0 :resorigcol 0}) :quals {OPEXPR :opno 98 :opfuncid 67} :setOperations <>})";
const OLDER = OLD.replaceAll("RANGETBLENTRY", "RTE");
const NEW =
  "({QUERY :commandType 1 :rtable ({RANGETBLENTRY :rtekind 0 :relid 16384 :perminfoindex 1}) :rteperminfos ({RTEPERMISSIONINFO :relid 16384 :inh true :selectedCols (b 7 9)}) :targetList <> :setOperations {SETOPERATIONSTMT :op 0}})";

const CASES: readonly (readonly [string, string, number, (readonly [number, number[]])[]])[] = [
  ["the sets of PostgreSQL 15", OLD, 150_004, [[16384, [1, 2]]]],
  ["the sets of PostgreSQL 11, which begin a column earlier", OLDER, 110_000, [[16384, [0, 1]]]],
  ["the sets of PostgreSQL 17, which stand beside the tables", NEW, 170_000, [[16384, [0, 2]]]],
];
for (const [what, rule, version, reads] of CASES) {
  Deno.test(`analysed() reads ${what}`, () => {
    const read = [...analysed(rule, 9, version).reads].map(([table, columns]) => [table, [...columns ?? []]]);
    assert.deepEqual(read, reads);
  });
}

Deno.test("analysed() tells functions, operators and where a column comes from", () => {
  const { functions, operators, source } = analysed(OLD, 9, 150_004);
  assert.deepEqual([[...functions], [...operators]], [[870, 67], [98]]);
  assert.deepEqual([source(1), source(2)], [{ table: 16384, column: 2 }, undefined]);
});

Deno.test("analysed() tells no source where results are put together", () =>
  assert.equal(analysed(NEW, 9, 170_000).source(1), undefined));

Deno.test("analysed() knows no columns of a table without a set", () => {
  const { reads } = analysed("{QUERY :rtable ({RANGETBLENTRY :rtekind 0 :relid 5})}", 9, 190_000);
  assert.deepEqual([...reads], [[5, null]]);
});

for (
  const text of [
    "",
    "{QUERY",
    "({QUERY :a 1}) {QUERY}",
    "{QUERY a 1}",
    "{RANGETBLENTRY :rtekind 0 :relid <>}",
    "{QUERY :rtable ({TABLE :kind 0 :relid 5})}",
  ]
) {
  Deno.test(`analysed() refuses ${JSON.stringify(text)}`, () =>
    assert.throws(() => analysed(text, 9, 150_004), SyntaxError));
}
