import { deepEqual, equal } from "node:assert/strict";
import { createPublishing } from "../../../../../src/core/app/features/development/publishing.ts";
import { CatalogueFault } from "../../../../../src/core/catalogue/fault.ts";
import type { PreparedPublishing } from "../../../../../src/core/state/publishing.ts";
import { store as storeOf, until } from "../fixtures.ts";

const PREPARED = { hash: "h", version: "1", proposed: "2" } as PreparedPublishing;
const ORDER = { to: "/c", version: "2", news: "n", hash: "h" };
const BROKEN = new CatalogueFault("refused", "it is broken", "Mend it.");

/** One extension that is worked on; `ends` settle what was begun. */
function setup() {
  const store = storeOf(), ends: PromiseWithResolvers<never>[] = [];
  const wait = () => {
    const one = Promise.withResolvers<never>();
    ends.push(one);
    return one.promise;
  };
  const onError = (error: unknown) => {
    throw error;
  };
  const publishing = createPublishing(
    { store, toasts: { show: () => {} }, folderOf: () => "/tools", onError },
    { prepare: wait, publish: wait },
  );
  const now = () => store.get().publishing[0]!;
  const end = (at: number, value: unknown) => ends[at]!.resolve(value as never);
  return { publishing, ends, end, now };
}

/** A content hash that is told while a publishing stands so, and how it stands then. */
const CASES: readonly (readonly [
  what: string,
  when: "ready" | "publishing" | "done" | "failed",
  hash: string | undefined,
  then: string,
])[] = [
  ["looks anew at other files than those that were shown", "ready", "other", "looking"],
  ["looks anew at files that are no bundle any more", "ready", undefined, "looking"],
  ["leaves what shows these files", "ready", "h", "ready"],
  ["leaves what is being published", "publishing", "other", "publishing"],
  ["leaves what was published", "done", "other", "done"],
  ["looks anew where looking failed", "failed", "other", "looking"],
];
for (const [what, when, hash, then] of CASES) {
  Deno.test(`changed() ${what}`, async () => {
    const { publishing, ends, end, now } = setup();
    publishing.changed("tools", "first");
    const looked = publishing.prepare("tools", "/c");
    if (when === "failed") ends[0]!.reject(BROKEN);
    else end(0, PREPARED);
    await looked;
    const done = when === "publishing" || when === "done" ? publishing.publish("tools", ORDER) : null;
    if (when === "done") end(1, "Published.");
    if (when !== "publishing") await done;
    publishing.changed("tools", hash);
    deepEqual([now().status, now().changed], [then, then === "looking" ? true : undefined]);
    if (then !== "looking") return;
    // Nothing is published while it is being looked at.
    equal((await publishing.publish("tools", ORDER)).ok, false);
    end(1, { ...PREPARED, hash });
    await until(() => now().status === "ready");
    deepEqual([now().changed, now().prepared?.hash], [true, hash]);
  });
}

/** The hash that is told while the files are being read, and how often they are read. */
const MEANWHILE: readonly (readonly [what: string, hash: string, looks: number])[] = [
  ["once more when they were changed behind that", "other", 2],
  ["once when they were changed before that", "h", 1],
];
for (const [what, hash, looks] of MEANWHILE) {
  Deno.test(`prepare() reads the files ${what}`, async () => {
    const { publishing, ends, end, now } = setup();
    publishing.changed("tools", "first");
    const looked = publishing.prepare("tools", "/c");
    publishing.changed("tools", hash);
    end(0, PREPARED);
    await looked;
    equal(ends.length, looks);
    end(looks - 1, { ...PREPARED, hash });
    await until(() => now().status === "ready");
    equal(now().prepared?.hash, hash);
  });
}

Deno.test("files that were broken and mended are looked at each time", async () => {
  const { publishing, ends, end, now } = setup();
  publishing.changed("tools", "h");
  const looked = publishing.prepare("tools", "/c");
  end(0, PREPARED);
  await looked;
  publishing.changed("tools", undefined);
  ends[1]!.reject(BROKEN);
  await until(() => now().status === "failed");
  equal(now().prepared, undefined);
  publishing.changed("tools", "h");
  end(2, PREPARED);
  await until(() => now().status === "ready");
});
