import assert from "node:assert/strict";
import { rolesToChoose } from "../../../../../src/core/app/features/accounts/roles.ts";

const signal = new AbortController().signal;
const ID = "123456789012";

const CASES: readonly [what: string, roles: string[], last: string | undefined, expected: string[]][] = [
  ["the source's order when none was used", ["Admin", "Read"], undefined, ["Admin", "Read"]],
  ["the last used one first", ["Admin", "Read"], "Read", ["Read", "Admin"]],
  ["the last used one also when nobody lists it", ["Admin"], "Deploy", ["Deploy", "Admin"]],
  ["nothing when nothing is known", [], undefined, []],
  ["no role of a user's own credentials", ["", "Read"], undefined, ["Read"]],
];
for (const [what, roles, last, expected] of CASES) {
  Deno.test(`rolesToChoose() offers ${what}`, async () => {
    const list = rolesToChoose({ roles: () => Promise.resolve(roles) }, ID, () => Promise.resolve(last));
    assert.deepEqual(await list.read(0, 100, signal), { ok: true, rows: expected, total: expected.length });
  });
}

Deno.test("rolesToChoose() says why the roles cannot be had", async () => {
  const failure = Object.assign(new Error("You are signed out."), { hint: "Sign in." });
  const list = rolesToChoose({ roles: () => Promise.reject(failure) }, ID, () => Promise.resolve(undefined));
  assert.deepEqual(await list.read(0, 100, signal), {
    ok: false,
    error: "You are signed out.",
    hint: "Sign in.",
  });
});
