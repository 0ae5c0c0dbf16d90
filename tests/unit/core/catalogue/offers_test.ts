import { deepEqual, equal } from "node:assert/strict";
import { updatesOf } from "../../../../src/core/app/features/catalogue/shown.ts";
import { offersOf } from "../../../../src/core/catalogue/offers.ts";
import type { Catalogue, CatalogueVersion } from "../../../../src/core/catalogue/schema.ts";
import { raisedVersion } from "../../../../src/core/catalogue/publish/next.ts";
import { newAbilities, reviewDifference } from "../../../../src/core/catalogue/published_review.ts";

const DAY = 24 * 3_600_000;
const NOW = Date.parse("2026-01-31T00:00:00Z");
const hash = (letter: string) => letter.repeat(64);
const review = (can: readonly string[], kedge = "0.1.0", places: readonly string[] = []) => ({
  kedge,
  summary: "",
  can: [...can],
  places: [...places],
  findings: [],
});

function version(name: string, letter: string, more: Partial<CatalogueVersion> = {}): CatalogueVersion {
  return {
    version: name,
    hash: hash(letter),
    sha256: hash("0"),
    size: 1,
    file: `bundles/x-${name}.kedgeext`,
    published: "2026-01-30T00:00:00Z",
    review: review([]),
    ...more,
  };
}

const catalogueOf = (
  versions: readonly CatalogueVersion[],
  withdrawn: readonly string[] = [],
  earlier?: readonly string[],
): Catalogue => ({
  format: 1,
  id: "0".repeat(32),
  name: "Team",
  version: 1,
  published: "2026-01-30T00:00:00Z",
  expires: "2026-03-30T00:00:00Z",
  keys: [],
  extensions: [{
    ...{ id: "x", name: "X", versions },
    ...(earlier && { earlier: earlier.map((letter) => ({ version: "0.1.0", hash: hash(letter) })) }),
  }],
  withdrawn: withdrawn.map((letter) => ({
    hash: hash(letter),
    extension: "x",
    reason: "bad",
    since: "2026-01-30T00:00:00Z",
  })),
});

const one = version("1.0.0", "a"),
  two = version("2.0.0", "b"),
  needs = version("3.0.0", "c", { minAppVersion: "9.0.0" });
interface Case {
  readonly versions: readonly CatalogueVersion[];
  readonly earlier?: readonly string[];
  readonly installed?: { readonly hash: string; readonly version?: string };
  readonly withdrawn?: readonly string[];
  readonly restDays?: number;
  readonly seen?: Readonly<Record<string, number>>;
}
const CASES:
  readonly (readonly [name: string, given: Case, state: string, newest: string | null, rests: boolean])[] = [
    ["the newest version to who has none", { versions: [two, one] }, "install", "2.0.0", false],
    [
      "an update to who has an older one",
      { versions: [two, one], installed: { hash: hash("a") } },
      "update",
      "2.0.0",
      false,
    ],
    [
      "nothing to who has the newest",
      { versions: [two, one], installed: { hash: hash("b") } },
      "current",
      "2.0.0",
      false,
    ],
    ["no version that was withdrawn", { versions: [two, one], withdrawn: ["b"] }, "install", "1.0.0", false],
    [
      "the one before to who has a withdrawn one",
      { versions: [two, one], withdrawn: ["b"], installed: { hash: hash("b") } },
      "update",
      "1.0.0",
      false,
    ],
    ["nothing where all were withdrawn", { versions: [one], withdrawn: ["a"] }, "none", null, false],
    ["no version that needs a newer Kedge", { versions: [needs, two, one] }, "install", "2.0.0", false],
    [
      "what is not from here as foreign",
      { versions: [one], installed: { hash: hash("f"), version: "0.9.0" } },
      "foreign",
      "1.0.0",
      false,
    ],
    [
      "nothing where something newer came by another way",
      { versions: [one], installed: { hash: hash("f"), version: "1.5.0" } },
      "current",
      "1.0.0",
      false,
    ],
    [
      "no update before it has rested",
      { versions: [two, one], installed: { hash: hash("a") }, restDays: 3 },
      "update",
      "2.0.0",
      true,
    ],
    [
      "an update that has rested",
      { versions: [two, one], installed: { hash: hash("a") }, restDays: 1 },
      "update",
      "2.0.0",
      false,
    ],
    [
      "no update that says an old day but was seen today",
      {
        versions: [two, one],
        installed: { hash: hash("a") },
        restDays: 1,
        seen: { [hash("b")]: NOW - 1000 },
      },
      "update",
      "2.0.0",
      true,
    ],
    [
      "an update to who has a version that is described no more",
      { versions: [two, one], earlier: ["e"], installed: { hash: hash("e"), version: "0.1.0" } },
      "update",
      "2.0.0",
      false,
    ],
    [
      "at once what replaces a withdrawn version",
      { versions: [two, one], withdrawn: ["a"], installed: { hash: hash("a") }, restDays: 30 },
      "update",
      "2.0.0",
      false,
    ],
  ];
for (const [name, given, state, newest, rests] of CASES) {
  Deno.test(`offersOf() offers ${name}`, () => {
    const { versions, earlier, installed, withdrawn, restDays = 0, seen = {} } = given;
    const [offer] = offersOf({ catalogue: catalogueOf(versions, withdrawn, earlier), seen }, {
      installed: installed ? [{ id: "x", ...installed }] : [],
      restDays,
      now: NOW,
      app: { version: "0.1.0", development: false },
    });
    deepEqual([offer!.state, offer!.newest?.version ?? null, offer!.restsUntil !== undefined], [
      state,
      newest,
      rests,
    ]);
  });
}

Deno.test("offersOf() says until when an update rests", () => {
  const [offer] = offersOf({ catalogue: catalogueOf([two, one]), seen: {} }, {
    installed: [{ id: "x", hash: hash("a") }],
    restDays: 3,
    now: NOW,
    app: { version: "0.1.0", development: false },
  });
  equal(offer!.restsUntil, Date.parse(two.published) + 3 * DAY);
});

Deno.test("updatesOf() has one update of an extension, the highest, when several catalogues have one", () => {
  const offers = [[one], [needs, one], [two, one]].map((versions, at) => ({
    setting: { address: `/${at}`, keys: [], restDays: 0 },
    offer: offersOf({ catalogue: catalogueOf(versions), seen: {} }, {
      installed: [{ id: "x", hash: hash("a") }],
      restDays: 0,
      now: NOW,
      app: { version: "9.0.0", development: false },
    })[0]!,
  })).filter(({ offer }) => offer.state === "update");
  deepEqual(updatesOf(offers).map(({ address, to }) => [address, to]), [["/1", "3.0.0"]]);
  deepEqual(updatesOf(offers.toReversed()).map(({ to }) => to), ["3.0.0"]);
});

const RAISED: readonly (readonly [from: string | undefined, to: string])[] = [
  ["1.2.3", "1.2.4"],
  ["1.9", "1.10"],
  ["v2", "v3"],
  ["2.0.0-beta", "2.0.1-beta"],
  [undefined, "1.0.0"],
  ["", "1.0.0"],
  ["final", "final 2"],
];
for (const [from, to] of RAISED) {
  Deno.test(`raisedVersion() makes ${to} of ${from}`, () => equal(raisedVersion(from), to));
}

const TOLD: readonly (readonly [
  name: string,
  told: ReturnType<typeof review>,
  own: ReturnType<typeof review>,
  difference: RegExp | null,
])[] = [
  ["nothing where both say the same", review(["network"]), review(["network"]), null],
  ["what it can beyond what was told", review([]), review(["network"]), /also use the network/],
  [
    "that of a review of another Kedge as well",
    review([], "9.9.9"),
    review(["programs"]),
    /also start other programs/,
  ],
  ["an account that was not told", review([]), review([], "0.1.0", ["account 1"]), /account 1/],
  ["less than was told", review(["network"]), review([]), /less/],
  ["nothing where another Kedge told more", review(["network"], "9.9.9"), review([]), null],
];
for (const [name, told, own, difference] of TOLD) {
  Deno.test(`reviewDifference() tells ${name}`, () => {
    const found = reviewDifference(told, own);
    equal(
      difference === null ? found === null : found !== null && difference.test(found),
      true,
      found ?? "null",
    );
  });
}

Deno.test("newAbilities() names what a version can do that the one before could not", () => {
  deepEqual(newAbilities(review(["network", "secrets"], "0.1.0", ["account 1"]), review(["secrets"])), [
    "use the network",
    "work in account 1",
  ]);
});
