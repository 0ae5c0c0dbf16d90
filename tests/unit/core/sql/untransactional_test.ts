import { deepEqual, equal } from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Connection } from "../../../../src/core/sql/driver/mod.ts";
import { untransactional } from "../../../../src/core/sql/session/untransactional.ts";

/** Statements, and the names that are looked up because they may be tables the statement writes. */
const NAMES: readonly (readonly [sql: string, names: readonly string[]])[] = [
  ["insert into m values (1)", ["into", "m"]],
  ["insert into m (a, b) select a, b from t", ["into", "m"]],
  ["replace into `a``b`.m select 1", ["into", "a`b", "m"]],
  ["update t join m on t.n = m.n set m.n = 2 where t.n in (select n from x)", ["t", "join", "m", "on", "n"]],
  ["update (select n from x where n in (select 1)) s join m using (n) set m.n = 1", [
    ...["s", "join", "m", "using", "n"],
  ]],
  ["update (t join m) set m.n = 1", ["t", "join", "m"]],
  ["update t join u on t.value = value join m on 1 set m.n = 1", [
    ...["t", "join", "u", "on", "value", "m"],
  ]],
  ["delete from m where n = (select 1)", ["from", "m"]],
  ["load data infile 'x' into table m (a, b) set c = 1", ["data", "infile", "into", "table", "m"]],
  ["with c as (select n from x) update m join c set m.n = c.n", ["m", "join", "c"]],
  ["with c (n) as (select 1), d as (select n from x for update) delete from m where 1", ["from", "m"]],
  ["with recursive c as (select 1 union all (select 2)) update t set a = 1", ["t"]],
  ["with c as (select 1) select replace(a, 'x', 'y') from c, x", []],
  ["select a from x", []],
  ["(select a from x)", []],
];
for (const [sql, names] of NAMES) {
  Deno.test(`untransactional() looks up ${names.join(" ") || "nothing"} for ${sql}`, async () => {
    let found: string[] = [];
    const connection = {
      run({ sql }: { readonly sql: string }) {
        const [, list = ""] = /table_name in \(([^)]*)\)/.exec(sql) ?? [];
        found = [...list.matchAll(/x'(\w*)'/g)].map(([, hex]) => Buffer.from(hex!, "hex").toString());
        return Promise.resolve({ command: "", cut: false });
      },
    } as unknown as Connection;
    equal(await untransactional(connection, sql), null);
    deepEqual(found, names);
  });
}
