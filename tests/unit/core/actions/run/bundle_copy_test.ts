import assert from "node:assert/strict";
import { join } from "node:path";
import { copyForScript } from "../../../../../src/core/actions/run/run.ts";
import { bundleFiles } from "../../../../support/bundles/bundles.ts";
import { testOn } from "../../../../support/systems.ts";

const withSource = (source: string) =>
  bundleFiles({}, { "actions/run.go": source, "lib/data.txt": "checked" });

testOn(
  ["modes"],
  "copyForScript() writes the checked bytes, read-only, where a script may read them",
  async () => {
    const root = await copyForScript(withSource("package action\nvar x = k.Dir()\n"));
    assert.ok(root);
    try {
      assert.equal(await Deno.readTextFile(join(root, "lib/data.txt")), "checked");
      assert.equal((await Deno.stat(join(root, "lib/data.txt"))).mode! & 0o777, 0o400);
      assert.equal((await Deno.stat(root)).mode! & 0o777, 0o700);
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  },
);

Deno.test("copyForScript() writes nothing for a script that cannot ask for the folder", async () => {
  assert.equal(await copyForScript(withSource("package action\n// Directory\n")), null);
});
