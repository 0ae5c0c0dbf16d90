import assert from "node:assert/strict";
import { appVersion } from "../../../src/core/version.ts";
import { versionAtLeast } from "../../../src/core/version_order.ts";

const cases: [string, string, boolean][] = [
  ["1.2.3", "1.2.3", true],
  ["1.10.0", "1.9.9", true],
  ["1.9.9", "1.10.0", false],
  ["2.0.0", "1.99.99", true],
  ["0.1.0", "0.1.1", false],
  ["1.2", "1.2.0", true],
];
for (const [a, b, expected] of cases) {
  Deno.test(`versionAtLeast() is ${expected} when ${a} meets ${b}`, () => {
    assert.equal(versionAtLeast(a, b), expected);
  });
}

Deno.test("appVersion() is a development build when run from source, a release when KEDGE_VERSION acts as one", () => {
  assert.equal(appVersion("").development, true);
  assert.deepEqual(appVersion("3.4.5"), { version: "3.4.5", development: false });
});
