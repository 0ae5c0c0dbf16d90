import { deepEqual, equal, notEqual } from "node:assert/strict";
import { configAtHand } from "../../../../src/core/config_file/kept_config.ts";
import { readConfigFile } from "../../../../src/core/config_file/mod.ts";
import { type KedgePaths, kedgePaths } from "../../../../src/core/paths.ts";
import { testFolder } from "../../../support/folder.ts";

/** A moment at which every file of the test has settled. */
const LATER = Date.now() + 60_000;
const EXAMPLE = new URL("../../../../examples/config.json", import.meta.url);

/** A home with that configuration, or none. */
async function home(text?: string): Promise<KedgePaths> {
  const paths = kedgePaths(await testFolder());
  if (text !== undefined) await Deno.writeTextFile(paths.config, text, { mode: 0o600 });
  return paths;
}

/** What stands in the cache of a home; null when nothing does. */
const keptIn = ({ cache }: KedgePaths) => Deno.readTextFile(`${cache}/config.json`).catch(() => null);

const TEXTS: readonly (readonly [what: string, text: string | undefined])[] = [
  ["every field", await Deno.readTextFile(EXAMPLE)],
  ["problems", '{"perPage": 0, "accounts": [{"accountId": 1}], "unknown": true}'],
  ["a newer version", '{"version": 99, "perPage": 7}'],
  ["a key that every object has", '{"__proto__": {"perPage": 3}, "constructor": 1}'],
  ["nothing", undefined],
];
for (const [what, text] of TEXTS) {
  Deno.test(`configAtHand() says of a file with ${what} what reading it says, kept or not`, async () => {
    const paths = await home(text);
    const { status, config, diagnostics } = readConfigFile(paths.config, { own: true });
    const read = { status, config, diagnostics };
    deepEqual(await configAtHand(paths, LATER), read);
    equal(await keptIn(paths) !== null, true);
    // Compared as text: only what JSON holds can be kept.
    equal(JSON.stringify(await configAtHand(paths, LATER)), JSON.stringify(read));
  });
}

/** Has the kept answer say something that no file says, to see whether it is used. */
async function mark(paths: KedgePaths): Promise<void> {
  await configAtHand(paths, LATER);
  const text = (await keptIn(paths))!;
  await Deno.writeTextFile(`${paths.cache}/config.json`, text.replace('"perPage":5', '"perPage":999'));
}

Deno.test("configAtHand() reads a file that is the same only once", async () => {
  const paths = await home('{"perPage": 5}');
  await mark(paths);
  equal((await configAtHand(paths, LATER)).config.perPage, 999);
});

/** What may stand in the place of the kept configuration. */
const BROKEN: Readonly<Record<string, (kept: string) => string>> = {
  "half of it": (kept) => kept.slice(0, -5),
  "lists that are none": (kept) => kept.replace('"accounts":[]', '"accounts":{}'),
  "a field less": (kept) => kept.replace('"servers":[],', ""),
  "a number that is a text": (kept) => kept.replace('"perPage":999', '"perPage":"999"'),
  "an account of another form": (kept) => kept.replace('"accounts":[]', '"accounts":[{"accountId":1}]'),
  "a status that is none": (kept) => kept.replace('"status":"loaded"', '"status":"unreadable"'),
  "problems of another form": (kept) => kept.replace('"diagnostics":[]', '"diagnostics":["x"]'),
};
for (const [what, broken] of Object.entries(BROKEN)) {
  Deno.test(`configAtHand() reads the file when ${what} is kept`, async () => {
    const paths = await home('{"perPage": 5}');
    await mark(paths);
    const kept = (await keptIn(paths))!;
    notEqual(broken(kept), kept);
    await Deno.writeTextFile(`${paths.cache}/config.json`, broken(kept));
    equal((await configAtHand(paths, LATER)).config.perPage, 5);
  });
}

/** What somebody can do to a configuration, and what is in force then. */
const CHANGES:
  readonly (readonly [what: string, change: (path: string) => Promise<unknown>, perPage: number])[] = [
    ["it was written to", (path) => Deno.writeTextFile(path, '{"perPage": 6}'), 6],
    ["another one of the same size and time took its place", async (path) => {
      const { mtime } = await Deno.stat(path);
      await Deno.writeTextFile(`${path}.new`, '{"perPage": 7}', { mode: 0o600 });
      await Deno.utime(`${path}.new`, mtime!, mtime!);
      await Deno.rename(`${path}.new`, path);
    }, 7],
    ["a link leads elsewhere", async (path) => {
      await Deno.writeTextFile(`${path}.other`, '{"perPage": 8}', { mode: 0o600 });
      await Deno.remove(path);
      await Deno.symlink(`${path}.other`, path);
    }, 8],
    ["it was removed", (path) => Deno.remove(path), 50],
  ];
for (const [what, change, perPage] of CHANGES) {
  Deno.test(`configAtHand() reads the file again when ${what}`, async () => {
    const paths = await home('{"perPage": 5}');
    await mark(paths);
    await change(paths.config);
    equal((await configAtHand(paths, LATER)).config.perPage, perPage);
  });
}

Deno.test("configAtHand() keeps nothing of a file that cannot be read, that was written just now, or for a home that is not there", async () => {
  const broken = await home('{"perPage": 5');
  equal((await configAtHand(broken, LATER)).status, "unreadable");
  equal(await keptIn(broken), null);
  const now = Date.now();
  const fresh = await home('{"perPage": 5}');
  equal((await configAtHand(fresh, now)).config.perPage, 5);
  equal(await keptIn(fresh), null);
  const absent = kedgePaths(`${await testFolder()}/absent`);
  equal((await configAtHand(absent, LATER)).status, "missing");
  equal(await Deno.stat(absent.home).catch(() => null), null);
});
