import assert from "node:assert/strict";
import { join } from "node:path";
import { sourceFile } from "../../../src/core/extensions/mod.ts";
import { has } from "../../support/systems.ts";
import { removeFolder } from "../../support/remove_folder.ts";

Deno.test("sourceFile() gives files of the bundle only", async (t) => {
  const home = await Deno.makeTempDir({ prefix: "k6-source-" });
  const bundle = join(home, "extensions/tools/bundle");
  await Deno.mkdir(join(bundle, "actions"), { recursive: true });
  await Deno.writeTextFile(join(bundle, "actions/greet.go"), "package action\n");
  await Deno.writeTextFile(join(home, "config.json"), "{}");
  // Names that Windows would take for another file or a device can exist on other systems.
  if (has("anyName")) {
    for (const name of ["greet.go.", "greet.go ", "greet.go:stream"]) {
      await Deno.writeTextFile(join(bundle, "actions", name), "");
    }
    await Deno.writeTextFile(join(bundle, "nul"), "");
  }
  if (has("links")) {
    await Deno.symlink(join(home, "config.json"), join(bundle, "link.go"));
    await Deno.symlink(home, join(bundle, "out"));
  }
  const cases: readonly (readonly [file: string, found: boolean])[] = [
    ["actions/greet.go", true],
    ["actions", false],
    ["actions/none.go", false],
    ["../../../config.json", false],
    ["actions/../actions/greet.go", false],
    ["/etc/passwd", false],
    ["actions//greet.go", false],
    ["actions\\greet.go", false],
    ["actions/greet.go:stream", false],
    ["actions/greet.go.", false],
    ["actions/greet.go ", false],
    ["nul", false],
    ["actions/nul.go", false],
    ["C:actions/greet.go", false],
    ["C:\\windows\\win.ini", false],
    ...has("links") ? [["link.go", false], ["out/config.json", false]] as const : [],
    ["actions/greet.go\0", false],
  ];
  for (const [file, found] of cases) {
    await t.step(`${JSON.stringify(file)} ${found ? "is" : "is not"} one`, async () => {
      const path = await sourceFile(bundle, file);
      assert.equal(path, found ? await Deno.realPath(join(bundle, file)) : null);
    });
  }
  await removeFolder(home);
});
