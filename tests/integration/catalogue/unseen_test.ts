import { equal, match } from "node:assert/strict";
import { join } from "node:path";
import type { Bundle } from "../../../src/core/bundle/mod.ts";
import { catalogueTime } from "../../../src/core/catalogue/publish/next.ts";
import type { PublishRequest } from "../../../src/core/catalogue/publish/publish.ts";
import type { SigningKey } from "../../../src/core/catalogue/publish/sign.ts";
import { readCatalogue } from "../../../src/core/catalogue/read.ts";
import type { Catalogue } from "../../../src/core/catalogue/schema.ts";
import type { KedgePaths } from "../../../src/core/paths.ts";
import { makeBundle, makeKey, publishTo, rekeyed, setOf, signed } from "../../support/catalogue/publisher.ts";
import { testFolder } from "../../support/folder.ts";
import { cli } from "../../support/program/actions.ts";
import { withHome } from "../../support/program/home.ts";

const MORE = makeBundle("more", "1.0.0");
const MORE_THAN = /has more than you ask for\n/, OTHER_THAN = /has another version or end than you ask for/;

/** Returns the changes that make a list look published in `days` days, with 90 days of validity. */
function madeIn(days: number, { withdrawn }: Catalogue): Partial<Catalogue> {
  const at = (days: number) => catalogueTime(Date.now() + days * 24 * 60 * 60 * 1000);
  const since = at(days);
  return {
    published: since,
    expires: catalogueTime(Date.parse(since) + 90 * 24 * 60 * 60 * 1000),
    withdrawn: withdrawn.map((one) => ({ ...one, since })),
  };
}

/**
 * Changes in Alice's list in addition to the withdrawal that Bob asks for too, and why his Kedge
 * does not sign; null if it does.
 */
const UNSEEN: readonly (readonly [
  what: string,
  change: (keys: readonly SigningKey[]) => Partial<PublishRequest>,
  why: RegExp | null,
])[] = [
  ["nothing", () => ({}), null],
  ["another extension", () => ({ bundles: [{ bundle: MORE }] }), MORE_THAN],
  ["other keys", (keys) => ({ signers: setOf(keys, 2) }), MORE_THAN],
  ["a later end", () => ({ days: 3650 }), OTHER_THAN],
  ["an earlier end", () => ({ days: 1 }), OTHER_THAN],
];
/** Changes that Alice makes by hand in her list, and why Bob's Kedge does not sign. */
const BY_HAND: readonly (readonly [
  what: string,
  change: (list: Catalogue) => Partial<Catalogue>,
  why: RegExp,
])[] = [
  ["the highest version", () => ({ version: Number.MAX_SAFE_INTEGER }), OTHER_THAN],
  ["an end soon", () => ({ expires: catalogueTime(Date.now() + 60_000) }), OTHER_THAN],
  ["an end soon by an old date", (list) => madeIn(-89, list), OTHER_THAN],
  ["a later end by a later date", (list) => madeIn(1, list), OTHER_THAN],
  ["another reason before the one that is asked for", ({ withdrawn }) => ({
    withdrawn: [{ ...withdrawn[0]!, reason: "worse" }, ...withdrawn],
  }), /it withdraws [0-9a-f]{12}… twice/],
];

/**
 * Serves a list of Alice and Bob that the home has accepted, then one with a withdrawal that only
 * Alice has signed.
 */
async function stage(
  paths: KedgePaths,
  change: (keys: readonly SigningKey[]) => Partial<PublishRequest> = () => ({}),
  isTaken = true,
) {
  const folder = await testFolder(), served = join(folder, "served");
  const [alice, bob] = [await makeKey(folder, "alice"), await makeKey(folder, "bob")];
  const carol = await makeKey(folder, "carol");
  const read = async () => readCatalogue(await Deno.readTextFile(join(served, "catalog.json")));
  await publishTo(served, alice, makeBundle("tools", "1.0.0"), { signers: setOf([alice, bob], 2) });
  await publishTo(served, bob, makeBundle("tools", "1.0.0"));
  if (isTaken) {
    const setting = { address: served, keys: [alice.key, bob.key] };
    await Deno.writeTextFile(paths.config, JSON.stringify({ catalogs: [setting] }), { mode: 0o600 });
    equal((await cli(paths, ["--catalogs"])).code, 0);
  }
  const withdraw = { extension: "tools", version: "1.0.0", reason: "bad" };
  await publishTo(served, alice, [], { withdraw, ...change([alice, bob, carol]) });
  const files = ["catalog.json", "catalog.json.sig"].map((name) => join(served, name));
  return {
    ...{ alice, bob, list: await read() },
    async put({ text, signatures }: Awaited<ReturnType<typeof signed>>) {
      await Deno.writeTextFile(files[0]!, text);
      await Deno.writeTextFile(files[1]!, signatures);
    },
    /** Withdraws with --yes and a key; returns the output, and whether the list was signed. */
    async withdraw({ file }: SigningKey) {
      const list = async () => (await Promise.all(files.map((file) => Deno.readTextFile(file)))).join();
      const old = await list();
      const asked = ["--catalog-publish", "tools@1.0.0", "--withdraw", "bad", "--key", file!];
      const { code, stderr } = await cli(paths, [...asked, "--to", served, "--yes"]);
      equal(await list() !== old, code === 0);
      return { stderr, isSigned: code === 0 };
    },
  };
}

for (const [what, change, why] of UNSEEN) {
  Deno.test(`--catalog-publish --yes signs the list of another only for what is asked when it also has ${what}`, () =>
    withHome(async (paths) => {
      const { bob, withdraw } = await stage(paths, change);
      const { stderr, isSigned } = await withdraw(bob);
      match(stderr, why ?? /^$/);
      equal(isSigned, why === null);
    }));
}

for (const [what, change, why] of BY_HAND) {
  Deno.test(`--catalog-publish --yes signs the list of another only for what is asked when it has ${what}`, () =>
    withHome(async (paths) => {
      const { alice, bob, list, put, withdraw } = await stage(paths);
      await put(await signed({ ...list, ...change(list) }, [alice]));
      const { stderr, isSigned } = await withdraw(bob);
      match(stderr, why);
      equal(isSigned, false);
    }));
}

Deno.test("--catalog-publish --yes says why it signs nothing when its home has taken no list before", () =>
  withHome(async (paths) => {
    const { alice, bob, withdraw } = await stage(paths, undefined, false);
    const SAYS: readonly (readonly [SigningKey, RegExp])[] = [
      [alice, /you have signed it already\nAnother of its publishers must sign it/],
      [bob, /has not taken the catalogue before, .*\nLook at all of it: .* without --yes and --json/],
    ];
    for (const [key, says] of SAYS) {
      const { stderr, isSigned } = await withdraw(key);
      match(stderr, says);
      equal(isSigned, false);
    }
  }));

/**
 * Options that Bob gives for the first version, which Alice has begun, and the message that he
 * gets.
 */
const FIRST: readonly (readonly [
  what: string,
  names: readonly ("signers" | "name")[],
  began: { readonly name?: string; readonly more?: readonly Bundle[]; readonly isRekeyed?: true },
  says: RegExp,
])[] = [
  ["its keys and all of it", ["signers"], {}, /^$/],
  ["its keys, its name and all of it", ["signers", "name"], { name: "Team" }, /^$/],
  [
    "its keys and not its name",
    ["signers"],
    { name: "Team" },
    /has another name .*\nName the same --name, or /,
  ],
  ["all of it but its keys", [], {}, /has not taken the catalogue before/],
  ["its keys and not all of it", ["signers"], { more: [MORE] }, MORE_THAN],
  ["its keys and not those before them", ["signers"], { isRekeyed: true }, MORE_THAN],
];
for (const [what, names, { name, more = [], isRekeyed }, says] of FIRST) {
  Deno.test(`--catalog-publish --yes signs a first version when its command names ${what}`, () =>
    withHome(async (paths) => {
      const folder = await testFolder(), served = join(folder, "served"), tools = join(folder, "tools");
      const [alice, bob] = [await makeKey(folder, "alice"), await makeKey(folder, "bob")];
      const bundle = makeBundle("tools", "1.0.0"), list = join(served, "catalog.json");
      await Deno.mkdir(tools);
      for (const [path, bytes] of bundle.files) await Deno.writeFile(join(tools, path), bytes);
      const signers = setOf([alice, bob], 2);
      await publishTo(served, alice, [bundle, ...more], { signers, name: name ?? "Catalogue" });
      if (isRekeyed) {
        const first = readCatalogue(await Deno.readTextFile(list));
        const begun = { ...first, version: 0, keys: [{ ...setOf([alice]), signatures: [] }] };
        const { text, signatures } = await signed(await rekeyed(begun, signers, [alice, bob]), [alice]);
        await Deno.writeTextFile(list, text);
        await Deno.writeTextFile(`${list}.sig`, signatures);
      }
      const file = join(folder, "allowed_signers");
      await Deno.writeTextFile(file, signers.signers.map(({ name, key }) => `${name} ${key}\n`).join(""));
      const { code, stderr } = await cli(paths, [
        ...["--catalog-publish", tools, "--to", served, "--key", bob.file!, "--yes"],
        ...(names.includes("signers") ? ["--signers", file, "--threshold", "2"] : []),
        ...(names.includes("name") ? ["--name", name!] : []),
      ]);
      match(stderr, says);
      equal(code === 0, says.test(""));
    }));
}
