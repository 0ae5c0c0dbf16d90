import { deepEqual, equal, match } from "node:assert/strict";
import { isEnough, languageVersion, noGoMessage } from "../../../../../src/core/actions/build/go.ts";
import { allowanceOf } from "../../../../../src/core/actions/build/build.ts";
import { entryLines } from "../../../../../src/core/actions/build/entry_position.ts";
import {
  type BuildProgress,
  followBuild,
  isPackageLine,
} from "../../../../../src/core/actions/build/compilation.ts";

const versions: [version: string, enough: boolean, language: string][] = [
  ["go1.18.10", false, "1.18"],
  ["go1.19", true, "1.19"],
  ["go1.26.8", true, "1.26"],
  ["go1.23rc1", true, "1.23"],
  ["go2.0", true, "2.0"],
  ["devel", true, "1.19"],
  ["gccgo", false, "1.19"],
];
for (const [version, enough, language] of versions) {
  Deno.test(`${version} is ${enough ? "" : "not "}enough and speaks ${language}`, () => {
    equal(isEnough(version), enough);
    equal(languageVersion(version), language);
  });
}

Deno.test("noGoMessage() says where Kedge looked, or what is too old, and what to install", () => {
  const looked = ["/a/go", "/b/go"];
  const none = noGoMessage({ looked }, true);
  match(none.error, /^Go is not installed/);
  match(none.hint, /^Install Go 1\.19 or later.* looked in \/a, \/b and asked your login shell/);
  match(noGoMessage({ looked }).hint, /^Install Go 1\.19 or later .*, then run the action again\.$/);
  match(
    noGoMessage({ looked: [], tooOld: { path: "/a/go", version: "go1.15" } }).error,
    /\/a\/go is go1\.15/,
  );
});

/** Returns a source with these imports and this code in Run. */
const go = (imports: readonly string[], code: string) =>
  `package action\n\nimport (\n${
    ["kedge", ...imports].map((path) => `\t"${path}"\n`).join("")
  })\n\nfunc Run(k *kedge.Ctx) error {\n\t${code}\n\treturn nil\n}\n`;

const CASES: readonly (readonly [imports: string, code: string, allowed: string])[] = [
  ["", `k.Alert("hello")`, "none"],
  ["strings fmt", `k.Log(fmt.Sprint(strings.ToUpper("a")))`, "none"],
  ["os", `os.ReadFile("a")`, "read"],
  ["os", `os.WriteFile("a", nil, 0)`, "write"],
  ["net/http", `http.Get("https://example.com")`, "network"],
  ["", "k.HTTP()", "network"],
  ["os/exec", `exec.Command("true")`, "all"],
  ["syscall", "syscall.Getpid()", "all"],
  ["unsafe", "_ = unsafe.Pointer(nil)", "none"],
  ["unsafe os", `_ = unsafe.Pointer(nil); os.ReadFile("a")`, "read"],
  ["example.com/other", "other.Do()", "all"],
];
for (const [imports, code, allowed] of CASES) {
  Deno.test(`allowanceOf() gives ${allowed} to ${code}`, () => {
    const text = go(imports.split(" ").filter(Boolean), code);
    const files = new Map([["a/go.go", new TextEncoder().encode(text)]]);
    equal(allowanceOf({ entry: "a/go.go", files }), allowed);
  });
}

Deno.test("allowanceOf() gives an action what it is compiled from, and nothing of what other actions can", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const files = new Map([
    ["a/go.go", bytes(go([], `k.Alert("hello")`))],
    ["a/other.go", bytes(go(["os/exec"], `exec.Command("true")`))],
    ["lib/lib.go", bytes(`package lib\n\nimport "os"\n\nfunc Do() { os.ReadFile("a") }\n`)],
  ]);
  equal(allowanceOf({ entry: "a/go.go", files }), "read");
  equal(allowanceOf({ entry: "a/other.go", files }), "all");
});

Deno.test("allowanceOf() gives everything to what is not Go", () => {
  const files = new Map([["a/go.go", new TextEncoder().encode("package action\n\nimport (")]]);
  equal(allowanceOf({ entry: "a/go.go", files }), "all");
});

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

const lines: [line: string, name: boolean][] = [
  ["internal/goarch", true],
  ["vendor/golang.org/x/net/http/httpguts", true],
  ["bundle/kedgerun/action", true],
  ["# bundle/kedgerun/action", false],
  ["kedgerun/action/action.go:3:32: declared and not used: x", false],
  ["signal: killed", false],
  ["go: no space left on device", false],
  ["", false],
];
for (const [line, name] of lines) {
  Deno.test(`isPackageLine() is ${name} of "${line}"`, () => equal(isPackageLine(line), name));
}

Deno.test("followBuild() tells nothing of a few packages, and of many how far it is once that is known", async () => {
  const told: BuildProgress[] = [];
  let counts = 0;
  const follow = followBuild(() => (counts++, Promise.resolve(20)), (progress) => told.push(progress));
  for (let i = 0; i < 7; i++) follow(`package${i}`);
  deepEqual([told, counts], [[], 0]);
  follow("package7");
  deepEqual(told, [{ name: "package7", fraction: null }]);
  await Promise.resolve();
  follow("# not a package");
  follow("package8");
  follow("package9");
  deepEqual(told.slice(1), [{ name: "package8", fraction: 0.45 }, {
    name: "package9",
    fraction: 0.5,
  }]);
  equal(counts, 1);
});

Deno.test("followBuild() goes on when the packages cannot be counted", async () => {
  const told: BuildProgress[] = [];
  const follow = followBuild(() => Promise.reject(new Error("no go")), (progress) => told.push(progress));
  for (let i = 0; i < 10; i++) follow(`package${i}`);
  await Promise.resolve();
  follow("last");
  equal(told.at(-1)!.fraction, null);
});
