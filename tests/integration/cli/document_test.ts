/** With `--json` every command prints exactly one document, even when it did nothing. */
import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { kedge } from "../../support/program/kedge.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const REFUSED = { ok: false, keys: /^ok,error(,hint)?$/ };
/** The document of `--run`, whatever its result. */
const RUN = { ok: false, keys: /^ok,status,error,log,shown,ms$/ };

type Call = readonly [args: readonly string[], code: number, document: { ok?: boolean; keys: RegExp }];

const CALLS: readonly Call[] = [
  [["--nope"], 2, REFUSED],
  [["--list", "stray"], 2, REFUSED],
  [["--schema", "nope"], 2, REFUSED],
  [["--print-config", "/nonexistent/config.json"], 2, REFUSED],
  [["--label", "shop"], 2, REFUSED],
  [["--dev", "/nonexistent/extension"], 2, REFUSED],
  [["--credentials", "a/b/c"], 2, REFUSED],
  [["--exports", "a/b/c"], 2, REFUSED],
  [["--run", "nothing"], 2, RUN],
  [["--run"], 2, RUN],
  [["--run", "x/y", "stray"], 2, RUN],
  [["--run", "x/y", "--answers", ""], 2, RUN],
  [["--query"], 2, { keys: /^$/ }],
  [["--run", "x/y", "--answers", "/nonexistent/answers.json"], 2, RUN],
  [["--run", "x/y"], 3, RUN],
  [["--query", "none", "select 1"], 2, { keys: /^$/ }],
  [["--query", "none", "select 1", "--format", "csv"], 2, { keys: /^$/ }],
  [["--logs", "111111111111/r", "g", "--query", "fields a", "--limit", "abc"], 2, REFUSED],
  [["--logs", "111111111111/r", "g", "--query", "fields a", "--limit", "abc", "--format", "xml"], 2, REFUSED],
  [["--logs", "111111111111/r", "g", "--query", "fields a", "--format", "csv"], 2, REFUSED],
  [["--help"], 0, { keys: /^help$/ }],
  [["--version"], 0, { keys: /^version,development(,commit)?$/ }],
];

/** Commands with a file as Kedge's home. */
const NO_FOLDER: readonly Call[] = [
  [["--list"], 3, REFUSED],
  [["--accounts"], 3, REFUSED],
  [["--credentials", "111111111111/r"], 3, REFUSED],
  [["--run", "x/y"], 3, RUN],
  [["--query", "shop", "select 1"], 3, { keys: /^$/ }],
];

Deno.test("every command prints one document with --json, also where it does nothing", async (t) => {
  const home = await Deno.makeTempDir({ prefix: "kedge-documents-" });
  try {
    // A folder in place of config.json cannot be read.
    await Deno.mkdir(join(home, "config.json"));
    const calls = [
      ...CALLS.map((call) => [home, ...call] as const),
      ...NO_FOLDER.map((call) => [join(home, "file"), ...call] as const),
    ];
    await Deno.writeTextFile(join(home, "file"), "");
    for (const [folder, args, code, { ok, keys }] of calls) {
      await t.step(`${args.join(" ")}${folder === home ? "" : " in a file"}`, async () => {
        const result = await kedge([...args, "--json"], { env: { KEDGE_HOME: folder } });
        equal(result.code, code, result.stderr);
        const document = JSON.parse(result.stdout);
        match(Object.keys(document).join(), keys);
        equal(document.ok, ok);
        equal(result.stdout.split("\n").length, 2);
      });
    }
    await t.step("without --json only documents are printed on standard output", async () => {
      const result = await kedge(["--nope"], { env: { KEDGE_HOME: home } });
      deepEqual([result.code, result.stdout], [2, ""]);
    });
  } finally {
    await removeFolder(home);
  }
});
