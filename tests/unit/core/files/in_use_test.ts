/** Tests files of Kedge while another program keeps them from all readers, as Windows allows. */
import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { loadAction } from "../../../../src/core/actions/installed.ts";
import { readText } from "../../../../src/core/aws/profiles/files.ts";
import { readStored } from "../../../../src/core/catalogue/store.ts";
import { readWithdrawn, writeWithdrawn } from "../../../../src/core/catalogue/withdrawn.ts";
import { defaultConfig } from "../../../../src/core/config/mod.ts";
import { editConfigFile } from "../../../../src/core/config_file/mod.ts";
import {
  changeOverrides,
  installBundle,
  listExtensions,
  loadInstalled,
  rememberAnswer,
  uninstallExtension,
  verifyExtension,
} from "../../../../src/core/extensions/mod.ts";
import { type AuditEvent, openAgentLog } from "../../../../src/core/gate/log/mod.ts";
import type { KedgePaths } from "../../../../src/core/paths.ts";
import { openTexts } from "../../../../src/core/sql/query_window/texts.ts";
import { readStateFile, updateStateFile } from "../../../../src/core/state/state_file.ts";
import { appVersion } from "../../../../src/core/version.ts";
import { bundle } from "../../../support/bundles/bundles.ts";
import { keptFromReaders } from "../../../support/file_in_use.ts";
import { withHome } from "../../../support/program/home.ts";

const one = bundle({ version: "1" }), two = bundle({ version: "2" }, { "more.txt": "more" });
const confirmed = ({ hash }: typeof one) => ({ source: "/x", hash });
const SETTING = { address: "https://example.com/catalog", keys: [] };
const EVENT: AuditEvent = {
  at: "2026-11-26T12:00:00.000Z",
  agent: "Claude Code",
  program: "/opt/claude",
  what: "read",
  on: "shop",
};

/** The message and the hint of an error, a refusal or a diagnostic. */
interface Told {
  readonly says: string;
  readonly hint: string;
}

/** Returns the message and the hint of the error that `work` throws. */
async function thrown(work: Promise<unknown>): Promise<Told> {
  return await work.then(
    (value) => ({ says: `nothing is thrown: ${JSON.stringify(value)}`, hint: "" }),
    ({ message, hint }) => ({ says: message, hint }),
  );
}

const load = async (paths: KedgePaths): Promise<Told> => {
  const result = await loadAction({ paths, config: defaultConfig(), extension: "ext", action: "run" });
  return "refused" in result
    ? { says: result.refused, hint: result.hint ?? "" }
    : { says: "it runs", hint: "" };
};

const verify = async (paths: KedgePaths): Promise<Told> => {
  const verified = await verifyExtension(paths, "ext");
  return verified.trust === "broken"
    ? { says: verified.reason, hint: verified.hint }
    : { says: `it is ${verified.trust}`, hint: "" };
};

const list = async (paths: KedgePaths): Promise<Told> => {
  const [extension] = await listExtensions(paths, appVersion());
  const { message = `it is ${extension?.trust}`, hint = "" } = extension?.diagnostics[0] ?? {};
  return { says: message, hint };
};

const texts = async ({ queries }: KedgePaths): Promise<Told> => {
  let why = "nothing is told";
  const kept = await openTexts(queries, { name: "shop", engine: "postgres" }, (told) => why = told ?? "kept");
  kept.setTabs([{ id: "2", title: "Query 2", text: "select 2" }], []);
  kept.save("mine", "select 2", 2);
  await kept.flush();
  return { says: why, hint: why };
};

const edit = async ({ config }: KedgePaths): Promise<Told> => {
  const result = await editConfigFile(config, [{ path: ["theme"], value: "dark" }]);
  return result.ok ? { says: "it is saved", hint: "" } : { says: result.error, hint: result.hint ?? "" };
};

/**
 * A file below the home that another program has open, and a call that needs it. A boolean result
 * says only whether it worked.
 */
const FILES: readonly (readonly [
  file: string,
  what: string,
  act: (paths: KedgePaths) => Promise<Told | boolean>,
])[] = [
  [
    "extensions/ext/overrides.json",
    "changeOverrides()",
    (paths) => thrown(changeOverrides(paths, "ext", "run", {})),
  ],
  [
    "extensions/ext/overrides.json",
    "rememberAnswer()",
    (paths) => thrown(rememberAnswer(paths, "ext", "run", { account: "111111111111" })),
  ],
  [
    "extensions/ext/overrides.json",
    "uninstallExtension()",
    (paths) => thrown(uninstallExtension(paths, "ext")),
  ],
  ["extensions/ext/overrides.json", "loadAction()", load],
  [
    "extensions/ext/installed.json",
    "installBundle()",
    (paths) => thrown(installBundle(paths, two, confirmed(two))),
  ],
  ["extensions/ext/installed.json", "verifyExtension()", verify],
  ["extensions/ext/installed.json", "listExtensions()", list],
  ["extensions/ext/installed.json", "loadAction()", load],
  ["extensions/ext/bundle/actions/run.go", "verifyExtension()", verify],
  ["extensions/ext/bundle/actions/run.go", "listExtensions()", list],
  ["extensions/ext/bundle/actions/run.go", "loadInstalled()", async (paths) => {
    const { bundle, diagnostics: [first] } = await loadInstalled(paths, "ext");
    equal(bundle, null);
    return { says: first?.message ?? "", hint: first?.hint ?? "" };
  }],
  ["extensions/~lock", "changeOverrides()", (paths) => thrown(changeOverrides(paths, "ext", "run", {}))],
  ["catalogs/withdrawn.json", "readWithdrawn()", (paths) => thrown(readWithdrawn(paths))],
  ["catalogs/withdrawn.json", "writeWithdrawn()", (paths) => thrown(writeWithdrawn(paths, {}))],
  [
    "catalogs/withdrawn.json",
    "installBundle()",
    (paths) => thrown(installBundle(paths, two, confirmed(two))),
  ],
  ["catalogs/withdrawn.json", "loadAction()", load],
  ["catalogs/CATALOG/accepted.json", "readStored()", (paths) => thrown(readStored(paths, SETTING))],
  ["queries/SERVER.tabs.json", "openTexts()", texts],
  ["queries/SERVER.past.json", "openTexts()", texts],
  ["state.json", "updateStateFile()", (paths) => updateStateFile(paths, "pins", () => ["after"])],
  ["logs/agents.log", "openAgentLog()", ({ logs }) => openAgentLog(logs).append(EVENT)],
  ["config.json", "editConfigFile()", edit],
  ["aws", "readText()", ({ home }) => thrown(readText(join(home, "aws")))],
];

/** Fills a home with all that Kedge keeps. Returns the path of `file`, with its hashes. */
async function fill(paths: KedgePaths, file: string): Promise<string> {
  await installBundle(paths, one, confirmed(one));
  await changeOverrides(paths, "ext", "run", { region: "eu-west-1" });
  await writeWithdrawn(paths, { ["0".repeat(64)]: { reason: "it is bad", by: "Ours" } });
  const kept = await openTexts(paths.queries, { name: "shop", engine: "postgres" }, () => {});
  kept.setTabs([{ id: "1", title: "Query 1", text: "select 1" }], []);
  kept.save("first", "select 1", 1);
  await kept.flush();
  await updateStateFile(paths, "pins", () => ["before"]);
  equal(await openAgentLog(paths.logs).append(EVENT), true);
  await Deno.writeTextFile(paths.config, '{ "theme": "light" }');
  await Deno.writeTextFile(join(paths.home, "aws"), "[default]\n");
  const [server] = [...Deno.readDirSync(paths.queries)].map(({ name }) => name.split(".")[0]!);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(SETTING.address));
  const catalog = new Uint8Array(digest).toHex().slice(0, 16);
  await Deno.mkdir(join(paths.catalogs, catalog));
  await Deno.writeTextFile(join(paths.catalogs, catalog, "accepted.json"), "{}");
  return join(paths.home, file.replace("CATALOG", catalog).replace("SERVER", server!));
}

for (const [file, what, act] of FILES) {
  Deno.test(`${what} leaves ${file} as it is while another program shares it with nobody, and names it`, () =>
    withHome(async (paths) => {
      const path = await fill(paths, file);
      const before = await Deno.readFile(path);
      {
        using _ = keptFromReaders(path);
        const told = await act(paths);
        if (typeof told === "boolean") equal(told, false);
        else {
          match(told.says, /is kept open by another program/);
          equal(told.says.includes(file.split("/").at(-1)!.replace("SERVER", "")), true, told.says);
          match(told.hint, /Close that program|Fix that, then open this window again/);
        }
      }
      deepEqual(await Deno.readFile(path), before);
      const names = [...Deno.readDirSync(join(path, ".."))].map(({ name }) => name);
      deepEqual(names.filter((name) => /damaged|\.tmp$/.test(name)), []);
      equal((await verifyExtension(paths, "ext")).trust, "trusted");
      deepEqual(await readStateFile(paths), { pins: ["before"] });
    }));
}
