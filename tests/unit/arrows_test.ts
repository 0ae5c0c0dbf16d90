import { equal, match } from "node:assert/strict";
import { brokenArrows } from "../support/house/arrows.ts";
import { readSources, source } from "../support/house/sources.ts";

Deno.test("the import graph has only the arrows of the architecture", async () => {
  const broken = brokenArrows(await readSources("main.ts", "src"));
  equal(broken.length, 0, `\n${broken.join("\n")}`);
});

/** For each rule of the house, a file that breaks it. */
const BREAKING: readonly (readonly [path: string, code: string, rule: RegExp])[] = [
  ["src/core/app/a.ts", 'import { x } from "../../tray/mod.ts";', /^core imports nothing/],
  ["src/core/config/a.ts", 'import { readFile } from "node:fs/promises";', /^config and bundle are pure/],
  ["src/core/text/a.ts", 'import type { X } from "../json/node.ts";', /^texts stand on nothing/],
  ["src/core/json/a.ts", 'import type { X } from "../diagnostic.ts";', /^JSON stands on texts/],
  ["src/core/document/a.ts", 'import { x } from "../config/kind.ts";', /^the check of documents/],
  ["src/core/actions/build/a.ts", 'import { x } from "../run/log.ts";', /^compiling an action knows nothing/],
  ["src/core/sql/engines/a.ts", 'import { connect } from "../driver/mod.ts";', /^facts about engines/],
  ["src/core/sql/driver/a.ts", 'import { runQuery } from "../query.ts";', /^the drivers know no query/],
  ["src/core/ways/a.ts", 'import type { X } from "../sql/query.ts";', /^ways know nothing/],
  ["src/core/actions/log/a.ts", 'import { x } from "../run/run.ts";', /^frames, log and context/],
  ["src/ui/pages/home/a.ts", 'import { x } from "../settings/page.tsx";', /^a page is shown without/],
  ["src/core/app/features/runs/a.ts", 'import { x } from "../toasts/toasts.ts";', /^a feature works without/],
  ["src/ui/system/a.ts", 'import { x } from "../pages/home/page.tsx";', /^the design system knows no page/],
  ["src/ui/a.ts", 'import { x } from "../core/impure.ts";', /^ui runs in a page/],
  ["src/pages/a.ts", 'await import("@aws-sdk/client-sts");', /^tray, pages and ui use no driver/],
  ["src/pages/a.ts", 'import { x } from "../tray/mod.ts";', /^ui and pages import nothing/],
  ["src/core/app/a.ts", 'if (Deno.build.os === "linux") x();', /^only platform, keychain and tray/],
  ["main.ts", 'import { x } from "./src/cli/costly.ts";', /^what every command loads/],
  ["src/cli/accounts/list.ts", 'import { x } from "../costly.ts";', /^short commands bring no package/],
  ["src/core/app/a.ts", 'import { x } from "./a.ts";', /^nothing imports itself/],
  ["main.ts", 'import { x } from "./src/core/paths.ts";', /^main.ts is thin/],
];
for (const [path, code, rule] of BREAKING) {
  Deno.test(`brokenArrows() reports ${path} with ${code}`, () => {
    const all = [
      source(path, code),
      source("src/core/impure.ts", "export const x = Deno.cwd();"),
      source("src/cli/costly.ts", 'import "node:fs/promises";'),
    ];
    const broken = brokenArrows(all);
    equal(broken.length, 1, broken.join("\n"));
    match(broken[0]!, rule);
  });
}
