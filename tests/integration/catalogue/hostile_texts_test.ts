import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { isCatalogueError } from "../../../src/core/catalogue/error.ts";
import { NAMESPACE } from "../../../src/core/catalogue/keys.ts";
import { signText } from "../../../src/core/catalogue/publish/sign.ts";
import type { Catalogue } from "../../../src/core/catalogue/schema.ts";
import { factsOf, faultWords } from "../../../src/core/app/features/catalogue/shown.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { cataloguesOf, firstCatalogue, makeBundle, makeKey } from "../../support/catalogue/publisher.ts";
import { testFolder } from "../../support/folder.ts";
import { cli } from "../../support/program/actions.ts";
import { withHome } from "../../support/program/home.ts";

/** Characters that reverse the following text, are invisible, or isolate text. */
const UNSEEN = "a\u202eb\u200bc\u2066";
/** Sequences that terminals execute. */
const ESCAPES = "a\x1b]52;c;eA==\x07\x1b[2J\x9b2J\rb\x1b[8m";

/** Returns a function that changes the only extension of a list. */
const entry = (change: object) => (one: Catalogue) => ({
  ...one,
  extensions: [{ ...one.extensions[0]!, ...change }],
});
const version = (change: object) => (one: Catalogue) =>
  entry({ versions: [{ ...one.extensions[0]!.versions[0]!, ...change }] })(one);

/** Texts of a signed list, and whether the list is accepted with each. */
const TEXTS: readonly (readonly [what: string, change: (one: Catalogue) => object, taken: boolean])[] = [
  ["unseen characters in its name", (one) => ({ ...one, name: UNSEEN }), true],
  ["escapes in its name", (one) => ({ ...one, name: ESCAPES }), false],
  ["unseen characters in the name of an extension", entry({ name: UNSEEN }), true],
  ["escapes in the name of an extension", entry({ name: ESCAPES }), false],
  ["escapes in an author", entry({ author: ESCAPES }), false],
  ["escapes in a version", version({ version: ESCAPES }), false],
  ["unseen characters in a version", version({ version: UNSEEN }), true],
  ["escapes in what is new", version({ news: ESCAPES }), true],
  ["escapes in a description", entry({ description: ESCAPES }), true],
  ["a path in an id", entry({ id: "../../x" }), false],
  ["the name of a prototype as an id", entry({ id: "__proto__" }), true],
  ["a name without a letter", entry({ name: "" }), false],
  ["a name of a megabyte", entry({ name: "x".repeat(1 << 20) }), false],
  [
    "escapes in why it was withdrawn",
    (one) => ({
      ...one,
      withdrawn: [{
        hash: one.extensions[0]!.versions[0]!.hash,
        extension: "tools",
        reason: ESCAPES,
        instead: UNSEEN,
        since: one.published,
      }],
    }),
    true,
  ],
];
for (const [what, change, taken] of TEXTS) {
  Deno.test(`a signed list with ${what} is ${taken ? "taken, and shown so that it does no harm" : "not taken"}`, () =>
    withHome(async (paths) => {
      const folder = await testFolder(), key = await makeKey(folder, "alice");
      const list = change(firstCatalogue([key], [makeBundle("tools", "1.0.0")]));
      const text = JSON.stringify(list);
      await Deno.writeTextFile(join(folder, "catalog.json"), text);
      await Deno.writeTextFile(
        join(folder, "catalog.json.sig"),
        await signText(text, NAMESPACE.catalogue, key),
      );
      const setting = { address: folder, keys: [key.key], restDays: 0 };
      const catalogues = cataloguesOf(kedgePaths(join(folder, "home")));
      const signal = new AbortController().signal;
      const shown = await catalogues.refresh(setting, signal).then(factsOf, (error) => {
        equal(isCatalogueError(error), true);
        return faultWords(error);
      });
      equal("version" in shown, taken);
      if ("name" in shown) isSeen(shown.name ?? "");
      await Deno.writeTextFile(paths.config, JSON.stringify({ catalogs: [setting] }), { mode: 0o600 });
      for (const args of [["--catalogs"], ["--catalog-add", folder]]) {
        const { stdout, stderr } = await cli(paths, args);
        isSeen(stdout + stderr);
      }
      const listed = await cli(paths, ["--catalogs", "--json"]);
      equal(listed.code, taken ? 0 : 1);
      deepEqual(JSON.parse(listed.stdout).length, taken && !what.includes("withdrawn") ? 1 : 0);
      if (!taken) match(listed.stderr, /is no catalogue of Kedge/);
    }));
}

/** Checks that a text contains nothing that controls a terminal or hides text. */
function isSeen(text: string): void {
  deepEqual(text.match(/(?![\n\t])\p{Cc}|\p{Bidi_Control}|\u200b/gu), null, JSON.stringify(text));
}
