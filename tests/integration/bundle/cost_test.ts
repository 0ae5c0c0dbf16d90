import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { entries } from "../../support/bundles/bundles.ts";
import { COSTLY } from "../../support/bundles/costly.ts";
import { type Entry, zip } from "../../support/bundles/zip_writer.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const READER = fileURLToPath(new URL("../../support/bundles/read_bundle.ts", import.meta.url));
const MB = 1024 * 1024;
/** Bytes above the memory of the process before it reads. */
const MAX_MEMORY = 64 * MB;
/**
 * Maximum number of measurements: on a busy machine the collector runs late, so free memory counts
 * as used.
 */
const TRIES = 3;

const zeros = (length: number) => deflateRawSync(Buffer.alloc(length));
const named = (count: number, entry: (index: number) => Entry) =>
  Array.from({ length: count }, (_, i) => entry(i));

/** Bundles that would cost a careless reader time or memory, with the code of the refusal. */
const HOSTILE: readonly (readonly [name: string, bytes: () => Uint8Array, code: string])[] = [
  [
    "512 MB in one entry",
    () => zip([...entries(), { name: "a", raw: endless(), size: 2 * MB }]),
    "size-mismatch",
  ],
  [
    "512 MB in one entry that declares nothing",
    () => zip([...entries(), { name: "a", raw: endless(), size: 0 }]),
    "size-mismatch",
  ],
  ["20 MB in each of 190 entries", () => {
    const raw = deflateRawSync(Buffer.alloc(20 * MB));
    return zip([...entries(), ...named(190, (i) => ({ name: `f${i}`, raw, size: 2 * MB }))]);
  }, "size-mismatch"],
  ["198 files of 2 MB and one more byte", () => {
    const raw = zeros(2 * MB), data = Buffer.alloc(2 * MB);
    const files = named(196, (i): Entry => ({ name: `f${i}`, raw, size: 2 * MB, crc: CRC_OF_ZEROS }));
    return zip([...entries(), ...files, { name: "large", data: Buffer.concat([data, Buffer.alloc(1)]) }]);
  }, "file-too-large"],
  ["55,000 entries", () => zip(named(55_000, (i) => ({ name: `${i}`, method: 0 }))), "too-many-files"],
  ["1,900 bad names", () => zip(named(1900, (i) => ({ name: `../${i}:`, method: 0 }))), "more-problems"],
  ["1,900 entries on the same bytes", () => {
    const first = { name: "a", raw: zeros(2 * MB), size: 2 * MB };
    return zip([first, ...named(1900, (i) => ({ ...first, name: `b${i}`, written: false, offset: 0 }))]);
  }, "local-header"],
  [
    "a name of 65,535 segments",
    () => zip([...entries(), { name: "a/".repeat(32_767) + "b" }]),
    "path-too-long",
  ],
  [
    "200,000 end records",
    () => Buffer.concat(Array(200_000).fill(Buffer.from("PK\x05\x06"))),
    "archive-truncated",
  ],
  [
    "a manifest of 2 MB of brackets",
    () => zip([{ name: "manifest.json", data: "[".repeat(2 * MB) }]),
    "nested-too-deep",
  ],
  ["a manifest of 30,000 unknown fields", () => {
    const text = `{${named(30_000, (i) => ({ name: `"k${i}":1` })).map(({ name }) => name).join(",")}}`;
    return zip([{ name: "manifest.json", data: text }]);
  }, "missing-field"],
  ["a manifest of 10,000 actions that lead nowhere", () => {
    const actions = named(10_000, (i) => ({ name: `${i}` })).map(({ name }) => ({
      id: name,
      label: "L",
      entry: "actions/rum.go",
    }));
    return zip([
      { name: "manifest.json", data: JSON.stringify({ id: "a", name: "A", actions }) },
      entries()[1]!,
    ]);
  }, "entry-missing"],
];

const CRC_OF_ZEROS = 0x8d89877e;

/** Returns compressed data of far more zeros than any limit allows. */
function endless(): Uint8Array {
  return deflateRawSync(Buffer.alloc(512 * MB), { level: 9 });
}

for (const [name, bytes, code] of HOSTILE) {
  Deno.test(`readBundle() refuses ${name} sooner than it reads the largest legal bundle, and in 64 MB`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "kedge-cost-" });
    try {
      const file = join(folder, "x.zip"), legal = join(folder, "legal.zip");
      await Deno.writeFile(file, bytes());
      await Deno.writeFile(legal, COSTLY["198 texts of 2 MB"]!(1));
      let taken = Infinity;
      for (let tried = 0; taken >= MAX_MEMORY && tried < TRIES; tried++) {
        const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
          args: ["run", "-A", "--no-check", READER, file, "1", legal],
        }).output();
        const text = new TextDecoder().decode(stdout);
        assert.notEqual(text, "", new TextDecoder().decode(stderr));
        const { ms, idle, peak, codes, legalMs } = JSON.parse(text);
        assert.ok(codes.includes(code), `${code} is not among ${codes}`);
        assert.ok(ms[0] < legalMs, `took ${ms[0]} ms, and the legal one ${legalMs}`);
        taken = peak - idle;
      }
      assert.ok(taken < MAX_MEMORY, `took ${taken / MB} MB`);
    } finally {
      await removeFolder(folder);
    }
  });
}
