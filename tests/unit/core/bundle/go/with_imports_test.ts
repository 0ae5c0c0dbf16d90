import assert from "node:assert/strict";
import { type GoImport, readGo, withImports } from "../../../../../src/core/bundle/mod.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

const LONG = `// ${"é".repeat(5000)}\n`;

/** Sources with `@` where imports are added; `place` is the position of the code behind them. */
const CASES: readonly (readonly [name: string, source: string, place?: string])[] = [
  ["a package clause alone", "package a@"],
  ["code on the next line", 'package a@\nimport "os"\n'],
  ["a carriage return", 'package a@\r\nimport "os"\r\n'],
  ["a comment behind it", "package a@ // import x\nvar x int\n"],
  ["code behind it", 'package a@; import "os"\n', ":1:10"],
  ["a block comment behind it", 'package a@ /*\n*/ import "os"\n', ":1:10"],
  ["code behind it on a later line", '// é\n\n  package ä@; import "os"\n', ":3:13"],
  ["a name on the next line", "package\n\ta@\n"],
  ["comments before the name", "package /* package b */ // c\n/* d\n*/ a@; var x int", ":3:5"],
  ["a constraint and a comment before it", "//go:build linux\n\n/* package x */\npackage a@\n"],
  ["a byte order mark", "\ufeffpackage a@; var x int\n", ":1:13"],
  ["letters of several bytes", "// 😀 é\npackage é@\nvar x = 1\n"],
  ["a clause beyond the head", `${LONG.repeat(20)}package a@\nvar x int\n`],
  ["a clause that the head cuts", `//${"x".repeat(8177)}\npackage abcdef@; var x int\n`, ":2:15"],
  ["a letter that the head cuts", `//${"x".repeat(8180)}\npackage é@\n`],
  ["a comment that the head cuts", `/*${"x".repeat(9000)}*/package a@\n`],
];
for (const [name, source, place] of CASES) {
  Deno.test(`withImports() adds imports to a source with ${name}`, () => {
    const added = `; import _ "b"; import _ "c"${place ? `/*line ${place}*/` : ""}`;
    const made = withImports(bytesOf(source.replace("@", "")), ["b", "c"]);
    assert.equal(textOf(made), source.replace("@", added));
    const imports: GoImport[] = [];
    assert.equal(readGo(made, { import: (one) => imports.push(one) }), null);
    assert.deepEqual(imports.slice(0, 2).map(({ name, path }) => `${name} ${path}`), ["_ b", "_ c"]);
  });
}

const REFUSED: readonly (readonly [name: string, source: string | Uint8Array])[] = [
  ["nothing", ""],
  ["no package clause", "hello\n"],
  ["no name", "package\n"],
  ["a keyword for a name", "package func\n"],
  ["a clause in a comment", "/* package a\n"],
  ["bytes that are not UTF-8", Uint8Array.of(0x2f, 0x2f, 0xff, 0x0a, ...bytesOf("package a\n"))],
];
for (const [name, source] of REFUSED) {
  Deno.test(`withImports() leaves a source as it is that has ${name}`, () => {
    const bytes = typeof source === "string" ? bytesOf(source) : source;
    assert.equal(withImports(bytes, ["b"]), bytes);
  });
}
