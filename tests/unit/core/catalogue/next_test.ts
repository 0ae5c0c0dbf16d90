import { deepEqual, equal, throws } from "node:assert/strict";
import { updatesOf } from "../../../../src/core/app/features/catalogue/shown.ts";
import { offersOf } from "../../../../src/core/catalogue/offers.ts";
import { versionFor } from "../../../../src/core/catalogue/publish/compare.ts";
import { type CatalogueChange, nextCatalogue } from "../../../../src/core/catalogue/publish/next.ts";
import { readCatalogue } from "../../../../src/core/catalogue/read.ts";
import type { Catalogue } from "../../../../src/core/catalogue/schema.ts";
import { makeBundle, withArchive } from "../../../support/catalogue/publisher.ts";

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKaviSitdJ6oztaRKqBXbugXs2gUAoHwlFvdMacpKT3e";
const EMPTY = {
  id: "0".repeat(32),
  name: "Team",
  version: 0,
  keys: [{ threshold: 1, signers: [{ name: "alice", key: KEY }], signatures: [] }],
  extensions: [],
  withdrawn: [],
};

const next = (before: Parameters<typeof nextCatalogue>[0], change: Partial<CatalogueChange>) =>
  nextCatalogue(before, { bundles: [], ...change }, { now: 0, days: 1, kedge: "0.1.0" });
const bundle = (at: number, code = at) =>
  makeBundle("tools", `1.${at}.0`, `http.Get("${code}"); return nil`, '\t"net/http"\n');

/** 22 versions of one extension; `published` is the catalogue that has them all. */
const BUNDLES = Array.from({ length: 22 }, (_, at) => bundle(at));
const published = readCatalogue(JSON.stringify(
  BUNDLES.reduce<Parameters<typeof nextCatalogue>[0]>(
    (before, one) => next(before, { bundles: [withArchive(one)] }),
    EMPTY,
  ),
));
const [oldest, second] = BUNDLES;

Deno.test("nextCatalogue() keeps only the hashes of the oldest versions", () => {
  const [{ versions, earlier }] = published.extensions as [Catalogue["extensions"][number]];
  deepEqual(versions.map(({ version }) => version), BUNDLES.slice(2).map(nameOf).reverse());
  deepEqual(earlier, [second!, oldest!].map(({ manifest, hash }) => ({ version: manifest.version, hash })));
});

Deno.test("offersOf() offers an update of an undescribed version, and calls all its abilities new", () => {
  const parts = { restDays: 0, now: 0, app: { version: "0.1.0", development: false } };
  const installed = [{ id: "tools", hash: oldest!.hash, version: "1.0.0" }];
  const [offer] = offersOf({ catalogue: published, seen: {} }, { ...parts, installed });
  equal(offer!.state, "update");
  const setting = { address: "/c", keys: [], restDays: 0 };
  const { newly, to } = updatesOf([{ setting, offer: offer! }])[0]!;
  deepEqual([to, newly], ["1.21.0", ["use the network"]]);
});

/** What is withdrawn, how many versions that is, and whether the two oldest are among them. */
const WITHDRAWN: readonly (readonly [
  what: string,
  version: string | undefined,
  count: number,
  oldest: boolean,
  second: boolean,
])[] = [
  ["all versions", undefined, 22, true, true],
  ["one that is described no more", "1.0.0", 1, true, false],
  ["one that is described", "1.21.0", 1, false, false],
];
for (const [what, version, count, hasOldest, hasSecond] of WITHDRAWN) {
  Deno.test(`nextCatalogue() withdraws ${what}`, () => {
    const withdraw = { extension: "tools", reason: "bad", ...(version !== undefined && { version }) };
    const { withdrawn } = next(published, { withdraw });
    const has = (hash: string) => withdrawn.some((one) => one.hash === hash);
    deepEqual([withdrawn.length, has(oldest!.hash), has(second!.hash)], [count, hasOldest, hasSecond]);
  });
}

/** Lists in which one version appears more than once, before all versions are withdrawn. */
const ONCE: readonly (readonly [what: string, before: () => Parameters<typeof nextCatalogue>[0]])[] = [
  [
    "some are withdrawn",
    () =>
      next(next(published, { withdraw: { extension: "tools", version: "1.0.0", reason: "old" } }), {
        withdraw: { extension: "tools", version: "1.21.0", reason: "new" },
      }),
  ],
  ["one was published again", () => next(published, { bundles: [withArchive(oldest!)] })],
  ["a hand wrote an earlier one twice", () => {
    const [entry] = published.extensions;
    const { earlier = [] } = entry!;
    return { ...published, extensions: [{ ...entry!, earlier: [...earlier, ...earlier] }] };
  }],
];
for (const [what, before] of ONCE) {
  Deno.test(`nextCatalogue() withdraws no version twice when ${what}`, () => {
    const after = next(before(), { withdraw: { extension: "tools", reason: "bad" } });
    equal(readCatalogue(JSON.stringify(after)).withdrawn.length, 22);
  });
}

Deno.test("nextCatalogue() forgets no withdrawn version for another one", () => {
  const since = "2026-01-01T00:00:00Z";
  const withdrawn = Array.from({ length: 10_000 }, (_, at) => ({
    ...{ hash: at.toString(16).padStart(64, "0"), extension: "other", reason: "bad", since },
  }));
  const withdraw = { extension: "tools", version: "1.0.0", reason: "bad" };
  throws(() => next({ ...published, withdrawn }, { withdraw }), /at most 10000 withdrawn versions/);
  equal(next({ ...published, withdrawn: withdrawn.slice(1) }, { withdraw }).withdrawn.length, 10_000);
});

Deno.test("an earlier version is published again as it was, and no other one under its name", () => {
  const again = next(published, { bundles: [withArchive(oldest!)] });
  const [{ versions, earlier }] = again.extensions as [Catalogue["extensions"][number]];
  deepEqual([versions[0]!.hash, earlier?.map(({ version }) => version)], [oldest!.hash, ["1.2.0", "1.1.0"]]);
  const other = bundle(0, 99);
  equal(versionFor(other, published), "1.0.1");
  throws(() => next(published, { bundles: [withArchive(other)] }), /is published already, with other files/);
});

function nameOf({ manifest }: ReturnType<typeof bundle>): string | undefined {
  return manifest.version;
}
