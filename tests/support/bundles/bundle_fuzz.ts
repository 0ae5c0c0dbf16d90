import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { pathFaults, readBundle } from "../../../src/core/bundle/mod.ts";
import { contentHash } from "./content_hash.ts";
import { bundleBytes, entries, manifest } from "./bundles.ts";
import type { Random } from "../random.ts";
import { type Entry, zip } from "./zip_writer.ts";

const SIGNATURES = [0x04034b50, 0x02014b50, 0x06054b50, 0x08074b50, 0x06064b50, 0x07064b50];
const NUMBERS = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xffffffff, 0x80000000, 22, 30, 46];
const NAMES = [
  "a",
  "A",
  "a/b",
  "a/",
  "..",
  "../x",
  "/x",
  "C:x",
  "con",
  "é",
  "e\u0301",
  "x\0y",
  "",
  ".",
  "manifest.json",
];

/** Returns a valid bundle with random damage, or an archive of random entries. */
export function hostileBytes(random: Random): Uint8Array {
  let bytes: Buffer = Buffer.from(random.int(3) === 0 ? zip(randomEntries(random)) : seedArchive(random));
  for (let changes = random.int(4); changes >= 0; changes--) bytes = damage(bytes, random);
  return new Uint8Array(bytes);
}

/** Returns the text of an unusual or invalid manifest. */
export function hostileManifest(random: Random): string {
  let text = JSON.stringify(
    manifest({ config: { a: [1, { b: null }] }, icon: "i.svg" }),
    null,
    random.int(3),
  );
  const pieces = [
    '"',
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\\",
    "\n",
    "1e999",
    "-",
    "null",
    "\u0000",
    "\ud800",
    "//",
    '"id":',
    "__proto__",
    "\u202e",
  ];
  for (let changes = random.int(6); changes >= 0; changes--) {
    const at = random.int(text.length + 1);
    text = text.slice(0, at) + (random.int(3) ? random.pick(pieces) : "") + text.slice(at + random.int(4));
  }
  return text;
}

/** Checks what must hold for any bytes: the result is a bundle or an error, and a bundle breaks no rule. */
export function checkVerdict(bytes: Uint8Array): void {
  const { bundle, diagnostics, hash } = readBundle(bytes);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  assert.equal(bundle === null, errors.length > 0);
  for (const { code, message, line, column } of diagnostics) {
    assert.match(code, /^[a-z][a-z0-9-]+$/);
    assert.notEqual(message, "");
    assert.ok((line === undefined) === (column === undefined) && (line ?? 1) >= 1 && (column ?? 1) >= 1);
  }
  if (!bundle) return;
  assert.equal(bundle.hash, hash);
  assert.equal(contentHash(bundle.files), hash);
  for (const path of bundle.files.keys()) assert.deepEqual(pathFaults(path), []);
  assert.ok(bundle.manifest.actions.every(({ entry }) => bundle.files.has(entry)));
}

function seedArchive(random: Random): Uint8Array {
  return bundleBytes(
    { name: "a.txt", data: "hello ".repeat(random.int(50)), method: random.pick([0, 8]) },
    { name: "dir/", method: 0 },
    { name: "b.txt", data: "x", descriptor: { signed: random.int(2) === 0 } },
  );
}

function randomEntries(random: Random): Entry[] {
  return [
    ...entries(),
    ...Array.from({ length: random.int(6) }, (): Entry => ({
      name: random.pick(NAMES),
      data: "x".repeat(random.int(40)),
      method: random.pick([0, 8, 8, 12]),
      flags: random.pick([0, 0, 0x800, 8, 1]),
      attributes: random.pick([0, 0, 0o120777 * 0x10000, 0x10]),
      ...(random.int(4) ? {} : { size: random.pick(NUMBERS) }),
      ...(random.int(4) ? {} : { offset: random.int(300) }),
    })),
  ];
}

function damage(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  const at = random.int(Math.max(1, copy.length));
  switch (random.int(7)) {
    case 0:
      copy[at]! ^= 1 << random.int(8);
      return copy;
    case 1:
      return copy.subarray(0, at);
    case 2:
      return copy.subarray(at);
    case 3:
      if (at + 4 <= copy.length) copy.writeUInt32LE(random.pick([...NUMBERS, ...SIGNATURES]) >>> 0, at);
      return copy;
    case 4:
      if (at + 2 <= copy.length) copy.writeUInt16LE(random.pick(NUMBERS) & 0xffff, at);
      return copy;
    case 5: {
      const piece = copy.subarray(at, at + random.int(60));
      return Buffer.concat([copy.subarray(0, at), piece, copy.subarray(at)]);
    }
    default:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(at + random.int(20))]);
  }
}
