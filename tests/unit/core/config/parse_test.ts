import { growsInLine } from "../../../support/growth.ts";
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { type Config, defaultConfig, parseConfig } from "../../../../src/core/config/mod.ts";

const DEFAULTS: Config = {
  version: 2,
  perPage: 50,
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
};

const ACCOUNT = '"accountId": "123456789012", "region": "eu-west-1"';
const SERVER = '"name": "Shop", "engine": "postgres", "host": "db", "port": 5432';

Deno.test("defaultConfig() has the documented defaults", () => deepEqual(defaultConfig(), DEFAULTS));

/** Texts without a problem, and how they change the defaults. */
const GOOD: readonly (readonly [string, string, Partial<Config>])[] = [
  ["an empty object", "{}", {}],
  ["a byte order mark", '\ufeff{"perPage": 7}', { perPage: 7 }],
  ["comments and trailing commas", '{\n// c\n"perPage": 7, /* d */\n}', { perPage: 7 }],
  [
    "every top-level field",
    `{
    "$schema": "./config.schema.json", "version": 2, "ssoStartUrl": "https://example.awsapps.com/start",
    "ssoRegion": "eu-central-1", "perPage": 1000, "globalShortcut": "CmdOrCtrl+Alt+Space",
    "launchAtStartup": false, "linksEnabled": true, "aiEnabled": true, "assistantBinPath": "/usr/bin/claude", "aiModel": "opus",
    "analyticsEnabled": false, "releaseCheckEnabled": false, "accounts": [], "servers": [], "envRules": [],
  }`,
    {
      ssoStartUrl: "https://example.awsapps.com/start",
      ssoRegion: "eu-central-1",
      perPage: 1000,
      globalShortcut: "CmdOrCtrl+Alt+Space",
      launchAtStartup: false,
      linksEnabled: true,
      aiEnabled: true,
      assistantBinPath: "/usr/bin/claude",
      aiModel: "opus",
      analyticsEnabled: false,
      releaseCheckEnabled: false,
    },
  ],
  ["version 1, read as 2", '{"version": 1}', {}],
  ["a shortcut that is switched off", '{"globalShortcut": ""}', { globalShortcut: "" }],
  ["the least of perPage", '{"perPage": 1}', { perPage: 1 }],
  ["a whole number written with an exponent", '{"perPage": 1e2}', { perPage: 100 }],
  ["a portal on this machine", '{"ssoStartUrl": "http://127.0.0.1:8080/start"}', {
    ssoStartUrl: "http://127.0.0.1:8080/start",
  }],
  ["the least of an account", `{"accounts": [{${ACCOUNT}}]}`, {
    accounts: [{ accountId: "123456789012", region: "eu-west-1", secrets: [], ecsClusters: [] }],
  }],
  [
    "all of an account",
    `{"accounts": [{${ACCOUNT}, "env": "prd", "secrets": [{"label": "DB", "id": "shop/db"}],
    "ecsClusters": [{"name": "shop", "services": ["web"]}, {"name": "bare"}]}]}`,
    {
      accounts: [{
        accountId: "123456789012",
        env: "prd",
        region: "eu-west-1",
        secrets: [{ label: "DB", id: "shop/db" }],
        ecsClusters: [{ name: "shop", services: ["web"] }, { name: "bare", services: [] }],
      }],
    },
  ],
  [
    "an account id with leading zeros",
    '{"accounts": [{"accountId": "000000000001", "region": "us-gov-west-1"}]}',
    {
      accounts: [{ accountId: "000000000001", region: "us-gov-west-1", secrets: [], ecsClusters: [] }],
    },
  ],
  ["a postgres server without a database", `{"servers": [{${SERVER}}]}`, {
    servers: [{ name: "Shop", engine: "postgres", host: "db", port: 5432, tls: false, database: "postgres" }],
  }],
  [
    "a redshift server without a database",
    '{"servers": [{"name": "R", "engine": "redshift", "host": "10.0.0.1", "port": 5439}]}',
    {
      servers: [{ name: "R", engine: "redshift", host: "10.0.0.1", port: 5439, tls: false, database: "dev" }],
    },
  ],
  [
    "a mysql server without a database",
    '{"servers": [{"name": "M", "engine": "mysql", "host": "::1", "port": 3306, "tls": true}]}',
    {
      servers: [{ name: "M", engine: "mysql", host: "::1", port: 3306, tls: true }],
    },
  ],
  [
    "rules and their default flag",
    '{"envRules": [{"env": "prd", "matchName": "-prd$"}, {"env": "dev", "matchEmail": "^d", "flags": ""}]}',
    {
      envRules: [{ env: "prd", matchName: "-prd$", flags: "i" }, { env: "dev", matchEmail: "^d", flags: "" }],
    },
  ],
  [
    "a pattern that is a space",
    '{"envRules": [{"env": "x", "matchName": " "}]}',
    { envRules: [{ env: "x", matchName: " ", flags: "i" }] },
  ],
  [
    "flags g and y, and syntax that needs v",
    '{"envRules": [{"env": "x", "matchName": "[\\\\p{L}--[a-z]]", "flags": "gyv"}]}',
    {
      envRules: [{ env: "x", matchName: "[\\p{L}--[a-z]]", flags: "gyv" }],
    },
  ],
];

for (const [name, text, change] of GOOD) {
  Deno.test(`parseConfig() reads ${name}`, () => {
    const { config, diagnostics } = parseConfig(text);
    deepEqual(diagnostics, []);
    deepEqual(config, { ...DEFAULTS, ...change });
  });
}

/** A problem: its place (▸ in the text), code, path and hint. A warning's code begins with "~". */
type Bad = readonly [text: string, code: string, path: string, hint?: RegExp];

const BAD: readonly Bad[] = [
  ['{"perPage": ▸"50"}', "wrong-type", "perPage", /Remove the quotes: 50/],
  ['{"perPage": ▸null}', "wrong-type", "perPage", /Remove the key/],
  ['{"perPage": ▸2.5}', "wrong-type", "perPage"],
  ['{"accounts": [▸null]}', "wrong-type", "accounts.0", /^Remove it$/],
  [
    '{"accounts": [{"accountId": "123456789012", "region": ▸null}]}',
    "wrong-type",
    "accounts.0.region",
    /^For example "region"/,
  ],
  [
    '{"servers": [{"name": ▸"", "engine": "mysql", "host": "h", "port": 1}]}',
    "empty-text",
    "servers.0.name",
    /^Write a text$/,
  ],
  ['{"perPage": ▸0}', "out-of-range", "perPage"],
  ['{"perPage": ▸1001}', "out-of-range", "perPage"],
  ['{"perPage": ▸9007199254740993}', "out-of-range", "perPage"],
  ['{"perPage": ▸1e999}', "out-of-range", "perPage"],
  ['{"perPage": ▸[]}', "wrong-type", "perPage"],
  ['{"launchAtStartup": ▸"true"}', "wrong-type", "launchAtStartup", /Remove the quotes: true/],
  ['{"launchAtStartup": ▸0}', "wrong-type", "launchAtStartup", /Write false/],
  ['{"aiEnabled": ▸"yes"}', "wrong-type", "aiEnabled"],
  ['{"analyticsEnabled": ▸{}}', "wrong-type", "analyticsEnabled"],
  ['{"aiModel": ▸3}', "wrong-type", "aiModel", /Put it in quotes: "3"/],
  ['{"aiModel": ▸" "}', "empty-text", "aiModel"],
  [`{"aiModel": ▸"${"x".repeat(101)}"}`, "too-long", "aiModel"],
  ['{"aiModel": ▸"a\\u0000b"}', "invalid-text", "aiModel"],
  ['{"aiModel": ▸"\\ud800"}', "invalid-text", "aiModel"],
  ['{"assistantBinPath": ▸""}', "empty-text", "assistantBinPath", /remove the key/],
  ['{"assistantBinPath": ▸"bin/claude"}', "~relative-path", "assistantBinPath"],
  ['{"version": ▸3}', "~newer-version", "version", /update Kedge/],
  ['{"version": ▸0}', "out-of-range", "version"],
  ['{"version": ▸"2"}', "wrong-type", "version", /Remove the quotes: 2/],
  ['{"ssoStartUrl": ▸"example.awsapps.com/start"}', "invalid-address", "ssoStartUrl", /https:\/\//],
  ['{"ssoStartUrl": ▸"ftp://example.com"}', "invalid-address", "ssoStartUrl"],
  ['{"ssoStartUrl": ▸"http://example.com"}', "~insecure-address", "ssoStartUrl"],
  [
    '{"ssoStartUrl": ▸"https://shop.awsaps.com/start"}',
    "~mistyped-portal",
    "ssoStartUrl",
    /shop\.awsapps\.com\/start/,
  ],
  [
    '{"ssoStartUrl": ▸"https://shop.awsapps.co/start"}',
    "~mistyped-portal",
    "ssoStartUrl",
    /shop\.awsapps\.com\/start/,
  ],
  [
    '{"ssoStartUrl": ▸"https://shop.awsapps.com/strat"}',
    "~mistyped-portal",
    "ssoStartUrl",
    /awsapps\.com\/start/,
  ],
  ['{"ssoStartUrl": ▸"https://shop.awsapps.com"}', "~mistyped-portal", "ssoStartUrl", /awsapps\.com\/start/],
  ['{"ssoRegion": ▸"eu_central1"}', "~unknown-region", "ssoRegion", /"eu-central-1"/],
  ['{"globalShortcut": ▸"K"}', "invalid-shortcut", "globalShortcut"],
  ['{"globalShortcut": ▸"Ctrl+Foo"}', "invalid-shortcut", "globalShortcut", /Modifiers are/],
  ['{"globalShortcut": ▸"Shift+K"}', "~greedy-shortcut", "globalShortcut"],
  ['{▸"globalShorcut": "Ctrl+K"}', "~unknown-key", "globalShorcut", /Did you mean `globalShortcut`\?/],
  ['{▸"per_page": 5}', "~unknown-key", "per_page", /Did you mean `perPage`\?/],
  ['{▸"theme": "dark"}', "~unknown-key", "theme"],
  ['{▸"__proto__": {"perPage": 1}}', "~unknown-key", "__proto__"],
  ['{▸"constructor": 1}', "~unknown-key", "constructor"],
  ['{"perPage": 5, ▸"perPage": 6}', "duplicate-key", "perPage"],
  ['{"accounts": ▸{}}', "wrong-type", "accounts", /\[ and \]/],
  ['{"accounts": [▸"123456789012"]}', "wrong-type", "accounts.0"],
  ['{"accounts": [▸{"region": "eu-west-1"}]}', "missing-key", "accounts.0.accountId"],
  [
    '{"accounts": [▸{"accountId": "123456789012"}]}',
    "missing-key",
    "accounts.0.region",
    /"region": "eu-central-1"/,
  ],
  [
    '{"accounts": [{"accountId": ▸123456789, "region": "eu-west-1"}]}',
    "account-id-number",
    "accounts.0.accountId",
    /"000123456789"/,
  ],
  [
    '{"accounts": [{"accountId": ▸"1234", "region": "eu-west-1"}]}',
    "invalid-account-id",
    "accounts.0.accountId",
    /4 digits/,
  ],
  [
    '{"accounts": [{"accountId": ▸"1234-5678-9012", "region": "eu-west-1"}]}',
    "invalid-account-id",
    "accounts.0.accountId",
    /"123456789012"/,
  ],
  [
    '{"accounts": [{▸"acountId": "123456789012", "region": "eu-west-1"}]}',
    "unknown-key",
    "accounts.0.acountId",
    /`accountId`/,
  ],
  [
    `{"accounts": [{${ACCOUNT}}, {"accountId": ▸"123456789012", "region": "us-east-1"}]}`,
    "duplicate-account",
    "accounts.1.accountId",
  ],
  [`{"accounts": [{${ACCOUNT}, "env": ▸5}]}`, "wrong-type", "accounts.0.env"],
  [`{"accounts": [{${ACCOUNT}, "env": ▸""}]}`, "empty-text", "accounts.0.env"],
  [`{"accounts": [{${ACCOUNT}, "secrets": [▸{"label": "a"}]}]}`, "missing-key", "accounts.0.secrets.0.id"],
  [
    `{"accounts": [{${ACCOUNT}, "secrets": [{"label": ▸"", "id": "x"}]}]}`,
    "empty-text",
    "accounts.0.secrets.0.label",
  ],
  [
    `{"accounts": [{${ACCOUNT}, "ecsClusters": [{"name": "c", "services": ▸"web"}]}]}`,
    "wrong-type",
    "accounts.0.ecsClusters.0.services",
    /\[ and \]/,
  ],
  [
    `{"accounts": [{${ACCOUNT}, "ecsClusters": [{"name": "c", "services": ["a", ▸1]}]}]}`,
    "wrong-type",
    "accounts.0.ecsClusters.0.services.1",
  ],
  [
    '{"servers": [{"name": "a", "engine": ▸"postgresql", "host": "h", "port": 1}]}',
    "not-in-list",
    "servers.0.engine",
    /"postgres"/,
  ],
  [
    '{"servers": [{"name": "a", "engine": "mysql", "host": "h", "port": ▸65536}]}',
    "out-of-range",
    "servers.0.port",
  ],
  [
    '{"servers": [{"name": "a", "engine": "mysql", "host": "h", "port": ▸"3306"}]}',
    "wrong-type",
    "servers.0.port",
  ],
  [
    '{"servers": [{"name": "a", "engine": "mysql", "host": ▸"h:3306", "port": 1}]}',
    "invalid-host",
    "servers.0.host",
    /3306 as the port/,
  ],
  [
    '{"servers": [{"name": "a", "engine": "mysql", "host": ▸"mysql://h/db", "port": 1}]}',
    "invalid-host",
    "servers.0.host",
    /"h"/,
  ],
  [
    '{"servers": [{"name": "a", "engine": "mysql", "host": ▸"[::1]", "port": 1}]}',
    "invalid-host",
    "servers.0.host",
    /brackets/,
  ],
  [`{"servers": [{${SERVER}, "tls": ▸"true"}]}`, "wrong-type", "servers.0.tls"],
  [`{"servers": [{${SERVER}, "via": ▸"bastion"}]}`, "invalid-way", "servers.0.via", /ssh:\/\//],
  [`{"servers": [{${SERVER}, "via": ▸"ssh://-oProxyCommand=x"}]}`, "invalid-way", "servers.0.via"],
  ['{"resourceExplorerView": ▸"all"}', "invalid-view", "resourceExplorerView", /arn:aws:/],
  [`{"servers": [{${SERVER}, "via": ▸"ssh://a,b,a"}]}`, "invalid-way", "servers.0.via", /once/],
  [`{"servers": [{${SERVER}, "via": ▸"ssh://a\\u0000"}]}`, "invalid-text", "servers.0.via"],
  [`{"servers": [{${SERVER}, "via": ▸["ssh://a"]}]}`, "wrong-type", "servers.0.via"],
  [
    `{"servers": [{"name": "s", "engine": "mysql", "host": "/run/x", "port": 1, "via": ▸"ssh://a"}]}`,
    "way-to-socket",
    "servers.0.via",
  ],
  [`{"servers": [{${SERVER}, "tls": true, "tlsVerify": ▸"full"}]}`, "wrong-type", "servers.0.tlsVerify"],
  [
    `{"servers": [{${SERVER}, "tlsVerify": ▸true}]}`,
    "verify-without-tls",
    "servers.0.tlsVerify",
    /"tls": true/,
  ],
  [`{"servers": [{${SERVER}, "tls": false, "caFile": ▸"/a"}]}`, "verify-without-tls", "servers.0.caFile"],
  [`{"servers": [{${SERVER}, "certFile": ▸"/a"}]}`, "verify-without-tls", "servers.0.certFile"],
  [`{"servers": [{${SERVER}, "tls": true, "caFile": ▸"ca.pem"}]}`, "relative-file", "servers.0.caFile"],
  [
    `{"servers": [{${SERVER}, "tls": true, "tlsVerify": false, "caFile": ▸"/a"}]}`,
    "authorities-unused",
    "servers.0.caFile",
  ],
  [
    `{"servers": [{${SERVER}, "tls": true, "keyFile": ▸"/a"}]}`,
    "key-without-certificate",
    "servers.0.keyFile",
  ],
  [
    `{"servers": [{${SERVER}, "allowCleartextPassword": ▸1}]}`,
    "wrong-type",
    "servers.0.allowCleartextPassword",
  ],
  [`{"servers": [{${SERVER}, ▸"password": "x"}]}`, "~unknown-key", "servers.0.password"],
  [
    `{"servers": [{${SERVER}}, {"name": ▸"Shop", "engine": "mysql", "host": "h", "port": 1}]}`,
    "duplicate-server",
    "servers.1.name",
  ],
  ['{"envRules": [▸{"env": "prd"}]}', "rule-without-pattern", "envRules.0", /^For example "matchName"/],
  ['{"envRules": [▸{"matchName": "x"}]}', "missing-key", "envRules.0.env"],
  ['{"envRules": [{"env": "prd", "matchName": ▸"("}]}', "invalid-regex", "envRules.0.matchName"],
  [
    '{"envRules": [{"env": "prd", "matchEmail": ▸"(?i)x"}]}',
    "invalid-regex",
    "envRules.0.matchEmail",
    /flags/,
  ],
  [
    '{"envRules": [{"env": "prd", "matchName": ▸"\\\\p{Foo}", "flags": "u"}]}',
    "invalid-regex",
    "envRules.0.matchName",
  ],
  ['{"envRules": [{"env": "prd", "matchName": "x", "flags": ▸"ix"}]}', "invalid-flags", "envRules.0.flags"],
  ['{"envRules": [{"env": "prd", "matchName": "x", "flags": ▸"ii"}]}', "invalid-flags", "envRules.0.flags"],
  ['{"envRules": [{"env": "prd", "matchName": "x", "flags": ▸"uv"}]}', "invalid-flags", "envRules.0.flags"],
  ['{"envRules": [{"env": "prd", "matchName": ▸""}]}', "empty-text", "envRules.0.matchName"],
  [
    `{"envRules": [${'{"env": "a", "matchName": "b"},'.repeat(1000)}▸{"env": "c", "matchName": "d"}]}`,
    "too-many-entries",
    "envRules.1000",
  ],
  [`{"envRules": [{"env": "prd", "matchName": ▸"${"x".repeat(1001)}"}]}`, "too-long", "envRules.0.matchName"],
];

for (const [marked, code, path, hint] of BAD) {
  const shown = marked.length > 100 ? marked.slice(0, 100) + "…" : marked;
  Deno.test(`parseConfig() says ${code} about ${shown}`, () => {
    // The text begins in line 3, column 3, so that line and column differ from the offset.
    const text = "// first\r\n\n  " + marked;
    const { config, diagnostics } = parseConfig(text.replace("▸", ""));
    equal(diagnostics.length, 1, JSON.stringify(diagnostics));
    const [found] = diagnostics;
    equal((found!.severity === "warning" ? "~" : "") + found!.code, code);
    equal(found!.path.join("."), path);
    deepEqual([found!.line, found!.column], [3, 3 + marked.indexOf("▸")]);
    match(found!.message, /^[^\n]{10,200}$/);
    if (hint) match(found!.hint ?? "", hint);
    ok(config, "everything else applies");
  });
}

/** The values that stay in force beside a bad one. */
const FORGIVEN: readonly (readonly [string, string, Partial<Config>])[] = [
  ["a bad value takes its default", '{"perPage": "x", "aiEnabled": true}', { aiEnabled: true }],
  ["a bad entry is left out", `{"accounts": [{"accountId": "1"}, {${ACCOUNT}}]}`, {
    accounts: [{ accountId: "123456789012", region: "eu-west-1", secrets: [], ecsClusters: [] }],
  }],
  [
    "a bad secret leaves its account",
    `{"accounts": [{${ACCOUNT}, "secrets": [1, {"label": "a", "id": "b"}]}]}`,
    {
      accounts: [{
        accountId: "123456789012",
        region: "eu-west-1",
        secrets: [{ label: "a", id: "b" }],
        ecsClusters: [],
      }],
    },
  ],
  ["a bad database falls back", `{"servers": [{${SERVER}, "database": 5}]}`, {
    servers: [{ name: "Shop", engine: "postgres", host: "db", port: 5432, tls: false, database: "postgres" }],
  }],
  [
    "a server with a bad tls is left out: the default would be less safe than asked for",
    `{"servers": [{${SERVER}, "tls": "yes"}]}`,
    {},
  ],
  ...["5", "null", '""', '["dev"]'].map((env) =>
    [
      `an account with the env ${env} is production: it would look harmless`,
      `{"accounts": [{${ACCOUNT}, "env": ${env}}]}`,
      {
        accounts: [{
          accountId: "123456789012",
          env: "prd",
          region: "eu-west-1",
          secrets: [],
          ecsClusters: [],
        }],
      },
    ] as const
  ),
  [
    "a rule with bad flags is left out: it would match something else",
    '{"envRules": [{"env": "a", "matchName": "x", "flags": "?"}]}',
    {},
  ],
  [
    "the first of two accounts counts",
    `{"accounts": [{${ACCOUNT}}, {"accountId": "123456789012", "region": "us-east-1"}]}`,
    {
      accounts: [{ accountId: "123456789012", region: "eu-west-1", secrets: [], ecsClusters: [] }],
    },
  ],
  ["an account behind a bad twin counts", `{"accounts": [{"accountId": "123456789012"}, {${ACCOUNT}}]}`, {
    accounts: [{ accountId: "123456789012", region: "eu-west-1", secrets: [], ecsClusters: [] }],
  }],
  ["the last of two keys counts", '{"perPage": 5, "perPage": 6}', { perPage: 6 }],
  ["a newer version keeps its number", '{"version": 9, "perPage": 6}', { version: 9, perPage: 6 }],
];

for (const [name, text, change] of FORGIVEN) {
  Deno.test(`parseConfig(): ${name}`, () => {
    deepEqual(parseConfig(text).config, { ...DEFAULTS, ...change });
  });
}

Deno.test("parseConfig() leaves keys of a newer version unmentioned", () => {
  deepEqual(parseConfig('{"version": 3, "theme": "dark"}').diagnostics.map(({ code }) => code), [
    "newer-version",
  ]);
});

Deno.test("parseConfig() gives no configuration for what is no JSON object", () => {
  for (
    const [text, code] of [["", "empty-file"], ["[]", "not-an-object"], ["null", "not-an-object"], [
      "{",
      "unclosed",
    ], ['"x"', "not-an-object"]]
  ) {
    const { config, diagnostics } = parseConfig(text!);
    equal(config, null);
    deepEqual(diagnostics.map((found) => [found.severity, found.code]), [["error", code]]);
  }
});

Deno.test("parseConfig() finds what is wrong with values beside what is wrong with the syntax", () => {
  const text =
    '{\n  "perPage": "50"\n  "aiEnabld": true,\n  "accounts": [{"region": 5 "accountId": "1"}],\n  "aiModel": 1\n}';
  // What follows a syntax error on its line is only guessed, so no other problem there is reported.
  deepEqual(parseConfig(text).diagnostics.map(({ code, line, column }) => [code, line, column]), [
    ["wrong-type", 2, 14],
    ["expected-comma", 2, 18],
    ["unknown-key", 3, 3],
    ["wrong-type", 4, 27],
    ["expected-comma", 4, 28],
    ["wrong-type", 5, 14],
  ]);
});

Deno.test("parseConfig() names one cause for nearly every character that is lost", async () => {
  const text = await Deno.readTextFile(new URL("../../../../examples/config.json", import.meta.url));
  const counts = [...text.matchAll(/[{}[\]":,]/g)].map(({ index }) =>
    parseConfig(text.slice(0, index) + text.slice(index + 1)).diagnostics.length
  );
  const share = (most: number) => counts.filter((count) => count <= most).length / counts.length;
  ok(share(1) > 0.9, `${share(1)}`);
  ok(share(2) > 0.98, `${share(2)}`);
  ok(Math.max(...counts) <= 4, `${Math.max(...counts)}`);
});

Deno.test("parseConfig() finds all problems in file order, at most 200 and a count", () => {
  const text = `{${Array.from({ length: 5000 }, (_, i) => `"k${i}": 1`).join(",")}}`;
  const { diagnostics } = parseConfig(text);
  equal(diagnostics.length, 201);
  deepEqual(diagnostics.at(-1), {
    severity: "warning",
    code: "too-many-problems",
    path: [],
    message: "4,800 more problems are not shown",
  });
});

Deno.test("parseConfig() says which entry of the file each rule in force is", () => {
  const text =
    '{"envRules": [{"env": "a"}, {"env": "b", "matchName": "b"}, {"env": "c", "matchName": "("}, {"env": "d", "matchName": "d"}]}';
  deepEqual(parseConfig(text).ruleIndexes, [1, 3]);
});

const entries = (length: number, first: string) =>
  Array.from(
    { length },
    (_, i) => `{"accountId": "${first}${String(i).padStart(11, "0")}", "region": "eu-west-1"}`,
  ).join();
const LONG: readonly (readonly [what: string, size: number, text: (size: number) => string])[] = [
  ["accounts", 20_000, (size) => `{"accounts": [${entries(size, "0")}]}`],
  ["accounts that are wrong", 20_000, (size) => `{"accounts": [${entries(size, "x")}]}`],
  ["open brackets", 100_000, (size) => `{"servers": ${"[".repeat(size)}`],
  ["one key many times", 100_000, (size) => `{${'"perPage": 1,'.repeat(size)}}`],
  ["a long key", 1_000_000, (size) => `{"${"k".repeat(size)}": 1}`],
  [
    "unknown fields",
    30_000,
    (size) => `{${Array.from({ length: size }, (_, i) => `"perPag${i}":1`).join()}}`,
  ],
  ["rules", 10_000, (size) => `{"envRules": [${'{"env": "a", "matchName": "(a+)+$"},'.repeat(size)}]}`],
];
for (const [what, size, text] of LONG) {
  Deno.test(`parseConfig() takes time in line with a text of ${what}`, () =>
    growsInLine(size, text, parseConfig));
}
