import { deepEqual, equal } from "node:assert/strict";
import { envFault, envFile } from "../../../../../src/core/aws/resources/env_file.ts";
import { secretFields } from "../../../../../src/core/aws/resources/fields.ts";

const CASES: [name: string, text: string, fields: Record<string, string> | null][] = [
  ["a JSON object", '{"user": "app", "password": "p\\"w"}', { user: "app", password: 'p"w' }],
  ["numbers as they stand there", '{"id": 12345678901234567890, "rate": 1.50}', {
    id: "12345678901234567890",
    rate: "1.50",
  }],
  ["what is nested as JSON", '{"a": {"b": [1, 2]}, "c": null}', { a: '{"b": [1, 2]}', c: "null" }],
  ["the last of two keys of one name", '{"a": "1", "a": "2"}', { a: "2" }],
  ["an empty object", "{}", {}],
  ["lines", "USER=app\nPASSWORD=a=b\n", { USER: "app", PASSWORD: "a=b" }],
  ["lines with quotes, comments and export", "# login\nexport USER='app'\n\nPASSWORD=\"x y\"\r\n", {
    USER: "app",
    PASSWORD: "x y",
  }],
  ["what a backslash stands before in double quotes", `A="it's \\"\\$5\\" \\\\n"\nB="x\\ny \\d"\nC='x\\ny'`, {
    A: `it's "$5" \\n`,
    B: "x\ny \\d",
    C: "x\\ny",
  }],
  ["no list", "[1, 2]", null],
  ["no text", "hunter2", null],
  ["no line of prose", "USER=app\nand more", null],
  ["nothing of nothing", "", null],
];
for (const [name, text, fields] of CASES) {
  Deno.test(`secretFields() reads ${name}`, () => {
    const found = secretFields(text);
    deepEqual(found && Object.fromEntries(found), fields);
  });
}

const VALUES = [
  "",
  "plain",
  "two words",
  "it's",
  `it's "$HOME"`,
  "a\nb\r\n",
  "a\\nb",
  "it's a\\nb",
  "'x'",
  '"x"',
  "`x` ' \\",
];
for (const value of VALUES) {
  Deno.test(`secretFields() reads ${JSON.stringify(value)} as envFile() writes it`, () => {
    deepEqual(secretFields(envFile(new Map([["KEY", value]])))?.get("KEY"), value);
  });
}

const FAULTS: [keys: string[], fault: RegExp | null][] = [
  [["user", "password"], null],
  [["A-B", "A_B"], /“A-B” and “A_B” would be one name in an \.env file, A_B/],
  [["a.b", "a b", "c"], /“a\.b” and “a b” would be one name/],
  [["token", "TOKEN"], /“token” and “TOKEN” would be one name/],
  [["1a", "_1a"], /would be one name in an \.env file, _1A/],
  [["é", "ü"], /would be one name/],
  ...[
    "LD_PRELOAD",
    "ld-preload",
    "DYLD_INSERT_LIBRARIES",
    "PATH",
    "BASH_ENV",
    "ENV",
    "NODE_OPTIONS",
    "PYTHONSTARTUP",
    "GIT_SSH_COMMAND",
    "PROMPT_COMMAND",
    "PERL5OPT",
    "JAVA_TOOL_OPTIONS",
  ]
    .map((key): [string[], RegExp] => [["user", key], /by which programs choose what they run/]),
  ...["ENVIRONMENT", "DB_PATH", "PATH_PREFIX", "LDAP_URL", "NODE_ENV"].map((
    key,
  ): [string[], null] => [[key], null]),
];
for (const [keys, fault] of FAULTS) {
  Deno.test(`envFault() ${fault ? "refuses" : "takes"} ${keys.join(" and ")}`, () => {
    const found = envFault(new Map(keys.map((key) => [key, "x"])));
    if (fault === null) equal(found, null);
    else equal(fault.test(found?.error ?? ""), true, found?.error);
  });
}
