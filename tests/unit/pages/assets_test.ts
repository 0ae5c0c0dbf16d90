import { deepEqual, rejects } from "node:assert/strict";
import { join } from "node:path";
import { readAssets } from "../../../src/pages/http/assets.ts";

for (const name of ["pages", "a folder #1", "100%41", "ünï"]) {
  Deno.test(`readAssets() reads the files of a folder that is called ${name}`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "kedge-assets-" });
    try {
      const path = join(folder, name);
      await Deno.mkdir(path);
      await Deno.writeTextFile(join(path, "main.js"), "script");
      await Deno.writeTextFile(join(path, "notes.txt"), "of no page");
      const { files } = await readAssets(path);
      deepEqual([...files].map(([file, bytes]) => [file, new TextDecoder().decode(bytes)]), [[
        "main.js",
        "script",
      ]]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}

Deno.test("readAssets() throws when there is no such folder", async () => {
  await rejects(readAssets("/nonexistent/kedge"), Deno.errors.NotFound);
});
