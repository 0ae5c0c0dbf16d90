import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { COSTLY } from "../../support/bundles/costly.ts";
import type { Costs } from "../../support/bundles/costs.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const PROGRAM = fileURLToPath(new URL("../../support/bundles/costs.ts", import.meta.url));
const MB = 1024 * 1024;
/** Bytes above the memory for the smallest bundle. */
const MAX_MEMORY = 150 * MB;
/**
 * Maximum number of measurements: on a busy machine the collector runs late, so free memory counts
 * as used.
 */
const TRIES = 3;

/** Measures the cost of a bundle in a process of its own. */
async function costs(name: string): Promise<Costs> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-cost-" });
  try {
    const output = join(folder, "costs.json");
    const { stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--v8-flags=--expose-gc", PROGRAM, name, output, "--growth"],
      stdin: "null",
      stdout: "null",
    }).output();
    const text = await Deno.readTextFile(output).catch(() => "");
    assert.notEqual(text, "", new TextDecoder().decode(stderr.slice(-2000)));
    return JSON.parse(text);
  } finally {
    await removeFolder(folder);
  }
}

for (const name of Object.keys(COSTLY)) {
  Deno.test(`a bundle of ${name} costs time in line with its bytes, and memory within its bound`, async () => {
    const expected = name.startsWith("entries nearly")
      ? ["validate"]
      : ["validate", "review", "install", "list"];
    let tooMuch: string[] = [];
    for (let tried = 0; tried === 0 || tooMuch.length > 0 && tried < TRIES; tried++) {
      const { commands, growth } = await costs(name);
      assert.equal(growth, "in line");
      assert.deepEqual(Object.keys(commands), expected);
      tooMuch = Object.entries(commands).filter(([, { memory }]) => memory >= MAX_MEMORY)
        .map(([command, { memory }]) => `${command} took ${(memory / MB).toFixed(0)} MB over idle`);
    }
    assert.deepEqual(tooMuch, []);
  });
}
