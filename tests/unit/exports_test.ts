import { deepEqual } from "node:assert/strict";
import { deadExports, unusedExports } from "../support/house/exports.ts";
import { readSources, source } from "../support/house/sources.ts";

const all = await readSources("main.ts", "build.ts", "build", "src", "schema");
const program = all.filter(({ path }) => path.startsWith("src/"));

Deno.test("what a file of src exports is imported by another file of the program or by a test", async () => {
  const users = [...all, ...await readSources("tests")];
  deepEqual(unusedExports(program, users).map(({ path, name }) => `${path} ${name}`), []);
});

/** Exports of src that only tests use, each with its reason. */
const FOR_TESTS: Readonly<Record<string, string>> = {
  "src/core/extensions/review/library/packages.ts libraryPaths":
    "the suite holds the table against the installed Go",
  "src/tray/shortcut/portal.ts createPortalBackend":
    "tests answer for the portal of a desktop that is not there",
};
Deno.test("nothing of src is there for tests alone", () => {
  const dead = deadExports(program, all).map(({ path, name }) => `${path} ${name}`);
  deepEqual(dead.filter((one) => !Object.hasOwn(FOR_TESTS, one)), []);
});

Deno.test("what a helper of the tests exports is used", async () => {
  const tests = await readSources("tests");
  // Benchmarks are loaded by their name, and sessions of desktops are chosen by hand.
  const helpers = tests.filter(({ path }) => !/_bench\.ts$|^tests\/desktops\//.test(path));
  deepEqual(deadExports(helpers, [...tests, ...all]).map(({ path, name }) => `${path} ${name}`), []);
});

const DEAD: readonly (readonly [what: string, exported: string, user: string, dead: string[]])[] = [
  ["what nobody uses", "export function x() {}", "", ["x"]],
  ["what is imported", "export function x() {}", 'import { x } from "./a.ts";', []],
  ["what its own file uses", "export const x = 1;\nexport const y = x;", 'import { y } from "./a.ts";', []],
  ["what is passed on", 'export { x } from "./user.ts";', "export const x = 1;\nx;", []],
];
for (const [what, exported, user, dead] of DEAD) {
  Deno.test(`deadExports() sees ${what}`, () => {
    const sources = [source("src/a.ts", exported), source("src/user.ts", user)];
    deepEqual(deadExports(sources, sources).map(({ name }) => name), dead);
  });
}

const A = "src/a.ts";
const CASES: readonly (readonly [what: string, exported: string, user: string, unused: string[]])[] = [
  ["a function that is imported", "export function x() {}", 'import { x } from "./a.ts";', []],
  ["one that is not", "export async function x() {}", 'import { y } from "./a.ts";', ["x"]],
  [
    "every way to declare",
    "export const a = 1;\nexport class B {}\nexport interface C {}\nexport type D = 1;",
    "",
    [
      "a",
      "B",
      "C",
      "D",
    ],
  ],
  ["what is taken apart", "export const { a, b: c } = d;", 'import { c } from "./a.ts";', ["a"]],
  ["another name there", "export { a as b };", 'import { b as c } from "./a.ts";', []],
  [
    "types, in and before the braces",
    "export type A = 1;\nexport type B = 1;",
    'import { type A } from "./a.ts";\nimport type { B } from "./a.ts";',
    [],
  ],
  [
    "a whole module by its words",
    "export const a = 1, b = 2;\nexport const c = 3;",
    'import * as one from "./a.ts";\none.a;',
    ["c"],
  ],
  [
    "a whole module that is handed on",
    "export const a = 1;",
    'import * as one from "./a.ts";\nuse(one);',
    [],
  ],
  [
    "what is loaded when it is needed",
    "export const a = 1;\nexport const c = 3;",
    'const { a } = await import("./a.ts");',
    ["c"],
  ],
  ["only in a comment", "export const a = 1;", '// import { a } from "./a.ts";', ["a"]],
  ["a default", "export default function a() {}", "", []],
];
for (const [what, exported, user, unused] of CASES) {
  Deno.test(`unusedExports() sees ${what}`, () => {
    const sources = [source(A, exported), source("src/user.ts", user)];
    deepEqual(unusedExports(sources, sources).map(({ name }) => name), unused);
  });
}

Deno.test("unusedExports() follows re-exports, and reports unused ones", () => {
  const sources = [
    source(A, "export const a = 1;\nexport const b = 1;\nexport const c = 1;"),
    source("src/mod.ts", 'export { a, b } from "./a.ts";\nexport * from "./other.ts";'),
    source("src/other.ts", "export const d = 1;\nexport const e = 1;"),
    source("src/user.ts", 'import { a, d } from "./mod.ts";'),
  ];
  deepEqual(
    unusedExports(sources, sources).map(({ path, name }) => `${path} ${name}`),
    ["src/a.ts b", "src/a.ts c", "src/mod.ts b", "src/other.ts e"],
  );
});
