import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadAction } from "../../../src/core/actions/installed.ts";
import { catalogueLists } from "../../../src/core/app/features/catalogue/lists.ts";
import type { Catalogues } from "../../../src/core/catalogue/catalogues.ts";
import { offersOf } from "../../../src/core/catalogue/offers.ts";
import { readSigners } from "../../../src/core/catalogue/publish/signers.ts";
import { catalogueDigest, readCatalogue } from "../../../src/core/catalogue/read.ts";
import type { Catalogue } from "../../../src/core/catalogue/schema.ts";
import { readWithdrawn } from "../../../src/core/catalogue/withdrawn.ts";
import { defaultConfig } from "../../../src/core/config/mod.ts";
import { installBundle, listExtensions } from "../../../src/core/extensions/mod.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import {
  cataloguesOf,
  firstCatalogue,
  makeBundle,
  makeKey,
  publishTo,
  setOf,
} from "../../support/catalogue/publisher.ts";
import { codeOf } from "../../support/catalogue/code_of.ts";
import { Random } from "../../support/random.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const signal = new AbortController().signal;

/** Runs `work` with a folder, a home in it, and the catalogues of that home. */
async function withStage(
  work: (stage: {
    folder: string;
    served: string;
    paths: ReturnType<typeof kedgePaths>;
    catalogues: Catalogues;
    clock: { now: number };
  }) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-taking-" });
  const paths = kedgePaths(join(folder, "home")), clock = { now: Date.now() };
  const catalogues = cataloguesOf(paths, { now: () => clock.now });
  try {
    await work({ folder, served: join(folder, "served"), paths, catalogues, clock });
  } finally {
    await removeFolder(folder);
  }
}

Deno.test("a withdrawn version is not run and not installed, also while the catalogue is away", async () => {
  await withStage(async ({ folder, served, paths, catalogues }) => {
    const key = await makeKey(folder, "alice"), bundle = makeBundle("tools", "1.0.0");
    const setting = { address: served, keys: [key.key], restDays: 0 };
    const request = { paths, config: defaultConfig(), extension: "tools", action: "run" };
    const version = { version: "0.1.0", development: false };
    await publishTo(served, key, bundle);
    await installBundle(paths, bundle, { source: served, hash: bundle.hash });
    await catalogues.withdraw([await catalogues.refresh(setting, signal)], true);
    equal("refused" in await loadAction(request), false);
    const withdraw = { extension: "tools", reason: "It wrote to the wrong shop", instead: "Take 2.0.0." };
    await publishTo(served, key, [], { withdraw });
    const kept = await catalogues.refresh(setting, signal);
    await catalogues.withdraw([kept], true);
    await removeFolder(served);
    equal(await codeOf(catalogues.refresh(setting, signal)), "missing");
    // An unreadable catalogue withdraws nothing and takes no withdrawal back.
    await catalogues.withdraw([], false);
    deepEqual(await loadAction(request), {
      refused: "“Platform team” has withdrawn this version: It wrote to the wrong shop.",
      hint: "Take 2.0.0.",
    });
    const [listed] = await listExtensions(paths, version);
    deepEqual([listed!.actions[0]!.state, listed!.withdrawn?.hint], ["withdrawn", "Take 2.0.0."]);
    await rejects(
      installBundle(paths, bundle, { source: served, hash: bundle.hash }),
      /has withdrawn this version/,
    );
    await catalogues.withdraw([], true);
    equal("refused" in await loadAction(request), false);
  });
});

/** Contents that Kedge never writes as its list of withdrawals. */
const DAMAGED = [
  ...["", "{", "[]", "null", '{ "format": 2, "hashes": {} }', '{ "format": 1, "hashes": [] }'],
  ...['{ "format": 1, "hashes": { "0": null } }', '{ "format": 1, "hashes": { "0": { "reason": "bad" } } }'],
];
for (const text of DAMAGED) {
  Deno.test(`nothing runs and nothing is installed when the list of what is withdrawn is damaged: ${text}`, () =>
    withStage(async ({ folder, served, paths, catalogues }) => {
      const key = await makeKey(folder, "alice"), bundle = makeBundle("tools", "1.0.0");
      const setting = { address: served, keys: [key.key], restDays: 0 };
      const request = { paths, config: defaultConfig(), extension: "tools", action: "run" };
      const damaged = /the list of withdrawn versions is damaged: /;
      await publishTo(served, key, bundle);
      await installBundle(paths, bundle, { source: served, hash: bundle.hash });
      const stored = await catalogues.refresh(setting, signal);
      await Deno.writeTextFile(join(paths.catalogs, "withdrawn.json"), text, { mode: 0o600 });
      const loaded = await loadAction(request);
      match("refused" in loaded ? loaded.refused : "", damaged);
      await rejects(installBundle(paths, bundle, { source: served, hash: bundle.hash }), {
        message: damaged,
      });
      // A list that cannot be read may have contained a withdrawal.
      await rejects(catalogues.withdraw([], false), { message: damaged });
      await catalogues.withdraw([stored], true);
      equal("refused" in await loadAction(request), false);
    }));
}

Deno.test("bundle() gives nothing of a catalogue past its end, and nothing that it has withdrawn", async () => {
  await withStage(async ({ folder, served, catalogues, clock }) => {
    const key = await makeKey(folder, "alice");
    const setting = { address: served, keys: [key.key], restDays: 0 };
    await publishTo(served, key, [makeBundle("tools", "1.0.0"), makeBundle("other", "1.0.0")]);
    await publishTo(served, key, [], { withdraw: { extension: "other", reason: "bad" } });
    const { catalogue } = await catalogues.refresh(setting, signal);
    const [other, tools] = catalogue.extensions.map(({ versions }) => versions[0]!);
    equal(await codeOf(catalogues.bundle(setting, other!, signal)), "withdrawn");
    equal(await codeOf(catalogues.bundle(setting, tools!, signal)), "none");
    clock.now += 91 * 24 * 3_600_000;
    equal(await codeOf(catalogues.bundle(setting, tools!, signal)), "expired");
  });
});

Deno.test("bundle() refuses a bundle that can more than its catalogue tells", async () => {
  await withStage(async ({ folder, served, catalogues }) => {
    const key = await makeKey(folder, "alice");
    const setting = { address: served, keys: [key.key], restDays: 0 };
    const network = makeBundle(
      "tools",
      "1.0.0",
      'http.Get("https://example.com"); return nil',
      '\t"net/http"\n',
    );
    await publishTo(served, key, network);
    const { catalogue } = await catalogues.refresh(setting, signal);
    const version = catalogue.extensions[0]!.versions[0]!;
    deepEqual(version.review.can, ["network"]);
    equal(await codeOf(catalogues.bundle(setting, version, signal)), "none");
    const less = { ...version, review: { ...version.review, can: [] } };
    equal(await codeOf(catalogues.bundle(setting, less, signal)), "says-less");
  });
});

Deno.test("a catalogue that asks for two signatures is taken once the second person has published the same", async () => {
  await withStage(async ({ folder, served, catalogues }) => {
    const [alice, bob] = [await makeKey(folder, "alice"), await makeKey(folder, "bob")];
    const bundle = makeBundle("tools", "1.0.0");
    const setting = { address: served, keys: [alice.key, bob.key], restDays: 0 };
    const first = await publishTo(served, alice, bundle, { signers: setOf([alice, bob], 2) });
    equal(first.signatures, 1);
    equal(await codeOf(catalogues.refresh(setting, signal)), "too-few-signatures");
    equal(await codeOf(publishTo(served, alice, bundle)), "too-few-signatures");
    equal(await codeOf(publishTo(served, alice, makeBundle("other", "1.0.0"))), "too-few-signatures");
    deepEqual(
      await publishTo(served, bob, bundle).then(({ cosigned, signatures }) => [cosigned, signatures]),
      [true, 2],
    );
    deepEqual((await catalogues.refresh(setting, signal)).signedBy, ["alice@example.com", "bob@example.com"]);
  });
});

Deno.test("publish() begins a catalogue only with a key of its own signers", async () => {
  await withStage(async ({ folder, served, catalogues }) => {
    const [alice, bob] = [await makeKey(folder, "alice"), await makeKey(folder, "bob")];
    const bundle = makeBundle("tools", "1.0.0");
    equal(await codeOf(publishTo(served, alice, bundle, { signers: setOf([bob]) })), "no-key");
    equal(await Deno.stat(served).then(() => true, () => false), false);
    await publishTo(served, bob, bundle, { signers: setOf([bob]) });
    const setting = { address: served, keys: [bob.key], restDays: 0 };
    deepEqual((await catalogues.refresh(setting, signal)).signedBy, ["bob@example.com"]);
  });
});

Deno.test("new keys of a file of allowed_signers count once the old and the new ones have signed", async () => {
  await withStage(async ({ folder, served, catalogues }) => {
    const [alice, bob] = [await makeKey(folder, "alice"), await makeKey(folder, "bob")];
    const bundle = makeBundle("tools", "1.0.0"), file = join(folder, "signers");
    const setting = { address: served, keys: [alice.key], restDays: 0 };
    await publishTo(served, alice, bundle);
    await catalogues.refresh(setting, signal);
    await Deno.writeTextFile(file, `# the team\nbob@example.com namespaces="x" ${bob.key} comment\n\n`);
    const signers = await readSigners(file, 1);
    // Alice's key is not among the new keys: she could sign the set of keys, but not the list that
    // comes with it.
    equal(await codeOf(publishTo(served, alice, [], { signers })), "no-key");
    await Deno.writeTextFile(file, `alice@example.com ${alice.key}\nbob@example.com ${bob.key}\n`);
    await publishTo(served, alice, [], { signers: await readSigners(file, 1) });
    await publishTo(served, bob, makeBundle("tools", "1.1.0", 'return k.Alert("b")'));
    const { catalogue, signedBy } = await catalogues.refresh(setting, signal);
    deepEqual([catalogue.version, catalogue.keys.length, signedBy], [3, 2, ["bob@example.com"]]);
  });
});

const GONE = { hash: "0".repeat(64), extension: "tools", reason: "bad", since: "2026-01-01T00:00:00Z" };
const REFUSED: readonly (readonly [what: string, change: (catalogue: Catalogue) => unknown, says: RegExp])[] =
  [
    [
      "a name with a control character",
      (one) => ({ ...one, name: "a\u001b]0;x\u0007" }),
      /control character/,
    ],
    ["a bundle outside of its folder", (one) => withVersion(one, { file: "../../x.kedgeext" }), /file/],
    [
      "a bundle at another host",
      (one) => withVersion(one, { file: "https://evil.example/x.kedgeext" }),
      /file/,
    ],
    [
      "one id twice",
      (one) => ({ ...one, extensions: [...one.extensions, { ...one.extensions[0]!, id: "TOOLS" }] }),
      /twice/,
    ],
    [
      "more extensions than anybody has",
      (one) => ({ ...one, extensions: Array(10_001).fill(one.extensions[0]) }),
      /extensions/,
    ],
    [
      "a finding of a megabyte",
      (one) =>
        withVersion(one, {
          review: { ...one.extensions[0]!.versions[0]!.review, summary: "x".repeat(1 << 20) },
        }),
      /summary/,
    ],
    [
      "one version withdrawn twice",
      (one) => ({ ...one, withdrawn: [GONE, { ...GONE, reason: "worse" }] }),
      /twice/,
    ],
    ["a format that is newer", (one) => ({ ...one, format: 2 }), /format 2/],
    ["a time that is none", (one) => ({ ...one, expires: "2026-99-99T00:00:00Z" }), /time/],
  ];
function withVersion(one: Catalogue, change: object): unknown {
  const [entry] = one.extensions;
  return { ...one, extensions: [{ ...entry!, versions: [{ ...entry!.versions[0]!, ...change }] }] };
}
for (const [what, change, says] of REFUSED) {
  Deno.test(`readCatalogue() refuses ${what}`, async () => {
    await withStage(async ({ folder }) => {
      const catalogue = firstCatalogue([await makeKey(folder, "alice")], [makeBundle("tools", "1.0.0")]);
      readCatalogue(JSON.stringify(catalogue));
      let said = "";
      try {
        readCatalogue(JSON.stringify(change(catalogue)));
      } catch (error) {
        said = (error as Error).message;
      }
      match(said, says);
    });
  });
}

Deno.test("the first rows of 10,000 extensions are read in parts, also of those that fit what is typed", async () => {
  await withStage(async ({ folder }) => {
    const catalogue = firstCatalogue([await makeKey(folder, "alice")], [makeBundle("tools", "1.0.0")]);
    const [entry] = catalogue.extensions;
    const extensions = Array.from({ length: 10_000 }, (_, at) => ({
      ...entry!,
      id: `tools-${at}`,
      versions: [{ ...entry!.versions[0]!, hash: at.toString(16).padStart(64, "0") }],
    }));
    const whole = readCatalogue(JSON.stringify({ ...catalogue, extensions }));
    const stored = {
      catalogue: whole,
      known: { id: whole.id, version: 1, digest: catalogueDigest(""), keys: "" },
      signedBy: ["alice"],
      acceptedAt: 0,
      checkedAt: 0,
      seen: {},
    };
    const parts = {
      installed: [],
      restDays: 0,
      now: Date.now(),
      app: { version: "0.1.0", development: false },
    };
    const setting = { address: "/x", keys: [], restDays: 0 };
    const offers = offersOf(stored, parts).map((offer) => ({ setting, stored, offer }));
    const feature = { offers: () => offers, reading: () => false, onOffers: () => () => {} };
    const lists = catalogueLists(feature, Date.now);
    for (const [typed, total] of [["", 10_000], ["tools-999", 11]] as const) {
      const read = await lists.entries(typed).read(0, 50, signal);
      equal(read.ok && read.rows.length, Math.min(50, total));
      equal(read.ok && read.total, total);
    }
  });
});

Deno.test("a catalogue is whole after SIGKILL at any moment of taking it", async () => {
  await withStage(async ({ folder, served, catalogues, paths }) => {
    const key = await makeKey(folder, "alice"), random = new Random(7);
    const setting = { address: served, keys: [key.key], restDays: 0 };
    const bundle = makeBundle("tools", "1.0.0");
    await publishTo(served, key, bundle);
    await catalogues.refresh(setting, signal);
    const loop = fileURLToPath(new URL("../../support/catalogue/refresh_loop.ts", import.meta.url));
    for (let round = 2; round < 14; round++) {
      // Each round publishes a new version and a withdrawal.
      await publishTo(served, key, makeBundle("tools", `1.${round}.0`, `return k.Alert("${round}")`));
      await publishTo(served, key, [], {
        withdraw: { extension: "tools", version: `1.${round}.0`, reason: "bad" },
      });
      const child = new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", loop, paths.home, served, key.key],
        // Temporary files of a killed process are removed with the test's folder.
        env: { TMPDIR: folder },
        stdout: "piped",
        stderr: "null",
      }).spawn();
      const reader = child.stdout.getReader();
      await reader.read();
      const end = performance.now() + random.int(60);
      while (performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 1));
      child.kill("SIGKILL");
      await reader.cancel();
      await child.status;
      const kept = await catalogues.stored(setting);
      equal(kept !== null && kept.catalogue.version <= 2 * round - 1, true);
      const now = await catalogues.refresh(setting, signal);
      equal(now.catalogue.version, 2 * round - 1);
      await catalogues.withdraw([now], true);
      equal(Object.keys(await readWithdrawn(paths)).length, round - 1);
    }
  });
});
