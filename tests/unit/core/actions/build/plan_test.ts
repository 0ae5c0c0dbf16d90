import assert from "node:assert/strict";
import { bundle } from "../../../../support/bundles/bundles.ts";
import {
  isQuickToCompile,
  planBuild,
  planHash,
  sharedSources,
} from "../../../../../src/core/actions/build/plan.ts";

const files = (texts: Record<string, string>) =>
  new Map(Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]));
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

const source = {
  entry: "actions/a.go",
  files: files({
    "manifest.json": "{}",
    "actions/a.go": "package action",
    "actions/b.go": "package action",
    "actions/lib/l.go": "package lib",
    "lib/x.go": "package lib",
    "lib/x_test.go": "package lib",
    "lib/data.txt": "x",
    ".kedge/sdk/x.go": "package kedge",
    "_old/x.go": "package old",
  }),
};
const sdk = files({
  "go.mod": "module kedge",
  "ctx.go": "package kedge",
  "http.go": "package kedge",
  "internal/anchor/doc.go": "package anchor",
});

Deno.test("sharedSources() are the Go files that are neither beside the entry nor tests nor hidden", () => {
  assert.deepEqual(sharedSources(source), ["actions/lib/l.go", "lib/x.go"]);
});

Deno.test("planBuild() makes one module of entry, shared packages and SDK", () => {
  const { files, folder } = planBuild(source, sdk, "go1.22.3");
  assert.equal(folder, "kedgerun");
  assert.deepEqual([...files.keys()].sort(), [
    "actions/lib/l.go",
    "go.mod",
    "kedgerun/action/action.go",
    "kedgerun/anchor/doc.go",
    "kedgerun/anchor/go.mod",
    "kedgerun/main.go",
    "kedgerun/sdk/ctx.go",
    "kedgerun/sdk/go.mod",
    "lib/x.go",
  ]);
  assert.match(text(files.get("go.mod")), /^module bundle\n\ngo 1\.22\n/);
});

Deno.test("planBuild() makes each source of the bundle import the anchor and the SDK, and no other file", () => {
  const { files } = planBuild(source, sdk, "go1.22");
  const first = '; import _ "anchor"; import _ "kedge"';
  const importing = [...files].flatMap(([path, bytes]) => text(bytes).includes(first) ? [path] : []);
  assert.deepEqual(importing.sort(), ["actions/lib/l.go", "kedgerun/action/action.go", "lib/x.go"]);
  assert.equal(text(files.get("lib/x.go")), `package lib${first}`);
  assert.equal(text(source.files.get("lib/x.go")), "package lib");
});

/**
 * Files for `go:embed`, beside files that Go would compile, link or read as part of another module.
 */
const BESIDE = {
  "actions/a.txt": "a",
  "actions/web/a.html": "a",
  "lib/b.txt": "b",
  "vendor/modules.txt": "",
  "go.mod": "module x",
  "go.sum": "",
  "lib/go.mod": "module y",
  "actions/action.go/x.txt": "",
  ...Object.fromEntries(
    "s S sx c cc cpp cxx m h hh hpp hxx f F for f90 swig swigcxx syso SYSO".split(" ").flatMap((suffix) => [
      [`actions/x.${suffix}`, "x"],
      [`lib/x.${suffix}`, "x"],
    ]),
  ),
};
const EMBED = "\n//go:embed x\nvar x string";
const EMBEDDING: readonly (readonly [name: string, sources: Record<string, string>, data: string[]])[] = [
  ["no source", { "lib/x_test.go": `package lib${EMBED}`, "actions/b.go": `package action${EMBED}` }, []],
  ["the entry", { "actions/a.go": `package action${EMBED}` }, [
    "kedgerun/action/a.txt",
    "kedgerun/action/web/a.html",
  ]],
  ["a shared source", { "lib/x.go": `package lib${EMBED}` }, [
    "actions/a.txt",
    "actions/web/a.html",
    "lib/b.txt",
    "lib/data.txt",
    "manifest.json",
  ]],
];
for (const [name, sources, data] of EMBEDDING) {
  Deno.test(`planBuild() takes ${data.length} files along that ${name} may embed, and none that Go compiles or links`, () => {
    const all = new Map([...source.files, ...files({ ...BESIDE, ...sources })]);
    const without = planBuild(source, sdk, "go1.22").files;
    const { files: planned } = planBuild({ ...source, files: all }, sdk, "go1.22");
    const more = [...planned.keys()].filter((path) => !without.has(path));
    assert.deepEqual(more.sort(), data);
    for (const path of data) {
      const from = path.replace("kedgerun/action/", "actions/");
      assert.deepEqual(planned.get(path), all.get(from), path);
    }
  });
}

const FOLDERS: readonly (readonly [paths: string, folder: string])[] = [
  ["actions/a.go lib/x.go", "kedgerun"],
  ["actions/a.go internal/x.go", "kedgerun"],
  ["actions/a.go kedgerun", "kedgerun_"],
  ["actions/a.go lib/internal/x/x.go", "actions/kedgerun"],
  ["actions/a.go actions/internal/x.go ACTIONS/Kedgerun/x.go", "actions/kedgerun_"],
  ["a.go lib/internal/x.go", "kedgerun"],
  ["my%20actions/a.go lib/internal/x.go", "kedgerun"],
  ["vendor/a.go lib/internal/x.go", "kedgerun"],
  ["_a/a.go lib/internal/x.go", "kedgerun"],
];
for (const [paths, folder] of FOLDERS) {
  Deno.test(`planBuild() generates in ${folder} when the bundle has ${paths}`, () => {
    const [entry, ...more] = paths.split(" ").map(decodeURIComponent);
    const all = Object.fromEntries([entry!, ...more].map((path) => [path, "package x"]));
    assert.equal(planBuild({ entry: entry!, files: files(all) }, sdk, "go1.22").folder, folder);
  });
}

const HTTP: readonly (readonly [name: string, source: string, taken: boolean])[] = [
  ["a call", "func f(k *kedge.Ctx) { k.HTTP() }", true],
  ["an interface with it", "type x interface { HTTP() any }", true],
  ["a comment", "// k.HTTP()", false],
  ["a text", 'var x = "HTTP"', false],
  ["a text beside a template", 'import _ "text/template"\nvar x = "{{.HTTP}}"', true],
  ["what is no Go", "HTTP?", true],
  ["package reflect", 'import _ "reflect"', false],
];
for (const [name, text, taken] of HTTP) {
  Deno.test(`planBuild() ${taken ? "takes" : "leaves"} net/http ${taken ? "in" : "out"} for ${name}`, () => {
    const named = {
      ...source,
      files: new Map([...source.files, ...files({ "lib/x.go": `package lib\n${text}` })]),
    };
    assert.equal(planBuild(named, sdk, "go1.19").files.has("kedgerun/sdk/http.go"), taken);
  });
}

Deno.test("planHash() changes with each file, its name and the toolchain", () => {
  const plan = planBuild(source, sdk, "go1.22");
  const hash = planHash(plan, ["go1.22", "linux"]);
  const other = (path: string, text: string) =>
    planHash({ ...plan, files: new Map([...plan.files, ...files({ [path]: text })]) }, ["go1.22", "linux"]);
  assert.equal(planHash(planBuild(source, sdk, "go1.22"), ["go1.22", "linux"]), hash);
  const hashes = new Set([
    hash,
    planHash(plan, ["go1.23", "linux"]),
    planHash(plan, ["go1.22", "darwin"]),
    other("lib/x.go", "package lib // changed"),
    other("lib/y.go", "package lib"),
    other("kedgerun/sdk/ctx.go", "package kedge // changed"),
  ]);
  assert.equal(hashes.size, 6);
});

Deno.test("isQuickToCompile() is what no action's author has to wait for, whatever the others of the bundle have", () => {
  const lib = "package lib\n" + "//".repeat(500_000);
  const of = (actions: number, libs: number, ...data: string[]) => {
    const all = Array.from({ length: actions }, (_, i) => ({ id: `a${i}`, label: "A", entry: `a/${i}.go` }));
    const entries = all.map(({ entry }) => [entry, "package action\n"]);
    const shared = Array.from({ length: libs }, (_, i) => [`lib/${i}.go`, lib]);
    const others = data.map((text, i) => [`lib/data${i}${text.startsWith("package") ? ".go" : ""}`, text]);
    return isQuickToCompile(bundle({ actions: all }, Object.fromEntries([...entries, ...shared, ...others])));
  };
  assert.deepEqual([of(1, 0), of(50, 1), of(1, 60), of(50, 2)], [true, true, true, false]);
  const large = "x".repeat(1_500_000), embeds = "package lib\n\n//go:embed data1\nvar x string\n";
  assert.deepEqual([of(50, 0, large), of(50, 0, embeds, large), of(1, 0, embeds, large)], [
    true,
    false,
    true,
  ]);
});
