import { deepEqual, equal, notEqual } from "node:assert/strict";
import { filesStamp, keepListing, keptListing } from "../../../../src/core/extensions/kept_listing.ts";
import { testFolder } from "../../../support/folder.ts";
import type { ExtensionState } from "../../../../src/core/state/state.ts";

const LIST = [{ id: "tools", name: "Tools", trust: "trusted" }] as unknown as ExtensionState[];
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
  await Deno.writeTextFile(`${cache}/extensions.json`, '{"format": 2');
  equal(keptListing(cache, stamp), null);
});

Deno.test("keepListing() keeps nothing of what is not as it was confirmed", async () => {
  const { cache, extensions } = await made();
  const stamp = filesStamp(extensions, "1.0.0", LATER)!;
  await keepListing(cache, stamp, [...LIST, { ...LIST[0]!, trust: "changed" }]);
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
  const { extensions } = await made();
  equal(filesStamp(extensions, "1.0.0"), null);
  notEqual(filesStamp(extensions, "1.0.0", LATER), filesStamp(extensions, "1.0.1", LATER));
  equal(filesStamp(`${extensions}/absent`, "1.0.0", LATER), null);
});
