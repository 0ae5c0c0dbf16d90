import { equal, match, rejects } from "node:assert/strict";
import { join } from "node:path";
import { fileHash, packBundle } from "../../../src/core/bundle/mod.ts";
import { isCatalogueError } from "../../../src/core/catalogue/error.ts";
import type { CatalogueVersion } from "../../../src/core/catalogue/schema.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { cataloguesOf, makeBundle, makeKey, publishTo } from "../../support/catalogue/publisher.ts";
import { testFolder } from "../../support/folder.ts";

const signal = new AbortController().signal;
const archive = (id: string, version: string, code?: string) =>
  packBundle(makeBundle(id, version, code).files);
const good = archive("tools", "1.0.0"), bomb = new Uint8Array(good.length).fill(0x50);

/** The file in place of the bundle, the changes of the signed list, and the error. */
const CASES: readonly (readonly [
  what: string,
  bytes: Uint8Array,
  says: (bytes: Uint8Array) => Partial<CatalogueVersion>,
  message: RegExp,
])[] = [
  ["other bytes of the same size", bomb, () => ({}), /its hash is another one/],
  [
    "the bundle with a byte more",
    new Uint8Array([...good, 0]),
    () => ({}),
    /it is larger/,
  ],
  ["half of the bundle", good.subarray(0, good.length >> 1), () => ({}), /its hash is another one/],
  [
    "another bundle",
    archive("tools", "1.0.0", 'return k.Alert("something evil")'),
    () => ({}),
    /it is larger/,
  ],
  ["no archive, as its publisher says", bomb, shaOf, /it breaks rules of bundles/],
  [
    "another bundle, of the hash that its publisher says",
    archive("tools", "1.0.0", 'return k.Alert("evil")'),
    shaOf,
    /its content hash is another one/,
  ],
  [
    "the bundle of another extension, of both hashes",
    archive("other", "1.0.0"),
    (bytes) => ({ ...shaOf(bytes), hash: makeBundle("other", "1.0.0").hash }),
    /it is another extension/,
  ],
  [
    "the bundle of another version, of both hashes",
    archive("tools", "2.0.0"),
    (bytes) => ({ ...shaOf(bytes), hash: makeBundle("tools", "2.0.0").hash }),
    /its version is another one/,
  ],
];
function shaOf(bytes: Uint8Array): Partial<CatalogueVersion> {
  return { sha256: fileHash(bytes), size: bytes.length };
}

for (const [what, bytes, says, message] of CASES) {
  Deno.test(`bundle() refuses ${what}, and nothing is kept of it`, async () => {
    const folder = await testFolder(),
      served = join(folder, "served"),
      paths = kedgePaths(join(folder, "home"));
    const key = await makeKey(folder, "alice"), setting = { address: served, keys: [key.key], restDays: 0 };
    const catalogues = cataloguesOf(paths);
    await publishTo(served, key, makeBundle("tools", "1.0.0"));
    const { catalogue } = await catalogues.refresh(setting, signal);
    const version = { ...catalogue.extensions[0]!.versions[0]!, ...says(bytes) };
    // bundle() finds the version in the kept list by its content hash, so the list needs the changed version too.
    const record = await kept(paths.catalogs);
    const { text, ...rest } = JSON.parse(await Deno.readTextFile(record));
    const list = JSON.parse(text);
    list.extensions[0].versions[0] = version;
    await Deno.writeTextFile(record, JSON.stringify({ ...rest, text: JSON.stringify(list) }));
    await Deno.writeFile(join(served, version.file), bytes);
    await rejects(catalogues.bundle(setting, version, signal), (error) => {
      equal(isCatalogueError(error), true);
      match((error as Error).message, message);
      return true;
    });
    equal(await Deno.stat(join(paths.extensions, "tools")).then(() => true, () => false), false);
  });
}

/** Returns the file of the only accepted catalogue. */
async function kept(catalogs: string): Promise<string> {
  for await (const { name, isDirectory } of Deno.readDir(catalogs)) {
    if (isDirectory) return join(catalogs, name, "accepted.json");
  }
  throw new Error("none is kept");
}
