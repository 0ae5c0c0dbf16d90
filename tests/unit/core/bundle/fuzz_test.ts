import assert from "node:assert/strict";
import { readBundle, readFiles } from "../../../../src/core/bundle/mod.ts";
import { bundleBytes, bundleFiles } from "../../../support/bundles/bundles.ts";
import { checkVerdict, hostileBytes, hostileManifest } from "../../../support/bundles/bundle_fuzz.ts";
import { Random } from "../../../support/random.ts";

Deno.test("readBundle() gives a bundle or an error for whatever bytes", () => {
  for (let seed = 0; seed < 3000; seed++) {
    const bytes = hostileBytes(new Random(seed));
    try {
      checkVerdict(bytes);
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error });
    }
  }
});

Deno.test("readBundle() never gives other files after one bit of an archive was flipped", () => {
  const bytes = bundleBytes({ name: "a", data: "hello", descriptor: {} }, { name: "b/", method: 0 });
  const { hash } = readBundle(bytes);
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = bytes.slice();
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    const result = readBundle(flipped);
    if (result.bundle) assert.equal(result.hash, hash, `bit ${bit & 7} of byte ${bit >> 3}`);
  }
});

Deno.test("readFiles() gives a manifest or an error with a place for whatever text", () => {
  for (let seed = 0; seed < 3000; seed++) {
    const text = hostileManifest(new Random(seed));
    const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
    const files = bundleFiles({}, { "manifest.json": text, "i.svg": "<svg/>" });
    for (const { line, column } of readFiles(files).diagnostics) {
      assert.ok(line! >= 1 && line! <= lines.length, `seed ${seed}`);
      assert.ok(column! >= 1 && column! <= lines[line! - 1]!.length + 1, `seed ${seed}`);
    }
  }
});
