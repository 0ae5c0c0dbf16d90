import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { join } from "node:path";
import { NAMESPACE } from "../../../src/core/catalogue/keys.ts";
import { preparePublishing, publishFolder } from "../../../src/core/catalogue/publish/folder.ts";
import { lackingWords } from "../../../src/core/catalogue/publish/lacking.ts";
import type { PublishRequest } from "../../../src/core/catalogue/publish/publish.ts";
import { type SigningKey, signingKeys, signText } from "../../../src/core/catalogue/publish/sign.ts";
import { readCatalogue } from "../../../src/core/catalogue/read.ts";
import type { Catalogue, KeySet } from "../../../src/core/catalogue/schema.ts";
import { loadSource } from "../../../src/core/extensions/mod.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { withAuthor } from "../../support/catalogue/author.ts";
import {
  cataloguesOf,
  later,
  makeBundle,
  makeKey,
  publishTo,
  rekeyed,
  setOf,
} from "../../support/catalogue/publisher.ts";
import { codeOf } from "../../support/catalogue/code_of.ts";
import { testFolder } from "../../support/folder.ts";
import { cli } from "../../support/program/actions.ts";
import { withHome } from "../../support/program/home.ts";
import { exec } from "../../support/servers/server.ts";

const { signal } = new AbortController();

const BUNDLE = makeBundle("tools", "1.0.0", 'return k.Alert("2")');

/**
 * Creates a folder with version 2 of Alice's catalogue, which her own Kedge has accepted and which
 * withdraws an extension's version.
 */
async function stage() {
  const folder = await testFolder(), served = join(folder, "served");
  const [alice, bob, carol, mallory] = [
    await makeKey(folder, "alice"),
    await makeKey(folder, "bob"),
    await makeKey(folder, "carol"),
    await makeKey(folder, "mallory"),
  ];
  const paths = kedgePaths(join(folder, "home"));
  const catalogues = cataloguesOf(paths);
  const setting = { address: served, keys: [alice.key], restDays: 0 };
  const home = { paths, settings: [setting] };
  const read = async () => readCatalogue(await Deno.readTextFile(join(served, "catalog.json")));
  await publishTo(served, alice, [makeBundle("tools", "0.9.0", 'return k.Alert("1")'), BUNDLE]);
  const first = await read();
  await publishTo(served, alice, [], { withdraw: { extension: "tools", version: "0.9.0", reason: "bad" } });
  await catalogues.refresh(setting, signal);
  /** Replaces the list without any check; `by` are the keys that sign it. */
  const put = async (catalogue: Catalogue, by: readonly SigningKey[] = []) => {
    const text = JSON.stringify(catalogue);
    const signatures = await Promise.all(by.map((key) => signText(text, NAMESPACE.catalogue, key)));
    await Deno.writeTextFile(join(served, "catalog.json"), text);
    await Deno.writeTextFile(join(served, "catalog.json.sig"), signatures.join(""));
  };
  return { served, alice, bob, carol, mallory, catalogues, setting, home, read, put, first };
}

type Stage = Awaited<ReturnType<typeof stage>>;

/**
 * Lists by which Mallory, who has no key of the catalogue, replaces Alice's list, and the reason
 * why Alice's Kedge does not sign.
 */
const FORGED: readonly (readonly [
  what: string,
  forge: (stage: Stage, before: Catalogue) => Promise<void>,
  why: string,
])[] = [
  ["with one more extension that nobody has signed", async ({ put }, before) => {
    const [entry] = before.extensions;
    const versions = [{ ...entry!.versions[0]!, hash: "0".repeat(64) }];
    await put(later(before, { extensions: [...before.extensions, { ...entry!, id: "worse", versions }] }));
  }, "unsigned"],
  ["that withdraws nothing any more and that nobody has signed", async ({ put }, before) => {
    await put(later(before, { withdrawn: [] }));
  }, "unsigned"],
  ["with other keys that nobody has signed", async ({ put, alice, mallory }, before) => {
    await put(withSets(before, [{ ...setOf([alice, mallory]), signatures: [] }]));
  }, "unsigned"],
  ["that only a foreign key has signed", async ({ put, mallory }, before) => {
    await put(later(before, { withdrawn: [] }), [mallory]);
  }, "changed-keys"],
  ["that Alice has signed as it was before", async ({ put, served }, before) => {
    const signatures = await Deno.readTextFile(join(served, "catalog.json.sig"));
    await put(later(before, { withdrawn: [] }));
    await Deno.writeTextFile(join(served, "catalog.json.sig"), signatures);
  }, "wrong-signature"],
  ["with other keys that only a new one has signed", async ({ put, alice, mallory }, before) => {
    await put(await rekeyed(before, setOf([alice, mallory], 2), [mallory]), [mallory]);
  }, "changed-keys"],
  ["with other keys behind other ones that nobody has signed", async ({ put, alice, mallory }, before) => {
    const between = withSets(before, [{ ...setOf([mallory]), signatures: [] }]);
    await put(await rekeyed(between, setOf([alice, mallory], 2), [mallory]), [mallory]);
  }, "changed-keys"],
  ["whose first keys are other ones", async ({ put, alice, mallory }, before) => {
    const begun = { ...before, keys: [{ ...setOf([mallory]), signatures: [] }] };
    await put(await rekeyed(begun, setOf([alice, mallory], 2), [mallory]), [mallory]);
  }, "changed-keys"],
  ["that is older than what was accepted", async ({ put, first, alice }) => {
    await put(first, [alice]);
  }, "older"],
];

function withSets(before: Catalogue, sets: readonly KeySet[]): Catalogue {
  return later(before, { keys: [...before.keys, ...sets] });
}

for (const [what, forge, why] of FORGED) {
  Deno.test(`publish() signs no list ${what}`, async () => {
    const own = await stage();
    const { served, alice, catalogues, setting, home, read } = own;
    await forge(own, await read());
    const files = async () => [
      await Deno.readTextFile(join(served, "catalog.json")),
      await Deno.readTextFile(join(served, "catalog.json.sig")),
    ];
    const forged = await files();
    equal(await codeOf(publishTo(served, alice, BUNDLE, {}, home)), why);
    deepEqual(await files(), forged);
    equal(await codeOf(catalogues.refresh(setting, signal)) === "none", false);
    equal((await catalogues.stored(setting))?.catalogue.version, 2);
  });
}

Deno.test("publish() adds the signatures of all whose keys a change of keys needs", async () => {
  const { served, alice, bob, carol, catalogues, setting, home } = await stage();
  const signed = async (key: SigningKey, signers?: Pick<KeySet, "threshold" | "signers">) => {
    const done = await publishTo(served, key, signers ? [] : BUNDLE, { ...(signers && { signers }) }, home);
    return [done.cosigned === true, done.signatures];
  };
  deepEqual(await signed(alice, setOf([alice, bob], 2)), [false, 1]);
  equal(await codeOf(catalogues.refresh(setting, signal)), "changed-keys");
  // The new keys now have all signatures that they need, and the list has Bob's.
  deepEqual(await signed(bob), [true, 1]);
  deepEqual(await signed(alice), [true, 2]);
  const { catalogue, signedBy } = await catalogues.refresh(setting, signal);
  deepEqual([catalogue.version, catalogue.keys.length, [...signedBy].sort()], [
    3,
    2,
    ["alice@example.com", "bob@example.com"],
  ]);
  // All old and all new keys must sign the new set of keys.
  deepEqual(await signed(bob, setOf([alice, bob, carol], 3)), [false, 1]);
  deepEqual(await signed(carol), [true, 1]);
  deepEqual(await signed(alice), [true, 1]);
  deepEqual(await signed(bob), [true, 2]);
  equal(await codeOf(catalogues.refresh(setting, signal)), "too-few-signatures");
  deepEqual(await signed(carol), [true, 3]);
  equal((await catalogues.refresh(setting, signal)).catalogue.version, 4);
});

/** Requests that two publishers make with the same command. */
const SAME: readonly (readonly [what: string, change: (own: Stage) => Partial<PublishRequest>])[] = [
  ["withdrawal", () => ({ withdraw: { extension: "tools", version: "1.0.0", reason: "worse" } })],
  ["change of keys", ({ alice, bob, carol }) => ({ signers: setOf([alice, bob, carol], 2) })],
];
for (const [what, change] of SAME) {
  Deno.test(`publish() only adds a signature when another publisher asks for the same ${what}`, async () => {
    const own = await stage(), { served, alice, bob, catalogues, setting, home } = own;
    const publish = async (key: SigningKey, asked: Partial<PublishRequest>) =>
      (await publishTo(served, key, [], asked, home)).cosigned === true;
    const signers = setOf([alice, bob], 2);
    deepEqual([await publish(alice, { signers }), await publish(bob, { signers })], [false, true]);
    equal(await publish(alice, { signers }), true);
    const asked = change(own);
    equal(await publish(alice, asked), false);
    await rejects(publish(bob, { bundles: [{ bundle: makeBundle("other", "1.0.0") }] }), {
      hint: /first, by the command that began it\.$/,
    });
    equal(await publish(bob, asked), true);
    // The signatures of the new keys are part of the list, so the first publisher signs again.
    if (asked.signers) equal(await publish(alice, asked), true);
    equal((await catalogues.refresh(setting, signal)).catalogue.version, 4);
  });
}

Deno.test("publish() refuses new keys when too few of the old ones could sign them", async () => {
  const { served, alice, bob, carol, catalogues, setting, home, read } = await stage();
  const publish = (key: SigningKey, signers: ReturnType<typeof setOf>) =>
    codeOf(publishTo(served, key, [], { signers }, home));
  const both = setOf([alice, bob], 2), one = setOf([alice, bob]), other = setOf([alice, carol]);
  for (const key of [alice, bob, alice]) equal(await publish(key, both), "none");
  const refused = publishTo(served, alice, [], { signers: other }, home);
  await rejects(refused, {
    message: /have a new one \(by the same name\)$/,
    hint: /^First publish the keys of now with a lower thr/,
  });
  equal((await read()).version, 3);
  // Kedge's advice: lower the threshold, so that the remaining publisher can sign alone.
  for (const [key, signers] of [[alice, one], [bob, one], [alice, other]] as const) {
    equal(await publish(key, signers), "none");
  }
  equal((await catalogues.refresh(setting, signal)).catalogue.version, 5);
});

Deno.test("lackingWords() names what readers wait for when a catalogue gets other keys", async () => {
  const { served, alice, bob, home } = await stage();
  const publish = async (key: SigningKey, signers: ReturnType<typeof setOf>) =>
    lackingWords(await publishTo(served, key, [], { signers }, home), "so");
  const both = setOf([alice, bob], 2), one = setOf([alice, bob]);
  match(await publish(alice, both) ?? "", /^1 of 2 signatures are there: another publisher signs it so\.$/);
  match(await publish(bob, both) ?? "", /^1 of 2 signatures/);
  equal(await publish(alice, both), null);
  match(
    await publish(alice, one) ?? "",
    /^Its new keys still lack signatures: another publisher signs them so/,
  );
  equal(await publish(bob, one), null);
});

/**
 * What happened to the old key in the publisher's home when a new key is introduced, and the reason
 * for the refusal.
 */
const OLD_KEYS: readonly (readonly [
  what: string,
  become: (file: string) => Promise<unknown>,
  why: string,
])[] = [
  ["is there", () => Promise.resolve(), "none"],
  ["has a passphrase", (file) => exec(["ssh-keygen", "-q", "-p", "-N", "secret", "-f", file]), "no-key"],
  ["has lost its private half", (file) => Deno.remove(file), "no-key"],
];
for (const [what, become, why] of OLD_KEYS) {
  Deno.test(`publish() gives a catalogue new keys only by an old one when the old one ${what}`, () =>
    withAuthor(async ({ home, to }) => {
      const file = join(home, ".ssh/id_ed25519"), [old] = await signingKeys(file);
      const fresh = await makeKey(join(home, ".ssh"), "fresh");
      await publishTo(to, file, BUNDLE);
      const list = () => Deno.readTextFile(join(to, "catalog.json"));
      const before = await list();
      await become(file);
      equal(await codeOf(publishTo(to, null, [], { signers: setOf([fresh]) })), why);
      equal(await list() === before, why !== "none");
      const setting = { address: to, keys: [old!.key], restDays: 0 };
      await cataloguesOf(kedgePaths(join(home, "kedge"))).refresh(setting, signal);
    }));
}

Deno.test("publishFolder() adds a signature only to the list that was shown", () =>
  withAuthor(async ({ home, folder, to }) => {
    const [own] = (await preparePublishing(folder, to, signal)).keys;
    const [author] = await signingKeys(join(home, ".ssh/id_ed25519")), other = await makeKey(home, "other");
    const { bundle } = await loadSource(folder);
    const team = { signers: setOf([author!, other], 2) };
    await publishTo(to, other, bundle!, team);
    const shown = await preparePublishing(folder, to, signal);
    deepEqual(shown.keys, [own]);
    match(shown.cosigned?.join("\n") ?? "", /version 1 of “Platform team”, signed by other@example\.com\./);
    match(shown.cosigned?.join("\n") ?? "", /\nWithdrawn versions: 0\ntoolbox: 1\.0\.0\n/);
    const order = { to, version: shown.proposed, news: "", hash: shown.hash };
    await rejects(publishFolder(folder, order, signal), /was changed since it was shown/);
    await rejects(publishFolder(folder, { ...order, digest: "0" }, signal), /was changed since it was shown/);
    match(await publishFolder(folder, { ...order, digest: shown.digest! }, signal), /^Signed version 1/);
    equal((await preparePublishing(folder, to, signal)).cosigned, undefined);
  }));

Deno.test("--catalog-publish shows all differences from the accepted list before it adds only a signature", () =>
  withHome(async (paths) => {
    const folder = await testFolder(), served = join(folder, "served"), source = join(folder, "tools");
    const alice = await makeKey(folder, "alice"), bob = await makeKey(folder, "bob");
    await writeSource(source, BUNDLE.files);
    const kedge = (...args: string[]) =>
      cli(paths, ["--catalog-publish", source, "--to", served, "--key", bob.file!, ...args], {
        input: "n\n",
      });
    await publishTo(served, alice, makeBundle("gone", "1.0.0"), { signers: setOf([alice, bob], 2) });
    await publishTo(served, bob, makeBundle("gone", "1.0.0"));
    const setting = { address: served, keys: [alice.key, bob.key], restDays: 0 };
    await Deno.writeTextFile(paths.config, JSON.stringify({ catalogs: [setting] }), { mode: 0o600 });
    equal((await cli(paths, ["--catalogs"])).code, 0);
    await publishTo(served, alice, BUNDLE);
    const { stdout, stderr } = await kedge();
    match(stdout, /^This only adds your signature to version 2 of “Platform team”, signed by alice@example/);
    match(
      stdout,
      /\nSince version 1, which was accepted here last:\nnew: extension tools, “Name of tools”, /,
    );
    match(stdout, /\nnew: version tools 1\.0\.0 \([0-9a-f]{12}\)\nIt is valid until \d{4}-\d{2}-\d{2}\.\n/);
    match(stderr, /Nothing was published/);
    equal((await kedge("--yes")).code, 0);
    equal((await cli(paths, ["--catalogs"])).code, 0);
  }));

/** Writes the source files of a bundle. */
async function writeSource(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  await Deno.mkdir(folder);
  for (const [path, bytes] of files) await Deno.writeFile(join(folder, path), bytes);
}
