import { equal, match } from "node:assert/strict";
import { join } from "node:path";
import type { PublishRequest } from "../../../src/core/catalogue/publish/publish.ts";
import type { SigningKey } from "../../../src/core/catalogue/publish/sign.ts";
import { makeBundle, makeKey, publishTo, setOf } from "../../support/catalogue/publisher.ts";
import { testFolder } from "../../support/folder.ts";
import { cli } from "../../support/program/actions.ts";
import { withHome } from "../../support/program/home.ts";

const MORE = makeBundle("more", "1.0.0");

/** What Alice's list has beside the withdrawal that Bob asks for too, and whether his home has taken the one before. */
const UNSEEN: readonly (readonly [
  what: string,
  change: (keys: readonly SigningKey[]) => Partial<PublishRequest>,
  isTaken: boolean,
  signs: boolean,
])[] = [
  ["nothing", () => ({}), true, true],
  ["another extension", () => ({ bundles: [{ bundle: MORE }] }), true, false],
  ["other keys", (keys) => ({ signers: setOf(keys, 2) }), true, false],
  ["a later end", () => ({ days: 3650 }), true, false],
  ["all that its home has not taken", () => ({}), false, false],
];
for (const [what, change, isTaken, signs] of UNSEEN) {
  Deno.test(`--catalog-publish --yes signs the list of another only for what is asked when it also has ${what}`, () =>
    withHome(async (paths) => {
      const folder = await testFolder(), served = join(folder, "served");
      const [alice, bob] = [await makeKey(folder, "alice"), await makeKey(folder, "bob")];
      const carol = await makeKey(folder, "carol");
      await publishTo(served, alice, makeBundle("tools", "1.0.0"), { signers: setOf([alice, bob], 2) });
      await publishTo(served, bob, makeBundle("tools", "1.0.0"));
      if (isTaken) {
        const setting = { address: served, keys: [alice.key, bob.key] };
        await Deno.writeTextFile(paths.config, JSON.stringify({ catalogs: [setting] }), { mode: 0o600 });
        equal((await cli(paths, ["--catalogs"])).code, 0);
      }
      const withdraw = { extension: "tools", version: "1.0.0", reason: "bad" };
      await publishTo(served, alice, [], { withdraw, ...change([alice, bob, carol]) });
      const files = () =>
        Promise.all(
          ["catalog.json", "catalog.json.sig"].map((name) => Deno.readTextFile(join(served, name))),
        );
      const before = await files();
      const asked = ["--catalog-publish", "tools@1.0.0", "--withdraw", "bad", "--key", bob.file!];
      const { code, stderr } = await cli(paths, [...asked, "--to", served, "--yes"]);
      match(stderr, signs ? /^$/ : /has more than you ask for\nLook at all of it: the same command/);
      equal(code === 0, signs);
      equal((await files()).join() !== before.join(), signs);
    }));
}
