import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { deflateRawSync } from "node:zlib";
import { readBundle } from "../../../../src/core/bundle/mod.ts";
import { bundleBytes, entries } from "../../../support/bundles/bundles.ts";
import { type Archive, type Entry, extra, u16, u32, zip } from "../../../support/bundles/zip_writer.ts";

/** Returns the error codes for which an archive is refused, sorted, each once. */
function codes(bytes: Uint8Array): string[] {
  const { bundle, diagnostics } = readBundle(bytes);
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
  assert.equal(bundle === null, errors.length > 0);
  return [...new Set(errors)].sort();
}

const text = (length: number) => "x".repeat(length);
const MB = 1024 * 1024;
/** Returns data that cannot be compressed, the same each time. */
function noise(length: number): Uint8Array {
  const result = new Uint8Array(length);
  for (let i = 0, seed = 1; i < length; i++) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    result[i] = seed >> 16;
  }
  return result;
}

/** Returns the fields in which a Unix archive gives the file mode of an entry. */
const unix = (mode: number) => ({ madeBy: 0x0314, attributes: mode * 0x10000 });
/** The extra field that marks a symbolic link. */
const LINK = extra(0x756e, Buffer.alloc(16));
const BOMB = deflateRawSync(Buffer.alloc(64 * MB));

const ENTRIES: readonly (readonly [name: string, entry: Entry, ...codes: string[]])[] = [
  ["a plain file", { name: "a.txt", data: "a" }],
  ["a stored file", { name: "a.txt", data: "a", method: 0 }],
  ["an empty file", { name: "a.txt" }],
  ["an empty stored file", { name: "a.txt", method: 0 }],
  ["a folder", { name: "folder/", method: 0 }],
  ["a deflated folder, as some writers make it", { name: "folder/" }],
  ["a UTF-8 name", { name: "größe/日本.txt", data: "a" }],
  ["a data descriptor", { name: "a.txt", data: "aaaa", descriptor: {} }],
  ["a data descriptor without signature", { name: "a.txt", data: "aaaa", descriptor: { signed: false } }],
  ["a Unix file", { name: "a.txt", ...unix(0o100755) }],
  ["a Unix folder", { name: "a/", method: 0, madeBy: 0x0314, attributes: 0o040755 * 0x10000 + 0x10 }],
  ["a time stamp in an extra field", { name: "a.txt", extra: extra(0x5455, Buffer.from([1, 0, 0, 0, 0])) }],

  ["an absolute path", { name: "/a.txt" }, "path-absolute"],
  ["a drive", { name: "C:/a.txt" }, "path-drive"],
  ["a drive without slash", { name: "c:a.txt" }, "path-drive"],
  ["a network path", { name: "//server/a.txt" }, "path-unc"],
  ["a network path with backslashes", { name: "\\\\server\\a.txt" }, "path-backslash", "path-unc"],
  ["a parent", { name: "../a.txt" }, "path-parent"],
  ["a parent inside", { name: "a/../../b.txt" }, "path-parent"],
  ["a parent that stays inside", { name: "a/../b.txt" }, "path-parent"],
  ["a parent at the end", { name: "a/.." }, "path-parent"],
  ["a parent folder", { name: "../", method: 0 }, "path-parent"],
  ["a parent with backslashes", { name: "..\\a.txt" }, "path-backslash", "path-parent"],
  ["a dot segment", { name: "./a.txt" }, "path-dot"],
  ["a dot", { name: "." }, "path-dot"],
  ["an empty segment", { name: "a//b.txt" }, "path-empty-segment"],
  ["a folder with two slashes", { name: "a//", method: 0 }, "path-empty-segment"],
  ["no name", { name: "" }, "path-empty"],
  ["a slash alone", { name: "/", method: 0 }, "path-empty"],
  ["a backslash", { name: "dir\\a.txt" }, "path-backslash"],
  ["NUL in the name", { name: "a.txt\0.png" }, "path-control"],
  ["a line break in the name", { name: "a\nb" }, "path-control"],
  ["DEL in the name", { name: "a\x7fb" }, "path-control"],
  ["a C1 control in the name", { name: "a\u0085b" }, "path-control"],
  ["a line separator in the name", { name: "a\u2028b" }, "path-control"],
  ["right-to-left override", { name: "a\u202egnp.go" }, "path-bidi"],
  ["an isolate", { name: "a\u2066b" }, "path-bidi"],
  ["bytes that are not UTF-8", { name: Buffer.from([0x61, 0xff]), flags: 0x800 }, "path-not-utf8"],
  ["an overlong slash", { name: Buffer.from([0x2e, 0x2e, 0xc0, 0xaf, 0x61]), flags: 0x800 }, "path-not-utf8"],
  ["a surrogate", { name: Buffer.from([0xed, 0xa0, 0x80]), flags: 0x800 }, "path-not-utf8"],
  ["a name in another encoding", { name: Buffer.from([0x81]), flags: 0 }, "path-not-utf8"],
  ["UTF-8 that is not marked", { name: "ä", flags: 0 }, "path-not-utf8"],
  ["CON", { name: "CON" }, "path-reserved"],
  ["a reserved name with a suffix", { name: "a/nul.txt" }, "path-reserved"],
  ["a reserved folder", { name: "aux/a.txt" }, "path-reserved"],
  ["a reserved name in mixed case", { name: "LpT1.go" }, "path-reserved"],
  ["a reserved name with a superscript", { name: "COM¹" }, "path-reserved"],
  ["a reserved console name", { name: "conout$" }, "path-reserved"],
  ["a reserved name before a space", { name: "con .txt" }, "path-reserved"],
  ["names that only begin like reserved ones", { name: "console/com10/auxiliary.txt" }],
  ["a trailing dot", { name: "a." }, "path-trailing"],
  ["a trailing space", { name: "a /b" }, "path-trailing"],
  ["three dots", { name: ".../a" }, "path-trailing"],
  ["a stream", { name: "a.txt:x" }, "path-character"],
  ["an asterisk", { name: "a*.txt" }, "path-character"],
  ["a path of 255 bytes", { name: text(255) }],
  ["a path of 256 bytes", { name: text(256) }, "path-too-long"],

  ["a symbolic link", { name: "a", data: "/etc/passwd", ...unix(0o120777) }, "symlink"],
  ["a link whatever the host", { name: "a", data: "b", attributes: 0o120777 * 0x10000 }, "symlink"],
  ["a reparse point", { name: "a", data: "b", attributes: 0x400 }, "symlink"],
  ["a link in an ASi extra field", { name: "a", extra: LINK }, "symlink"],
  ["a hard link", { name: "a", extra: extra(0x000d, Buffer.alloc(14)) }, "hard-link"],
  ["a block device", { name: "a", ...unix(0o060644) }, "special-file"],
  ["a character device", { name: "a", ...unix(0o020644) }, "special-file"],
  ["a pipe", { name: "a", ...unix(0o010644) }, "special-file"],
  ["a socket", { name: "a", ...unix(0o140644) }, "special-file"],
  ["a DOS device", { name: "a", attributes: 0x40 }, "special-file"],
  ["a folder by attributes only", { name: "a", ...unix(0o040755) }, "special-file"],
  ["a folder by name only", { name: "a/", ...unix(0o100644) }, "special-file"],
  ["a folder with data", { name: "a/", data: "x" }, "special-file"],

  ["an encrypted entry", { name: "a", data: "x", flags: 1 }, "encrypted"],
  ["strong encryption", { name: "a", data: "x", flags: 0x40 }, "encrypted"],
  ["a masked local header", { name: "a", data: "x", flags: 0x2000 }, "encrypted"],
  ["AES", { name: "a", extra: extra(0x9901, Buffer.alloc(7)) }, "encrypted"],
  ["bzip2", { name: "a", method: 12, raw: Buffer.from("BZh9") }, "method"],
  ["deflate64", { name: "a", method: 9, raw: Buffer.from("x") }, "method"],
  ["enhanced deflating", { name: "a", flags: 0x10 }, "method"],
  ["patched data", { name: "a", flags: 0x20 }, "method"],
  ["a later zip version", { name: "a", needed: 63 }, "method"],
  ["a malformed extra field", { name: "a", extra: Buffer.from([1, 2, 9, 0, 1]) }, "extra-field"],
  ["half an extra field", { name: "a", extra: Buffer.from([1, 2, 3]) }, "extra-field"],
  ["a Zip64 field", { name: "a", extra: extra(1, Buffer.alloc(8)) }, "zip64"],
  ["a Zip64 size", { name: "a", size: 0xffffffff }, "file-too-large", "zip64"],

  ["a size that is too small", { name: "a", data: "hello", size: 4 }, "size-mismatch"],
  ["a size that is too large", { name: "a", data: "hello", size: 6 }, "size-mismatch"],
  ["a size of nothing", { name: "a", data: "hello", size: 0 }, "size-mismatch"],
  ["a stored size that is too small", { name: "a", data: "hello", method: 0, size: 4 }, "size-mismatch"],
  ["a stored size that is too large", { name: "a", data: "hello", method: 0, size: 6 }, "size-mismatch"],
  ["bytes after the packed data", { name: "a", data: "hi", raw: pad(deflateRawSync("hi")) }, "size-mismatch"],
  ["a wrong checksum", { name: "a", data: "hello", crc: 1 }, "checksum-mismatch"],
  ["a wrong checksum of nothing", { name: "a", data: "", crc: 1 }, "checksum-mismatch"],
  ["broken data", { name: "a", raw: Buffer.from([7, 7, 7, 7]), size: 9 }, "data-broken"],
  [
    "data that is cut",
    { name: "a", data: text(99), raw: deflateRawSync(text(99)).subarray(0, 4) },
    "data-broken",
  ],
  ["no data where some is deflated", { name: "a", raw: new Uint8Array(), size: 1 }, "data-broken"],
  ["a file of 2 MB", { name: "a", data: text(2 * MB) }],
  ["a file of 2 MB and a byte", { name: "a", data: text(2 * MB + 1) }, "file-too-large"],
  ["a bomb that says 2 MB", { name: "a", raw: BOMB, size: 2 * MB }, "size-mismatch"],
  ["a bomb that says nothing", { name: "a", raw: BOMB, size: 0 }, "size-mismatch"],

  ["another name in the local header", { name: "a", local: { name: "b" } }, "local-header"],
  ["another method in the local header", { name: "a", local: { method: 0 } }, "local-header"],
  ["other flags in the local header", { name: "a", local: { flags: 2 } }, "local-header"],
  ["another time in the local header", { name: "a", local: { time: 1 } }, "local-header"],
  ["another checksum in the local header", { name: "a", local: { crc: 5 } }, "local-header"],
  ["another size in the local header", { name: "a", data: "hi", local: { size: 5 } }, "local-header"],
  [
    "another packed size in the local header",
    { name: "a", data: "hi", local: { packed: 1 } },
    "local-header",
  ],
  ["a link only in the local extra field", { name: "a", local: { extra: LINK } }, "symlink"],
  ["a descriptor with another checksum", { name: "a", data: "hi", descriptor: { crc: 9 } }, "local-header"],
  ["a descriptor with another size", { name: "a", data: "hi", descriptor: { size: 9 } }, "local-header"],
  [
    "a descriptor with another packed size",
    { name: "a", data: "hi", descriptor: { packed: 9 } },
    "local-header",
  ],
  ["no descriptor where one is declared", { name: "a", data: "hi", flags: 8 }, "local-header"],
  [
    "another name in a Unicode path field",
    { name: "a", extra: extra(0x7075, Buffer.concat([Buffer.alloc(5), Buffer.from("../evil")])) },
    "local-header",
  ],
  ["a local header that is not there", { name: "a", offset: 5 }, "bytes-between", "local-header"],
  ["a local header past the end", { name: "a", offset: 0x7fffffff }, "local-header"],
  ["another disk", { name: "a", disk: 1 }, "multi-disk"],
];

for (const [name, entry, ...expected] of ENTRIES) {
  const verdict = expected.length === 0 ? "accepts" : `refuses with ${expected.join(", ")}`;
  Deno.test(`readBundle() ${verdict} ${name}`, () => {
    const found = codes(bundleBytes(entry));
    // Gaps are looked for only when every header was found, so a lost one may or may not show.
    assert.deepEqual(found.filter((code) => code !== "bytes-between" || expected.includes(code)), [
      ...expected.filter((code) => code !== "bytes-between" || found.includes(code)),
    ]);
  });
}

function pad(data: Uint8Array): Uint8Array {
  return Buffer.concat([data, Buffer.from("junk")]);
}

const TOGETHER: readonly (readonly [name: string, names: readonly string[], ...codes: string[]])[] = [
  ["the same name", ["a.txt", "a.txt"], "path-twice"],
  ["a second manifest", ["manifest.json"], "path-twice"],
  ["the same folder", ["a/", "a/"], "path-twice"],
  ["a folder beside its files", ["a/b", "a/", "a/c"]],
  ["names that differ in case", ["a.txt", "A.TXT"], "path-twins"],
  ["folders that differ in case", ["a/x", "A/y"], "path-twins"],
  ["names that differ in form", ["\u00e9", "e\u0301"], "path-twins"],
  ["sharp s and ss", ["straße", "STRASSE"], "path-twins"],
  ["a ligature", ["\ufb01le", "file"], "path-twins"],
  ["two sigmas", ["σ", "ς"], "path-twins"],
  ["the Kelvin sign", ["k", "\u212a"], "path-twins"],
  ["a file and a folder", ["a", "a/b"], "path-file-and-folder"],
  ["a folder and then a file", ["a/b", "a"], "path-file-and-folder"],
  ["a file and a folder in another case", ["A", "a/b"], "path-file-and-folder"],
  ["a file and an empty folder", ["a", "a/"], "path-file-and-folder"],
  ["different names", ["a", "b", "c/d", "c/e"]],
];

for (const [name, names, ...expected] of TOGETHER) {
  Deno.test(`readBundle() ${expected.length ? "refuses" : "accepts"} ${name}`, () => {
    const more = names.map((name) => ({ name, ...(name.endsWith("/") ? { method: 0 } : {}) }));
    assert.deepEqual(codes(bundleBytes(...more)), expected);
  });
}

const END = Buffer.concat([u32(0x06054b50), Buffer.alloc(18)]);

const ARCHIVES: readonly (readonly [name: string, archive: Archive, ...codes: string[]])[] = [
  ["nothing special", {}],
  ["a comment", { comment: Buffer.from("hello") }],
  ["bytes before it", { prefix: Buffer.from("#!/bin/sh\n") }, "bytes-before"],
  ["a whole other archive before it", { prefix: zip(entries()) }, "bytes-before"],
  ["bytes after it", { suffix: Buffer.from("x") }, "bytes-after"],
  ["bytes before the directory", { beforeDirectory: Buffer.from("junk") }, "bytes-between"],
  ["bytes after the directory", { afterDirectory: Buffer.from("junk") }, "bytes-before", "directory-broken"],
  ["an end record in the comment", { comment: END }, "second-end-record"],
  ["an end record after it", { suffix: END }, "bytes-before"],
  ["a count that is too high", { end: { entries: 3 } }, "entry-count"],
  ["a count that is too low", { end: { entries: 1 } }, "entry-count"],
  ["more disks", { end: { disk: 1 } }, "multi-disk"],
  ["its directory on another disk", { end: { directoryDisk: 1 } }, "multi-disk"],
  ["fewer entries on this disk", { end: { entriesHere: 1 } }, "multi-disk"],
  ["a Zip64 count", { end: { entries: 0xffff } }, "zip64"],
  ["a Zip64 size", { end: { directorySize: 0xffffffff } }, "zip64"],
  ["a Zip64 offset", { end: { directoryOffset: 0xffffffff } }, "zip64"],
  ["a Zip64 locator", { afterDirectory: Buffer.concat([u32(0x07064b50), Buffer.alloc(16)]) }, "zip64"],
  ["a directory that is too large", { end: { directorySize: 100_000 } }, "archive-truncated"],
  ["a comment that is too long", { end: { commentLength: 9 } }, "archive-truncated"],
];

for (const [name, archive, ...expected] of ARCHIVES) {
  Deno.test(`readBundle() ${expected.length ? "refuses" : "accepts"} an archive with ${name}`, () => {
    const found = codes(zip(entries(), archive));
    for (const code of expected) assert.ok(found.includes(code), `${code} is not among ${found}`);
    assert.equal(found.length > 0, expected.length > 0, String(found));
  });
}

const LIMITS: readonly (readonly [name: string, bytes: () => Uint8Array, ...codes: string[]])[] = [
  ["200 files", () => bundleBytes(...many(198))],
  ["201 files", () => bundleBytes(...many(199)), "too-many-files"],
  ["200 files and 300 folders", () => bundleBytes(...many(198), ...many(300, "/"))],
  [
    "200 files and what systems leave",
    () => bundleBytes(...many(198), { name: ".DS_Store" }, { name: "__MACOSX/a" }),
  ],
  ["5 MB", () => sized(5 * MB)],
  ["5 MB and a byte", () => sized(5 * MB + 1), "bundle-too-large"],
];

for (const [name, bytes, ...expected] of LIMITS) {
  Deno.test(`readBundle() ${expected.length ? "refuses" : "accepts"} ${name}`, () => {
    assert.deepEqual(codes(bytes()), expected);
  });
}

function many(count: number, suffix = ""): Entry[] {
  return Array.from(
    { length: count },
    (_, index) => ({ name: `f${suffix ? "older" : ""}${index}${suffix}`, method: 0 }),
  );
}

/** Returns a bundle of exactly `length` bytes. */
function sized(length: number): Uint8Array {
  const parts = (last: number) =>
    bundleBytes(
      { name: "a", data: noise(2 * MB), method: 0 },
      { name: "b", data: noise(2 * MB), method: 0 },
      { name: "c", data: noise(last), method: 0 },
    );
  return parts(length - parts(0).length);
}

Deno.test("readBundle() refuses entries that share bytes", () => {
  const first = entries();
  const shared = { name: "b", data: "hello", written: false, offset: 0 };
  assert.ok(codes(zip([{ name: "a", data: "hello" }, ...first, shared])).includes("overlap"));
});

Deno.test("readBundle() refuses an entry that hides in the data of another", () => {
  const inner = zip([{ name: "hidden", data: "hello" }]);
  const outer = { name: "outer", data: inner, method: 0 };
  const hidden = { name: "hidden", data: "hello", written: false, offset: 30 + "outer".length };
  assert.ok(codes(zip([outer, ...entries(), hidden])).includes("overlap"));
});

Deno.test("readBundle() takes a nested archive for a file like any other", () => {
  const { bundle } = readBundle(bundleBytes({ name: "inner.zip", data: bundleBytes() }));
  assert.deepEqual(bundle?.files.get("inner.zip"), bundleBytes());
});

Deno.test("readBundle() names every problem in one pass", () => {
  const found = codes(zip([
    ...entries({ name: 5, actions: [] }),
    { name: "../a", data: "x", crc: 1 },
    { name: "b", flags: 1 },
  ], { suffix: Buffer.from("x") }));
  assert.deepEqual(found, [
    "bytes-after",
    "checksum-mismatch",
    "encrypted",
    "no-actions",
    "path-parent",
    "wrong-type",
  ]);
});

Deno.test("readBundle() leaves out what systems leave behind, with one warning for each kind", () => {
  const { bundle, diagnostics, hash } = readBundle(bundleBytes(
    { name: ".DS_Store", data: "x" },
    { name: "actions/.DS_Store", data: "x" },
    { name: "__MACOSX/._manifest.json", data: "x" },
    { name: "actions/Thumbs.db", data: "x" },
  ));
  assert.deepEqual([...bundle!.files.keys()], ["manifest.json", "actions/run.go"]);
  assert.deepEqual(diagnostics.map(({ code, severity }) => `${severity} ${code}`), [
    "warning ignored-file",
    "warning ignored-file",
    "warning ignored-file",
  ]);
  assert.equal(hash, readBundle(bundleBytes()).hash);
});

Deno.test("readBundle() checks the names of what it leaves out too", () => {
  assert.deepEqual(codes(bundleBytes({ name: "__MACOSX/../../a" })), ["path-parent"]);
});

Deno.test("readBundle() says that an archive is none", () => {
  for (const bytes of [new Uint8Array(), Buffer.from("PK"), Buffer.from("\x1f\x8b\x08"), Buffer.alloc(100)]) {
    assert.deepEqual(codes(bytes), ["not-a-zip"]);
  }
});

Deno.test("readBundle() refuses an archive that is cut at any byte", () => {
  const whole = bundleBytes({ name: "a", data: "hello", descriptor: {} });
  for (let length = 0; length < whole.length; length++) {
    assert.notDeepEqual(codes(whole.subarray(0, length)), [], `cut to ${length} bytes`);
  }
});

Deno.test("readBundle() names hostile files without their hostile characters", () => {
  const { diagnostics } = readBundle(bundleBytes({ name: "a\x1b[2J\u202e" }));
  for (const { file, message } of diagnostics) {
    for (const hidden of ["\x1b", "\u202e"]) assert.equal(`${file}${message}`.includes(hidden), false);
  }
});

Deno.test("readBundle() refuses a count that a 16-bit number cannot hold", () => {
  const names = Array.from({ length: 300 }, (_, index) => ({ name: `${index}` }));
  assert.deepEqual(codes(zip([...entries(), ...names], { end: { entries: 302 & 0xff } })), [
    "entry-count",
    "too-many-files",
  ]);
  assert.equal(u16(302).length, 2);
});
