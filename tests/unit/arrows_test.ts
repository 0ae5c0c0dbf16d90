import { deepEqual, equal, match } from "node:assert/strict";
import { brokenArrows } from "../support/arrows.ts";
import { readSources, source } from "../support/sources.ts";

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
  ["src/core/config/a.ts", 'import { readFile } from "node:fs/promises";', /^config and bundle are pure/],
  ["src/core/config/a.ts", 'import type { Stats } from "node:fs";', null],
  ["src/core/bundle/a.ts", "const now = Date.now();", /^config and bundle are pure/],
  ["src/core/bundle/a.ts", 'Deno.env.get("HOME");', /^config and bundle are pure/],
  ["src/core/bundle/a.ts", "/** Never Date.now() or Deno.env. */", null],
  ["src/core/bundle/a.ts", 'import { inflateRawSync } from "node:zlib";', null],
  ["src/ui/a.ts", 'import { x } from "../core/impure.ts";', /^ui runs in a page/],
  ["src/ui/a.ts", 'import type { X } from "../core/impure.ts";', null],
  ["src/tray/a.ts", 'import pg from "pg";', /^tray, pages and ui use no driver/],
  ["src/pages/a.ts", 'await import("@aws-sdk/client-sts");', /^tray, pages and ui use no driver/],
  ["src/tray/a.ts", 'import { menu } from "./menu/mod.ts";', null],
  ["src/pages/a.ts", 'import { x } from "../tray/mod.ts";', /^ui and pages import nothing/],
  ["src/core/app/a.ts", 'if (Deno.build.os === "linux") x();', /^only platform, keychain and tray/],
  ["src/core/platform/a.ts", 'if (Deno.build.os === "linux") x();', null],
  ["main.ts", 'import { x } from "./src/core/paths.ts";', /^main.ts is thin/],
  ["main.ts", 'import { x } from "./src/cli/costly.ts";', /^what every command loads/],
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
