/** Modules that the shortest commands load; each costs a third of a millisecond of their start. */
import { deepEqual } from "node:assert/strict";
import { reached, readSources } from "../../support/house/sources.ts";

const EVERY = [
  "cli/args.ts",
  "cli/misused_flags.ts",
  "cli/exit.ts",
  "cli/main.ts",
  "cli/version.ts",
  "core/lazy_import.ts",
  "core/build_stamp.ts",
  "core/platform/locales.ts",
  "core/platform/peer/run_mark.ts",
  "core/platform/runtime_variables.ts",
  "core/text/controls.ts",
  "core/text/locale.ts",
  "core/version.ts",
];

/** Modules that reading config.json loads. */
const CONFIG = [
  "core/aws/resource_explorer/view_arn.ts",
  "core/aws/wire/arn.ts",
  "core/aws/wire/partition.ts",
  "core/catalogue/source/address.ts",
  "core/config/entries.ts",
  "core/config/findings.ts",
  "core/config/hidden_columns.ts",
  "core/config/kind.ts",
  "core/config/meant.ts",
  "core/config/parse.ts",
  "core/config/shortcut.ts",
  "core/config_file/read.ts",
  "core/document/check.ts",
  "core/document/value.ts",
  "core/files/errors.ts",
  "core/files/read.ts",
  "core/files/reason.ts",
  "core/json/layout.ts",
  "core/json/node.ts",
  "core/json/parse.ts",
  "core/json/scan.ts",
  "core/json/word.ts",
  "core/own_property.ts",
  "core/sql/engines/facts.ts",
  "core/text/aws_names.ts",
  "core/text/hidden.ts",
  "core/text/password_dots.ts",
  "core/text/position.ts",
  "core/text/shorten.ts",
  "core/text/suggest.ts",
  "core/ways/address.ts",
  "core/ways/ssm/address.ts",
];

const LOADED: readonly (readonly [command: string, start: string, beside: readonly string[]])[] = [
  ["every command, and --version with it", "src/cli/main.ts", []],
  ["--validate-config", "src/cli/config/validate_config.ts", [
    "cli/config/validate_config.ts",
    "core/diagnostic.ts",
    ...CONFIG,
  ]],
  ["--list", "src/cli/extensions/list.ts", [
    "cli/extensions/list.ts",
    "cli/extensions/listing.ts",
    "cli/width.ts",
    "core/home.ts",
    "core/platform/home.ts",
    "core/text/hidden.ts",
    "core/text/shorten.ts",
    "tray/instance/ask.ts",
    "tray/instance/connect.ts",
    "tray/instance/lines.ts",
  ]],
  ["--accounts", "src/cli/accounts/list.ts", [
    ...CONFIG,
    "cli/accounts/known.ts",
    "cli/accounts/list.ts",
    "cli/accounts/reporting.ts",
    "cli/stop_self.ts",
    "cli/width.ts",
    "core/accounts/accounts.ts",
    "core/accounts/document.ts",
    "core/accounts/environments.ts",
    "core/accounts/gather.ts",
    "core/accounts/labels.ts",
    "core/age.ts",
    "core/aws/errors.ts",
    "core/aws/sources/portal_source.ts",
    "core/listeners.ts",
    "core/paths.ts",
    "core/platform/home.ts",
    "core/platform/path.ts",
    "core/rules/safe_pattern.ts",
    "core/rules/evaluator.ts",
    "core/state/selector.ts",
    "core/text/escapes.ts",
    "core/text/natural.ts",
    "core/text/outside.ts",
  ]],
  ["--doctor", "src/cli/doctor/mod.ts", [
    ...CONFIG,
    "cli/colours.ts",
    "cli/doctor/checks.ts",
    "cli/doctor/mod.ts",
    "core/dbus/address.ts",
    "core/files/there.ts",
    "core/keychain/advapi32.ts",
    "core/keychain/darwin.ts",
    "core/keychain/keychain.ts",
    "core/keychain/linux.ts",
    "core/keychain/mod.ts",
    "core/keychain/windows.ts",
    "core/paths.ts",
    "core/platform/darwin.ts",
    "core/platform/find.ts",
    "core/platform/home.ts",
    "core/platform/host.ts",
    "core/platform/linux.ts",
    "core/platform/path.ts",
    "core/platform/posix.ts",
    "core/platform/run_later.ts",
    "core/platform/system.ts",
    "core/platform/webview.ts",
    "core/platform/wide.ts",
    "core/platform/windows.ts",
    "core/secret.ts",
    "tray/windows/may_wait.ts",
  ]],
  ["the search for Go, which --doctor does", "src/core/actions/build/go.ts", [
    "core/actions/build/go.ts",
    "core/platform/darwin.ts",
    "core/platform/environment.ts",
    "core/platform/find.ts",
    "core/platform/hidden.ts",
    "core/platform/host.ts",
    "core/platform/kill_tree.ts",
    "core/platform/linux.ts",
    "core/platform/path.ts",
    "core/platform/posix.ts",
    "core/platform/run.ts",
    "core/platform/system.ts",
    "core/platform/windows.ts",
  ]],
  ["the look at the home before them", "src/cli/home.ts", [
    "cli/home.ts",
    "core/files/home.ts",
    "core/files/there.ts",
    "core/paths.ts",
    "core/platform/home.ts",
    "core/platform/path.ts",
  ]],
];

const all = await readSources("src");
for (const [command, start, beside] of LOADED) {
  const found = reached(all, all.filter(({ path }) => path === start));
  Deno.test(`${command} loads only what it needs`, () => {
    const names = found.map(({ path }) => path.replace(/^src\//, "")).filter((path) => !EVERY.includes(path));
    deepEqual(names.sort(), [...beside].sort());
  });

  // Node's modules double the start time of an empty Deno program.
  Deno.test(`${command} loads no module of Node's`, () => {
    const nodes = found.flatMap(({ path, imports }) =>
      imports.filter(({ specifier, typeOnly }) => !typeOnly && specifier.startsWith("node:"))
        .map(({ specifier }) => `${path}: ${specifier}`)
    );
    deepEqual(nodes, []);
  });
}
