import { deepEqual, equal } from "node:assert/strict";
import {
  cachedList,
  cachedLists,
  forgetSessionLists,
  type HoldingName,
} from "../../../../src/core/resources/cached_list.ts";

const NAME: HoldingName = {
  holding: "secrets",
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
  (await Array.fromAsync(cachedLists(folder))).map(({ holding, role, rows }) => [holding, role, rows]);
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

Deno.test("keptLists() gives every list of a folder, with what it is of, and leaves the rest alone", async () => {
  await inFolder(async (folder) => {
    deepEqual(await all(`${folder}/none`), []);
    await cachedList(folder, NAME, row).write(cached(["a"]));
    await cachedList(folder, { ...NAME, holding: "services", role: null }, row).write(cached(["b", "c"]));
    await Deno.writeTextFile(`${folder}/list-${"0".repeat(24)}.json`, "no list");
    await Deno.writeTextFile(
      `${folder}/list-${"1".repeat(24)}.json`,
      '{"format":2,"at":1,"rows":[],"of":{}}',
    );
    await Deno.writeTextFile(`${folder}/other.json`, "{}");
    deepEqual((await all(folder)).toSorted(), [["secrets", "Admin", ["a"]], ["services", null, ["b", "c"]]]);
  });
});

Deno.test("forgetSessionLists() removes what a sign-in has shown, and what nobody can read", async () => {
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

Deno.test("cachedList() keeps the lists that were had last, and no more than so many", async () => {
  await inFolder(async (folder) => {
    for (let at = 0; at < 300; at++) {
      const list = cachedList(folder, { ...NAME, region: `region-${at}` }, row, () => false, 120);
      await list.write(cached([String(at)]));
      const files = await Array.fromAsync(Deno.readDir(folder));
      // Looked after at each hundredth.
      equal(files.length <= 220, true, String(files.length));
      equal((await list.read())?.rows.length, 1);
    }
    await Deno.writeTextFile(`${folder}/other.json`, "{}");
    const names = (await all(folder)).flatMap(([, , rows]) => rows as string[]).map(Number);
    equal(Math.min(...names) >= 60, true, String(Math.min(...names)));
    equal(names.includes(299), true);
  });
});
