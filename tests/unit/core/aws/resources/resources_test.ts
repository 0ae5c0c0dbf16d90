import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { envFault, envFile } from "../../../../../src/core/aws/resources/env_file.ts";
import { secretFields } from "../../../../../src/core/aws/resources/fields.ts";
import { changedSecret } from "../../../../../src/core/aws/resources/change.ts";
import { CloudError } from "../../../../../src/core/aws/errors.ts";
import { describeSecret, writeSecret } from "../../../../../src/core/aws/resources/secret_detail.ts";
import type { ResourceTarget } from "../../../../../src/core/aws/resources/target.ts";
import { ownerAt } from "../../../../support/cloud/put_lines.ts";

const { signal } = new AbortController();

const TEXTS: [name: string, text: string, fields: Record<string, string> | null][] = [
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
  ["no key in base64 with one =", "gAx3_yQ-hJ0cGk5bW8=\n", null],
  ["no key in base64 with two =", "dGhlIHNlY3JldA==", null],
  ["no key in several lines of base64", "gAx3_yQ-hJ0cGk5bW8=\ngBx3_yQ-hJ0cGk5bW8=\n", null],
  ["no key in padded base32", "JBSWY3DPEBLW64TMMQ======", null],
  ["names without values beside others", "DATABASE_PASSWORD=\nUSER=app", {
    DATABASE_PASSWORD: "",
    USER: "app",
  }],
  ["no key in a connection string", "Server=db;Initial Catalog=shop;Password=x", null],
  ["no key in a connection string of blanks", "host=db port=5432 password=x", null],
  ["a connection string by its key", "DB=Server=db;Password=x", { DB: "Server=db;Password=x" }],
  ["a connection string of words by its key", "DB=Data Source=db;Password=x", {
    DB: "Data Source=db;Password=x",
  }],
  ["a header by its key", "AUTH=Basic dXNlcjpwYXNzd29yZA==", { AUTH: "Basic dXNlcjpwYXNzd29yZA==" }],
  ["a name without a value alone", "DATABASE_PASSWORD=", { DATABASE_PASSWORD: "" }],
  ["a value with a semicolon", "PASSWORD=a;b", { PASSWORD: "a;b" }],
  ["nothing of nothing", "", null],
];
for (const [name, text, fields] of TEXTS) {
  Deno.test(`secretFields() reads ${name}`, () => {
    const found = secretFields(text);
    deepEqual(found && Object.fromEntries(found), fields);
  });
}

const QUOTED = [
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
for (const value of QUOTED) {
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

type Fields = Record<string, string>;
const CHANGES: [
  name: string,
  before: string,
  set: Fields,
  remove: string[],
  after: string,
  difference: string,
][] = [
  [
    "a field, and leaves every other byte",
    '{ "a": "1",\n  "b": 2 }',
    { a: "x" },
    [],
    '{ "a": "x",\n  "b": 2 }',
    "~a =1",
  ],
  ["a number into a number", '{"port": 5432}', { port: "5433" }, [], '{"port": 5433}', "~port =0"],
  ["a number into a text", '{"port": 5432}', { port: "none" }, [], '{"port": "none"}', "~port =0"],
  [
    "a number, with every digit",
    '{"id": 1, "b": 2}',
    { id: "12345678901234567890" },
    [],
    '{"id": 12345678901234567890, "b": 2}',
    "~id =1",
  ],
  ["a number into as many digits", '{"rate": 1.5}', { rate: " 1.50" }, [], '{"rate": 1.50}', "~rate =0"],
  [
    "what is nested, with every digit",
    '{"a": {"id": 1}, "b": true}',
    { a: '{"id": 12345678901234567890}', b: "false" },
    [],
    '{"a": {"id": 12345678901234567890}, "b": false}',
    "~a ~b =0",
  ],
  ["a text of digits into a text", '{"pin": "0012"}', { pin: "0013" }, [], '{"pin": "0013"}', "~pin =0"],
  ["nothing when the value is the same", '{"a": "1"}', { a: "1" }, [], '{"a": "1"}', "=1"],
  [
    "lines, with their comments",
    "# db\nexport A=1\nB=2\n",
    { A: "x y" },
    [],
    "# db\nexport A='x y'\nB=2\n",
    "~A =1",
  ],
  ["lines by one more", "A=1", { B: "2" }, [], "A=1\nB=2\n", "+B =1"],
  ["lines by one less", "A=1\nB=2\n", {}, ["A"], "B=2\n", "-A =1"],
];
for (const [name, before, set, remove, after, difference] of CHANGES) {
  Deno.test(`changedSecret() changes ${name}`, () => {
    const made = changedSecret(before, { set: new Map(Object.entries(set)), remove });
    equal(made?.text, after);
    const { added, changed, removed, same } = made!.difference;
    const told = [
      ...added.map((key) => `+${key}`),
      ...changed.map((key) => `~${key}`),
      ...removed.map((key) => `-${key}`),
      `=${same}`,
    ];
    equal(told.join(" "), difference);
  });
}

Deno.test("changedSecret() adds and removes keys of JSON", () => {
  const made = changedSecret('{"a": "1", "b": "2"}', { set: new Map([["c", "3"]]), remove: ["a"] });
  deepEqual(JSON.parse(made!.text), { b: "2", c: "3" });
});

Deno.test("changedSecret() treats __proto__ as a key like any other", () => {
  const made = changedSecret('{"a": "1"}', { set: new Map([["__proto__", "x"]]), remove: [] });
  equal(secretFields(made!.text)?.get("__proto__"), "x");
});

Deno.test("changedSecret() makes nothing of fields that a text has not, or has twice", () => {
  const change = { set: new Map([["a", "1"]]), remove: [] };
  equal(changedSecret("a text", change), null);
  equal(changedSecret('{"a": "1", "a": "2"}', change), null);
  equal(changedSecret("a=1\nb=2\na=3", change), null);
});

Deno.test("changedSecret() tells that a whole text is another", () => {
  equal(changedSecret("old", { text: "new" })?.difference.replaced, true);
  equal(changedSecret("old", { text: "old" })?.difference.replaced, false);
  deepEqual(changedSecret('{"a": "1"}', { text: '{"a": "1", "b": "2"}' })?.difference.added, ["b"]);
});

const VALUES: [value: string, line: string][] = [
  ["plain", "plain"],
  ["", ""],
  ["two words", "'two words'"],
  ["a$b`c", "'a$b`c'"],
  ["it's", `"it's"`],
  ['it\'s "$HOME"', `"it's \\"\\$HOME\\""`],
  ["a\nb", '"a\\nb"'],
  ["#x", "'#x'"],
];
for (const [value, line] of VALUES) {
  Deno.test(`envFile() writes ${JSON.stringify(value)} as ${line}`, () => {
    equal(envFile(new Map([["KEY", value]])), `KEY=${line}\n`);
  });
}

Deno.test("envFile() gives keys names that shells take", () => {
  equal(
    envFile(new Map([["db.host", "a"], ["2nd", "b"], ["API-KEY", "c"]])),
    "db_host=a\n_2nd=b\nAPI_KEY=c\n",
  );
});

const SHOP_KEY = { Name: "/shop/key", Type: "SecureString", Tier: "Standard" };

/** Runs `work` with an account that gives these answers; `page` is the request's NextToken. */
async function withAws(
  answer: (operation: string, page: string | undefined) => Response,
  work: (at: ResourceTarget) => Promise<void>,
): Promise<void> {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const { NextToken } = await request.json() as { NextToken?: string };
    return answer((request.headers.get("x-amz-target") ?? "").split(".").at(-1)!, NextToken);
  });
  try {
    await work(ownerAt(`http://127.0.0.1:${server.addr.port}`, "eu-west-1"));
  } finally {
    await server.shutdown();
  }
}

const ANSWERS: readonly [status: number, body: unknown, hint: RegExp][] = [
  [400, { __type: "ValidationException", message: "new value is bad" }, /^Nothing was changed/],
  // AWS may have written the value before its service failed.
  [500, { __type: "InternalServerError" }, /^It may have been written/],
];
for (const [status, body, hint] of ANSWERS) {
  Deno.test(`writeSecret() says what became of it when AWS answers ${status}`, async () => {
    const answer = (operation: string) =>
      operation === "DescribeParameters"
        ? Response.json({ Parameters: [SHOP_KEY] })
        : Response.json(body, { status });
    await withAws(answer, async (at) => {
      const error = await writeSecret(at, "parameter", "/shop/key", "new value", signal)
        .then(() => null, (error: CloudError) => error);
      equal(error instanceof CloudError, true);
      match(error!.hint ?? "", hint);
      equal(error!.message.includes("new value"), false);
    });
  });
}

Deno.test("describeSecret() and writeSecret() find a parameter when AWS has it on a later page", async () => {
  const calls: string[] = [];
  const answer = (operation: string, page: string | undefined) => {
    calls.push(`${operation} ${page}`);
    if (operation === "PutParameter") return Response.json({ Version: 2 });
    return Response.json(page === "2" ? { Parameters: [SHOP_KEY] } : { Parameters: [], NextToken: "2" });
  };
  await withAws(answer, async (at) => {
    equal((await describeSecret(at, "parameter", "/shop/key", signal)).name, "/shop/key");
    await writeSecret(at, "parameter", "/shop/key", "new value", signal);
  });
  const pages = ["DescribeParameters undefined", "DescribeParameters 2"];
  deepEqual(calls, [...pages, ...pages, "PutParameter undefined"]);
});

Deno.test("describeSecret() says that a parameter does not exist when no page has it", async () => {
  const answer = (_: string, page: string | undefined) =>
    Response.json({ Parameters: [], ...(page === "2" ? {} : { NextToken: "2" }) });
  await withAws(answer, async (at) => {
    await rejects(describeSecret(at, "parameter", "/shop/key", signal), { code: "missing" });
  });
});
