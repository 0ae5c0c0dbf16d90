import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { unsettledBy } from "../../../../src/core/extensions/unsettled.ts";
import { FileInUseError } from "../../../../src/core/files/errors.ts";
import { testFolder } from "../../../support/folder.ts";
import {
  changeOverrides,
  installBundle,
  type Overrides,
  readOverrides,
  rememberAnswer,
  settingsFindings,
  uninstallExtension,
} from "../../../../src/core/extensions/mod.ts";
import { extensionPaths } from "../../../../src/core/extensions/record.ts";
import type { KedgePaths } from "../../../../src/core/paths.ts";
import { settingsAfter } from "../../../../src/core/extensions/settings_after.ts";
import type { Manifest } from "../../../../src/core/bundle/mod.ts";
import { bundle } from "../../../support/bundles/bundles.ts";
import { withHome } from "../../../support/program/home.ts";

const DENIED = /cannot be replaced: you have no permission there$/;

/** The system's error, the file that another program has open, and the message. */
const REFUSALS: readonly (readonly [code: string, inUse: string | null, says: RegExp, next: RegExp])[] = [
  ["EBUSY", "bundle/go.go", /^another program has a file .* open: .*go\.go$/, /^Close it\.$/],
  ["EBUSY", null, /^another program has a file of the version before open$/, /^Close it\.$/],
  ["ENOTEMPTY", "bundle", /^another program has a file .* open: .*bundle$/, /^Close it\.$/],
  ["EPERM", "bundle/go.go", /^another program has a file .* open: .*go\.go$/, /^Close it\.$/],
  ["EPERM", null, DENIED, /^Give yourself the right to change .*\.$/],
  ["EACCES", null, DENIED, /^Give yourself the right to change .*\.$/],
  ["EIO", "bundle/go.go", /cannot be replaced: the disk reports an error$/, /^See to .*\.$/],
];
for (const [code, inUse, says, next] of REFUSALS) {
  Deno.test(`unsettledBy() says ${says} when the system says ${code} and ${inUse ?? "nothing"} is in use`, async () => {
    const folder = await testFolder();
    await Deno.mkdir(join(folder, "bundle"));
    await Deno.writeTextFile(join(folder, "bundle/go.go"), "");
    const error = Object.assign(new Error("Access denied"), { code });
    const isInUse = (path: string) => inUse !== null && path === join(folder, inUse);
    const unsettled = await unsettledBy(error, folder, isInUse);
    match(unsettled.message, says);
    match(unsettled.next, next);
    equal(unsettled.hint.endsWith(": the new version is written, and is used from then on."), true);
  });
}

Deno.test("unsettledBy() tells of a program that has the folder open when renaming it says so", async () => {
  const { message } = await unsettledBy(new FileInUseError("/x/bundle"), await testFolder(), () => false);
  equal(message, "another program has a file of the version before open");
});

type Action = readonly [id: string, entry: string, config?: Record<string, string>];

const manifest = (config: Record<string, string>, ...actions: readonly Action[]) =>
  ({
    id: "ext",
    name: "Ext",
    config,
    actions: actions.map(([id, entry, config]) => ({
      ...{ id, entry, label: id.toUpperCase() },
      ...(config && { config }),
    })),
  }) as Manifest;

const SHOP = { account: "111111111111", role: "Reader" };
const WRITE = [{ server: "Shop", at: "db:5432" }];

/**
 * The installed and the new manifest, the user's settings, the messages, and the settings that
 * follow an action to its new id.
 */
const CASES: readonly (readonly [
  name: string,
  before: Manifest,
  now: Manifest,
  own: Overrides["actions"],
  said: readonly string[],
  followed?: Overrides["actions"],
])[] = [
  ["nothing changes", manifest({}, ["a", "a.go"]), manifest({}, ["a", "b.go"]), { a: SHOP }, []],
  ["nothing was set", manifest({}, ["a", "a.go"]), manifest({}, ["b", "a.go"]), {}, []],
  [
    "an id changes and the file stays",
    manifest({}, ["a", "a.go"], ["x", "x.go"]),
    manifest({}, ["b", "a.go"], ["x", "x.go"]),
    { a: SHOP },
    ["info Your settings of “A” go on for “B”, of the same file"],
    { b: SHOP },
  ],
  [
    "the permission to write does not follow",
    manifest({}, ["a", "a.go"]),
    manifest({}, ["b", "a.go"]),
    { a: { ...SHOP, write: WRITE } },
    ["caution Your settings of “A” go on for “B”, of the same file; allow it to write to servers again"],
    { b: SHOP },
  ],
  [
    "an action stays that may write",
    manifest({}, ["a", "a.go"], ["x", "x.go"]),
    manifest({}, ["a", "other.go"], ["x", "x.go"]),
    { a: { ...SHOP, write: WRITE }, x: SHOP },
    ["caution “A” may go on writing to servers, as you allowed it to"],
  ],
  [
    "an action is gone",
    manifest({}, ["a", "a.go"], ["x", "x.go"]),
    manifest({}, ["b", "b.go"], ["x", "x.go"]),
    { a: SHOP },
    ["caution Your settings of “A” end: it has no action “a” any more"],
  ],
  [
    "nobody knows which action of a file is the same",
    manifest({}, ["a", "a.go"]),
    manifest({}, ["b", "a.go"], ["c", "a.go"]),
    { a: SHOP },
    ["caution Your settings of “A” end: it has no action “a” any more"],
  ],
  [
    "an action that was there takes the file over",
    manifest({}, ["a", "a.go"], ["x", "x.go"]),
    manifest({}, ["x", "a.go"]),
    { a: SHOP },
    ["caution Your settings of “A” end: it has no action “a” any more"],
  ],
  [
    "the new id has settings",
    manifest({}, ["a", "a.go"]),
    manifest({}, ["b", "a.go"]),
    { a: SHOP, b: { account: "222222222222" } },
    [
      "caution Your earlier settings of “B” count again",
      "caution Your settings of “A” end: those of action “b” from before count",
    ],
  ],
  [
    "an action comes back from another file",
    manifest({}, ["x", "x.go"]),
    manifest({}, ["x", "x.go"], ["a", "other.go"]),
    { a: { ...SHOP, write: WRITE } },
    ["caution Your earlier settings of “A” count again; it may write to servers"],
  ],
  [
    "keys of the config are gone",
    manifest({ table: "t", limit: "1" }, ["a", "a.go", { mode: "m" }]),
    manifest({ limit: "2" }, ["a", "a.go"]),
    { a: { config: { table: "mine", mode: "x", limit: "9", own: "y" } } },
    ["caution Your “table”, “mode” of “A” may end: its config has no such key any more"],
  ],
];

for (const [name, before, now, actions, said, followed] of CASES) {
  Deno.test(`settingsAfter() says what is lost and keeps the rest when ${name}`, () => {
    const after = settingsAfter(before, now, { actions });
    deepEqual(after.findings.map(({ severity, message }) => `${severity} ${message}`), said);
    deepEqual(after.overrides?.actions, followed && { ...actions, ...followed });
  });
}

Deno.test("settingsAfter() names the first settings of many", () => {
  const all = Array.from({ length: 30 }, (_, at) => [`a${at}`, `${at}.go`] as const);
  const actions = Object.fromEntries(all.map(([id]) => [id, SHOP]));
  const { findings } = settingsAfter(manifest({}, ...all), manifest({}, ["z", "z.go"]), { actions });
  equal(findings.length, 21);
  equal(findings.at(-1)!.message, "10 more of your settings change");
});

Deno.test("installBundle() keeps the settings of an action that got another id, as the review has said", async () => {
  await withHome(async (paths) => {
    const action = { label: "Report", entry: "actions/run.go" };
    const one = bundle({ actions: [{ ...action, id: "old" }] });
    const two = bundle({ actions: [{ ...action, id: "new" }] });
    const install = (which: typeof one) => installBundle(paths, which, { source: "/x", hash: which.hash });
    await install(one);
    deepEqual(await settingsFindings(paths, two), []);
    await changeOverrides(paths, "ext", "old", { account: "111111111111", write: WRITE });
    await rememberAnswer(paths, "ext", "old", { account: "222222222222" });
    const [finding] = await settingsFindings(paths, two);
    equal(
      finding!.message,
      "Your settings of “Report” go on under its new id “new”; allow it to write to servers again",
    );
    await install(two);
    const { actions } = await readOverrides(paths, "ext");
    deepEqual(actions.new, { account: "111111111111", answer: { account: "222222222222" } });
    deepEqual((await settingsFindings(paths, one)).map(({ message }) => message), [
      "Your earlier settings of “Report” count again; it may write to servers",
      "Your settings of “Report” end: those of action “old” from before count",
    ]);
    await install(one);
    deepEqual((await readOverrides(paths, "ext")).actions.old!.write, WRITE);
  });
});

Deno.test("settingsFindings() names the permission to write of other files only", () =>
  withHome(async (paths) => {
    const one = bundle({ name: "Mine" }), two = bundle({ name: "Another's" });
    await installBundle(paths, one, { source: "/x", hash: one.hash });
    await changeOverrides(paths, "ext", "run", { write: WRITE });
    const said = async (which: typeof one) => (await settingsFindings(paths, which)).length;
    deepEqual([await said(one), await said(two)], [0, 1]);
  }));

const KEPT:
  readonly (readonly [name: string, remove: (paths: KedgePaths) => Promise<unknown>, said: string])[] = [
    ["it was uninstalled", (paths) => uninstallExtension(paths, "ext"), ""],
    [
      "its record is damaged",
      (paths) => Deno.writeTextFile(extensionPaths(paths, "ext").record, "{"),
      "; it may write to servers",
    ],
    ["all was forgotten", (paths) => uninstallExtension(paths, "ext", { forget: true }), "none"],
  ];
for (const [name, remove, said] of KEPT) {
  Deno.test(`settingsFindings() names the settings that come back when ${name}`, async () => {
    await withHome(async (paths) => {
      const one = bundle({ name: "Mine" }), two = bundle({ name: "Another's" });
      await installBundle(paths, one, { source: "/x", hash: one.hash });
      await rememberAnswer(paths, "ext", "run", { account: "111111111111" });
      await changeOverrides(paths, "ext", "run", { write: WRITE });
      await remove(paths);
      const label = two.manifest.actions[0]!.label;
      deepEqual(
        (await settingsFindings(paths, two)).map(({ severity, message }) => `${severity} ${message}`),
        said === "none" ? [] : [`caution Your earlier settings of “${label}” count again${said}`],
      );
    });
  });
}
