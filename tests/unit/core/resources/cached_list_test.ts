import { deepEqual, equal } from "node:assert/strict";
import {
  cachedList,
  type CachedListName,
  cachedLists,
  forgetSessionLists,
} from "../../../../src/core/resources/cached_list.ts";
import { fixedRows, stateRows } from "../../../../src/core/resources/rows.ts";
import { restFor, settledOrAborted } from "../../../../src/core/resources/polled.ts";
import { countedSignal } from "../../../support/counted_signal.ts";

const NAME: CachedListName = {
  kind: "secrets",
  account: "123456789012",
  role: "Admin",
  region: "eu-central-1",
};
const row = (value: unknown) => typeof value === "string" && !value.startsWith("!") ? value : null;

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-lists-" });
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
const all = async (folder: string) =>
  (await Array.fromAsync(cachedLists(folder))).map(({ kind, role, rows }) => [kind, role, rows]);
const cached = (rows: string[]) => ({ at: 5, rows: rows.map((row) => ({ source: 0, row })) });

Deno.test("cachedList() gives back what was written, and only what may be kept", async () => {
  await inFolder(async (folder) => {
    const list = cachedList(folder, NAME, row);
    equal(await list.read(), null);
    await list.write(cached(["a", "!secret"]));
    deepEqual(await list.read(), cached(["a"]));
    equal(await cachedList(folder, { ...NAME, role: null }, row).read(), null);
  });
});

Deno.test("cachedLists() gives every list of a folder, with what it is of, and leaves the rest alone", async () => {
  await inFolder(async (folder) => {
    deepEqual(await all(`${folder}/none`), []);
    await cachedList(folder, NAME, row).write(cached(["a"]));
    await cachedList(folder, { ...NAME, kind: "services", role: null }, row).write(cached(["b", "c"]));
    await Deno.writeTextFile(`${folder}/list-${"0".repeat(24)}.json`, "no list");
    await Deno.writeTextFile(
      `${folder}/list-${"1".repeat(24)}.json`,
      '{"format":3,"at":1,"rows":[],"of":{}}',
    );
    await Deno.writeTextFile(`${folder}/other.json`, "{}");
    deepEqual((await all(folder)).toSorted(), [["secrets", "Admin", ["a"]], ["services", null, ["b", "c"]]]);
  });
});

Deno.test("forgetSessionLists() removes lists read with a sign-in, and files that cannot be read", async () => {
  await inFolder(async (folder) => {
    await cachedList(folder, NAME, row, () => true).write(cached(["a"]));
    await cachedList(folder, { ...NAME, role: null }, row, () => false).write(cached(["own"]));
    await Deno.writeTextFile(`${folder}/list-${"0".repeat(24)}.json`, "no list");
    await Deno.writeTextFile(`${folder}/other.json`, "{}");
    await forgetSessionLists(folder);
    deepEqual(await all(folder), [["secrets", null, ["own"]]]);
    equal((await Array.fromAsync(Deno.readDir(folder))).length, 2);
    await forgetSessionLists(`${folder}/none`);
  });
});

Deno.test("cachedList() keeps the newest lists, up to a limit", async () => {
  await inFolder(async (folder) => {
    for (let at = 0; at < 300; at++) {
      const list = cachedList(folder, { ...NAME, region: `region-${at}` }, row, () => false, 120);
      await list.write(cached([String(at)]));
      const files = await Array.fromAsync(Deno.readDir(folder));
      // Old lists are removed only at each hundredth write, so up to 100 more may be there.
      equal(files.length <= 220, true, String(files.length));
      equal((await list.read())?.rows.length, 1);
    }
    await Deno.writeTextFile(`${folder}/other.json`, "{}");
    const names = (await all(folder)).flatMap(([, , rows]) => rows as string[]).map(Number);
    equal(Math.min(...names) >= 60, true, String(Math.min(...names)));
    equal(names.includes(299), true);
  });
});

const { signal } = new AbortController();

/** Returns a store of one list. */
function listStore(list: readonly string[]) {
  const listeners = new Set<() => void>();
  return {
    get: () => list,
    set(next: readonly string[]) {
      list = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => (listeners.add(listener), () => listeners.delete(listener)),
  };
}

const READ: readonly (readonly [from: number, count: number, rows: string[]])[] = [
  [0, 2, ["a", "b"]],
  [1, 5, ["b", "c"]],
  [3, 1, []],
  [9, 1, []],
  [0, 0, []],
];
for (const [from, count, rows] of READ) {
  Deno.test(`fixedRows() and stateRows() read ${count} from ${from}`, async () => {
    const all = ["a", "b", "c"];
    for (const source of [fixedRows(all), stateRows(listStore(all), (list) => list)]) {
      deepEqual(await source.read(from, count, signal), { ok: true, rows, total: 3 });
    }
  });
}

const CHANGES: readonly (readonly [after: string[], told: number[]])[] = [
  [["a", "b", "c", "d"], [3]],
  [["x", "b", "c"], [0]],
  [["a", "b"], [2]],
  [["a", "c"], [1]],
  [[], [0]],
];
for (const [after, told] of CHANGES) {
  Deno.test(`stateRows() tells that ${JSON.stringify(after)} differs from ${told}`, () => {
    const store = listStore(["a", "b", "c"]);
    const heard: number[] = [];
    const stop = stateRows(store, (list) => list).subscribe((from) => heard.push(from));
    store.set(after);
    store.set(after);
    stop();
    store.set(["z"]);
    deepEqual(heard, told);
  });
}

Deno.test("restFor() leaves no listener on its signal, however often it is called", async () => {
  const { controller, count } = countedSignal();
  for (let rests = 0; rests < 5; rests++) await restFor(1, controller.signal);
  equal(count.listeners, 0);
});

Deno.test("restFor() ends with its signal, also with one that has aborted before", async () => {
  const { controller, count } = countedSignal();
  const resting = restFor(1_000_000, controller.signal);
  controller.abort();
  await resting;
  await restFor(1_000_000, controller.signal);
  equal(count.listeners, 0);
});

Deno.test("settledOrAborted() ends with the promise or the signal, and leaves nothing on the signal", async () => {
  const { controller, count } = countedSignal();
  await settledOrAborted(Promise.resolve(), controller.signal);
  equal(count.listeners, 0);
  const never = new Promise<void>(() => {});
  const waiting = settledOrAborted(never, controller.signal);
  controller.abort();
  await waiting;
  await settledOrAborted(never, controller.signal);
  equal(count.listeners, 0);
});
