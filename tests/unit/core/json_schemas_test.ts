import { deepEqual, equal } from "node:assert/strict";
import { z } from "zod";
import { command } from "../../../src/core/app/command.ts";
import { jsonValue, recordOf } from "../../../src/core/json_schemas.ts";
import { readSources } from "../../support/house/sources.ts";

/** Made by JSON.parse, to which `__proto__` is a key like any other. */
const ODD = '{"__proto__":{"a":1},"constructor":[{"__proto__":null}]}';

const RECORDS: readonly (readonly [what: string, text: string, fits: boolean])[] = [
  ["names that every object has", ODD, true],
  ["nothing", "{}", true],
  ["a list", "[]", false],
  ["null", "null", false],
  ["a name that is too long", `{"${"x".repeat(21)}":1}`, false],
];
for (const [what, text, fits] of RECORDS) {
  Deno.test(`recordOf() ${fits ? "keeps" : "refuses"} ${what}`, () => {
    const { success, data } = recordOf(jsonValue, 20).safeParse(JSON.parse(text));
    equal(success, fits);
    if (fits) equal(JSON.stringify(data), text);
  });
}

Deno.test("recordOf() says where a value has another form", () => {
  const { error } = recordOf(z.object({ n: z.number() })).safeParse(JSON.parse('{"__proto__":{"n":"1"}}'));
  deepEqual(error?.issues.map(({ path }) => path), [["__proto__", "n"]]);
});

Deno.test("jsonValue refuses what is not JSON", () => {
  for (const value of [undefined, () => 1, 1n, { a: new Map() }, NaN]) {
    equal(jsonValue.safeParse(value).success, false);
  }
});

const COMMANDS: readonly string[] = [
  `{"name":"saveOverrides","extension":"e","action":"__proto__","config":${ODD}}`,
  `{"name":"editConfig","path":["servers",0],"value":${ODD},"was":${ODD}}`,
  `{"name":"tryRules","draft":{"at":0,"rule":${ODD}},"accounts":[]}`,
  '{"name":"runQuery","server":"s","tab":"t","text":"select :__proto__","pick":"all","values":{"__proto__":"1"}}',
];
for (const text of COMMANDS) {
  Deno.test(`command keeps __proto__ in ${text.slice(0, 40)}`, () => {
    equal(JSON.stringify(command.parse(JSON.parse(text))), text);
  });
}

/** What leaves names out may stand here: the names are Kedge's own, or nothing is read by it. */
const OWN_NAMES: readonly string[] = [
  "src/core/actions/frames/protocol.ts",
  "src/core/app/features/dialogs/dialogs.ts",
  "src/core/app/features/dialogs/mod.ts",
  "src/core/app/features/windows/mod.ts",
  "src/core/bundle/manifest/schema.ts",
  "src/core/json_schemas.ts",
  "src/pages/http/protocol.ts",
];

Deno.test("what is kept under names from outside is read by schemas that keep every name", async () => {
  const found = (await readSources("src")).filter(({ code }) => /\bz\.(record|json)\(/.test(code));
  deepEqual(found.map(({ path }) => path).filter((path) => !OWN_NAMES.includes(path)), []);
});
