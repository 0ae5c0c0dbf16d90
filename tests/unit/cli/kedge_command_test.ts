import assert from "node:assert/strict";
import { kedgeCommand, kedgeCommandAnywhere } from "../../../src/cli/accounts/kedge_command.ts";

const PATHS = { home: "/srv/own home" };
const CASES: readonly (readonly [
  name: string,
  named: string,
  system: "linux" | "darwin" | "windows",
  before: readonly string[],
])[] = [
  ["nothing else, where the home is the usual one", "", "linux", []],
  ["its home by absolute path, however it is named", "./own home", "linux", [
    "/usr/bin/env",
    "KEDGE_HOME=/srv/own home",
  ]],
  ["its home on macOS", "/srv/own home", "darwin", ["/usr/bin/env", "KEDGE_HOME=/srv/own home"]],
  ["nothing else on Windows, which has no such program", "C:\\own", "windows", []],
];
for (const [name, named, system, before] of CASES) {
  Deno.test(`kedgeCommandAnywhere() takes along ${name}`, () => {
    const args = ["--credentials", "111111111111/Reader"];
    assert.deepEqual(kedgeCommandAnywhere(PATHS, args, system, named), [...before, ...kedgeCommand(...args)]);
  });
}
