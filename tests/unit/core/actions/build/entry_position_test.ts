import { deepEqual } from "node:assert/strict";
import { entryLines } from "../../../../../src/core/actions/build/entry_position.ts";

const at = (line: number) => ({ "package-main": line, "wrong-package": line, "no-run": line });

const entries: readonly (readonly [string, string, ReturnType<typeof entryLines>])[] = [
  ["a function", "package action\n\nfunc Run() {}\n", { ...at(1), "wrong-run": 3 }],
  ["a comment above", "// package x\n/*\n*/ package main\n", at(3)],
  ["a method of that name", "package action\ntype t int\nfunc (t) Run() {}\n", { ...at(1), "no-run": 3 }],
  ["a function in small letters", "package action\n\nfunc run() {}\n", { ...at(1), "no-run": 3 }],
  ["a variable", "package action\nvar Run = 1\n", { ...at(1), "wrong-run": 2 }],
  ["a use before it", "package action\nvar x = Run\nfunc Run() {}\n", { ...at(1), "wrong-run": 3 }],
  ["a field of another one", "package action\nvar x = T{Run: 1}\n", at(1)],
  ["a call within another function", "package action\nfunc x() { Run() }\n", at(1)],
  ["a build line", "// x\n//go:build ignore\n\npackage action\n", { ...at(4), excluded: 2 }],
  ["a build line that is none", "package action\n//go:build ignore\n", at(1)],
  [
    'an import of "C"',
    '//go:build linux\n\npackage action\nimport (\n"os"\n"C"\n)\n',
    { ...at(3), excluded: 6 },
  ],
  ["what Go does not read", "package action\nfunc Run( {}\n", {}],
];
for (const [name, text, lines] of entries) {
  Deno.test(`entryLines() finds the lines when the entry has ${name}`, () => {
    deepEqual({ ...entryLines(new TextEncoder().encode(text)) }, lines);
  });
}
