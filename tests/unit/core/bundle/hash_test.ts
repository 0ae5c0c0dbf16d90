import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { contentHash, packBundle, readBundle } from "../../../../src/core/bundle/mod.ts";
import { bundleFiles } from "../../../support/bundles.ts";

const sha = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");

Deno.test("contentHash() is the SHA-256 of sorted lines of path, NUL, hash", () => {
  const files = new Map([["b", new Uint8Array([1])], ["a/ä", new Uint8Array()]]);
  const lines = `a/ä\0${sha("")}\nb\0${sha(Uint8Array.of(1))}\n`;
  assert.equal(contentHash(files), sha(lines));
});

Deno.test("contentHash() sorts by UTF-8 bytes, not by UTF-16 units", () => {
  const files = new Map([["\u{10000}", new Uint8Array()], ["\uffff", new Uint8Array()]]);
  assert.equal(contentHash(files), sha(`\uffff\0${sha("")}\n\u{10000}\0${sha("")}\n`));
});

Deno.test("contentHash() does not depend on the order of the files", () => {
  const files = bundleFiles();
  assert.equal(contentHash(files), contentHash(new Map([...files].reverse())));
});

Deno.test("contentHash() differs when a path, a byte or the split between files differs", () => {
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
