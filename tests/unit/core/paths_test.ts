import { equal, throws } from "node:assert/strict";
import { isAbsolute, join, resolve } from "node:path";
import { extensionFolder, kedgePaths } from "../../../src/core/paths.ts";

Deno.test("kedgePaths() is absolute also for a relative home, whatever the folder is later", () => {
  const paths = kedgePaths("somewhere");
  equal(paths.home, resolve("somewhere"));
  for (const path of Object.values(paths)) equal(isAbsolute(path), true, path);
});

Deno.test("extensionFolder() is a folder of the extensions' folder, or throws", () => {
  const paths = kedgePaths("/home/ada/.kedge");
  equal(extensionFolder(paths, "a.b-C_1"), join(paths.extensions, "a.b-C_1"));
  for (const id of ["", ".", "..", "a/b", "a\\b", "/a", "~lock", "a\0", "C:"]) {
    throws(() => extensionFolder(paths, id), RangeError, id);
  }
});
