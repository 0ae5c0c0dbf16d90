import assert from "node:assert/strict";
import { openKept, renameKept } from "../../../../src/core/sql/desk/kept.ts";

/** What is kept of a server of that name in a folder. */
const keptOf = (folder: string, name: string) =>
  openKept(folder, { name, engine: "postgres" }, (why) => assert.equal(why, null));

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-kept-" });
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function keep(folder: string, name: string, sql: string): Promise<void> {
  const kept = await keptOf(folder, name);
  kept.setTabs([{ id: "1", title: "Query 1", text: sql }], []);
  kept.save(`of ${name}`, sql, 1);
  await kept.flush();
}

Deno.test("renameKept() brings texts and saved statements to the new name", async () => {
  await withFolder(async (folder) => {
    await keep(folder, "shop", "select 1");
    await renameKept(folder, "shop", "store");
    const kept = await keptOf(folder, "store");
    assert.deepEqual(kept.tabs().map(({ text }) => text), ["select 1"]);
    assert.deepEqual(kept.saved().map(({ name }) => name), ["of shop"]);
    assert.deepEqual((await keptOf(folder, "shop")).tabs(), []);
  });
});

Deno.test("renameKept() leaves what is kept under the new name already, and is content with nothing", async () => {
  await withFolder(async (folder) => {
    await keep(folder, "shop", "select 1");
    await keep(folder, "store", "select 2");
    await renameKept(folder, "shop", "store");
    await renameKept(folder, "never", "new");
    assert.deepEqual((await keptOf(folder, "store")).tabs().map(({ text }) => text), ["select 2"]);
    assert.deepEqual((await keptOf(folder, "shop")).tabs().map(({ text }) => text), ["select 1"]);
  });
});
