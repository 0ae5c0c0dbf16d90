import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { copyLibrary, libraryName } from "../../../src/tray/windows/library.ts";
import { removeFolder } from "../../support/remove_folder.ts";

Deno.test("copyLibrary() writes once, and again when the copy is not the same", async () => {
  const cache = await Deno.makeTempDir();
  try {
    const bytes = Uint8Array.of(1, 2, 3), folder = join(cache, "webview");
    const file = await copyLibrary(bytes, folder, "lib.dll");
    assert.equal(file, join(folder, "lib.dll"));
    const { mtime, mode } = await Deno.stat(file);
    assert.equal(mode! & 0o777, 0o700);
    await copyLibrary(bytes, folder, "lib.dll");
    assert.deepEqual((await Deno.stat(file)).mtime, mtime);
    await Deno.writeFile(file, Uint8Array.of(1, 2, 4));
    await copyLibrary(bytes, folder, "lib.dll");
    assert.deepEqual(await Deno.readFile(file), bytes);
  } finally {
    await removeFolder(cache);
  }
});

Deno.test("the package has the library of every system that needs one", async () => {
  const build = fileURLToPath(new URL("../../../node_modules/webview-bun/build", import.meta.url));
  for (const os of ["darwin", "windows"] as const) {
    assert.ok((await Deno.stat(join(build, libraryName(os)!))).size > 0, os);
  }
});
