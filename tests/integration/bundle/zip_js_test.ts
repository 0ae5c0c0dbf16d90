/** Compares our own reader of archives with the package `@zip.js/zip.js`. */
import { deepEqual, equal, ok } from "node:assert/strict";
import {
  configure,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
  type ZipWriterConstructorOptions,
} from "@zip.js/zip.js";
import { packBundle, readBundle } from "../../../src/core/bundle/mod.ts";
import { acceptedArchives } from "../../support/bundles/accepted.ts";
import { hostileBytes } from "../../support/bundles/bundle_fuzz.ts";
import { bundleBytes, bundleFiles } from "../../support/bundles/bundles.ts";
import { Random } from "../../support/random.ts";

configure({ useWebWorkers: false });

/**
 * Returns the files of an archive as the package reads them with all its checks; null when it
 * refuses.
 */
async function theirs(bytes: Uint8Array): Promise<Map<string, Uint8Array> | null> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes), {
    checkSignature: true,
    checkOverlappingEntry: true,
  });
  try {
    const files = new Map<string, Uint8Array>();
    for (const entry of await reader.getEntries()) {
      if (!entry.directory) files.set(entry.filename, await entry.getData(new Uint8ArrayWriter()));
    }
    return files;
  } catch {
    return null;
  } finally {
    await reader.close();
  }
}

const sorted = (files: ReadonlyMap<string, Uint8Array>) =>
  [...files].map(([path, bytes]) => [path, bytes.toHex()]).sort();

Deno.test("readBundle() reads what zip.js reads in every archive it accepts", async () => {
  for (const bytes of acceptedArchives()) {
    const read = await theirs(bytes);
    ok(read);
    deepEqual(sorted(readBundle(bytes).bundle!.files), sorted(read));
  }
});

Deno.test("readBundle() accepts no damaged archive that zip.js refuses", async () => {
  for (let seed = 5000; seed < 7000; seed++) {
    const bytes = hostileBytes(new Random(seed));
    if (readBundle(bytes).bundle) ok(await theirs(bytes), `${seed}`);
  }
});

const WRITERS: readonly (readonly [name: string, options: ZipWriterConstructorOptions])[] = [
  ["deflated", {}],
  ["stored", { level: 0 }],
  ["with sizes before the data", { dataDescriptor: false }],
  ["with sizes behind the data and no mark", { dataDescriptorSignature: false }],
  ["without times of its own", { extendedTimestamp: false }],
];
for (const [name, options] of WRITERS) {
  Deno.test(`readBundle() accepts what zip.js writes ${name}, with the hash of the folder`, async () => {
    const files = bundleFiles({}, { "ä/日本.txt": "x".repeat(100_000), "empty.txt": "" });
    const writer = new ZipWriter(new Uint8ArrayWriter(), options);
    for (const [path, bytes] of files) await writer.add(path, new Uint8ArrayReader(bytes));
    const result = readBundle(await writer.close());
    deepEqual(result.diagnostics, []);
    equal(result.hash, readBundle(packBundle(files)).hash);
  });
}

/** Archives that break a rule of bundles, our code for each, and whether the package accepts it. */
const BROKEN: readonly (readonly [name: string, bytes: Uint8Array, code: string, read: boolean])[] = [
  ["a name that leaves the folder", bundleBytes({ name: "../x", data: "x" }), "path-parent", false],
  ["a name that turns around", bundleBytes({ name: "a\u202eog.x", data: "x" }), "path-bidi", true],
  ["a device of Windows", bundleBytes({ name: "CON", data: "x" }), "path-reserved", true],
  [
    "one name in two cases",
    bundleBytes({ name: "Ä", data: "x" }, { name: "ä", data: "y" }),
    "path-twins",
    true,
  ],
  ["one name twice", bundleBytes({ name: "a", data: "x" }, { name: "a", data: "y" }), "path-twice", true],
];
for (const [name, bytes, code, read] of BROKEN) {
  Deno.test(`readBundle() names ${name}, which zip.js ${read ? "reads" : "refuses without another word"}`, async () => {
    const { bundle, diagnostics } = readBundle(bytes);
    equal(bundle, null);
    ok(diagnostics.some((diagnostic) => diagnostic.code === code), JSON.stringify(diagnostics));
    equal(await theirs(bytes) !== null, read);
  });
}
