import { deepEqual, equal } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { type Connection, ServerError } from "../../../../src/core/sql/driver/mod.ts";
import { mayWrite } from "../../../../src/core/sql/session/may_write.ts";

/** Statements, and the functions that are looked up for them at a MySQL server. */
const CALLS: readonly (readonly [sql: string, names: readonly string[]])[] = [
  ["select f(1), App.`g h` (2)", ["f", "g h"]],
  ['select "f"(1)', ["f"]],
  ["select count(*) from t where a in (select b from u)", ["count", "in"]],
  ["explain analyze select f()", ["f"]],
  ["explain select f()", []],
  ["select 'f()' -- g()", []],
];
for (const [sql, names] of CALLS) {
  Deno.test(`mayWrite() looks up ${names.join(" ") || "nothing"} for ${sql}`, async () => {
    const found: string[] = [];
    const connection = {
      run({ sql }: { readonly sql: string }) {
        const [, list = ""] = /routine_name in \(([^)]*)\)/.exec(sql) ?? [];
        found.push(...[...list.matchAll(/x'(\w*)'/g)].map(([, hex]) => Buffer.from(hex!, "hex").toString()));
        return Promise.resolve({ command: "", cut: false });
      },
    } as unknown as Connection;
    equal(await mayWrite(connection, "mysql", sql), null);
    deepEqual(found, names);
  });
}

Deno.test("mayWrite() takes so many functions that they are not looked up for ones that write", async () => {
  const sql = `select ${Array.from({ length: 51 }, (_, i) => `f${i}()`).join(", ")}`;
  equal((await mayWrite({} as Connection, "mysql", sql))?.mayWrite, true);
});

Deno.test("mayWrite() lets a statement through where the server does not tell its functions", async () => {
  const run = () => Promise.reject(new ServerError("1142", "denied"));
  equal(await mayWrite({ run } as unknown as Connection, "mysql", "select f()"), null);
});
