import { deepEqual, equal, ok } from "node:assert/strict";
import { CONFIG_SCHEMA } from "../../../../src/core/config/kind.ts";
import { meant } from "../../../../src/core/config/meant.ts";
import { parseConfig } from "../../../../src/core/config/mod.ts";
import type { JsonSchema } from "../../../../src/core/document/schema.ts";

const ACCOUNT = '"accountId": "123456789012", "region": "eu-west-1"';
const SERVER = '"name": "Shop", "engine": "postgres", "host": "db", "port": 5432';

/** A text with a mistake, and each problem as code and whole hint; `~` marks a warning. */
const WORDS: readonly (readonly [string, readonly string[]])[] = [
  [
    '{"accounts": [{"id": "123456789012", "region": "eu-west-1"}]}',
    ["unknown-key Did you mean `accountId`?"],
  ],
  [
    `{"accounts": [{${ACCOUNT}, "Default_Region": "eu-west-1"}]}`,
    ["~unknown-key Its fields are accountId, env, region, secrets, ecsClusters"],
  ],
  [
    `{"accounts": [{${ACCOUNT}, "name": "shop"}]}`,
    ["~unknown-key Take it out: the portal names its accounts"],
  ],
  [`{"servers": [{${SERVER}, "sslmode": "require"}]}`, ["~unknown-key Did you mean `tls`?"]],
  [`{"servers": [{${SERVER}, "db-name": "shop"}]}`, ["~unknown-key Did you mean `database`?"]],
  [
    `{"servers": [{${SERVER}, "password": "x"}]}`,
    [
      "~unknown-key Take it out: no password stands in this file. Kedge asks for it and can keep it in the keychain",
    ],
  ],
  [
    '{"servers": [{"label": "Shop", "type": "mysql", "hostname": "db", "port": 1}]}',
    [
      "unknown-key Did you mean `name`?",
      "unknown-key Did you mean `engine`?",
      "unknown-key Did you mean `host`?",
    ],
  ],
  [
    '{"servers": [{"name": "a", "engine": "MariaDB", "host": "db", "port": 1}]}',
    ['not-in-list Did you mean "mysql"?'],
  ],
  ['{"startUrl": "https://a.awsapps.com/start"}', ["~unknown-key Did you mean `ssoStartUrl`?"]],
  ['{"accounts": [{"accountId": "123456789012", "region": "eu-west-1 "}]}', [
    '~unknown-region Did you mean "eu-west-1"?',
  ]],
  [
    '{"accounts": {"123456789012": {"region": "eu-west-1"}}}',
    ['wrong-type For example [{"accountId":"123456789012","region":"eu-central-1"}]'],
  ],
  [`{"accounts": {${ACCOUNT}}}`, ["wrong-type Put [ and ] around it"]],
  [
    `{"accounts": [{${ACCOUNT}, "secrets": ["shop/db"]}]}`,
    ['wrong-type For example {"label":"Database","id":"shop/database"}'],
  ],
  ['{"envRules": ["prod"]}', ['wrong-type For example {"env":"prd","matchName":"-production$"}']],
  ['{"aiEnabled": "Yes"}', ["wrong-type Write true"]],
  // The value of a text with a wrong escape is only guessed, so no other problem in it is reported.
  [
    String.raw`{"envRules": [{"env": "prd", "matchEmail": "\+dev@"}]}`,
    [String.raw`invalid-escape For a backslash itself write it twice: \\`],
  ],
];

for (const [text, expected] of WORDS) {
  Deno.test(`parseConfig() says what to write in the place of ${text}`, () =>
    deepEqual(
      parseConfig(text).diagnostics.map(({ severity, code, hint }) =>
        `${severity === "warning" ? "~" : ""}${code} ${hint}`
      ),
      expected,
    ));
}

Deno.test("parseConfig() shows no password of an address", () => {
  const address = "postgres://ada:hunter2@db:5432/shop";
  for (
    const text of [
      `{"servers": ["${address}"]}`,
      `{"servers": [{${SERVER.replace('"db"', `"${address}"`)}}]}`,
    ]
  ) {
    const { diagnostics } = parseConfig(text);
    equal(diagnostics.length, 1);
    ok(diagnostics[0]!.message.includes("postgres://ada:•••••••@db:5432/shop"), diagnostics[0]!.message);
    equal(JSON.stringify(diagnostics).includes("hunter2"), false);
  }
});

Deno.test("meant() gives fields and values that there are, for words that are none", () => {
  const walk = (schema: JsonSchema): void => {
    for (const name of [...Object.keys(schema.properties ?? {}), ...schema.enum ?? []]) {
      equal(meant(name, schema), undefined, `${schema.title}: ${name}`);
    }
    for (const child of Object.values(schema.properties ?? {})) walk(child);
    if (schema.items) walk(schema.items);
  };
  walk(CONFIG_SCHEMA);
});
