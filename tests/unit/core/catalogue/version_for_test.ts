import { deepEqual, equal } from "node:assert/strict";
import { compared, versionFor } from "../../../../src/core/catalogue/publish/compare.ts";
import { nextCatalogue } from "../../../../src/core/catalogue/publish/next.ts";
import { withVersion } from "../../../../src/core/catalogue/publish/raise.ts";
import { makeBundle, withArchive } from "../../../support/catalogue/publisher.ts";

/** The catalogue with these versions of one extension, the newest last. */
function catalogueOf(bundles: readonly ReturnType<typeof makeBundle>[]) {
  const empty = { id: "", name: "", version: 0, keys: [], extensions: [], withdrawn: [] };
  return bundles.reduce(
    (before, bundle) =>
      nextCatalogue(before, { bundles: [withArchive(bundle)] }, { now: 0, days: 1, kedge: "0.1.0" }),
    empty as Parameters<typeof nextCatalogue>[0],
  );
}

const bundle = (version: string, code = "new") => makeBundle("tools", version, `return k.Alert("${code}")`);

/** A bundle, what is published, the version that it is published as, and whether its files are there already. */
const CASES: readonly (readonly [
  what: string,
  published: readonly ReturnType<typeof makeBundle>[],
  own: ReturnType<typeof makeBundle>,
  version: string,
  same: boolean,
])[] = [
  ["its own for the first one", [], bundle("1.0.0"), "1.0.0", false],
  ["its own where that is free", [bundle("1.0.0", "old")], bundle("2.0.0"), "2.0.0", false],
  ["its own for the same files", [bundle("1.0.0")], bundle("1.0.0"), "1.0.0", true],
  ["a higher one where other files have its own", [bundle("1.0.0", "old")], bundle("1.0.0"), "1.0.1", false],
  [
    "one that is free where the next ones are not",
    [bundle("1.0.0", "a"), bundle("1.0.1", "b"), bundle("1.0.2", "c")],
    bundle("1.0.0"),
    "1.0.3",
    false,
  ],
  [
    "the one of the same files where only the manifest was not written",
    [bundle("1.0.0", "old"), withVersion(bundle("1.0.0"), "1.0.1")],
    bundle("1.0.0"),
    "1.0.1",
    true,
  ],
  ["a first one for a manifest without", [], bundle(""), "1.0.0", false],
];
for (const [what, published, own, version, same] of CASES) {
  Deno.test(`versionFor() gives ${what}`, () => {
    const catalogue = catalogueOf(published);
    const found = versionFor(own, catalogue);
    equal(found, version);
    equal(compared(withVersion(own, found), catalogue, "0.1.0").same, same);
  });
}

Deno.test("withVersion() changes the manifest and nothing else", () => {
  const before = bundle("1.0.0"), after = withVersion(before, "1.1.0");
  const manifest = (files: typeof before.files) =>
    JSON.parse(new TextDecoder().decode(files.get("manifest.json")));
  deepEqual(manifest(after.files), { ...manifest(before.files), version: "1.1.0" });
  deepEqual([after.files.get("run.go"), after.manifest.version], [before.files.get("run.go"), "1.1.0"]);
  equal(manifest(before.files).version, "1.0.0");
});
