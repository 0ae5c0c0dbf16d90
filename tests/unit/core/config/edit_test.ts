import { deepEqual, equal, match } from "node:assert/strict";
import { editConfigText, parseConfig, positionRules } from "../../../../src/core/config/mod.ts";
import type { Edit } from "../../../../src/core/json/mod.ts";
import type { Server } from "../../../../src/core/config/config.ts";
import { type KnownServer, renamedSince } from "../../../../src/core/config/renamed.ts";
import { knownServers, readKnownServers } from "../../../../src/core/state/known_servers.ts";
import type { Diagnostic } from "../../../../src/core/diagnostic.ts";
import { unreadableFault, unreadableRefusal } from "../../../../src/core/config/unreadable.ts";
import { staleWords } from "../../../../src/ui/text/stale.ts";

const ACCOUNT = '{"accountId": "123456789012", "region": "eu-west-1"}';

Deno.test("editConfigText() keeps comments, unknown keys, order, line ends and the byte order mark", () => {
  const text = '\ufeff{\r\n\t// mine\r\n\t"theme": "dark",\r\n\t"perPage": 20, // rows\r\n}\r\n';
  deepEqual(editConfigText(text, [{ path: ["perPage"], value: 30 }]), {
    ok: true,
    text: text.replace("20", "30"),
  });
});

/** The beginning of a config.json with more warnings than are shown. */
const WARNED = `{"accounts": [${
  Array.from(
    { length: 201 },
    (_, i) => `{"accountId": "${String(i).padStart(12, "0")}", "region": "eu-west-1", "name": "x"}`,
  ).join()
}]`;

/** A text and an edit that must be refused, and the error. */
const REFUSED: readonly (readonly [string, string, Edit, RegExp])[] = [
  ["a text that does not parse", '{"perPage": 1', { path: ["perPage"], value: 2 }, /line 1, column 1/],
  ["an empty text", "", { path: ["perPage"], value: 2 }, /cannot be read/],
  ["a list", "[]", { path: ["perPage"], value: 2 }, /cannot be read/],
  ["a newer version", '{"version": 3}', { path: ["perPage"], value: 2 }, /version 3/],
  ["a value of the wrong type", "{}", { path: ["perPage"], value: "2" }, /whole number/],
  ["a value out of range", "{}", { path: ["perPage"], value: 0 }, /from 1 to 1000/],
  ["a bad value for a bad value", '{"perPage": "x"}', { path: ["perPage"], value: "y" }, /whole number/],
  ["an entry that is not complete", "{}", { path: ["servers", 0], value: { name: "a" } }, /missing/],
  ["a second account of the same id", `{"accounts": [${ACCOUNT}]}`, {
    path: ["accounts", 1],
    value: { accountId: "123456789012", region: "us-east-1" },
  }, /already/],
  [
    "a broken rule",
    "{}",
    { path: ["envRules", 0], value: { env: "prd", matchName: "(" } },
    /regular expression/,
  ],
  [
    "a field that an entry needs",
    `{"accounts": [${ACCOUNT}]}`,
    { path: ["accounts", 0, "region"] },
    /missing/,
  ],
  ["an error behind more warnings than are shown", `${WARNED}}`, {
    path: ["servers", 0],
    value: { name: "a", engine: "postgres", host: "h", port: 1, caFile: "/a" },
  }, /without TLS/],
];

for (const [name, text, edit, message] of REFUSED) {
  Deno.test(`editConfigText() refuses ${name}`, () => {
    const result = editConfigText(text, [edit]);
    match(result.ok ? "made" : result.error, message);
  });
}

Deno.test("editConfigText() edits beside problems that were there before", () => {
  const text = `{"perPage": "x", "accounts": [{"accountId": "1", "region": "a-b-1"}, ${ACCOUNT}]}`;
  const edited = editConfigText(text, [{ path: ["aiEnabled"], value: true }]);
  equal(edited.ok && edited.text.includes('"aiEnabled": true'), true);
  const removed = editConfigText(text, [{ path: ["accounts", 0] }]);
  equal(removed.ok && removed.text, `{"perPage": "x", "accounts": [${ACCOUNT}]}`);
  const mended = editConfigText(text, [{ path: ["perPage"], value: 5 }]);
  equal(mended.ok && mended.text, text.replace('"x"', "5"));
});

Deno.test("editConfigText() writes to a file of version 1 and leaves its number", () => {
  const edited = editConfigText('{"version": 1}', [{ path: ["perPage"], value: 5 }]);
  equal(edited.ok && edited.text, '{"version": 1, "perPage": 5}');
});

/** `name@host` as a server, with `/database` of its own, `>bastion` of a way and `=` the name that it gets. */
function server(text: string): KnownServer {
  const [, name, host, database, bastion, becomes] = /^(.*)@([^/>=]*)(?:\/([^>=]*))?(?:>([^=]*))?(?:=(.*))?$/
    .exec(text)!;
  return {
    name: name!,
    engine: "postgres",
    host: host!,
    port: 5432,
    ...(database && { database }),
    ...(bastion && { via: `ssh://${bastion}` }),
    ...(becomes && { becomes }),
  };
}

const CASES: readonly (readonly [
  what: string,
  before: string[],
  now: string[],
  renamed: [from: string, to: string][],
])[] = [
  ["nothing when nothing was seen", [], ["a@db"], []],
  ["nothing when nothing changed", ["a@db"], ["a@db"], []],
  ["a new name of the same place", ["a@db", "b@db2"], ["b@db2", "c@DB"], [["a", "c"]]],
  ["two of them", ["a@db", "b@db2"], ["d@db2", "c@db"], [["b", "d"], ["a", "c"]]],
  ["the new name beside one that stays there", ["a@db", "b@db"], ["a@db", "c@db"], [["b", "c"]]],
  ["nothing when it leads elsewhere", ["a@db"], ["b@db2"], []],
  ["nothing when it is another database", ["a@db"], ["b@db/x"], []],
  ["nothing when it is another computer of that name", ["a@db>one"], ["b@db>two"], []],
  ["nothing when it is behind a way now", ["a@db"], ["b@db>one"], []],
  ["a new name at the end of the same way", ["a@db>one"], ["b@db>one"], [["a", "b"]]],
  ["nothing when it is one more name", ["a@db"], ["a@db", "b@db"], []],
  ["nothing when two names may be meant", ["a@db"], ["b@db", "c@db"], []],
  ["nothing when two may have been meant", ["a@db", "b@db"], ["c@db"], []],
  ["nothing when one of two may have come and one gone", ["a@db", "b@db"], ["c@db", "x@db2"], []],
  ["each of two in its own position", ["x@db2", "a@db", "b@db"], ["x@db2", "c@db", "d@db"], [
    ["a", "c"],
    ["b", "d"],
  ]],
  ["nothing when two have moved as well", ["a@db", "b@db"], ["x@db2", "c@db", "d@db"], []],
  ["the name that Kedge gave, wherever it leads", ["a@db=b"], ["b@db2"], [["a", "b"]]],
  ["that one of two at one place", ["a@db=c", "b@db"], ["d@db", "c@db"], [["a", "c"], ["b", "d"]]],
  ["what is left in its own position", ["a@db=c", "b@db", "e@db"], ["c@db", "d@db", "f@db"], [
    ["a", "c"],
    ["b", "d"],
    ["e", "f"],
  ]],
  ["nothing when the name that Kedge was to give is not there", ["a@db=b"], ["c@db2"], []],
  ["nothing when the server is still there", ["a@db=b"], ["a@db", "b@db2"], []],
];
for (const [what, before, now, renamed] of CASES) {
  Deno.test(`renamedSince() gives ${what}`, () => {
    deepEqual(renamedSince(before.map(server), now.map(server)), renamed);
  });
}

const athena = (name: string, https: object): Server => ({
  name,
  engine: "athena",
  host: "athena.eu-west-1.amazonaws.com",
  port: 443,
  tls: true,
  https: { service: "athena", account: "111122223333", region: "eu-west-1", ...https },
});
const ATHENAS: readonly (readonly [what: string, https: object, follows: boolean])[] = [
  ["with another role, secret and user", { role: "Admin", secret: "s", user: "u" }, true],
  ["in another account", { account: "444455556666" }, false],
  ["in another region", { region: "eu-central-1" }, false],
  ["of another workgroup", { workgroup: "facts" }, false],
  ["of another catalog", { catalog: "Other" }, false],
  ["of another cluster", { cluster: "c" }, false],
  ["of another service", { service: "redshift-data" }, false],
];
for (const [what, https, follows] of ATHENAS) {
  Deno.test(`renamedSince() gives ${follows ? "the" : "no"} new name of an Athena ${what}, also when it was saved`, () => {
    const before = knownServers([athena("lake-production", {})]), now = [athena("lake", https)];
    const renamed = follows ? [["lake-production", "lake"]] : [];
    deepEqual(renamedSince(before, now), renamed);
    deepEqual(renamedSince(readKnownServers(JSON.parse(JSON.stringify(before))), now), renamed);
  });
}

Deno.test("positionRules() counts the bad rules of the file in and gives the rule's place", () => {
  const text = '\ufeff{"envRules": [{"env": "bad"},\n  {"env": "slow", "matchName": "(a+)+$"}]}';
  const off: Diagnostic = {
    severity: "error",
    code: "rule-too-slow",
    path: ["envRules", 0],
    message: "slow",
  };
  const other: Diagnostic = { ...off, path: ["envRules"] };
  deepEqual(positionRules([off, other], parseConfig(text).ruleIndexes, text), [
    { ...off, path: ["envRules", 1], line: 2, column: 3 },
    other,
  ]);
});

Deno.test("positionRules() leaves a rule without a place when the text has changed", () => {
  const off: Diagnostic = {
    severity: "error",
    code: "rule-too-slow",
    path: ["envRules", 3],
    message: "slow",
  };
  deepEqual(positionRules([off], [], "{}"), [off]);
});

const ERROR = "config.json cannot be read, so nothing is written to it";

const texts: readonly (readonly [name: string, text: string, place: string, what: string])[] = [
  ["a comma is missing", '{"perPage": 1\n "version": 2}', "line 1, column 14", "A comma is missing here."],
  [
    "a value before that is wrong too",
    '{"perPage": "x",\n "colour": 1 "version": 2}',
    "line 2, column 13",
    "A comma is missing here.",
  ],
  [
    "more warnings than are shown come before that",
    `${WARNED},\n "perPage": 1 "version": 2}`,
    "line 2, column 14",
    "A comma is missing here.",
  ],
  [
    "more errors than are shown come before that",
    `{"accounts": [${"1,".repeat(201)}],\n "perPage": 1 "version": 2}`,
    "line 2, column 14",
    "A comma is missing here.",
  ],
  ["it is empty", "", "line 1, column 1", "The file is empty."],
  ["it is a list", "[]", "line 1, column 1", "The configuration must be an object { … }."],
];
for (const [name, text, place, what] of texts) {
  Deno.test(`unreadableRefusal() names what keeps the file from being read when ${name}`, () => {
    const { diagnostics } = parseConfig(text);
    const refusal = { ok: false, error: `${ERROR} (${place}).`, hint: `${what} Fix the file first.` };
    deepEqual(unreadableRefusal(diagnostics), refusal);
    deepEqual(editConfigText(text, [{ path: ["perPage"], value: 1 }]), refusal);
    equal(staleWords(diagnostics, false).includes(`line ${unreadableFault(diagnostics)!.line}:`), true);
  });
}

Deno.test("unreadableRefusal() names no place when none is known", () => {
  const diagnostic = { severity: "error", code: "unreadable", path: [], message: "It is a folder" } as const;
  deepEqual(unreadableRefusal([diagnostic]), {
    ok: false,
    error: `${ERROR}.`,
    hint: "It is a folder. Fix the file first.",
  });
  equal(unreadableRefusal([]).hint, "Fix the file first.");
});
