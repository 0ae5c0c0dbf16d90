import { deepEqual } from "node:assert/strict";
import { join } from "node:path";
import { clearLeftovers } from "../../../../src/core/files/leftovers.ts";
import { testFolder } from "../../../support/folder.ts";

/** A file beside the one that is written, how old it is, and whether it stays. */
const CASES: readonly (readonly [what: string, name: string, ms: number, stays: boolean])[] = [
  ["what a killed one has left", ".a.json.0123abcd.tmp", 61_000, false],
  ["what another one writes just now", ".a.json.0123abcd.tmp", 0, true],
  ["what is of another file", ".b.json.0123abcd.tmp", 61_000, true],
  ["what somebody else calls so", ".a.json.notes.tmp", 61_000, true],
  ["the file itself", "a.json", 61_000, true],
];
for (const [what, name, ms, stays] of CASES) {
  Deno.test(`clearLeftovers() ${stays ? "leaves" : "removes"} ${what}`, async () => {
    const folder = await testFolder(), then = new Date(Date.now() - ms);
    await Deno.writeTextFile(join(folder, name), "x");
    await Deno.utime(join(folder, name), then, then);
    await clearLeftovers(join(folder, "a.json"), 60_000);
    const left = await Array.fromAsync(Deno.readDir(folder));
    deepEqual(left.map((one) => one.name), stays ? [name] : []);
  });
}

Deno.test("clearLeftovers() does nothing where there is no folder", async () => {
  await clearLeftovers(join(await testFolder(), "none", "a.json"));
});
