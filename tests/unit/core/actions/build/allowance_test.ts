import { equal } from "node:assert/strict";
import { allowanceOf } from "../../../../../src/core/actions/build/build.ts";

/** A source that imports those packages and holds that code. */
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
