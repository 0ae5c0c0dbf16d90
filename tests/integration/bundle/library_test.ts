import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { libraryPackage, libraryPaths } from "../../../src/core/extensions/review/library/packages.ts";
import { goProgram } from "../../support/go/oracle.ts";

const NAMES = fileURLToPath(new URL("../../support/go/names.go", import.meta.url));

/** The systems whose packages a bundle may import, and experiments that bring packages. */
const TOOLCHAINS: readonly Readonly<Record<string, string>>[] = [
  { GOOS: "linux", GOARCH: "amd64", CGO_ENABLED: "1" },
  { GOOS: "windows", GOARCH: "amd64" },
  { GOOS: "darwin", GOARCH: "arm64" },
  { GOOS: "js", GOARCH: "wasm" },
];

async function go(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(await goProgram(), {
    args: [...args],
    env: { GOFLAGS: "", GOTOOLCHAIN: "local", GOWORK: "off", CGO_ENABLED: "0", ...env },
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

/** What a bundle can import of it: all but what Go keeps to itself. */
async function packages(env: Record<string, string>): Promise<string[]> {
  const all = (await go(["list", "std"], env)).trim().split("\n");
  return all.filter((path) => !/(^|\/)(internal|vendor)(\/|$)/.test(path));
}

for (const env of TOOLCHAINS) {
  Deno.test(`libraryPackage() knows every package of this Go for ${env.GOOS}`, async () => {
    const found = await packages(env);
    assert.ok(found.length > 140);
    assert.deepEqual(found.filter((path) => !libraryPackage(path)), []);
  });
}

Deno.test("libraryPackage() knows every name of the packages whose names differ", async () => {
  const paths = libraryPaths().filter((path) => libraryPackage(path)!.members);
  const names = JSON.parse(await go(["run", NAMES, ...paths])) as Record<string, string[]>;
  const unknown = paths.flatMap((path) =>
    names[path]!.filter((name) => !libraryPackage(path)!.members!.has(name)).map((name) => `${path}.${name}`)
  );
  assert.deepEqual(unknown, []);
});
