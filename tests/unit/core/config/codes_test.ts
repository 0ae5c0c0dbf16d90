import { deepEqual } from "node:assert/strict";

const ROOT = new URL("../../../../", import.meta.url);
const FOLDERS = [
  "src/core/document",
  "src/core/json",
  "src/core/config",
  "src/core/config_file",
  "src/core/rules",
];
const CODE =
  /(?:\b(?:code|missing|unknown|empty|unlisted|long): (?:slow \? )?|\b(?:report|fail|broken|refused|problem)\(\s*)"([a-z0-9]+(?:-[a-z0-9]+)+|comment|quotes|unclosed)"/g;

/** Every diagnostic code that the sources of the configuration can give. */
async function codesInSources(): Promise<string[]> {
  const found = new Set([
    "duplicate-account",
    "duplicate-server",
    "duplicate-catalogue",
    "rule-failed",
    "missing-file",
  ]);
  for (const folder of FOLDERS) {
    for await (const { name } of Deno.readDir(new URL(folder, ROOT))) {
      const text = await Deno.readTextFile(new URL(`${folder}/${name}`, ROOT));
      for (const [, code] of text.matchAll(CODE)) found.add(code!);
    }
  }
  // Only manifests are read strictly, and have open values.
  for (const strict of ["comment", "trailing-comma", "number-range", "number-precision"]) {
    found.delete(strict);
  }
  return [...found].sort();
}

Deno.test("docs/configuration.md explains every diagnostic code, and no other", async () => {
  const guide = await Deno.readTextFile(new URL("docs/configuration.md", ROOT));
  const section = guide.slice(guide.indexOf("## Diagnostic codes"));
  const explained = [...section.matchAll(/^\| `([a-z0-9-]+)`/gm)].map(([, code]) => code!);
  deepEqual(explained.toSorted(), await codesInSources());
});
