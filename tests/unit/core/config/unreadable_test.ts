import { deepEqual, equal } from "node:assert/strict";
import { editConfigText } from "../../../../src/core/config/edit.ts";
import { parseConfig } from "../../../../src/core/config/parse.ts";
import { unreadableFault, unreadableRefusal } from "../../../../src/core/config/unreadable.ts";
import { staleWords } from "../../../../src/ui/text/stale.ts";

const ERROR = "config.json cannot be read, so nothing is written to it";

const texts: readonly (readonly [name: string, text: string, place: string, what: string])[] = [
  ["a comma is missing", '{"perPage": 1\n "version": 2}', "line 1, column 14", "A comma is missing here."],
  [
    "a value before that is wrong too",
    '{"perPage": "x",\n "colour": 1 "version": 2}',
    "line 2, column 13",
    "A comma is missing here.",
  ],
  ["it is empty", "", "line 1, column 1", "The file is empty."],
  ["it is a list", "[]", "line 1, column 1", "The configuration must be an object { … }."],
];
for (const [name, text, place, what] of texts) {
  Deno.test(`unreadableRefusal() names what keeps the file from being read when ${name}`, () => {
    const { diagnostics } = parseConfig(text);
    const refusal = { ok: false, error: `${ERROR} (${place}).`, hint: `${what} Mend the file first.` };
    deepEqual(unreadableRefusal(diagnostics), refusal);
    deepEqual(editConfigText(text, [{ path: ["perPage"], value: 1 }]), refusal);
    equal(staleWords(diagnostics).includes(`line ${unreadableFault(diagnostics)!.line}:`), true);
  });
}

Deno.test("unreadableRefusal() names no place when none is known", () => {
  const diagnostic = { severity: "error", code: "unreadable", path: [], message: "It is a folder" } as const;
  deepEqual(unreadableRefusal([diagnostic]), {
    ok: false,
    error: `${ERROR}.`,
    hint: "It is a folder. Mend the file first.",
  });
  equal(unreadableRefusal([]).hint, "Mend the file first.");
});
