import { deepEqual, equal, match } from "node:assert/strict";
import { brokenArrows } from "../support/house/arrows.ts";
import { circles, readSources, source } from "../support/house/sources.ts";

Deno.test("the import graph has only the arrows of the architecture", async () => {
  const broken = brokenArrows(await readSources("main.ts", "src"));
  equal(broken.length, 0, `\n${broken.join("\n")}`);
});

const BREAKING: [path: string, code: string, rule: RegExp | null][] = [
  ["src/core/app/a.ts", 'import { x } from "../../tray/mod.ts";', /^core imports nothing/],
  ["src/core/app/a.ts", 'import type { X } from "../../pages/model.ts";', /^core imports nothing/],
  ["src/core/app/a.ts", 'const x = await import("../../cli/main.ts");', /^core imports nothing/],
  ["src/core/app/a.ts", 'export * from "../../ui/mod.ts";', /^core imports nothing/],
  ["src/core/app/a.ts", '// import { x } from "../../tray/mod.ts";', null],
  ["src/core/text/a.ts", 'import type { X } from "../json/node.ts";', /^texts stand on nothing/],
  ["src/core/text/a.ts", 'import { x } from "./hidden.ts";', null],
  ["src/core/json/a.ts", 'import { x } from "../text/hidden.ts";', null],
  ["src/core/json/a.ts", 'import type { X } from "../diagnostic.ts";', /^JSON stands on texts/],
  ["src/core/document/a.ts", 'import { x } from "../config/kind.ts";', /^the check of documents/],
  ["src/core/actions/build/a.ts", 'import { x } from "../run/log.ts";', /^compiling an action knows nothing/],
  ["src/core/actions/run/a.ts", 'import { x } from "../build/go.ts";', null],
  ["src/core/actions/log/a.ts", 'import { x } from "../run/run.ts";', /^frames, log and context/],
  ["src/core/actions/log/a.ts", 'import type { X } from "../run/face.ts";', null],
  ["src/pages/home/a.ts", 'import type { X } from "../review/page.ts";', /^a page is shown without/],
  ["src/ui/pages/home/a.ts", 'import { x } from "../settings/page.tsx";', /^a page is shown without/],
  ["src/ui/pages/home/a.ts", 'import type { X } from "../../../pages/home/page.ts";', null],
  ["src/core/app/features/runs/a.ts", 'import { x } from "../toasts/toasts.ts";', /^a feature works without/],
  ["src/core/app/features/runs/a.ts", 'import type { X } from "../toasts/toasts.ts";', null],
  ["src/ui/system/a.ts", 'import { x } from "../pages/home/page.tsx";', /^the design system knows no page/],
  ["src/core/app/a.ts", 'import { x } from "./a.ts";', /^nothing imports itself/],
  ["src/core/config/a.ts", 'import { readFile } from "node:fs/promises";', /^config and bundle are pure/],
  ["src/core/config/a.ts", 'import type { Stats } from "node:fs";', null],
  ["src/core/bundle/a.ts", "const now = Date.now();", /^config and bundle are pure/],
  ["src/core/bundle/a.ts", 'Deno.env.get("HOME");', /^config and bundle are pure/],
  ["src/core/bundle/a.ts", "/** Never Date.now() or Deno.env. */", null],
  ["src/core/bundle/a.ts", 'import { inflateRawSync } from "node:zlib";', null],
  ["src/ui/a.ts", 'import { x } from "../core/impure.ts";', /^ui runs in a page/],
  ["src/ui/a.ts", 'import type { X } from "../core/impure.ts";', null],
  [
    "src/tray/a.ts",
    'import { connect } from "../core/sql/driver/mod.ts";',
    /^tray, pages and ui use no driver/,
  ],
  ["src/core/sql/driver/a.ts", 'import { runQuery } from "../query.ts";', /^the drivers know no query/],
  ["src/core/sql/engines/a.ts", 'import { connect } from "../driver/mod.ts";', /^facts about engines/],
  ["src/pages/a.ts", 'await import("@aws-sdk/client-sts");', /^tray, pages and ui use no driver/],
  ["src/tray/a.ts", 'import { menu } from "./menu/mod.ts";', null],
  ["src/pages/a.ts", 'import { x } from "../tray/mod.ts";', /^ui and pages import nothing/],
  ["src/core/app/a.ts", 'if (Deno.build.os === "linux") x();', /^only platform, keychain and tray/],
  ["src/core/platform/a.ts", 'if (Deno.build.os === "linux") x();', null],
  ["main.ts", 'import { x } from "./src/core/paths.ts";', /^main.ts is thin/],
  ["main.ts", 'import { x } from "./src/cli/costly.ts";', /^what every command loads/],
  ["src/cli/accounts/list.ts", 'import { x } from "../costly.ts";', /^short commands bring no package/],
];
for (const [path, code, rule] of BREAKING) {
  Deno.test(`brokenArrows() ${rule ? "reports" : "accepts"} ${path} with ${code}`, () => {
    const all = [
      source(path, code),
      source("src/core/impure.ts", "export const x = Deno.cwd();"),
      source("src/cli/costly.ts", 'import "node:fs/promises";'),
    ];
    const broken = brokenArrows(all);
    equal(broken.length, rule ? 1 : 0, broken.join("\n"));
    if (rule) match(broken[0] ?? "", rule);
  });
}

Deno.test("brokenArrows() follows a pure folder through what it imports", () => {
  const all = [
    source("src/core/config/a.ts", 'import { b } from "../b.ts";'),
    source("src/core/b.ts", 'export { c } from "./c.ts";'),
    source("src/core/c.ts", "export const c = Deno.cwd();"),
  ];
  equal(brokenArrows(all)[0]?.includes("src/core/c.ts: uses Deno."), true);
});

const GRAPHS: readonly (readonly [name: string, files: Record<string, string>, circles: string[]])[] = [
  ["no circle in a tree", { a: "b c", b: "c" }, []],
  ["a file that imports itself", { a: "a" }, ["a -> a"]],
  ["two files", { a: "b", b: "a" }, ["a -> b -> a"]],
  ["a circle by type", { a: "b", b: "type a" }, ["a -> b -> a"]],
  ["the shortest of two ways", { a: "b c", b: "d", d: "a", c: "a" }, ["a -> c -> a", "b -> d -> a -> b"]],
  ["two circles", { a: "b", b: "a", c: "d", d: "c" }, ["a -> b -> a", "c -> d -> c"]],
];
for (const [name, files, expected] of GRAPHS) {
  Deno.test(`circles() finds ${name}`, () => {
    const all = Object.entries(files).map(([file, imports]) =>
      source(
        file,
        imports.split(/(?<!type) /).map((name) => `import ${name.replace(/(\w+)$/, '{ x } from "./$1";')}`)
          .join("\n"),
      )
    );
    deepEqual(circles(all).map((circle) => circle.join(" -> ")), expected);
  });
}

Deno.test("source() finds every form of an import", () => {
  const text = `import a from "./a.ts";
import {
  type B,
  b,
} from "./b.ts";
import { type C } from "./c.ts";
import type { D } from "./d.ts";
import "./e.ts";
export { f } from "./f.ts";
export type { G } from "./g.ts";
const h = await import("./h.ts");
import pg from "pg";
`;
  deepEqual(
    source("src/x/y.ts", text).imports.map(({ file, specifier, typeOnly }) => [file ?? specifier, typeOnly]),
    [
      ["src/x/a.ts", false],
      ["src/x/b.ts", false],
      ["src/x/c.ts", true],
      ["src/x/d.ts", true],
      ["src/x/e.ts", false],
      ["src/x/f.ts", false],
      ["src/x/g.ts", true],
      ["pg", false],
      ["src/x/h.ts", false],
    ],
  );
});
