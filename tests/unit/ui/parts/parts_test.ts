import { deepEqual, doesNotMatch, equal } from "node:assert/strict";
import { ADDRESS, pastedTexts, USER } from "../../../../src/ui/parts/entry/pasted_texts.ts";
import { fieldsOf, schemaAt } from "../../../../src/core/config/fields.ts";
import { CONFIG_SCHEMA } from "../../../../src/core/config/kind.ts";
import { beginsRegion, titledSentence, valueProblem } from "../../../../src/ui/parts/entry/sentences.ts";

/** A typed address of a new server, the name before, and the resulting name and user. */
const TYPED: readonly (readonly [address: string, own: string, name: string, user: string | undefined])[] = [
  ["postgres://db.example.com:6432/shop", "", "shop", undefined],
  ["postgres://app@127.0.0.1:5432/", "", "127.0.0.1", "app"],
  ["postgres://app:pw@127.0.0.1:5432", "", "127.0.0.1", "app"],
  ["postgres://app:pw@db.example.com/orders", "", "orders", "app"],
  ["postgres://app@shop-production.db.example.com/postgres", "", "shop-production", "app"],
  ["postgres://app@db.example.com/postgres", "", "db.example.com", "app"],
  ["postgres://app@10.4.0.17/postgres", "", "10.4.0.17", "app"],
  ["postgres://app@127.0.0.1/postgres", "", "postgres", "app"],
  ["redshift://ada@sales-stg.abc.eu-central-1.redshift.amazonaws.com:5439/dev", "", "sales-stg", "ada"],
  ["psql -h db.example.com -U app", "", "db.example.com", "app"],
  ["postgres://app:pw@127.0.0.1:5432", "till", "till", "app"],
  ["postgres://app:pw@127.0.0.1:5432", "mysql orders", "mysql orders", "app"],
  ["postgres://app:pw@127.0.0.1:5432", "psql -h db", "127.0.0.1", "app"],
];

for (const [address, own, name, user] of TYPED) {
  Deno.test(`pastedTexts() proposes ${name} for ${address}${own && ` over ${own}`} as it is typed`, () => {
    let texts: Record<string, string> = { name: own, engine: "postgres" };
    for (let end = 1; end <= address.length; end++) {
      const text = address.slice(0, end);
      // Change the texts as the form does after each letter.
      texts = { ...texts, ...pastedTexts("servers", texts, ADDRESS, text), [ADDRESS]: text };
    }
    deepEqual([texts.name, texts[USER]], [name, user]);
  });
}

/** What is pasted into a field of a saved server with TLS and a database, and the texts of both then. */
const OVER: readonly (readonly [
  key: string,
  text: string,
  tls: string,
  database: string,
])[] = [
  ["host", "b:5433", "true", "orders"],
  ["host", "b:5433/shop", "true", "shop"],
  ["host", "postgres://b", "true", "orders"],
  ["host", "postgres://b/shop?sslmode=disable", "false", "shop"],
  ["name", "psql -h b shop", "true", "shop"],
  // This field is a new server's, and the others follow each letter of it.
  [ADDRESS, "b:5433", "false", ""],
];
for (const [key, text, tls, database] of OVER) {
  Deno.test(`pastedTexts() leaves what ${text} in ${key} does not tell`, () => {
    const texts = { name: "orders", engine: "postgres", host: "a", database: "orders", tls: "true" };
    const now: Record<string, string> = { ...texts, ...pastedTexts("servers", texts, key, text) };
    deepEqual([now.host, now.tls, now.database], ["b", tls, database]);
  });
}

/** A text in a field, and the host that it gives the form. */
const PASTED: readonly (readonly [key: string, text: string, host: string | undefined])[] = [
  ["name", "mysql orders", undefined],
  ["name", "psql staging", undefined],
  ["name", "mysql - orders", undefined],
  ["database", "mysql 8", undefined],
  ["via", "psql bastion", undefined],
  ["host", "mysql orders", "localhost"],
  [ADDRESS, "psql shop", "localhost"],
  ["name", "mysql -h db orders", "db"],
  ["name", "psql postgres://db/shop", "db"],
  ["name", "psql 'host=db dbname=shop'", "db"],
  ["name", "PGHOST=db psql shop", "db"],
  ["name", "host=db dbname=shop", "db"],
];
for (const [key, text, host] of PASTED) {
  Deno.test(`pastedTexts() gives ${host ? `the host ${host}` : "nothing"} when ${key} is ${text}`, () => {
    equal(pastedTexts("servers", { name: "", engine: "mysql", host: "", [key]: text }, key)?.host, host);
  });
}

/** A value that is typed into a field, and the sentence below the field. */
const SENTENCES: readonly (readonly [key: string, typed: string | number, sentence: string | undefined])[] = [
  ["ssoRegion", "eu-central-1", undefined],
  ["ssoRegion", "xx-new-9", undefined],
  [
    "ssoRegion",
    "frankfurt",
    'Sign-in region "frankfurt" does not look like an AWS region. Did you mean "eu-central-1"?',
  ],
  [
    "ssoRegion",
    " Sao Paulo",
    'Sign-in region " Sao Paulo" does not look like an AWS region. Did you mean "sa-east-1"?',
  ],
  [
    "ssoRegion",
    "EU_WEST_1",
    'Sign-in region "EU_WEST_1" does not look like an AWS region. Did you mean "eu-west-1"?',
  ],
  [
    "ssoStartUrl",
    "portal",
    'Sign-in portal must be a web address, not "portal". It looks like https://example.awsapps.com/start.',
  ],
  ["perPage", 5000, "Rows per page must be from 1 to 1000, not 5000."],
];
for (const [key, typed, sentence] of SENTENCES) {
  Deno.test(`valueProblem() of ${key} "${typed}" is ${sentence ?? "none"}`, () => {
    equal(valueProblem([key], typed), sentence);
  });
}

Deno.test("valueProblem() calls no field by its key", () => {
  const lists = ["accounts", "servers", "envRules"];
  const paths: (string | number)[][] = [
    ...fieldsOf(CONFIG_SCHEMA).map(({ key }) => [key]),
    ...lists.flatMap((list) => fieldsOf(schemaAt([list, 0])!).map(({ key }) => [list, 0, key])),
  ];
  let told = 0;
  for (const path of paths) {
    for (const value of ["", " ", "no such thing", "\u0000", "x".repeat(5000), -1, 1.5]) {
      const sentence = valueProblem(path, value);
      if (sentence === undefined) continue;
      told++;
      // A key of several words, such as `perPage`, must not appear in a sentence.
      const key = String(path.at(-1));
      if (/[A-Z]/.test(key)) {
        doesNotMatch(sentence, new RegExp(`\\b${key}\\b`), `${path.join(".")}: ${sentence}`);
      }
    }
  }
  equal(told > 40, true, `${told} sentences`);
});

Deno.test("titledSentence() calls the value of a file's entry by its title as well", () => {
  const message = '`accounts[2].accountId` must be 12 digits, not "1"';
  equal(
    titledSentence(["accounts", 2, "accountId"], message, "It has 1 digit"),
    'Account id must be 12 digits, not "1". It has 1 digit.',
  );
});

for (
  const [text, begins] of [["eu-c", true], ["Frank", true], ["sao p", true], ["", true], ["eu-x", false], [
    "frankfurter",
    false,
  ]] as const
) {
  Deno.test(`beginsRegion() of "${text}" is ${begins}`, () => equal(beginsRegion(text), begins));
}
