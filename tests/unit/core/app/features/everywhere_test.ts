import { deepEqual, equal } from "node:assert/strict";
import {
  type EverywhereKind,
  findEverywhere,
} from "../../../../../src/core/app/features/resources/everywhere.ts";
import { heldList } from "../../../../support/pages/resources.ts";
import { account } from "../../../../support/pages/state.ts";
import { store as storeOf, until } from "../fixtures.ts";

const { signal } = new AbortController();
const ids = Array.from({ length: 10 }, (_, n) => String(100_000_000_000 + n));

/** Accounts of which each has two secrets; how many are asked at the same time is counted. */
function setup() {
  const store = storeOf();
  store.slice("accounts").update(() => ids.map((id) => account(id, { configured: id.endsWith("9") })));
  const gates = new Map<string, () => void>();
  let asked = 0, most = 0;
  const kind: EverywhereKind = {
    holding: "secrets",
    list: ({ account }) => {
      const list = heldList([{ name: `${account}/orders` }, { name: `${account}/mail` }], {
        faults: account.endsWith("4") ? [{ trouble: "denied", message: "no" }] : [],
      });
      const gate = new Promise<void>((open) => gates.set(account, open));
      most = Math.max(most, ++asked);
      const read = async (from: number, count: number) => {
        await gate;
        return await list.status.read(from, count, signal);
      };
      void gate.then(() => asked--);
      return { ...list, status: { ...list.status, read } };
    },
    hit: ({ name }: { name: string }) => ({ title: name, detail: "", params: { secret: name } }),
  };
  return { found: findEverywhere(store, [kind], "orders"), gates, most: () => most, asked: () => asked };
}

const titles = async (found: ReturnType<typeof setup>["found"]) => {
  const read = await found.rows.read(0, 100, signal);
  return read.ok ? read.rows.map(({ title }) => title) : [];
};
const status = async (found: ReturnType<typeof setup>["found"]) => {
  const read = await found.status.read(0, 1, signal);
  return read.ok ? read.rows[0]! : null;
};

Deno.test("findEverywhere() asks four accounts at a time, those of the configuration first, and gives hits as they come", async () => {
  const { found, gates, most } = setup();
  const end = found.rows.subscribe(() => {});
  await until(() => gates.size === 4);
  deepEqual([...gates.keys()][0], ids[9]);
  deepEqual(await titles(found), []);
  gates.get(ids[9]!)!();
  await until(() => gates.size === 5);
  deepEqual(await titles(found), [`${ids[9]}/orders`]);
  let done = 0;
  await until(() => {
    for (const open of gates.values()) open();
    void status(found).then((now) => done = now!.done);
    return done === 10;
  });
  equal((await titles(found)).length, 10);
  equal(most(), 4);
  deepEqual((await status(found))?.faults, [{ account: ids[4], message: "no" }]);
  end();
});

Deno.test("findEverywhere() asks no further account when nobody watches any more", async () => {
  const { found, gates, asked } = setup();
  const end = found.rows.subscribe(() => {});
  await until(() => gates.size === 4);
  end();
  for (const open of gates.values()) open();
  await until(() => asked() === 0);
  equal(gates.size, 4);
  deepEqual(await titles(found), []);
});
