import { deepEqual, equal } from "node:assert/strict";
import {
  type CachedRows,
  gather,
  type GatherParts,
  type ListStatus,
} from "../../../../src/core/resources/gathered.ts";
import { until } from "../app/fixtures.ts";

interface Row {
  readonly name: string;
}

class ReadError extends Error {}

const { signal } = new AbortController();
const rowsOf = (...names: string[]): Row[] => names.map((name) => ({ name }));

/** Creates a list over these sources, and records what it caches and its errors. */
function setup(parts: Partial<GatherParts<Row>>, before: CachedRows<Row> | null = null) {
  const cached: CachedRows<Row>[] = [], errors: unknown[] = [];
  const clock = { now: 1_000_000 };
  const list = gather<Row>({
    sources: [],
    key: ({ name }) => name,
    title: ({ name }) => name,
    arrange: (rows) => rows.toSorted((a, b) => a.name < b.name ? -1 : 1),
    faultOf: (error) => error instanceof ReadError ? { code: "denied", message: error.message } : null,
    cached: { read: () => Promise.resolve(before), write: (rows) => Promise.resolve(void cached.push(rows)) },
    fresh: 60_000,
    now: () => clock.now,
    onError: (error) => errors.push(error),
    ...parts,
  });
  const names = async (search = "", count = 100) => {
    const read = await list.rows(search).read(0, count, signal);
    return read.ok ? read.rows.map(({ name }) => name) : [];
  };
  const status = async (): Promise<ListStatus> => {
    const read = await list.status.read(0, 1, signal);
    if (!read.ok) throw new Error(read.error);
    return read.rows[0]!;
  };
  return { list, names, status, cached, errors, clock };
}

/** Shows the list until rows or a fault have come. Returns its status. */
async function had(set: ReturnType<typeof setup>, search = ""): Promise<ListStatus> {
  const end = set.list.rows(search).subscribe(() => {});
  let status = await set.status();
  await until(() => {
    void set.status().then((now) => status = now);
    return !status.loading && (status.at !== null || status.faults.length > 0);
  });
  end();
  return status;
}

Deno.test("gather() gives all pages of all sources, and keeps them", async () => {
  const set = setup({
    sources: [
      async function* () {
        yield rowsOf("b");
        yield rowsOf("a");
      },
      async function* () {
        yield rowsOf("c");
      },
    ],
  });
  deepEqual((await had(set)).faults, []);
  deepEqual(await set.names(), ["a", "b", "c"]);
  const cached = set.cached.at(-1)?.rows.map(({ source, row }) => `${source} ${row.name}`).sort();
  deepEqual(cached, ["0 a", "0 b", "1 c"]);
});

Deno.test("gather() says with the rows whether others may still come, and tells when none do", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { list } = setup({
    sources: [async function* () {
      yield rowsOf("a");
      await promise;
      throw new ReadError("Access is denied.");
    }],
  });
  const rows = list.rows("");
  let told = 0;
  const end = rows.subscribe(() => told++);
  const unfinished = async () => {
    const read = await rows.read(0, 10, signal);
    return read.ok && read.unfinished === true;
  };
  equal(await unfinished(), true);
  const before = told;
  resolve();
  await until(() => told > before);
  equal(await unfinished(), false);
  end();
});

Deno.test("refresh() gives its rows to readers that wait for the first rows already", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = 0;
  const { list, names } = setup({
    sources: [async function* () {
      asked++;
      await promise;
      yield rowsOf("a");
    }],
  });
  const end = list.rows("").subscribe(() => {});
  const read = names();
  await until(() => asked === 1);
  list.refresh();
  resolve();
  deepEqual(await read, ["a"]);
  end();
});

Deno.test("gather() shows what was kept at once, asks behind, and forgets what is gone", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const set = setup({
    sources: [async function* () {
      await promise;
      yield rowsOf("new", "stays");
    }],
  }, { at: 5, rows: [{ source: 0, row: { name: "gone" } }, { source: 0, row: { name: "stays" } }] });
  const end = set.list.rows("").subscribe(() => {});
  deepEqual(await set.names(), ["gone", "stays"]);
  deepEqual([(await set.status()).loading, (await set.status()).at], [true, 5]);
  resolve();
  await had(set);
  end();
  deepEqual(await set.names(), ["new", "stays"]);
});

Deno.test("gather() keeps what was loaded when a source fails in the middle, and tells why once", async () => {
  const failing = async function* () {
    yield rowsOf("first");
    throw new ReadError("expired");
  };
  const set = setup({
    sources: [failing, async function* () {
      yield rowsOf("other");
      throw new ReadError("expired");
    }],
    faultOf: () => ({ code: "expired", message: "expired" }),
  }, { at: 5, rows: [{ source: 0, row: { name: "second" } }] });
  const status = await had(set);
  deepEqual(status.faults, [{ code: "expired", message: "expired" }]);
  deepEqual(await set.names(), ["first", "other", "second"]);
  equal(set.cached.length, 0);
});

Deno.test("gather() lets one denied source not hide the other", async () => {
  const set = setup({
    sources: [
      // deno-lint-ignore require-yield -- it fails before its first page
      async function* () {
        throw new ReadError("denied");
      },
      async function* () {
        yield rowsOf("seen");
      },
    ],
  });
  const { faults, at } = await had(set);
  deepEqual([faults.length, at, await set.names()], [1, 1_000_000, ["seen"]]);
});

for (
  const [what, second, left] of [
    ["forgets what is gone when only a part of the source is denied", ["a"], ["a"]],
    ["keeps what was loaded when the whole source is denied", [], ["a", "b"]],
  ] satisfies [string, string[], string[]][]
) {
  Deno.test(`gather() ${what}`, async () => {
    const turns = [["a", "b"], second];
    const set = setup({
      sources: [async function* () {
        const names = turns.shift()!;
        if (names.length > 0) yield rowsOf(...names);
        throw new ReadError("denied");
      }],
    });
    await had(set);
    deepEqual(await set.names(), ["a", "b"]);
    set.clock.now += 60_001;
    equal((await had(set)).faults.length, 1);
    deepEqual(await set.names(), left);
    await until(() => set.cached.length === (second.length > 0 ? 2 : 1));
    equal((await set.status()).at, set.clock.now - (second.length > 0 ? 0 : 60_001));
  });
}

Deno.test("gather() tells a fault of the program to the log, and ends loading", async () => {
  const set = setup({
    // deno-lint-ignore require-yield -- it fails before its first page
    sources: [async function* () {
      throw new TypeError("oops");
    }],
  });
  const { faults } = await had(set);
  deepEqual([faults[0]?.code, set.errors.length], ["failed", 1]);
  deepEqual(await set.names(), []);
});

Deno.test("gather() finds what was typed among what is loaded, best first, with the places of its letters", async () => {
  const set = setup({
    sources: [async function* () {
      yield rowsOf("shop/orders", "orders", "mail");
    }],
  });
  await had(set);
  deepEqual(await set.names("orders"), ["orders", "shop/orders"]);
  const read = await set.list.rows("ord").read(0, 1, signal);
  deepEqual(read.ok && read.rows[0]?.matches, [0, 1, 2]);
});

Deno.test("gather() lets the service find what is not loaded yet", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const asked: string[] = [];
  const set = setup({
    sources: [async function* () {
      yield rowsOf("a");
      await promise;
    }],
    find: [async function* (text) {
      asked.push(text);
      yield rowsOf("far/orders");
    }],
  });
  let found: string[] = [];
  const end = set.list.rows("orders").subscribe(() =>
    void set.names("orders").then((names) => found = names)
  );
  await until(() => found.length > 0);
  deepEqual([found, asked], [["far/orders"], ["orders"]]);
  end();
  resolve();
});

Deno.test("gather() stops reading when no page shows the list, and reads again when one does", async () => {
  let asked = 0, stopped = 0;
  const set = setup({
    sources: [async function* (signal) {
      asked++;
      yield rowsOf("a");
      await new Promise<void>((done) => signal.addEventListener("abort", () => done(), { once: true }));
      stopped++;
    }],
  });
  for (const times of [1, 2]) {
    const end = set.list.rows("").subscribe(() => {});
    await until(() => asked === times);
    deepEqual(await set.names(), ["a"]);
    end();
    await until(() => stopped === times);
  }
});

/** Creates a list that was read once, and counts how often its source is read. */
async function askedOnce() {
  let times = 0;
  const set = setup({
    sources: [async function* () {
      times++;
      yield rowsOf("a");
    }],
  });
  await had(set);
  return { set, asked: () => times };
}

Deno.test("gather() asks anew only when the list has grown old, or is told to", async () => {
  const { set, asked } = await askedOnce();
  set.list.rows("").subscribe(() => {})();
  equal(asked(), 1);
  set.list.refresh();
  await until(() => asked() === 2);
  await had(set);
  set.clock.now += 60_001;
  const end = set.list.rows("").subscribe(() => {});
  await until(() => asked() === 3);
  end();
});

for (
  const [code, times] of [
    ["expired", 2],
    ["choose", 2],
    ["offline", 2],
    ["denied", 1],
    ["region", 1],
    ["many", 1],
  ] satisfies [string, number][]
) {
  Deno.test(`gather() asks ${times === 1 ? "once" : "anew"} when a page shows a list again that ended with "${code}"`, async () => {
    let asked = 0;
    const set = setup({
      // deno-lint-ignore require-yield -- it fails before its first page
      sources: [async function* () {
        asked++;
        throw new ReadError(code);
      }],
      faultOf: () => ({ code, message: code }),
    });
    await had(set);
    await had(set);
    equal(asked, times);
    // When several pages show the list, only the first one starts a request.
    const end = set.list.status.subscribe(() => {});
    await until(() => asked === (times === 1 ? 1 : 3));
    await had(set);
    set.list.status.subscribe(() => {})();
    equal((await set.status()).loading, false);
    end();
  });
}

Deno.test("gather() asks anew when the clock was set back since it asked", async () => {
  const { set, asked } = await askedOnce();
  set.clock.now -= 3_600_000;
  const end = set.list.rows("").subscribe(() => {});
  await until(() => asked() === 2);
  end();
});

Deno.test("forget() leaves nothing, also of what comes only then", async () => {
  const cached = Promise.withResolvers<CachedRows<Row>>(), page = Promise.withResolvers<void>();
  const found = Promise.withResolvers<void>(), looked = Promise.withResolvers<void>();
  const set = setup({
    cached: { read: () => cached.promise, write: () => Promise.resolve() },
    sources: [async function* (signal) {
      await page.promise;
      if (!signal.aborted) yield rowsOf("listed");
    }],
    find: [async function* () {
      looked.resolve();
      await found.promise;
      yield rowsOf("orders found");
    }],
  });
  const end = set.list.rows("orders").subscribe(() => {});
  await looked.promise;
  set.list.forget();
  cached.resolve({ at: 1, rows: [{ source: 0, row: { name: "kept" } }] });
  found.resolve();
  await cached.promise;
  await found.promise;
  deepEqual(set.list.find("kept"), undefined);
  page.resolve();
  await until(() => set.list.find("listed") !== undefined);
  deepEqual(await set.names(), ["listed"]);
  end();
  deepEqual(set.errors, []);
});
