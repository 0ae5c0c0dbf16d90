import { deepEqual, equal, rejects } from "node:assert/strict";
import { join } from "node:path";
import type { PublishRequest } from "../../../src/core/catalogue/publish/publish.ts";
import type { SigningKey } from "../../../src/core/catalogue/publish/sign.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { withAuthor } from "../../support/catalogue/author.ts";
import { cataloguesOf, makeBundle, makeKey, publishTo } from "../../support/catalogue/publisher.ts";
import { testFolder } from "../../support/folder.ts";

const { signal } = new AbortController();

/**
 * The new keys of a catalogue of two publishers, who both have an old and a new key, and the
 * publisher who starts the change.
 */
const ROTATIONS: readonly (readonly [what: string, keys: readonly string[], first: string])[] = [
  ["another one has a new key", ["alice-old", "bob-new"], "alice"],
  ["the first one has a new key", ["alice-new", "bob-old"], "alice"],
  ["both have new keys", ["alice-new", "bob-new"], "bob"],
];
for (const [what, keys, first] of ROTATIONS) {
  Deno.test(`publish() takes new keys that all old ones must sign when ${what}`, () =>
    withAuthor(async ({ home, to }) => {
      const made = new Map<string, string>();
      await Deno.remove(join(home, ".ssh"), { recursive: true });
      for (const who of ["alice", "bob"]) {
        await Deno.mkdir(join(home, who));
        for (const age of ["old", "new"]) {
          made.set(`${who}-${age}`, (await makeKey(join(home, who), age)).key);
        }
      }
      const signersOf = (names: readonly string[]) => ({
        threshold: 2,
        signers: names.map((name) => ({ name: name.split("-")[0]!, key: made.get(name)! })),
      });
      const publish = async (who: string, request: Partial<PublishRequest>) => {
        await Deno.rename(join(home, who), join(home, ".ssh"));
        const done = await publishTo(to, null, [makeBundle("tools", "1.0.0")], request);
        await Deno.rename(join(home, ".ssh"), join(home, who));
        return done.cosigned === true;
      };
      const old = signersOf(["alice-old", "bob-old"]), signers = signersOf(keys);
      deepEqual([await publish("alice", { signers: old }), await publish("bob", {})], [false, true]);
      const setting = { address: to, keys: old.signers.map(({ key }) => key), restDays: 0 };
      const catalogues = cataloguesOf(kedgePaths(join(home, "kedge")));
      equal((await catalogues.refresh(setting, signal)).catalogue.version, 1);
      const other = first === "alice" ? "bob" : "alice";
      const signed = [];
      for (const who of [first, other, first]) signed.push(await publish(who, { signers }));
      deepEqual(signed, [false, true, true]);
      equal((await catalogues.refresh(setting, signal)).catalogue.version, 2);
    }));
}

for (const age of ["old", "new"]) {
  Deno.test(`publish() says that both keys must sign when a publisher changes theirs and names the ${age} one`, async () => {
    const folder = await testFolder(), served = join(folder, "served");
    const bob = await makeKey(folder, "bob");
    const alice = { old: await makeKey(folder, "old"), new: await makeKey(folder, "new") };
    const signersOf = ({ key }: SigningKey) => ({
      threshold: 2,
      signers: [{ name: "alice", key }, { name: "bob", key: bob.key }],
    });
    await publishTo(served, alice.old, makeBundle("tools", "1.0.0"), { signers: signersOf(alice.old) });
    await publishTo(served, bob, makeBundle("tools", "1.0.0"));
    const list = () => Deno.readTextFile(join(served, "catalog.json"));
    const before = await list();
    await rejects(
      publishTo(served, age === "old" ? alice.old : alice.new, [], { signers: signersOf(alice.new) }),
      {
        code: "no-key",
        hint: /^Its keys are of alice, bob\. The old and the new key must sign: .* --key\.$/,
      },
    );
    equal(await list(), before);
  });
}
