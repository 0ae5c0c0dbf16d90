import { deepEqual, equal, match } from "node:assert/strict";
import { outcomeOf } from "../../../../src/core/sql/driver/postgres/run.ts";
import { createUserTypes, typeOf } from "../../../../src/core/sql/driver/postgres/types.ts";

const TAGS: [tag: string, command: string, affected: number | undefined][] = [
  ["INSERT 0 5", "INSERT", 5],
  ["UPDATE 3", "UPDATE", 3],
  ["DELETE 0", "DELETE", 0],
  ["MERGE 12", "MERGE", 12],
  ["COPY 7", "COPY", 7],
  ["SELECT 4", "SELECT", undefined],
  ["FETCH 4", "FETCH", undefined],
  ["CREATE TABLE", "CREATE TABLE", undefined],
  ["BEGIN", "BEGIN", undefined],
  ["", "", undefined],
];
for (const [tag, command, affected] of TAGS) {
  Deno.test(`outcomeOf() reads “${tag}”`, () => {
    deepEqual(outcomeOf(tag, false), {
      command,
      ...(affected === undefined ? {} : { affected }),
      cut: false,
    });
  });
}

const TYPES: [number: number, modifier: number, type: string, kind: string][] = [
  [23, -1, "integer", "integer"],
  [1700, -1, "numeric", "decimal"],
  [1700, (10 << 16 | 2) + 4, "numeric(10,2)", "decimal"],
  [1700, (3 << 16 | (-2 & 0x7ff)) + 4, "numeric(3,-2)", "decimal"],
  [1043, 24, "character varying(20)", "text"],
  [1042, 9, "character(5)", "text"],
  [1560, 3, "bit(3)", "text"],
  [1114, 3, "timestamp(3) without time zone", "time"],
  [1184, -1, "timestamp with time zone", "time"],
  [1007, -1, "integer[]", "text"],
  [1231, (10 << 16 | 2) + 4, "numeric(10,2)[]", "text"],
  [3802, -1, "jsonb", "json"],
  [17, -1, "bytea", "binary"],
  [3904, -1, "int4range", "text"],
  [4451, -1, "int4multirange", "text"],
  [3905, -1, "int4range[]", "text"],
  [718, -1, "circle", "text"],
  [604, -1, "polygon", "text"],
  [16385, -1, "type 16385", "text"],
];
for (const [number, modifier, type, kind] of TYPES) {
  Deno.test(`typeOf() names ${type}`, () =>
    deepEqual(typeOf(number, modifier, createUserTypes()), { type, kind }));
}

Deno.test("createUserTypes() asks at first, and again once for each number that it was not told of", () => {
  const types = createUserTypes();
  match(types.question ?? "", /from pg_type/);
  types.learn("16385", "mood");
  types.asked();
  deepEqual([types.question, types.nameOf(16385), types.question], [null, "mood", null]);
  deepEqual(typeOf(16385, -1, types), { type: "mood", kind: "text" });
  equal(types.nameOf(16390), undefined);
  match(types.question ?? "", /from pg_type/);
  types.asked();
  deepEqual([types.nameOf(16390), types.question], [undefined, null]);
});
