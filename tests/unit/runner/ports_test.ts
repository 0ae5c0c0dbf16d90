import { equal, match } from "node:assert/strict";
import { testFolder } from "../../support/folder.ts";
import { claimPort, freePort } from "../../support/servers/ports.ts";

/** What was claimed before, how many minutes ago, and whether the port may be had. */
const CLAIMS: [what: string, before: number | null, minutes: number, may: boolean][] = [
  ["nobody has found", null, 0, true],
  ["another test has just found", 20_001, 0, false],
  ["another test has found long ago", 20_001, 5, true],
  ["stands beside one that was just found", 20_002, 0, true],
];
for (const [what, before, minutes, may] of CLAIMS) {
  Deno.test(`claimPort() ${may ? "takes" : "leaves"} a port that ${what}`, async () => {
    const folder = await testFolder();
    const now = Date.now();
    if (before !== null) equal(claimPort(before, folder, now), true);
    equal(claimPort(20_001, folder, now + minutes * 60_000), may);
  });
}

Deno.test("freePort() gives each who asks another port, in other processes too", async () => {
  const of = JSON.stringify(import.meta.resolve("../../support/servers/ports.ts"));
  const program = `import { freePort } from ${of}; console.log(freePort());`;
  const asked = await Promise.all(Array.from({ length: 3 }, async () => {
    const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["eval", "--no-check", program] })
      .output();
    return new TextDecoder().decode(stdout).trim();
  }));
  const all = [...asked, `${freePort()}`, `${freePort()}`];
  for (const port of all) match(port, /^(2\d|3[01])\d{3}$/);
  equal(new Set(all).size, all.length);
});
