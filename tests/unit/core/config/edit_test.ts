import { deepEqual, equal, match } from "node:assert/strict";
import { editConfigText } from "../../../../src/core/config/mod.ts";
import type { Edit } from "../../../../src/core/json/mod.ts";

const ACCOUNT = '{"accountId": "123456789012", "region": "eu-west-1"}';

Deno.test("editConfigText() keeps comments, unknown keys, order, line ends and the byte order mark", () => {
  const text = '\ufeff{\r\n\t// mine\r\n\t"theme": "dark",\r\n\t"perPage": 20, // rows\r\n}\r\n';
  deepEqual(editConfigText(text, [{ path: ["perPage"], value: 30 }]), {
    ok: true,
    text: text.replace("20", "30"),
  });
});

/** A text and an edit that must not be made, and what is said. */
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
