/** What the shortest commands load: each module is a third of a millisecond of their start. */
import { deepEqual } from "node:assert/strict";
import { reached, readSources } from "../../support/house/sources.ts";

const EVERY = [
  "cli/args.ts",
  "cli/exit.ts",
  "cli/main.ts",
  "cli/version.ts",
  "core/bring.ts",
  "core/build_stamp.ts",
  "core/version.ts",
];

const LOADED: readonly (readonly [command: string, start: string, beside: readonly string[]])[] = [
  ["every command, and --version with it", "src/cli/main.ts", []],
  ["--validate-config", "src/cli/config/validate_config.ts", [
    "cli/config/validate_config.ts",
    "core/config/entries.ts",
    "core/config/findings.ts",
    "core/config/kind.ts",
    "core/config/parse.ts",
    "core/config/shortcut.ts",
    "core/config_file/read.ts",
    "core/diagnostic.ts",
    "core/document/check.ts",
    "core/document/value.ts",
    "core/files/read.ts",
    "core/json/layout.ts",
    "core/json/node.ts",
    "core/json/parse.ts",
    "core/json/scan.ts",
    "core/json/word.ts",
    "core/sql/engines/facts.ts",
    "core/text/hidden.ts",
    "core/text/position.ts",
    "core/text/shorten.ts",
    "core/text/suggest.ts",
  ]],
];
for (const [command, start, beside] of LOADED) {
  Deno.test(`${command} loads only what it needs`, async () => {
    const all = await readSources("src");
    const found = reached(all, all.filter(({ path }) => path === start));
    const names = found.map(({ path }) => path.replace(/^src\//, "")).filter((path) => !EVERY.includes(path));
    deepEqual(names.sort(), beside);
  });
}
