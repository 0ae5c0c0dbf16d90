/** Entries of config.json by their place in the file, which is another one where a wrong entry before them was left out. */
import { deepEqual } from "node:assert/strict";
import { catalogueInFile } from "../../../../src/core/catalogue/in_file.ts";
import { parseConfig } from "../../../../src/core/config/parse.ts";
import { readSources } from "../../../support/house/sources.ts";

/** An edit at the end of a list, as the configuration has it. */
const ADDED = /path: \["(?:servers|accounts|envRules|catalogs)", [\w.()]*length\]/;

const WRONG = { keys: [] }, RIGHT = { address: "https://example.com/kedge" };

const CASES: readonly (readonly [what: string, document: unknown, index: number | null])[] = [
  ["there is none", {}, null],
  ["the file is no object", [RIGHT], null],
  ["the list is none", { catalogs: RIGHT }, null],
  ["it is the only one", { catalogs: [RIGHT] }, 0],
  ["it stands behind one that is wrong", { catalogs: [WRONG, null, RIGHT] }, 2],
];
for (const [what, document, index] of CASES) {
  Deno.test(`catalogueInFile() gives the place ${index} when ${what}`, () => {
    const entry = catalogueInFile(document as never, RIGHT.address);
    const at = { path: ["catalogs", index], was: RIGHT };
    deepEqual(
      entry && [entry.without(), entry.withKeys(["a key"])],
      index === null ? null : [
        at,
        { ...at, value: { ...RIGHT, keys: ["a key"] } },
      ],
    );
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
