import { equal, ok } from "node:assert/strict";
import { report } from "../../../../src/cli/report.ts";
import { parseConfig } from "../../../../src/core/config/mod.ts";
import { parseJson } from "../../../../src/core/json/mod.ts";
import { keylessDots } from "../../../../src/core/text/keyless.ts";
import { threadTime } from "../../../support/growth.ts";
import { passwordDots, secretDots } from "../../../../src/core/text/password_dots.ts";

/** Lines of config.json that are no JSON, each with a secret that begins with `hunt`. */
const MISWRITTEN: readonly string[] = [
  '"password": hunter2,',
  '"password": hunter2 x hunter3,',
  '"password": hunt,hunter2,',
  '"password" hunter2,',
  '"password" "hunter2",',
  "\"password\": 'hunter2',",
  "password: hunter2,",
  "password=hunter2,",
  "export PASSWORD=hunter2",
  '"password": hunter2",',
  '"password": "hunter2,',
  '"password": "hun"hunter2",',
  '"password: "hunter2",',
  '"password: hunter2",',
  '"password hunter2",',
  '"password":\n  hunter2,',
  '"password":\n\n  "hunter2\n  hunter3"',
  '"password": 0hunter2,',
  '"password": +1hunter2,',
  '"password": hun#hunter2,',
  '"password": hun//hunter2,',
  '"password": hun:hunter2,',
  '"password": hun=hunter2,',
  '"password": hun{hunter2,',
  '"password": "hun\\hunter2",',
  '"password": "hun","hunter2",',
  '"password": [hunter2, hunter3],',
  '"password" => "hunter2",',
  '"PASSWORD"= “hunter2”,',
  "`password`: `hunter2`,",
  '"db.password": hunter2',
  '"apiToken": hunter2,',
  '"clientSecret": hunter2,',
  '"privateKey": -----BEGIN KEY-----\nhunter2hunter\nhunter3+/=\n-----END KEY-----,',
  '"host": postgres://ada:hunter2@db,',
  '"host": postgres://ada:hunter2@db",',
  '"host": ada:hunter2@db,',
  '"host": "ada:hunter2@db",',
  '"a": AKIAHUNTER2HUNTER2AB',
  "AKIAHUNTER2HUNTER2AB",
  // Secrets without a key.
  "hunter2",
  "hunter2,",
  '"hunter2",',
  "'hunter2',",
  'hunter2",',
  '"a": 1 hunter2,',
  '"a": 1, hunter2 hunter3,',
  '"a": "b" "hunter2",',
  '"a": "b", "hunter2" "c": 1,',
  '[hunter2, {"a": 1}]',
  '"a": [{"b": 1}, hunter2],',
  "ada hunter2,",
  "ada hunter2 hunter3",
  ": hunter2,",
  "hun#hunter2",
  "0hunter2,",
  "-hunter2,",
  "db:5432:shop:ada:hunter2",
  "db:5432:ada:hunter2",
  "machine db login ada pass hunter2",
  "*:*:*:ada:hunter2",
  '{"a": 1}, hunter2',
  "hunter2 {",
];

for (const line of MISWRITTEN) {
  Deno.test(`report() and parseConfig() tell no secret of ${JSON.stringify(line)}`, () => {
    for (
      const text of [
        line,
        `{${line}}`,
        `{"ssoStartUrl": "x", ${line} "aiEnabled": yes}`,
        `{"servers": [\n  {"name": "Shop", "engine": "postgres",\n  ${line}\n  "port": 5432}\n]}`,
      ]
    ) {
      const { diagnostics } = parseConfig(text);
      const told = [
        report(diagnostics, { file: "config.json", source: () => text, colors: false }),
        JSON.stringify(diagnostics),
        JSON.stringify(parseJson(text, { relaxed: false }).problems),
      ].join("\n");
      equal(/.*hunt.*/i.exec(told)?.[0], undefined);
    }
  });
}

/** Keys of passwords, also with typing mistakes, that are in no schema. */
const KEYS = [
  ...[
    "pasword",
    "passwrod",
    "psswd",
    "pswd",
    "Passwort",
    "kennwort",
    "contraseña",
    "mot_de_passe",
    "pw",
    "db-pin",
    "otp",
  ],
  ...[
    "password1",
    "passwordOld",
    "db_password_prod",
    "passwd_",
    "userPass",
    "pass",
    "creds",
    "secretKey2",
    "tokenValue",
  ],
  ...["apiKeyProd", "privKey"],
];

for (const key of KEYS) {
  Deno.test(`report() tells no value of ${key}`, () => {
    for (const value of ['"hunter2"', "hunter2", '"hunter2', "'hunter2'", "hunter2 hunter3"]) {
      const text = `{"servers": [{"name": "a", "engine": "postgres", "port": "x", "${key}": ${value}}]}`;
      const { diagnostics } = parseConfig(text);
      const told = report(diagnostics, { file: "config.json", source: () => text, colors: false });
      equal(/.*hunt.*/i.exec(told + JSON.stringify(diagnostics))?.[0], undefined);
    }
  });
}

/** A line of JSON, and what may be shown of it. */
const LINES: readonly (readonly [string, string])[] = [
  ['{"password": hunter2, "port": yes}', '{"password": •••••••, "port": yes}'],
  ['{"password": "hunter2", "port": "x"}', '{"password": "•••••••", "port": "x"}'],
  ['{"token": 1234, "port": "x"}', '{"token": ••••, "port": "x"}'],
  ['{"secrets": [{"label": "a"}], "tokens": [', '{"secrets": [{"label": "a"}], "tokens": ['],
  [
    '"arn:aws:secretsmanager:eu-west-1:1:secret:shop/db"',
    '"arn:aws:secretsmanager:eu-west-1:1:secret:shop/db"',
  ],
  ['{"label": "Token of the day", "port": 1}', '{"label": "Token of the day", "port": 1}'],
  ['{"passenger": Ada, "compass": x, "spin": 1}', '{"passenger": Ada, "compass": •, "spin": 1}'],
  ['{"author": Ada, "keyboard": x}', '{"author": Ada, "keyboard": x}'],
];

for (const [line, expected] of LINES) {
  Deno.test(`secretDots() shows ${expected}`, () => equal(secretDots(line), expected));
}

/** A value or a line of code, and what may be shown of it. */
const TEXTS: readonly (readonly [string, string])[] = [
  ["ada:hunter2@db", "ada:•••••••@db"],
  ['password := "hunter2"', 'password := "•••••••"'],
  ["https://db/?api_key=hunter2&x=1", "https://db/?api_key=•••••••&x=1"],
  ["id AKIAIOSFODNN7EXAMPLE", "id ••••••••••••••••••••"],
  ["wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "•".repeat(40)],
  ["da39a3ee5e6b4b0d3255bfef95601890afd80709", "da39a3ee5e6b4b0d3255bfef95601890afd80709"],
  ["mail ada@example.com: it is 10:30", "mail ada@example.com: it is 10:30"],
];

for (const [text, expected] of TEXTS) {
  Deno.test(`passwordDots() shows ${expected}`, () => equal(passwordDots(text), expected));
}

/** Texts that would take long if a part of them was read repeatedly. */
const LONG = [
  '"\\"'.repeat(100_000),
  "'\\'".repeat(100_000),
  "‘a".repeat(200_000),
  "/*".repeat(200_000),
  "secret".repeat(50_000),
];

for (const text of LONG) {
  Deno.test(`keylessDots() reads each part once: ${text.slice(0, 6)}…`, () => {
    const since = threadTime();
    equal(keylessDots(text).length, text.length);
    ok(threadTime() - since < 5000);
  });
}
