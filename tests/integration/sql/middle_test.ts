import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { exec } from "../../support/servers/server.ts";
import { CASES, type Told } from "../../support/sql/between_cases.ts";

Deno.test("somebody in the middle of a real server gets no password that the configuration does not give them", async (t) => {
  const script = fileURLToPath(new URL("../../support/sql/between.ts", import.meta.url));
  const network = 'ip link set lo up && ip addr add 192.0.2.7/32 dev lo && exec "$@"';
  const output = await exec([
    ...["unshare", "--net", "/bin/sh", "-c", network, "sh"],
    ...[Deno.execPath(), "run", "-A", "--no-check", script],
  ]);
  const all = JSON.parse(output) as Told[];
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
