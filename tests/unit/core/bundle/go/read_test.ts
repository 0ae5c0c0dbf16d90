import assert from "node:assert/strict";
import { type GoImport, readGo } from "../../../../../src/core/bundle/mod.ts";

function importsOf(source: string): string[] | string {
  const imports: GoImport[] = [];
  const fault = readGo(new TextEncoder().encode(source), { import: (one) => imports.push(one) });
  if (fault) return `${fault.line}: ${fault.message}`;
  return imports.map(({ path, name, escaped, line }) =>
    `${name ? `${name} ` : ""}${path}${escaped ? "!" : ""}@${line}`
  );
}

const IMPORTS: readonly (readonly [name: string, source: string, ...imports: string[]])[] = [
  ["one import", 'package a\nimport "os"\n', "os@2"],
  [
    "a group",
    'package a\nimport (\n\t"os"\n\n\tx "net/http"\n\t. "fmt"; _ "embed"\n)\n',
    "os@3",
    "x net/http@5",
    ". fmt@6",
    "_ embed@6",
  ],
  ["a raw text", "package a\nimport `os/exec`\n", "os/exec@2"],
  ["a raw text with a carriage return", "package a\nimport `o\rs`\n", "os!@2"],
  ["a raw text that ends in one", "package a\nimport `os\r`\r\n", "os!@2"],
  ["escapes", 'package a\nimport "\\x6f\\163/\\u0065xe\\U00000063"\n', "os/exec!@2"],
  ["a letter of two escaped bytes", 'package a\nimport "\\xc3\\xa9"\n', "é!@2"],
  ["several declarations", 'package a\nimport "a"\nimport ("b")\nimport c "c"\n', "a@2", "b@3", "c c@4"],
  ["a comment before the path", 'package a\nimport /* "x" */ "os"\n', "os@2"],
  ["a path on the next line", 'package a\nimport\n"os"\n', "os@3"],
  ["a path on the line behind a dot", 'package a\nimport .\n"os"\n', ". os@3"],
  ["a dot and a comment of two lines", 'package a\nimport . /*\n*/ "os"\n', ". os@3"],
  ["a commented import", 'package a\n// import "x"\n/* import "y"\n*/\nimport "os"', "os@5"],
  ["an import in a text", 'package a\nvar s = "import \\"x\\""\nvar t = `\nimport "y"\n`\n'],
  ["quotes in runes", "package a\nimport \"os\"\nvar r = '\"'\nvar s = '\\''\n", "os@2"],
  ["semicolons", 'package a; import "os"; import ("net"; "fmt";); var x = 1', "os@1", "net@1", "fmt@1"],
  ["a comment that ends a line", 'package a /*\n*/ import "os" // x', "os@2"],
  ["a package of the least", "package a"],
  ["a byte order mark and CRLF", '\ufeffpackage a\r\nimport "os"\r\n', "os@2"],
  ["a constraint and a C preamble", '//go:build ignore\n\npackage a\n\n// #include <a.h>\nimport "C"', "C@6"],
  ["a group over several lines of one path", 'package a\nimport ("os"\n"os")\n', "os@2", "os@3"],
  ["letters beyond ASCII", 'package é\nimport ø "os"\nvar 𝛼 = "𝛼"', "ø os@2"],
];

for (const [name, source, ...expected] of IMPORTS) {
  Deno.test(`readGo() reads the imports of ${name}`, () => assert.deepEqual(importsOf(source), expected));
}

const REFUSED: readonly (readonly [name: string, source: string, fault: string])[] = [
  ["nothing", "", "1: the end where Go expects package"],
  ["no package clause", 'import "os"', '1: "import" where Go expects package'],
  [
    "a name, then a line end",
    'package a\nimport x\n"os"',
    "2: the end of a statement where Go expects the path",
  ],
  ["a line end in a path", "package a\nimport `o\ns`", "2: the path of an import that no package has"],
  ["half a character in a path", 'package a\nimport "\\xc3"', "2: the path of an import that no package has"],
  ["a comma", 'package a\nimport ("a", "b")', '2: "," where Go expects the end of a statement'],
  ["two on a line", 'package a\nimport ("a" "b")', '2: "\\"b\\"" where Go expects the end of a statement'],
  ["two semicolons", 'package a;; import "os"', "1: the end of a statement where Go expects a declaration"],
  [
    "an import behind code",
    'package a\nvar x = 1\nimport "os"',
    '3: "import" where Go expects a declaration',
  ],
  ["a statement outside of functions", "package a\nos.Exit(1)", '2: "os" where Go expects a declaration'],
  ["a comment that is open", 'package a\nimport "os" /* x', "2: a comment that is not closed"],
  ["a text that is open", 'package a\nimport "os', "2: a text that is not closed"],
  ["a raw text that is open", "package a\nvar x = `a\n\n", "2: a text that is not closed"],
  ["a NUL character", 'package a\n// \0\nimport "os"', "2: a NUL character"],
  ["a second byte order mark", 'package a\nimport "os"\n// \ufeff', "3: a byte order mark"],
  ["an unknown escape", 'package a\nvar x = "\\\'"', "2: an escape that Go does not know"],
  ["half of a pair", 'package a\nvar x = "\\ud800"', "2: an escape that Go does not know"],
  ["a rune of two", "package a\nvar x = 'ab'", "2: a rune of not one character"],
  ["a character of no token", "package a\nvar x = #", "2: the character U+0023 outside of a text"],
  ["a space of another alphabet", "package a\nvar\u00a0x = 1", "2: the character U+00A0"],
  ["brackets that do not match", "package a\nfunc f() { ] }", '2: "]" where Go expects }'],
  ["a bracket that is open", "package a\nfunc f() {", "2: the end where Go expects more"],
  [
    "a line directive to line 0",
    "package a\n//line x:0\n",
    "2: a line directive to a place that no file has",
  ],
];

for (const [name, source, expected] of REFUSED) {
  Deno.test(`readGo() refuses ${name}`, () => {
    const found = importsOf(source);
    assert.equal(String(found).slice(0, expected.length), expected);
  });
}

Deno.test("readGo() refuses bytes that are not UTF-8 and names their line", () => {
  const bytes = new TextEncoder().encode('package a\n// é\nimport "os"\n// x\n');
  bytes[bytes.length - 2] = 0xff;
  assert.deepEqual(readGo(bytes, {}), { line: 4, message: "bytes that are not UTF-8" });
});

function seen(source: string): string[] {
  const all: string[] = [];
  const fault = readGo(new TextEncoder().encode(source), {
    package: (name) => all.push(`package ${name}`),
    directive: (text, line) => all.push(`//${text} ${line}`),
    enter: (name, receiver, line) => all.push(`in ${receiver ? `${receiver}.` : ""}${name} ${line}`),
    name: (name, line) => all.push(`${name} ${line}`),
    select: (base, name, line) => all.push(`${base}.${name} ${line}`),
  });
  assert.equal(fault, null);
  return all;
}

const NAMES: readonly (readonly [name: string, source: string, ...seen: string[]])[] = [
  [
    "a selector over lines and comments",
    "var x = os /* c */ . // d\n ReadFile",
    "in null 2",
    "x 2",
    "os 2",
    "os.ReadFile 3",
  ],
  ["selectors of selectors", "var x = a.b.c", "in null 2", "x 2", "a 2", "a.b 2", "null.c 2"],
  ["selectors of calls", "var x = f().g", "in null 2", "x 2", "f 2", "null.g 2"],
  [
    "the methods of an interface",
    "type x interface { a.b; c(d interface{ e() }) f; g\nh() }",
    ..."in null 2|x 2|a 2|a.b 2|c 2|null.c 2|d 2|e 2|null.e 2|f 2|g 2|h 3|null.h 3".split("|"),
  ],
  ["functions and methods", "func f() {}\nfunc (t *T[K]) g() {}", "in f 2", "in T.g 3"],
  [
    "a generic function",
    "func f[T any](x T) T { return x }",
    "in f 2",
    "T 2",
    "any 2",
    "x 2",
    "T 2",
    "T 2",
    "x 2",
  ],
  ["texts and comments", 'var x = "os.Exit" // os.Exit\n', "in null 2", "x 2"],
  ["more dots than one", "var x = f(y...)", "in null 2", "x 2", "f 2", "y 2"],
  [
    "a line directive between others",
    "/* line x:1 */ var /*line x:1*/ x /*go:linkname a b*/ int",
    "in null 2",
    "//line x:1*/ 2",
    "x 2",
    "int 2",
  ],
  [
    "directives",
    "//go:linkname a b\n// go:embed no\n//go:noinline\nvar x int",
    "//go:linkname a b 2",
    "//go:noinline 4",
    "in null 5",
    "x 5",
    "int 5",
  ],
];

for (const [name, source, ...expected] of NAMES) {
  Deno.test(`readGo() gives the names of ${name}`, () => {
    assert.deepEqual(seen(`package a\n${source}`), ["package a", ...expected]);
  });
}

const PIECE = 64 * 1024;
for (const at of [0, 10, PIECE - 2, PIECE - 1, PIECE, 2 * PIECE - 3, 2 * PIECE - 1]) {
  Deno.test(`readGo() names the line of a character that is cut off at byte ${at}`, () => {
    const bytes = new TextEncoder().encode("a\n".repeat(PIECE));
    bytes[at] = 0xe2; // first byte of a character of three bytes
    assert.deepEqual(readGo(bytes, {}), {
      line: new TextDecoder("latin1").decode(bytes.subarray(0, at)).split("\n").length,
      message: "bytes that are not UTF-8",
    });
  });
}
