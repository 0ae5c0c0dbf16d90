import assert from "node:assert/strict";
import { openTexts, readPast, renameTexts } from "../../../../src/core/sql/query_window/texts.ts";

/** What is kept of a server of that name in a folder. */
const keptOf = (folder: string, name: string) =>
  openTexts(folder, { name, engine: "postgres" }, (why) => assert.equal(why, null));

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

Deno.test("renameTexts() brings texts and saved statements to the new name", async () => {
  await withFolder(async (folder) => {
    await keep(folder, "shop", "select 1");
    await renameTexts(folder, "shop", "store");
    const kept = await keptOf(folder, "store");
    assert.deepEqual(kept.tabs().map(({ text }) => text), ["select 1"]);
    assert.deepEqual(kept.saved().map(({ name }) => name), ["of shop"]);
    assert.deepEqual((await keptOf(folder, "shop")).tabs(), []);
  });
});

Deno.test("renameTexts() leaves what is kept under the new name already, and is content with nothing", async () => {
  await withFolder(async (folder) => {
    await keep(folder, "shop", "select 1");
    await keep(folder, "store", "select 2");
    await renameTexts(folder, "shop", "store");
    await renameTexts(folder, "never", "new");
    assert.deepEqual((await keptOf(folder, "store")).tabs().map(({ text }) => text), ["select 2"]);
    assert.deepEqual((await keptOf(folder, "shop")).tabs().map(({ text }) => text), ["select 1"]);
  });
});

const BROKEN: readonly (readonly [what: string, spoil: (path: string) => Promise<void>])[] = [
  ["is no JSON", (path) => Deno.writeTextFile(path, "{")],
  ["cannot be read", (path) => Deno.truncate(path, 65 * 1024 * 1024)],
];
for (const [what, spoil] of BROKEN) {
  Deno.test(`openTexts() puts a file aside that ${what}, and does not overwrite it`, async () => {
    await withFolder(async (folder) => {
      await keep(folder, "shop", "select 1");
      const names = () => Array.from(Deno.readDirSync(folder), ({ name }) => name).sort();
      const tabs = names().find((name) => name.endsWith(".tabs.json"))!;
      await spoil(`${folder}/${tabs}`);
      const { size } = await Deno.stat(`${folder}/${tabs}`);
      const kept = await keptOf(folder, "shop");
      assert.deepEqual(kept.tabs(), []);
      await keep(folder, "shop", "select 2");
      assert.equal((await Deno.stat(`${folder}/${tabs}.damaged`)).size, size);
      assert.deepEqual((await keptOf(folder, "shop")).tabs().map(({ text }) => text), ["select 2"]);
    });
  });
}

Deno.test("readPast() leaves out what a file has in another form, and gives the rest", async () => {
  await withFolder(async (folder) => {
    for (const name of ["shop", "odd", "none"]) await keep(folder, name, `select '${name}'`);
    for (const [name, text] of [["odd", '{"saved": 5, "history": {}}'], ["none", "null"]] as const) {
      const path = Array.from(Deno.readDirSync(folder), (file) => `${folder}/${file.name}`)
        .find((file) => file.endsWith(".past.json") && Deno.readTextFileSync(file).includes(`'${name}'`))!;
      await Deno.writeTextFile(path, text);
    }
    const past = await readPast(folder, ["odd", "none", "shop", "never"]);
    assert.deepEqual(past.map(({ server, name }) => [server, name]), [["shop", "of shop"]]);
  });
});
