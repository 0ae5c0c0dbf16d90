import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { kedge } from "../../support/program/kedge.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { type Need, testOn } from "../../support/systems.ts";

/** Runs Kedge with a home whose config.json has this text; without a text there is no file. */
async function withHome<T>(
  text: string | undefined,
  use: (run: (...args: string[]) => ReturnType<typeof kedge>, file: string) => Promise<T>,
): Promise<T> {
  const home = await Deno.makeTempDir({ prefix: "kedge-cli-" });
  try {
    const file = join(home, "config.json");
    if (text !== undefined) await Deno.writeTextFile(file, text);
    return await use((...args) => kedge(args, { env: { KEDGE_HOME: home } }), file);
  } finally {
    await removeFolder(home);
  }
}

Deno.test("--validate-config says that a good file is valid", () =>
  withHome("{ // c\n}", async (run, file) => {
    deepEqual(await run("--validate-config"), { code: 0, stdout: `${file} is valid\n`, stderr: "" });
    deepEqual(await run("--validate-config", file, "--json"), {
      code: 0,
      stdout: JSON.stringify({ ok: true, file, diagnostics: [] }) + "\n",
      stderr: "",
    });
  }));

Deno.test("--validate-config takes a home without a file as the defaults", () =>
  withHome(undefined, async (run, file) => {
    const result = await run("--validate-config", "--json");
    equal(result.code, 0);
    deepEqual(JSON.parse(result.stdout), { ok: true, file, diagnostics: [] });
    match((await run("--validate-config")).stdout, /does not exist: the defaults are in force/);
  }));

Deno.test("--validate-config shows problems with their line, and in the file's order as JSON", () =>
  withHome('{\n  "perPage": "50",\n  "them": 1\n}', async (run, file) => {
    const plain = await run("--validate-config");
    equal(plain.code, 1);
    match(
      plain.stdout,
      /error\[wrong-type\]: `perPage`.*\n --> .*config\.json:2:14\n {2}\|\n2 \| {3}"perPage": "50",\n {2}\| {14}\^\^\^\^\n {2}= Remove the quotes: 50\n/,
    );
    match(plain.stdout, /1 error, 1 warning\n$/);
    equal(plain.stderr, "");
    const { code, stdout } = await run("--validate-config", "--json");
    equal(code, 1);
    deepEqual(JSON.parse(stdout), {
      ok: false,
      file,
      diagnostics: [
        {
          severity: "error",
          code: "wrong-type",
          path: ["perPage"],
          line: 2,
          column: 14,
          message: '`perPage` must be a whole number, not the text "50"',
          hint: "Remove the quotes: 50",
        },
        {
          severity: "warning",
          code: "unknown-key",
          path: ["them"],
          line: 3,
          column: 3,
          message: "`them` is no field of the configuration; it has no effect",
        },
      ],
    });
  }));

Deno.test("--validate-config returns 0 for warnings alone", () =>
  withHome('{"version": 3}', async (run) => {
    const { code, stdout } = await run("--validate-config", "--json");
    equal(code, 0);
    equal(JSON.parse(stdout).ok, true);
  }));

/** Paths that cannot be read: exit status 2. */
const UNREADABLE: readonly (readonly [string, string, (file: string) => Promise<void>, ...Need[]])[] = [
  ["a file that is not there", "missing-file", () => Promise.resolve()],
  ["a folder", "not-a-file", (file) => Deno.mkdir(file)],
  ["a name that no system takes", "unreadable-file", () => Promise.resolve(), "longNames"],
  ["a pipe", "not-a-file", async (file) => {
    await new Deno.Command("/usr/bin/mkfifo", { args: [file] }).output();
  }, "specialFiles"],
];

for (const [name, code, make, ...needs] of UNREADABLE) {
  testOn(
    needs,
    `--validate-config and --print-config return 2 for ${name}`,
    () =>
      withHome(undefined, async (run, file) => {
        const other = file + (code === "unreadable-file" ? "x".repeat(5000) : ".other");
        await make(other);
        const result = await run("--validate-config", other, "--json");
        equal(result.code, 2);
        const { ok: good, diagnostics } = JSON.parse(result.stdout);
        equal(good, false);
        deepEqual(diagnostics.map((found: { code: string }) => found.code), [code]);
        const printed = await run("--print-config", other);
        deepEqual([printed.code, printed.stdout], [2, ""]);
        match(printed.stderr, new RegExp(code));
      }),
  );
}

/** Bad contents: one clear diagnostic, exit status 1, in limited time and memory. */
const HOSTILE: readonly (readonly [string, string, string | Uint8Array | number])[] = [
  ["empty", "empty-file", ""],
  ["binary", "not-utf8", new Uint8Array(100_000).map((_, i) => i * 7919)],
  ["50 MB large", "file-too-large", 50 * 1024 * 1024],
  ["nested 100,000 levels", "nested-too-deep", '{"a":'.repeat(100_000)],
  ["nothing but NUL", "invalid-character", "\0".repeat(5000)],
  ["UTF-16", "not-utf8", new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0])],
  ["a list", "not-an-object", "[1, 2]"],
  ["a lone surrogate", "invalid-text", '{"aiModel": "\\ud800"}'],
];

for (const [name, code, content] of HOSTILE) {
  Deno.test(`--validate-config explains a file that is ${name}`, () =>
    withHome(undefined, async (run, file) => {
      if (typeof content === "number") {
        await Deno.writeTextFile(file, "{");
        await Deno.truncate(file, content);
      } else {
        await Deno.writeFile(
          file,
          typeof content === "string" ? new TextEncoder().encode(content) : content,
        );
      }
      const result = await run("--validate-config", "--json");
      equal(result.code, 1);
      deepEqual(JSON.parse(result.stdout).diagnostics.map((found: { code: string }) => found.code), [code]);
    }));
}

Deno.test("--validate-config returns 2 for a file that may not be read", () =>
  withHome("{}", async (_, file) => {
    await Deno.chmod(file, 0);
    // The tests may run as root, who can read every file, so Deno refuses the file instead.
    const main = fileURLToPath(new URL("../../../main.ts", import.meta.url));
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-check", "-A", `--deny-read=${file}`, main, "--validate-config", file, "--json"],
    }).output();
    equal(code, 2);
    deepEqual(JSON.parse(new TextDecoder().decode(stdout)).diagnostics[0].code, "no-permission");
  }));

Deno.test("--print-config prints what is in force and what is wrong with the rest", () =>
  withHome('{"perPage": 7, "aiModel": 5}', async (run) => {
    const { code, stdout, stderr } = await run("--print-config", "--json");
    equal(code, 0);
    deepEqual(JSON.parse(stdout), {
      version: 2,
      perPage: 7,
      envRules: [],
      accounts: [],
      servers: [],
      globalShortcut: "Ctrl+Shift+K",
      launchAtStartup: true,
      linksEnabled: false,
      aiEnabled: false,
      aiModel: "sonnet",
      analyticsEnabled: true,
      releaseCheckEnabled: true,
    });
    match(stderr, /wrong-type/);
  }));

Deno.test("--print-config prints the defaults for a file that does not parse and returns 1", () =>
  withHome('{"perPage": 7', async (run) => {
    const { code, stdout, stderr } = await run("--print-config");
    equal(code, 1);
    equal(JSON.parse(stdout).perPage, 50);
    match(stderr, /unclosed/);
  }));

const RULES =
  '{"envRules": [{"env": "bad"}, {"env": "slow", "matchName": "^(a+)+$"}, {"env": "prd", "matchName": "-prod$", "matchEmail": "^p@"}]}';

/** Arguments and the answer; `rule` counts all entries of the file, including bad ones. */
const LABELS: readonly (readonly [string[], unknown])[] = [
  [["shop-PROD"], { env: "prd", rule: 2 }],
  [["shop", "p@example.com"], { env: "prd", rule: 2 }],
  [["shop"], { env: null, rule: null }],
  [["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", "p@x"], { env: "prd", rule: 2 }],
];

for (const [args, expected] of LABELS) {
  Deno.test(`--label ${args.join(" ")} answers ${JSON.stringify(expected)}`, () =>
    withHome(RULES, async (run) => {
      const { code, stdout } = await run("--label", ...args, "--json");
      equal(code, 0);
      deepEqual(JSON.parse(stdout), expected);
    }));
}

Deno.test("--label ends in good time with a thousand rules that run away, and a good one decides", () => {
  const rules = Array.from({ length: 1000 }, (_, i) => ({
    env: i === 999 ? "dev" : "slow",
    matchName: i === 999 ? "^a" : `^(a+)+${i}$`,
  }));
  return withHome(JSON.stringify({ envRules: rules }), async (run) => {
    const { code, stdout, stderr } = await run("--label", "a".repeat(50) + "!", "--json");
    deepEqual([code, JSON.parse(stdout)], [0, { env: "dev", rule: 999 }]);
    match(stderr, /rules-not-tried.*988 more/);
  });
});

Deno.test("--label names a rule that runs away", () =>
  withHome(RULES, async (run) => {
    match((await run("--label", "a".repeat(50) + "!")).stderr, /rule-too-slow.*slow/);
  }));

Deno.test("--schema config prints the published schema; another name is wrong usage", () =>
  withHome(undefined, async (run) => {
    const { code, stdout } = await run("--schema", "config");
    equal(code, 0);
    equal(stdout, await Deno.readTextFile(new URL("../../../schema/config.schema.json", import.meta.url)));
    equal((await run("--schema", "other")).code, 2);
  }));
