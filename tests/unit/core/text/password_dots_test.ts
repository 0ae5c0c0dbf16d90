import { equal } from "node:assert/strict";
import { report } from "../../../../src/cli/report.ts";
import { parseConfig } from "../../../../src/core/config/mod.ts";
import { parseJson } from "../../../../src/core/json/mod.ts";
import { passwordDots, secretDots } from "../../../../src/core/text/password_dots.ts";

/** What people write into config.json and is no JSON, with a secret that begins with `hunt` in it. */
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

/** A line of a JSON text, and what of it may be seen. */
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
  ['{"author": Ada, "keyboard": x}', '{"author": Ada, "keyboard": x}'],
];

for (const [line, expected] of LINES) {
  Deno.test(`secretDots() shows ${expected}`, () => equal(secretDots(line), expected));
}

/** A value or a line of code, and what of it may be seen. */
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
