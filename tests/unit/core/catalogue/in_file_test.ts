/** Entries of config.json by their place in the file, which is another one where a wrong entry before them was left out. */
import { deepEqual } from "node:assert/strict";
import { catalogueInFile } from "../../../../src/core/catalogue/in_file.ts";
import { parseConfig } from "../../../../src/core/config/parse.ts";
import { readSources } from "../../../support/house/sources.ts";

/** An edit at the end of a list, as the configuration has it. */
const ADDED = /path: \["(?:servers|accounts|envRules|catalogs)", [\w.()]*length\]/;

const WRONG = { keys: [] }, RIGHT = { address: "https://example.com/kedge" };

const CASES: readonly (readonly [what: string, document: unknown, found: unknown])[] = [
  ["there is none", {}, null],
  ["the list is none", { catalogs: RIGHT }, null],
  ["it is the only one", { catalogs: [RIGHT] }, { index: 0, entry: RIGHT }],
  ["it stands behind one that is wrong", { catalogs: [WRONG, null, RIGHT] }, { index: 2, entry: RIGHT }],
];
for (const [what, document, found] of CASES) {
  Deno.test(`catalogueInFile() gives ${JSON.stringify(found)} when ${what}`, () => {
    deepEqual(catalogueInFile(document as never, RIGHT.address), found);
  });
}

Deno.test("an entry that is wrong is left out of the configuration, so that places in the file are others", () => {
  const { config } = parseConfig(JSON.stringify({ catalogs: [WRONG, RIGHT] }));
  deepEqual(config?.catalogs?.map(({ address }) => address), [RIGHT.address]);
});

Deno.test("who adds an entry to a list of config.json says so, as the list in the file may be longer", async () => {
  const without = (await readSources("src")).flatMap(({ path, code }) =>
    code.split(ADDED).slice(1).filter((after) => !/^[^}]*(\}[^}]*)?\badd: true\b/.test(after)).map(() => path)
  );
  deepEqual(without, []);
});
