import { deepEqual, equal } from "node:assert/strict";
import { createPublishing } from "../../../../../src/core/app/features/development/publishing.ts";
import { CatalogueError } from "../../../../../src/core/catalogue/error.ts";
import type { PreparedPublishing } from "../../../../../src/core/state/publishing.ts";
import { createWindows } from "../../../../../src/core/app/windows.ts";
import { PAGES } from "../../../../../src/pages/registry.ts";
import { store as storeOf, unexpected, until } from "../fixtures.ts";

const PREPARED = { hash: "h", version: "1", proposed: "2" } as PreparedPublishing;
const ORDER = { to: "/c", version: "2", news: "n", hash: "h" };

const BROKEN = new CatalogueError("refused", "it is broken", "Mend it.");

/** Creates the publishing of one extension; each of `ends` settles one begun step. */
function setup(onError: (error: unknown) => void = unexpected) {
  const store = storeOf();
  const orders: unknown[] = [];
  const ends: PromiseWithResolvers<never>[] = [];
  const wait = () => {
    const one = Promise.withResolvers<never>();
    ends.push(one);
    return one.promise;
  };
  const told: (string | undefined)[] = [];
  const publishing = createPublishing(
    {
      store,
      toasts: { show: ({ title, message }) => void told.push(`${title}: ${message}`) },
      folderOf: (extension) => extension === "tools" ? "/tools" : null,
      onError,
    },
    { prepare: wait, publish: (folder, order) => (orders.push([folder, order]), wait()) },
  );
  const windows = createWindows(store, PAGES);
  const open = () => windows.open("publish", { extension: "tools" });
  const now = () => store.get().publishing;
  const end = (at: number, value: unknown) => ends[at]!.resolve(value as never);
  return { publishing, ends, end, orders, now, told, open, windows };
}

Deno.test("prepare() tells what it would do, and publish() does what was shown", async () => {
  const { publishing, end, orders, now } = setup();
  const looked = publishing.prepare("tools", "/c");
  equal(now()[0]!.status, "looking");
  end(0, PREPARED);
  await looked;
  equal(now()[0]!.status, "ready");
  const done = publishing.publish("tools", ORDER);
  equal(now()[0]!.status, "publishing");
  end(1, "Published.");
  deepEqual([await done, now()[0]!.done, orders], [{ ok: true }, "Published.", [["/tools", ORDER]]]);
});

Deno.test("publish() publishes nothing that was not looked at", async () => {
  const { publishing, end, orders } = setup();
  equal((await publishing.publish("tools", ORDER)).ok, false);
  const looked = publishing.prepare("tools", "/c");
  equal((await publishing.publish("tools", ORDER)).ok, false);
  end(0, PREPARED);
  await looked;
  equal((await publishing.publish("tools", { ...ORDER, to: "/other" })).ok, false);
  equal((await publishing.publish("tools", { ...ORDER, hash: "others" })).ok, false);
  deepEqual(orders, []);
});

Deno.test("prepare() tells a fault with what to do, and another error goes to the log", async () => {
  const errors: unknown[] = [];
  const { publishing, ends, now } = setup((error) => void errors.push(error));
  const looked = publishing.prepare("tools", "/c");
  ends[0]!.reject(new CatalogueError("no-key", "you have no key", "Make one."));
  await looked;
  deepEqual(now()[0]!.fault, { message: "You have no key.", hint: "Make one." });
  const again = publishing.prepare("tools", "/c");
  ends[1]!.reject(new Error("bug"));
  await again;
  deepEqual([now()[0]!.status, errors.length], ["failed", 1]);
});

Deno.test("the end of a publishing that was left or begun anew changes nothing", async () => {
  const { publishing, end, now } = setup();
  const first = publishing.prepare("tools", "/a");
  const second = publishing.prepare("tools", "/b");
  end(0, PREPARED);
  await first;
  deepEqual([now().length, now()[0]!.catalogue, now()[0]!.status], [1, "/b", "looking"]);
  publishing.leave("tools");
  end(1, PREPARED);
  await second;
  deepEqual(now(), []);
});

Deno.test("prepare() is refused for an extension that is not in development", async () => {
  const { publishing, now } = setup();
  equal((await publishing.prepare("other", "/c")).ok, false);
  deepEqual(now(), []);
});

/** How far a publishing has come when its window is closed. */
const CLOSED: readonly (readonly [what: string, when: "looking" | "ready" | "done"])[] = [
  ["what is being looked at", "looking"],
  ["what was shown", "ready"],
  ["what was done", "done"],
];
for (const [what, when] of CLOSED) {
  Deno.test(`closed() ends ${what}`, async () => {
    const { publishing, end, now } = setup();
    const looked = publishing.prepare("tools", "/c");
    if (when !== "looking") {
      end(0, PREPARED);
      await looked;
    }
    if (when === "done") {
      const done = publishing.publish("tools", ORDER);
      end(1, "Published.");
      await done;
    }
    publishing.closed("tools");
    end(0, PREPARED);
    await looked;
    deepEqual(now(), []);
    equal((await publishing.publish("tools", ORDER)).ok, false);
  });
}

/** How a publishing ends without its window, the messages about it, and the states that stay. */
const UNWATCHED: readonly (readonly [
  what: string,
  reopened: boolean,
  fault: CatalogueError | null,
  told: readonly string[],
  left: readonly string[],
])[] = [
  ["tells by a message that it is done", false, null, ["“tools” is published: Published."], []],
  [
    "tells by a message why it failed",
    false,
    new CatalogueError("no-key", "you have no key", "Make one."),
    ["“tools” was not published: You have no key. Make one."],
    [],
  ],
  ["tells in its window once that is open again", true, null, [], ["done"]],
];
for (const [what, reopened, fault, messages, left] of UNWATCHED) {
  Deno.test(`what is being published goes on behind a closed window, and ${what}`, async () => {
    const { publishing, ends, end, now, told, open, windows } = setup();
    const looked = publishing.prepare("tools", "/c");
    end(0, PREPARED);
    await looked;
    const window = open();
    const done = publishing.publish("tools", ORDER);
    windows.close(window);
    publishing.closed("tools");
    if (reopened) open();
    if (fault) ends[1]!.reject(fault);
    else end(1, "Published.");
    await done;
    deepEqual([told, now().map(({ status }) => status)], [messages, left]);
  });
}

/** The status when a new content hash arrives, that hash, and the status afterwards. */
const CHANGED: readonly (readonly [
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
for (const [what, when, hash, then] of CHANGED) {
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
    deepEqual([now()[0]!.status, now()[0]!.changed], [then, then === "looking" ? true : undefined]);
    if (then !== "looking") return;
    // The files are being read again, so nothing may be published now.
    equal((await publishing.publish("tools", ORDER)).ok, false);
    end(1, { ...PREPARED, hash });
    await until(() => now()[0]!.status === "ready");
    deepEqual([now()[0]!.changed, now()[0]!.prepared?.hash], [true, hash]);
  });
}

/** The hash that arrives while the files are being read, and how often they are read. */
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
    await until(() => now()[0]!.status === "ready");
    equal(now()[0]!.prepared?.hash, hash);
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
  await until(() => now()[0]!.status === "failed");
  equal(now()[0]!.prepared, undefined);
  publishing.changed("tools", "h");
  end(2, PREPARED);
  await until(() => now()[0]!.status === "ready");
});
