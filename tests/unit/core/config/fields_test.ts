import { deepEqual, equal, notEqual, ok } from "node:assert/strict";
import { type Config, CONFIG_SCHEMA, parseConfig, parseShortcut } from "../../../../src/core/config/mod.ts";
import { fieldProblem, fieldsOf, schemaAt } from "../../../../src/core/config/fields.ts";
import { configSchema } from "../../../../src/core/config/schema.ts";
import type { Json } from "../../../../src/core/json/mod.ts";
import { hiddenPatterns, patternFault } from "../../../../src/core/config/hidden_columns.ts";

Deno.test("fieldsOf() gives every field a title and a meaning", () => {
  for (
    const path of [[], ["accounts", 0], ["servers", 0], ["envRules", 0], ["accounts", 0, "secrets", 0], [
      "accounts",
      0,
      "ecsClusters",
      0,
    ]]
  ) {
    for (const field of fieldsOf(schemaAt(path)!)) {
      ok(field.title.length > 1 && field.title !== field.key, field.key);
      ok(field.description.length > 10, field.key);
    }
  }
  equal(schemaAt(["nothing"]), undefined);
});

/** A typed value, and the code of its problem. */
const TYPED: readonly (readonly [(string | number)[], Json, string | undefined])[] = [
  [["perPage"], 50, undefined],
  [["perPage"], 0, "out-of-range"],
  [["perPage"], 1.5, "wrong-type"],
  [["globalShortcut"], "Ctrl+K", undefined],
  [["globalShortcut"], "", undefined],
  [["globalShortcut"], "Ctrl+", "invalid-shortcut"],
  [["ssoStartUrl"], "x", "invalid-address"],
  [["accounts", 3, "accountId"], "12", "invalid-account-id"],
  [["accounts", 3, "region"], "eu", "unknown-region"],
  [["envRules", 0, "matchName"], "(", "invalid-regex"],
  [["envRules", 0, "flags"], "q", "invalid-flags"],
  [["servers", 0, "name"], "", "empty-text"],
  [["servers", 0, "engine"], "oracle", "not-in-list"],
  [["nothing"], "x", undefined],
];

for (const [path, value, code] of TYPED) {
  Deno.test(`fieldProblem() says ${code ?? "nothing"} about ${path.join(".")} ${JSON.stringify(value)}`, () => {
    equal(fieldProblem(path, value)?.code, code);
  });
}

Deno.test("the defaults of the generated schema are those of the zod schema", () => {
  const { $schema: _, ...defaults } = configSchema.parse({});
  deepEqual(parseConfig("{}").config, defaults as Config);
});

Deno.test("the generated schema accepts what the zod schema accepts, value by value", () => {
  const values: Json[] = [null, true, 0, 1, 2.5, 1001, "", "x", "x".repeat(3000), [], {}, [1], ["x"], [{}]];
  for (const key of Object.keys(CONFIG_SCHEMA.properties!)) {
    for (const value of values) {
      const accepted = configSchema.safeParse({ [key]: value }).success;
      const codes = parseConfig(JSON.stringify({ [key]: value })).diagnostics
        .filter(({ severity }) => severity === "error").map((found) => found.code);
      // Codes that begin with `invalid-` are about formats, which the schema does not check.
      const structural = codes.filter((code) => !code.startsWith("invalid-"));
      equal(structural.length === 0, accepted, `${key}: ${JSON.stringify(value)} ${codes}`);
    }
  }
});

const ROOT = new URL("../../../../", import.meta.url);
const FOLDERS = [
  "src/core/document",
  "src/core/json",
  "src/core/config",
  "src/core/config_file",
  "src/core/rules",
];
const CODE =
  /(?:\b(?:code|missing|unknown|empty|unlisted|long): (?:slow \? )?|\b(?:report|fail|broken|refused|problem)\(\s*)"([a-z0-9]+(?:-[a-z0-9]+)+|comment|quotes|unclosed)"/g;

/** Returns every diagnostic code that the sources of the configuration can give. */
async function codesInSources(): Promise<string[]> {
  const found = new Set([
    "duplicate-account",
    "duplicate-server",
    "duplicate-catalogue",
    "rule-failed",
    "missing-file",
  ]);
  for (const folder of FOLDERS) {
    for await (const { name } of Deno.readDir(new URL(folder, ROOT))) {
      const text = await Deno.readTextFile(new URL(`${folder}/${name}`, ROOT));
      for (const [, code] of text.matchAll(CODE)) found.add(code!);
    }
  }
  // Only manifests have these problems: they are read strictly, and hold numbers of any kind.
  for (const strict of ["comment", "trailing-comma", "number-range", "number-precision"]) {
    found.delete(strict);
  }
  return [...found].sort();
}

Deno.test("docs/configuration.md explains every diagnostic code, and no other", async () => {
  const guide = await Deno.readTextFile(new URL("docs/configuration.md", ROOT));
  const section = guide.slice(guide.indexOf("## Diagnostic codes"));
  const explained = [...section.matchAll(/^\| `([a-z0-9-]+)`/gm)].map(([, code]) => code!);
  deepEqual(explained.toSorted(), await codesInSources());
});

const CASES:
  readonly (readonly [pattern: string, column: readonly [string, string, string], hides: boolean])[] = [
    ["customers.email", ["public", "customers", "email"], true],
    ["customers.email", ["shop", "Customers", "EMAIL"], true],
    ["customers.email", ["public", "suppliers", "email"], false],
    ["customers.email", ["public", "customers", "email2"], false],
    ["shop.customers.email", ["shop", "customers", "email"], true],
    ["shop.customers.email", ["public", "customers", "email"], false],
    ["*.password*", ["public", "accounts", "password_hash"], true],
    ["*.*password*", ["public", "accounts", "old_password"], true],
    ["cust*.e.*", ["customers", "e", "anything"], true],
    ["t.a+b", ["s", "t", "aab"], false],
    ["t.straße", ["s", "t", "STRASSE"], true],
    // Some servers compare names without case and accents, so these are one name to them.
    ["t.email", ["s", "t", "émaıl"], true],
    ["t.κωδικός*", ["s", "t", "ΚΩΔΙΚΟΣΑ"], true],
    ["t.kind", ["s", "t", "\u212aind"], true],
  ];
for (const [pattern, [schema, table, column], hides] of CASES) {
  Deno.test(`hiddenPatterns() ${hides ? "hides" : "shows"} ${schema}.${table}.${column} by ${pattern}`, () => {
    const patterns = hiddenPatterns({ agents: { hidden: [pattern] } });
    equal(patterns?.hides(schema, table, column), hides);
  });
}

for (const pattern of ["email", "a.b.c.d", "a..b", ".a", "a.", "a. b"]) {
  Deno.test(`patternFault() refuses ${JSON.stringify(pattern)}`, () => notEqual(patternFault(pattern), null));
}

const server = { name: "shop", engine: "postgres", host: "localhost", port: 5432 };
const AGENTS: readonly (readonly [what: string, agents: unknown, servers: number])[] = [
  ["columns", { hidden: ["t.c", "*.password*"] }, 1],
  ["no column", { hidden: [] }, 1],
  ["a column without a table among them", { hidden: ["t.c", "password"] }, 0],
  ["a number among them", { hidden: ["t.c", 5] }, 0],
  ["a list that is none", { hidden: "t.c" }, 0],
  ["another key", { hiden: ["t.c"] }, 0],
  ["more than are read", { hidden: Array.from({ length: 501 }, (_, n) => `t.c${n}`) }, 0],
  ["something else than an object", true, 0],
];
for (const [what, agents, servers] of AGENTS) {
  Deno.test(`parseConfig() ${servers ? "takes" : "leaves out"} a server that hides ${what}`, () => {
    const { config } = parseConfig(JSON.stringify({ version: 2, servers: [{ ...server, agents }] }));
    equal(config?.servers.length, servers);
  });
}

/** A shortcut as it is written, and its canonical form. */
const GOOD: readonly (readonly [string, string])[] = [
  ["Ctrl+Shift+K", "Ctrl+Shift+K"],
  ["shift+ctrl+k", "Ctrl+Shift+K"],
  ["Control + Alt + 0", "Ctrl+Alt+0"],
  ["Option+Command+f5", "Alt+Super+F5"],
  ["Cmd+K", "Super+K"],
  ["Win+K", "Super+K"],
  ["Meta+K", "Super+K"],
  ["Super+K", "Super+K"],
  ["CmdOrCtrl+Space", "CmdOrCtrl+Space"],
  ["commandorcontrol+return", "CmdOrCtrl+Enter"],
  ["F24", "F24"],
  ["Ctrl+Esc", "Ctrl+Escape"],
  ["Ctrl+PgUp", "Ctrl+PageUp"],
  ["Ctrl+ArrowLeft", "Ctrl+Left"],
  ["Ctrl++", "Ctrl+Plus"],
  ["Ctrl+,", "Ctrl+Comma"],
  ["Ctrl+`", "Ctrl+Backquote"],
  ["Shift+A", "Shift+A"],
];

for (const [written, canonical] of GOOD) {
  Deno.test(`parseShortcut() reads ${written}`, () => {
    const result = parseShortcut(written);
    equal(result.ok && result.shortcut?.text, canonical);
    deepEqual(parseShortcut(canonical), result);
  });
}

Deno.test("parseShortcut() takes an empty text as switched off", () => {
  deepEqual(parseShortcut(""), { ok: true, shortcut: null });
});

const BAD: readonly (readonly [written: string, error: string, hint?: string])[] = [
  [" ", "it is blank", 'Did you mean ""? That switches the shortcut off'],
  ["\t\n", "it is blank", 'Did you mean ""? That switches the shortcut off'],
  ["K+Ctrl", "its key does not stand last", 'Did you mean "Ctrl+K"?'],
  ["shift+k+control", "its key does not stand last", 'Did you mean "Ctrl+Shift+K"?'],
  ["Space+CMDORCTRL", "its key does not stand last", 'Did you mean "CmdOrCtrl+Space"?'],
  ["Ctlr+Shift+K", '"Ctlr" is neither a modifier nor a key', 'Did you mean "Ctrl+Shift+K"?'],
  ["Ctrl+Shift+Spcae", '"Spcae" is neither a modifier nor a key', 'Did you mean "Ctrl+Shift+Space"?'],
  ["Ctrl-Shift-K", '"Ctrl-Shift-K" is neither a modifier nor a key', 'Did you mean "Ctrl+Shift+K"?'],
  ["ctrl shift k", '"ctrl shift k" is neither a modifier nor a key', 'Did you mean "Ctrl+Shift+K"?'],
  ["K", "it has no modifier, so the key could no longer be typed"],
  ["Ctrl", "it has modifiers but no key"],
  ["Ctrl+Shift", "it has modifiers but no key"],
  ["Ctrl+K+L", "it has two keys, K and L"],
  ["Ctrl+Control+K", "Ctrl appears twice"],
  ["CmdOrCtrl+Ctrl+K", "CmdOrCtrl already means Ctrl or Cmd"],
  ["Hyper+K", '"Hyper" is neither a modifier nor a key'],
  ["Ctrl+F25", '"F25" is neither a modifier nor a key'],
  ["Ctrl+é", '"é" is neither a modifier nor a key'],
  ["Ctrl+\u212a", '"\u212a" is neither a modifier nor a key'],
  ["+K", "a + has nothing beside it"],
  ["Ctrl+", "a + has nothing beside it"],
  ["__proto__+K", '"__proto__" is neither a modifier nor a key'],
  ["constructor+K", '"constructor" is neither a modifier nor a key'],
];

for (const [written, error, hint] of BAD) {
  Deno.test(`parseShortcut() refuses ${JSON.stringify(written)}`, () => {
    const result = parseShortcut(written);
    equal(result.ok ? null : result.error, error);
    if (hint !== undefined) equal(result.ok ? null : result.hint, hint);
    else equal(result.ok ? null : result.hint?.includes("Did you mean") ?? false, false);
  });
}
