import { deepEqual, equal } from "node:assert/strict";
import { createPublishing } from "../../../../../src/core/app/features/development/publishing.ts";
import { CatalogueFault } from "../../../../../src/core/catalogue/fault.ts";
import type { PreparedPublishing } from "../../../../../src/core/state/publishing.ts";
import { store as storeOf } from "../fixtures.ts";

const PREPARED = { hash: "h", version: "1", proposed: "2" } as PreparedPublishing;
const ORDER = { to: "/c", version: "2", news: "n" };

/** One extension that is worked on; `ends` settle what was begun. */
function setup() {
  const store = storeOf();
  const errors: unknown[] = [], orders: unknown[] = [];
  const ends: PromiseWithResolvers<never>[] = [];
  const wait = () => {
    const one = Promise.withResolvers<never>();
    ends.push(one);
    return one.promise;
  };
  const publishing = createPublishing(
    {
      store,
      folderOf: (extension) => extension === "tools" ? "/tools" : null,
      onError: (error) => void errors.push(error),
    },
    { prepare: wait, publish: (folder, order) => (orders.push([folder, order]), wait()) },
  );
  const now = () =>
    store.get().publishing.map(({ status, catalogue, fault, done }) => ({ status, catalogue, fault, done }));
  const end = (at: number, value: unknown) => ends[at]!.resolve(value as never);
  return { publishing, ends, end, errors, orders, now };
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
  deepEqual([await done, now()[0]!.done, orders], [{ ok: true }, "Published.", [["/tools", {
    ...ORDER,
    hash: "h",
  }]]]);
});

Deno.test("publish() publishes nothing that was not looked at", async () => {
  const { publishing, end, orders } = setup();
  equal((await publishing.publish("tools", ORDER)).ok, false);
  const looked = publishing.prepare("tools", "/c");
  equal((await publishing.publish("tools", ORDER)).ok, false);
  end(0, PREPARED);
  await looked;
  equal((await publishing.publish("tools", { ...ORDER, to: "/other" })).ok, false);
  deepEqual(orders, []);
});

Deno.test("prepare() tells a fault with what to do, and another error goes to the log", async () => {
  const { publishing, ends, errors, now } = setup();
  const looked = publishing.prepare("tools", "/c");
  ends[0]!.reject(new CatalogueFault("no-key", "you have no key", "Make one."));
  await looked;
  deepEqual(now()[0]!.fault, { message: "You have no key.", hint: "Make one." });
  const again = publishing.prepare("tools", "/c");
  ends[1]!.reject(new Error("bug"));
  await again;
  deepEqual([now()[0]!.status, errors.length], ["failed", 1]);
});

Deno.test("what was left, or begun anew, is heard no more", async () => {
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

Deno.test("prepare() is refused for an extension that nobody works on", async () => {
  const { publishing, now } = setup();
  equal((await publishing.prepare("other", "/c")).ok, false);
  deepEqual(now(), []);
});
