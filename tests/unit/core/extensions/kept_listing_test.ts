import { deepEqual, equal, notEqual } from "node:assert/strict";
import { filesStamp, keepListing, keptListing } from "../../../../src/core/extensions/kept_listing.ts";
import { isListing } from "../../../../src/core/extensions/listing_shape.ts";
import { testFolder } from "../../../support/folder.ts";
import type { ExtensionState } from "../../../../src/core/state/state.ts";
import { fullState } from "../../../desktop/gallery/state.ts";

const LIST: readonly ExtensionState[] = [{
  id: "tools",
  name: "Tools",
  trust: "trusted",
  hash: "0".repeat(64),
  source: "/tmp/tools",
  installedAt: 1,
  diagnostics: [],
  actions: [{
    id: "greet",
    label: "Greet",
    entry: "greet.go",
    state: "enabled",
    contextMode: "inherit",
    hideSpinner: false,
    console: "auto",
  }],
}];
const [TOOLS] = LIST, [GREET] = TOOLS!.actions;
/** A moment at which every file of the test has settled. */
const LATER = Date.now() + 60_000;

/** A folder of extensions with one in it. */
async function made() {
  const folder = await testFolder();
  const extensions = `${folder}/extensions`, bundle = `${extensions}/tools/bundle`;
  await Deno.mkdir(bundle, { recursive: true });
  await Deno.writeTextFile(`${bundle}/a.go`, "package a\n");
  await Deno.writeTextFile(`${extensions}/tools/overrides.json`, "{}");
  await Deno.utime(`${bundle}/a.go`, 1000, 1000);
  return { cache: `${folder}/cache`, extensions, bundle };
}

Deno.test("keptListing() gives what was kept for the same files, and for no others", async () => {
  const { cache, extensions } = await made();
  const stamp = filesStamp(extensions, "1.0.0", LATER)!;
  equal(keptListing(cache, stamp), null);
  await keepListing(cache, stamp, LIST);
  deepEqual(keptListing(cache, stamp), LIST);
  equal(keptListing(cache, `${stamp}x`), null);
});

/** What may stand in the place of the list. */
const NO_LISTS: Readonly<Record<string, unknown>> = {
  "nothing": undefined,
  "null": null,
  "an object": { length: 0 },
  "a text": "tools",
  "a list of texts": ["tools"],
  "no list but its beginning": LIST.map(({ id, name }) => ({ id, name })),
  "a name that is none": [{ ...TOOLS, name: { toString: "x" } }],
  "trust of another kind": [{ ...TOOLS, trust: "yes" }],
  "actions that are no list": [{ ...TOOLS, actions: {} }],
  "an action without a label": [{ ...TOOLS, actions: [{ ...GREET, label: undefined }] }],
  "a badge that is a number": [{ ...TOOLS, actions: [{ ...GREET, badge: 1 }] }],
  "settings that are a list": [{ ...TOOLS, actions: [{ ...GREET, own: [] }] }],
  "a problem without a message": [{ ...TOOLS, diagnostics: [{ severity: "error", code: "x", path: [] }] }],
};
for (const [what, extensions] of Object.entries(NO_LISTS)) {
  Deno.test(`keptListing() takes ${what} for no list`, async () => {
    const { cache } = await made();
    await Deno.mkdir(cache);
    await Deno.writeTextFile(
      `${cache}/extensions.json`,
      JSON.stringify({ format: 2, stamp: "s", answer: extensions }),
    );
    equal(keptListing(cache, "s"), null);
  });
}

Deno.test("isListing() takes what is listed, as it comes from another process", () => {
  const { extensions } = fullState({});
  for (const list of [LIST, extensions]) equal(isListing(JSON.parse(JSON.stringify(list))), true);
});

const WHOLE = JSON.stringify({ format: 2, stamp: "s", answer: LIST });
/** What may lie in the place of the kept file, and whether it is read. */
const FILES: readonly (readonly [what: string, isRead: boolean, make: (path: string) => Promise<unknown>])[] =
  [
    ["a whole file", true, (path) => Deno.writeTextFile(path, WHOLE)],
    ["one that others may write to", true, async (path) => {
      await Deno.writeTextFile(path, WHOLE);
      await Deno.chmod(path, 0o666);
    }],
    ["one of another format", false, (path) => Deno.writeTextFile(path, WHOLE.replace("2", "3"))],
    ["half of one", false, (path) => Deno.writeTextFile(path, WHOLE.slice(0, -20))],
    ["an empty one", false, (path) => Deno.writeTextFile(path, "")],
    ["a list of its own", false, (path) => Deno.writeTextFile(path, "[1]")],
    ["one of 5 MB", false, (path) => Deno.writeTextFile(path, WHOLE + " ".repeat(5 << 20))],
    ["a folder", false, (path) => Deno.mkdir(path)],
    ["a link", false, async (path) => {
      await Deno.writeTextFile(`${path}.real`, WHOLE);
      await Deno.symlink(`${path}.real`, path);
    }],
    ["a link to a device", false, (path) => Deno.symlink("/dev/zero", path)],
  ];
for (const [what, isRead, make] of FILES) {
  Deno.test(`keptListing() ${isRead ? "reads" : "does not read"} ${what}`, async () => {
    const { cache } = await made();
    await Deno.mkdir(cache);
    await make(`${cache}/extensions.json`);
    deepEqual(keptListing(cache, "s"), isRead ? LIST : null);
    if (isRead) equal((await Deno.stat(`${cache}/extensions.json`)).mode! & 0o777, 0o600);
  });
}

Deno.test({
  name: "keptListing() does not read a file of another user",
  ignore: Deno.uid() !== 0,
  async fn() {
    const { cache } = await made();
    await Deno.mkdir(cache);
    await Deno.writeTextFile(`${cache}/extensions.json`, WHOLE);
    await Deno.chown(`${cache}/extensions.json`, 12345, 12345);
    equal(keptListing(cache, "s"), null);
  },
});

/** Where a link may stand. */
const LINKED = ["extensions", "extensions/tools", "extensions/tools/bundle", "extensions/tools/bundle/a.go"];
for (const linked of LINKED) {
  Deno.test(`filesStamp() tells nothing where ${linked} is a link`, async () => {
    const { extensions } = await made();
    const folder = extensions.slice(0, -"/extensions".length);
    await Deno.rename(`${folder}/${linked}`, `${folder}/elsewhere`);
    await Deno.symlink(`${folder}/elsewhere`, `${folder}/${linked}`);
    equal(filesStamp(extensions, "1.0.0", LATER), null);
  });
}

Deno.test("keepListing() keeps nothing of what is not as it was confirmed", async () => {
  const { cache, extensions } = await made();
  const stamp = filesStamp(extensions, "1.0.0", LATER)!;
  await keepListing(cache, stamp, [...LIST, { ...TOOLS!, trust: "changed" }]);
  equal(keptListing(cache, stamp), null);
});

/** What somebody can do to installed files. */
const CHANGES: Readonly<Record<string, (at: { extensions: string; bundle: string }) => Promise<unknown>>> = {
  "a file of the same size and time": async ({ bundle }) => {
    await Deno.writeTextFile(`${bundle}/new.go`, "package b\n");
    await Deno.utime(`${bundle}/new.go`, 1000, 1000);
    await Deno.rename(`${bundle}/new.go`, `${bundle}/a.go`);
  },
  "a file more": ({ bundle }) => Deno.writeTextFile(`${bundle}/b.go`, ""),
  "a file less": ({ bundle }) => Deno.remove(`${bundle}/a.go`),
  "another name": ({ bundle }) => Deno.rename(`${bundle}/a.go`, `${bundle}/c.go`),
  "a link": async ({ bundle }) => {
    await Deno.remove(`${bundle}/a.go`);
    await Deno.symlink("/dev/null", `${bundle}/a.go`);
  },
  "a mode": ({ bundle }) => Deno.chmod(`${bundle}/a.go`, 0),
  "the user's own settings": ({ extensions }) =>
    Deno.writeTextFile(`${extensions}/tools/overrides.json`, '{"actions":{}}'),
  "an extension more": ({ extensions }) => Deno.mkdir(`${extensions}/more`),
};
for (const [what, change] of Object.entries(CHANGES)) {
  Deno.test(`filesStamp() is another one after ${what}`, async () => {
    const place = await made();
    const before = filesStamp(place.extensions, "1.0.0", LATER);
    equal(filesStamp(place.extensions, "1.0.0", LATER), before);
    await change(place);
    notEqual(filesStamp(place.extensions, "1.0.0", LATER), before);
  });
}

Deno.test("filesStamp() tells nothing of files that were changed just now, and another thing to another version", async () => {
  const now = Date.now();
  const { extensions } = await made();
  equal(filesStamp(extensions, "1.0.0", now), null);
  notEqual(filesStamp(extensions, "1.0.0", LATER), filesStamp(extensions, "1.0.1", LATER));
  equal(filesStamp(`${extensions}/absent`, "1.0.0", LATER), null);
});
