import { equal } from "node:assert/strict";
import type { Edit } from "../../../../src/core/json/edit.ts";
import { inverses } from "../../../../src/core/json/undo.ts";
import { growsInLine } from "../../../support/growth.ts";

Deno.test("inverses() of many entries takes time in line with their number when the list has shifted", async () => {
  const entries = (count: number, of: string) =>
    Array.from({ length: count }, (_, i) => ({ accountId: `${of}${i}`, region: "eu-west-1", env: "prd" }));
  const make = (count: number) => {
    const had = entries(9, "a"), added = entries(count, "b");
    return {
      edits: added.map((value, i): Edit => ({ path: ["accounts", had.length + i], value, add: true })),
      before: { accounts: had },
      current: { accounts: [...entries(1, "c"), ...had, ...added] },
    };
  };
  await growsInLine(
    2000,
    make,
    ({ edits, before, current }) => equal(inverses(edits, before, current)?.length, edits.length),
  );
});
