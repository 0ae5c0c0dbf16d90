import assert from "node:assert/strict";
import { readGoSource } from "../../../../src/core/bundle/mod.ts";

const IMPORTS: readonly (readonly [name: string, source: string, ...imports: string[]])[] = [
  ["one import", 'package a\nimport "os"\n', "os@2"],
  [
    "a group",
    'package a\nimport (\n\t"os"\n\n\tx "net/http"\n\t. "fmt"; _ "embed"\n)\n',
    "os@3",
    "net/http@5",
    "fmt@6",
    "embed@6",
  ],
  ["a raw text", "package a\nimport `os/exec`\n", "os/exec@2"],
  ["several declarations", 'package a\nimport "a"\nimport ("b")\nimport c "c"\n', "a@2", "b@3", "c@4"],
  ["a comment before the path", 'package a\nimport /* "x" */ "os"\n', "os@2"],
  ["a path on the next line", 'package a\nimport\n"os"\n', "os@3"],
  ["a commented import", 'package a\n// import "x"\n/* import "y"\n*/\nimport "os"', "os@5"],
  ["an import in a text", 'package a\nvar s = "import \\"x\\""\nvar t = `\nimport "y"\n`\n'],
  ["quotes in runes", 'package a\nvar r = \'"\'\nimport "os"\n', "os@3"],
  ["nothing", ""],
  ["what is not closed", 'package a\nimport ( "os" /* ', "os@2"],
  ["a byte order mark and CRLF", '\ufeffpackage a\r\nimport "os"\r\n', "os@2"],
];

for (const [name, source, ...expected] of IMPORTS) {
  Deno.test(`readGoSource() reads the imports of ${name}`, () => {
    assert.deepEqual(readGoSource(source).imports.map(({ path, line }) => `${path}@${line}`), expected);
  });
}

Deno.test("readGoSource() gives the first line of each selector, comments and texts aside", () => {
  const { selectors } = readGoSource('// k.A()\nk.Secret("k.B")\nk . HTTP()\nk.Secret("x")\n');
  assert.deepEqual([...selectors], [["Secret", 2], ["HTTP", 3]]);
});

Deno.test("readGoSource() gives directives", () => {
  const { directives } = readGoSource("package a\n\n//go:linkname x y\n// go:embed no\n//go:embed f\n");
  assert.deepEqual(directives, [{ name: "go:linkname", line: 3 }, { name: "go:embed", line: 5 }]);
});
