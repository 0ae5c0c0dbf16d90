import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { GROWING } from "../../support/bundles/growing.ts";

const PROGRAM = fileURLToPath(new URL("../../support/bundles/growth.ts", import.meta.url));
/** Twice the bytes may cost so many times as much. */
const MOST = 2.5;

Deno.test(`a bundle of twice the bytes costs at most ${MOST} times as much`, async (t) => {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", PROGRAM, `${MOST}`],
    stdin: "null",
  }).output();
  const lines = new TextDecoder().decode(stdout).trim().split("\n");
  assert.equal(lines.length, Object.keys(GROWING).length, new TextDecoder().decode(stderr));
  for (const line of lines) {
    const [shape, single, double]: [string, number, number] = JSON.parse(line);
    await t.step(shape, () => {
      const took = `${double.toFixed(0)} ms for twice of what took ${single.toFixed(0)} ms`;
      assert.ok(double <= MOST * single, took);
    });
  }
});
