import assert from "node:assert/strict";
import { inOwnNetwork } from "../../support/servers/network.ts";
import { CASES, type Told } from "../../support/sql/between_cases.ts";

Deno.test("somebody in the middle of a real server gets no password that the configuration does not give them", async (t) => {
  const script = new URL("../../support/sql/between.ts", import.meta.url);
  const all = JSON.parse(await inOwnNetwork(script)) as Told[];
  const told = new Map(all.map((one) => [`${one.engine}: ${one.name}`, one]));
  for (const { name, engines, kind, says, sent } of CASES) {
    for (const engine of engines) {
      await t.step(`${engine}: ${name}`, () => {
        const got = told.get(`${engine}: ${name}`)!;
        const what = JSON.stringify(got);
        if (kind !== "any") assert.equal(got.kind, kind, what);
        assert.match(got.words, says);
        assert.equal(got.password, sent === "the password", what);
        if (sent === "nothing") assert.deepEqual([got.user, got.inside], [false, 0], what);
        else assert.equal(got.user, true, what);
      });
    }
  }
});
