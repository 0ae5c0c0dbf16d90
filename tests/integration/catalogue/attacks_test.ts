import { deepEqual, equal } from "node:assert/strict";
import { acceptCatalogue, isExpired, type Known, type Offered } from "../../../src/core/catalogue/accept.ts";
import { isCatalogueError } from "../../../src/core/catalogue/error.ts";
import { catalogueDigest } from "../../../src/core/catalogue/read.ts";
import { keySetText, NAMESPACE } from "../../../src/core/catalogue/keys.ts";
import type { Catalogue } from "../../../src/core/catalogue/schema.ts";
import { verifySignature as verify } from "../../../src/core/catalogue/ssh_keygen.ts";
import {
  firstCatalogue,
  later,
  makeBundle,
  makeKey,
  rekeyed,
  setOf,
  signed,
} from "../../support/catalogue/publisher.ts";

const folder = await Deno.makeTempDir({ prefix: "kedge-catalogue-" });
addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
const [alice, bob, mallory] = [
  await makeKey(folder, "alice"),
  await makeKey(folder, "bob"),
  await makeKey(folder, "mallory"),
];

const first = firstCatalogue([alice], [makeBundle("tools", "1.0.0")]);
const second = later(first), third = later(second);
const knownOf = (catalogue: Catalogue): Known => ({
  id: catalogue.id,
  version: catalogue.version,
  digest: catalogueDigest(JSON.stringify(catalogue)),
  keys: keySetText(catalogue.id, catalogue.keys.length - 1, catalogue.keys.at(-1)!),
});

/**
 * Returns the accepted catalogue or the error code. By default Alice's key is trusted, and the
 * second version was accepted before.
 */
async function outcome(
  offer: Offered,
  { known = knownOf(second) as Known | null, trusted = [alice.key] } = {},
) {
  try {
    const { catalogue } = await acceptCatalogue(offer, { known, trusted, verify });
    return `version ${catalogue.version}`;
  } catch (error) {
    if (!isCatalogueError(error)) throw error;
    return error.code;
  }
}

const byBob = await rekeyed(second, setOf([bob]), [alice, bob]);
const both = firstCatalogue([alice, bob], [], { threshold: 2 });
const mixed = {
  text: (await signed(third, [alice])).text,
  signatures: (await signed(second, [alice])).signatures,
};

const CASES: readonly (readonly [
  name: string,
  offer: Offered,
  expected: string,
  parts?: Parameters<typeof outcome>[1],
])[] = [
  ["takes the first version of keys that are trusted", await signed(first, [alice]), "version 1", {
    known: null,
  }],
  ["takes a newer version", await signed(third, [alice]), "version 3"],
  ["takes the same version again", await signed(second, [alice]), "version 2"],
  ["takes a key by its fingerprint", await signed(third, [alice]), "version 3", {
    known: null,
    trusted: [alice.fingerprint],
  }],
  ["refuses an older version, signed as it was (replay)", await signed(first, [alice]), "older"],
  [
    "refuses another catalogue of the same version (equivocation)",
    await signed({ ...second, name: "Another" }, [alice]),
    "two-of-one-version",
  ],
  [
    "refuses the text of one version with the signature of another (mix and match)",
    mixed,
    "wrong-signature",
  ],
  ["refuses a byte changed after signing", {
    ...await signed(third, [alice]),
    text: JSON.stringify({ ...third, name: "X" }),
  }, "wrong-signature"],
  [
    "refuses another catalogue of the same keys",
    await signed({ ...third, id: "f".repeat(32) }, [alice]),
    "other-catalogue",
  ],
  ["refuses what is signed by a foreign key", await signed(third, [mallory]), "changed-keys"],
  [
    "refuses a foreign key that was put into the first set",
    await signed({ ...third, keys: [{ ...setOf([mallory]), signatures: [] }] }, [mallory]),
    "changed-keys",
  ],
  ["refuses a catalogue without a signature", { text: JSON.stringify(third), signatures: "" }, "unsigned"],
  [
    "refuses a signature that was made for something else",
    await signed(third, [alice], "git"),
    "wrong-signature",
  ],
  [
    "refuses a signature of keys in place of one of the catalogue",
    await signed(third, [alice], NAMESPACE.keys),
    "wrong-signature",
  ],
  ["takes new keys that the old and the new ones have signed", await signed(byBob, [bob]), "version 3"],
  [
    "refuses new keys that only they themselves have signed",
    await signed(await rekeyed(second, setOf([mallory]), [mallory]), [mallory]),
    "changed-keys",
  ],
  [
    "refuses new keys that have not signed themselves",
    await signed(await rekeyed(second, setOf([bob]), [alice]), [bob]),
    "changed-keys",
  ],
  ["refuses the old key once new ones are known", await signed(later(byBob), [alice]), "changed-keys", {
    known: knownOf(byBob),
  }],
  [
    "refuses a catalogue that goes back to the old keys (rollback of keys)",
    await signed(later(later(third)), [alice]),
    "changed-keys",
    { known: knownOf(byBob) },
  ],
  [
    "finds the way from the configuration's keys through later ones",
    await signed(byBob, [bob]),
    "version 3",
    { known: null },
  ],
  ["takes a threshold that is reached", await signed(both, [alice, bob]), "version 1", {
    known: null,
    trusted: [alice.key, bob.key],
  }],
  ["refuses fewer signatures than asked for", await signed(both, [alice]), "too-few-signatures", {
    known: null,
    trusted: [alice.key, bob.key],
  }],
  ["counts two signatures of one key once", await signed(both, [alice, alice]), "too-few-signatures", {
    known: null,
    trusted: [alice.key, bob.key],
  }],
  ["trusts no set of which one key is not trusted", await signed(both, [alice, bob]), "changed-keys", {
    known: null,
  }],
  ["asks where no key is trusted", await signed(first, [alice]), "untrusted", { known: null, trusted: [] }],
  ["refuses what is no catalogue", { text: "{}", signatures: "" }, "malformed"],
];
for (const [name, offer, expected, parts] of CASES) {
  Deno.test(`acceptCatalogue() ${name}`, async () => {
    equal(await outcome(offer, parts), expected);
  });
}

Deno.test("isExpired() tells a frozen catalogue by its end, which is signed", () => {
  const end = Date.parse(first.expires);
  deepEqual([isExpired(first, end), isExpired(first, end + 1000)], [false, true]);
});
