import assert from "node:assert/strict";
import { delimiter } from "node:path";
import { toggleCommand } from "../../../src/tray/toggle_command.ts";

const CASES: readonly (readonly [what: string, command: readonly [string, ...string[]], called: string])[] = [
  ["installed", ["/usr/bin/kedge", "--toggle"], "kedge --toggle"],
  ["not on the PATH", ["/opt/kedge/kedge", "--toggle"], "/opt/kedge/kedge --toggle"],
  [
    "run from a clone",
    ["/usr/bin/deno", "run", "-A", "/src/kedge/main.ts", "--toggle"],
    "/usr/bin/deno run -A /src/kedge/main.ts --toggle",
  ],
];
for (const [what, command, called] of CASES) {
  Deno.test(`toggleCommand() is ${called} when Kedge is ${what}`, () =>
    assert.equal(toggleCommand([...command], ["/usr/local/bin", "/usr/bin"].join(delimiter)), called));
}
