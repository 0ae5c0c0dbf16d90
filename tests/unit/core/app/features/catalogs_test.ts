import assert from "node:assert/strict";
import { createCatalogs } from "../../../../../src/core/app/features/query_windows/catalogs.ts";
import type { ServerCatalog } from "../../../../../src/core/sql/query_window/types.ts";
import { rowsOf } from "../../../../support/pages/resources.ts";

/** Creates catalogs of a server; each shows the host that the server had when it was made. */
function setup() {
  let host = "db";
  const made: { readonly host: string; readonly listeners: Set<(from: number) => void> }[] = [];
  const catalogs = createCatalogs(() =>
    Promise.resolve(() => {
      const one = { host, listeners: new Set<(from: number) => void>() };
      made.push(one);
      return {
        rows: () => ({
          read: () => ({ ok: true, rows: [one.host], total: 1 }),
          subscribe: (listener: (from: number) => void) => (one.listeners.add(listener), () =>
            void one.listeners.delete(listener)),
        }),
        refresh: () => one.listeners.forEach((listener) => listener(0)),
        close: () => Promise.resolve(one.listeners.clear()),
      } as unknown as ServerCatalog;
    })
  );
  const list = () => catalogs.list("shop", (one) => one.rows("", []));
  return { catalogs, made, list, moveTo: (next: string) => void (host = next) };
}

Deno.test("createCatalogs() shows and refreshes the new catalog in an open list when it was renewed", async () => {
  const { catalogs, made, list, moveTo } = setup();
  await catalogs.ensure("shop");
  const shown = list()!;
  const told: number[] = [];
  const leave = shown.subscribe((from) => told.push(from));
  assert.deepEqual(await rowsOf(shown), ["db"]);
  moveTo("new");
  await catalogs.renew("shop");
  assert.deepEqual(told, [0]);
  assert.deepEqual(await rowsOf(shown), ["new"]);
  catalogs.get("shop")!.refresh();
  assert.deepEqual(told, [0, 0]);
  leave();
  assert.deepEqual(made.map(({ listeners }) => listeners.size), [0, 0]);
  await catalogs.renew("shop");
  assert.deepEqual(told, [0, 0]);
});

Deno.test("createCatalogs() renews no catalog of a window that is closed", async () => {
  const { catalogs, made, list } = setup();
  await catalogs.ensure("shop");
  const renewed = catalogs.renew("shop");
  await catalogs.close("shop");
  await renewed;
  assert.equal(made.length, 1);
  assert.equal(list(), null);
});
