import assert from "node:assert/strict";
import {
  installBundle,
  listExtensions,
  reviewBundle,
  trustedVersion,
  writeOverrides,
} from "../../../../src/core/extensions/mod.ts";
import { versionWords } from "../../../../src/core/extensions/review/words.ts";
import { bundle } from "../../../support/bundles/bundles.ts";
import { withHome } from "../../../support/program/home.ts";

const COMPATIBLE:
  readonly (readonly [needs: string | undefined, has: string, development: boolean, fits: boolean])[] = [
    [undefined, "0.0.1", false, true],
    ["1.2.3", "1.2.3", false, true],
    ["1.2.3", "1.2.2", false, false],
    ["1.2.3", "1.10.0", false, true],
    ["1.10.0", "1.9.9", false, false],
    ["2.0.0", "10.0.0", false, true],
    ["10.0.0", "9.99.99", false, false],
    ["99.0.0", "0.1.0", true, true],
  ];

for (const [needs, has, development, fits] of COMPATIBLE) {
  const app = development ? "a development build" : has;
  Deno.test(`listExtensions() finds ${needs ?? "no requirement"} ${fits ? "" : "not "}satisfied by ${app}`, async () => {
    await withHome(async (paths) => {
      const it = bundle(needs === undefined ? {} : { minAppVersion: needs });
      await installBundle(paths, it, { source: "/x", hash: it.hash });
      const [extension] = await listExtensions(paths, { version: has, development });
      const [action] = extension!.actions;
      assert.equal(action!.state, fits ? "enabled" : "incompatible");
      assert.equal(action!.badge, fits ? undefined : `kedge ≥ ${needs}`);
    });
  });
}

const CONTEXTS:
  readonly (readonly [name: string, top: object, action: object, own: object, expected: object])[] = [
    ["nothing", {}, {}, {}, { contextMode: "inherit", tooltip: "Asks which account to use" }],
    ["the extension's account", { account: "123456789012", role: "R" }, {}, {}, {
      contextMode: "inherit",
      account: "123456789012",
      role: "R",
      tooltip: "Runs in 1234 5678 9012 · R",
      declared: { account: "123456789012", role: "R" },
    }],
    [
      "an account of its own",
      { account: "111111111111" },
      { account: "222222222222", region: "eu-west-1" },
      {},
      {
        contextMode: "custom",
        account: "222222222222",
        region: "eu-west-1",
        tooltip: "Runs in 2222 2222 2222 · eu-west-1",
        declared: { account: "222222222222", region: "eu-west-1" },
      },
    ],
    ["an override", { account: "111111111111", role: "R" }, {}, { account: "333333333333" }, {
      contextMode: "inherit",
      account: "333333333333",
      tooltip: "Runs in 3333 3333 3333",
      declared: { account: "111111111111", role: "R" },
      own: { account: "333333333333" },
    }],
    ["an override of the role alone", { account: "111111111111", role: "R" }, {}, { role: "S", region: "" }, {
      contextMode: "inherit",
      account: "111111111111",
      role: "S",
      tooltip: "Runs in 1111 1111 1111 · S",
      declared: { account: "111111111111", role: "R" },
      own: { role: "S" },
    }],
    ["none", { account: "111111111111" }, { contextMode: "none" }, { account: "333333333333" }, {
      contextMode: "none",
      own: { account: "333333333333" },
    }],
    ["a remembered answer", {}, {}, { answer: { account: "444444444444", role: "R" } }, {
      contextMode: "inherit",
      account: "444444444444",
      role: "R",
      tooltip: "Runs in 4444 4444 4444 · R",
      saved: { account: "444444444444", role: "R" },
    }],
    [
      "a remembered answer and a role of the user's own",
      { role: "R", region: "eu-west-1" },
      {},
      { role: "S", answer: { account: "444444444444", role: "T", region: "eu-west-2" } },
      {
        contextMode: "inherit",
        account: "444444444444",
        role: "S",
        region: "eu-west-2",
        tooltip: "Runs in 4444 4444 4444 · S · eu-west-2",
        declared: { role: "R", region: "eu-west-1" },
        own: { role: "S" },
        saved: { account: "444444444444", role: "T", region: "eu-west-2" },
      },
    ],
    [
      "a remembered answer for the extension's account",
      { account: "444444444444" },
      {},
      { answer: { account: "444444444444", role: "R" } },
      {
        contextMode: "inherit",
        account: "444444444444",
        role: "R",
        tooltip: "Runs in 4444 4444 4444 · R",
        declared: { account: "444444444444" },
        saved: { account: "444444444444", role: "R" },
      },
    ],
    [
      "a remembered answer of another account than the action's own",
      {},
      { account: "111111111111" },
      { account: "444444444444", answer: { account: "444444444444", role: "R" } },
      {
        contextMode: "custom",
        account: "444444444444",
        tooltip: "Runs in 4444 4444 4444",
        declared: { account: "111111111111" },
        own: { account: "444444444444" },
        saved: { account: "444444444444", role: "R" },
      },
    ],
    ["a remembered answer that it needs no more", {}, { contextMode: "none" }, {
      answer: { account: "444444444444", role: "R" },
    }, {
      contextMode: "none",
      saved: { account: "444444444444", role: "R" },
    }],
    ["config", { config: { a: 1, b: { c: 2 } } }, { contextMode: "none", config: { b: 3 } }, {
      config: { a: 9 },
    }, {
      contextMode: "none",
      own: { config: { a: 9 } },
      config: { a: 1, b: 3 },
    }],
    ["config beyond a form", { config: { a: "x".repeat(40_000) } }, { contextMode: "none" }, {}, {
      contextMode: "none",
    }],
    ["a tooltip", {}, { tooltip: "Hi" }, {}, { contextMode: "inherit", tooltip: "Hi" }],
    ["a tooltip to hide", {}, { tooltip: "Hi", hideTooltip: true }, {}, { contextMode: "inherit" }],
    ["no tooltip to hide", {}, { hideTooltip: true }, {}, { contextMode: "inherit" }],
  ];

for (const [name, top, action, own, expected] of CONTEXTS) {
  Deno.test(`listExtensions() describes an action with ${name}`, async () => {
    await withHome(async (paths) => {
      const it = bundle({
        ...top,
        actions: [{ id: "run", label: "Run", entry: "actions/run.go", ...action }],
      });
      await installBundle(paths, it, { source: "/x", hash: it.hash });
      await writeOverrides(paths, "ext", { actions: { run: own } });
      const [extension] = await listExtensions(paths, { version: "0.1.0", development: false });
      const { id: _id, label: _label, entry: _entry, state: _state, hideSpinner: _h, console: _c, ...rest } =
        extension!.actions[0]!;
      assert.deepEqual(rest, expected);
    });
  });
}

Deno.test("listExtensions() gives every field, sorted by name", async () => {
  await withHome(async (paths) => {
    for (const [id, name] of [["b", "Beta"], ["a", "alpha"], ["c", "Gamma"]]) {
      const it = bundle({ id, name, version: "1 (test)", author: "A", description: "D", console: "always" });
      await installBundle(paths, it, { source: "https://example.com/x", hash: it.hash });
    }
    const all = await listExtensions(paths, { version: "0.1.0", development: false });
    assert.deepEqual(all.map(({ name }) => name), ["alpha", "Beta", "Gamma"]);
    const { installedAt, hash, actions, ...rest } = all[0]!;
    assert.ok(Date.now() - installedAt < 60_000 && hash.length === 64 && actions[0]!.console === "always");
    assert.deepEqual(rest, {
      id: "a",
      name: "alpha",
      version: "1 (test)",
      author: "A",
      description: "D",
      trust: "trusted",
      source: "https://example.com/x",
      diagnostics: [],
    });
  });
});

for (const text of ["", "  "]) {
  Deno.test(`listExtensions() and reviewBundle() take ${JSON.stringify(text)} for no version, author and description`, async () => {
    await withHome(async (paths) => {
      const it = bundle({ version: text, author: text, description: text });
      await installBundle(paths, it, { source: "/x", hash: it.hash });
      const [listed] = await listExtensions(paths, { version: "0.1.0", development: false });
      const review = reviewBundle(bundle({ version: "1" }), await trustedVersion(paths, it.manifest.id));
      const shown = { ...reviewBundle(it, null), ...listed, installedVersion: review.installedVersion };
      const { version, author, description, installedVersion } = shown;
      assert.deepEqual([version, author, description, installedVersion], Array(4).fill(undefined));
      assert.equal(versionWords(review), "No version → 1");
    });
  });
}

Deno.test("listExtensions() gives none where there are none", async () => {
  await withHome(async (paths) =>
    assert.deepEqual(await listExtensions(paths, { version: "1.0.0", development: false }), [])
  );
});
