import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { factsOf, packBundle, readBundle } from "../../../../src/core/bundle/mod.ts";
import { contentHash } from "../../../support/bundles/content_hash.ts";
import { bundleFiles } from "../../../support/bundles/bundles.ts";

const sha = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");

Deno.test("hashOfHashes() is the SHA-256 of sorted lines of path, NUL, hash", () => {
  const files = new Map([["b", new Uint8Array([1])], ["a/ä", new Uint8Array()]]);
  const lines = `a/ä\0${sha("")}\nb\0${sha(Uint8Array.of(1))}\n`;
  assert.equal(contentHash(files), sha(lines));
});

Deno.test("hashOfHashes() sorts by UTF-8 bytes, not by UTF-16 units", () => {
  const files = new Map([["\u{10000}", new Uint8Array()], ["\uffff", new Uint8Array()]]);
  assert.equal(contentHash(files), sha(`\uffff\0${sha("")}\n\u{10000}\0${sha("")}\n`));
});

Deno.test("hashOfHashes() does not depend on the order of the files", () => {
  const files = bundleFiles();
  assert.equal(contentHash(files), contentHash(new Map([...files].reverse())));
});

Deno.test("hashOfHashes() differs when a path, a byte or the split between files differs", () => {
  const hashes = [
    [["a", "xy"]],
    [["b", "xy"]],
    [["a", "xz"]],
    [["a", "x"], ["b", "y"]],
    [["a", "x"], ["c", "y"]],
  ].map((files) =>
    contentHash(new Map(files.map(([path, data]) => [path!, new TextEncoder().encode(data)])))
  );
  assert.equal(new Set(hashes).size, hashes.length);
});

Deno.test("packBundle() gives the same bytes for the same files in any order", () => {
  const files = bundleFiles({}, { "größe.txt": "x".repeat(5000), "empty": "" });
  const packed = packBundle(files);
  assert.deepEqual(packBundle(new Map([...files].reverse())), packed);
  const { bundle, diagnostics } = readBundle(packed);
  assert.deepEqual(diagnostics, []);
  assert.equal(bundle!.hash, contentHash(files));
});

for (const size of [1, 7, 4095, 4096, 4097, 10_000]) {
  Deno.test(`factsOf() takes ${size} bytes for text until one of them is NUL, wherever they begin`, () => {
    for (const begin of [0, 1, 2, 3]) {
      const bytes = new Uint8Array(size + begin).fill(97).subarray(begin);
      assert.equal(factsOf(bytes).isText, true);
      for (const at of [0, size >> 1, size - 1]) {
        const broken = bytes.slice();
        broken[at] = 0;
        const moved = new Uint8Array(size + begin);
        moved.set(broken, begin);
        assert.equal(factsOf(moved.subarray(begin)).isText, false, `${at} of ${size} behind ${begin}`);
      }
    }
  });
}

Deno.test("packBundle() gives up as soon as there is more than is wanted, and gives the same otherwise", () => {
  const files = bundleFiles(), whole = packBundle(files);
  assert.deepEqual(packBundle(files, whole.length), whole);
  assert.equal(packBundle(files, whole.length - 1), null);
  let read = 0;
  const large = new Map(
    Array.from({ length: 9 }, (_, i) => [`${i}`, crypto.getRandomValues(new Uint8Array(60_000))]),
  );
  const counted = { size: 9, keys: () => large.keys(), get: (path: string) => (read++, large.get(path)) };
  assert.equal(packBundle(counted as unknown as typeof large, 100_000), null);
  assert.equal(read, 2);
});
