/** Kedge compares names of columns as the server does. */
import { deepEqual } from "node:assert/strict";
import { weighedName } from "../../../src/core/sql/text/weighed_name.ts";
import { startMysql } from "../../support/servers/mysql.ts";

/**
 * A query for the sort weight and the lower case of each character; halves of surrogate pairs are
 * no characters.
 */
const WEIGHTS = `set names utf8mb4; set session cte_max_recursion_depth = 100000;
  with recursive n (n) as (select 1 union all select n + 1 from n where n < 65535),
    c (n, c) as (select n, convert(char(n using ucs2) using utf8mb3) collate utf8mb3_general_ci from n
      where n not between 0xd800 and 0xdfff)
  select n, hex(weight_string(c)), hex(lower(c)) from c`;

Deno.test("weighedName() is equal for all characters that a real MySQL weighs the same", async () => {
  const server = await startMysql();
  try {
    const rows = (await server.sql(WEIGHTS)).trim().split("\n").map((row) => row.split("\t"));
    const first = new Map<string, string>();
    const apart: string[] = [];
    for (const [code, ...alike] of rows) {
      const character = String.fromCodePoint(Number(code));
      for (const [what, weight] of alike.entries()) {
        const key = `${what} ${weight}`, weighed = weighedName(character);
        if ((first.get(key) ?? weighed) !== weighed) apart.push(character);
        else first.set(key, weighed);
      }
    }
    deepEqual([rows.length, apart], [63_487, []]);
  } finally {
    await server.stop();
  }
});
