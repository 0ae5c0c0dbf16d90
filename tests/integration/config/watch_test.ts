import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { EDITORS } from "../../support/program/editors.ts";
import { follow } from "../../support/follow.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { testOn } from "../../support/systems.ts";

const withRows = (perPage: number) => `{\n  // ${"x".repeat(200)}\n  "perPage": ${perPage}\n}\n`;
const rows = (perPage: number) => (state: { status: string; config: { perPage: number } }) =>
  state.status === "loaded" && state.config.perPage === perPage;

async function inFolder(test: (folder: string, file: string) => Promise<void>): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "kedge-watch-" }));
  try {
    await test(folder, join(folder, "config.json"));
  } finally {
    await removeFolder(folder);
  }
}

for (const { name, save, needs = [] } of EDITORS) {
  testOn(
    needs,
    `watchConfigFile() applies a file ${name}, three times, without a false alarm`,
    () =>
      inFolder(async (_, file) => {
        await Deno.writeTextFile(file, withRows(1));
        await using followed = await follow(file);
        for (const perPage of [2, 3, 4]) {
          await save(file, withRows(perPage));
          await followed.until(rows(perPage));
        }
        deepEqual(followed.states.map(({ config }) => config.perPage), [1, 2, 3, 4]);
      }),
  );
}

testOn(
  ["links"],
  "watchConfigFile() hears of a file that a symbolic link leads to, however it is saved",
  () =>
    inFolder(async (folder, file) => {
      const target = join(folder, "dotfiles", "kedge.json");
      await Deno.mkdir(join(folder, "dotfiles"));
      await Deno.writeTextFile(target, withRows(1));
      await Deno.symlink("dotfiles/kedge.json", file);
      await using followed = await follow(file);
      let perPage = 1;
      for (const { save } of EDITORS) {
        await save(target, withRows(++perPage));
        await followed.until(rows(perPage));
      }
      // The link now points to another file.
      await Deno.writeTextFile(join(folder, "other.json"), withRows(90));
      await Deno.remove(file);
      await Deno.symlink("other.json", file);
      await followed.until(rows(90));
      await Deno.writeTextFile(join(folder, "other.json"), withRows(91));
      await followed.until(rows(91));
    }),
);

testOn(
  ["links"],
  "watchConfigFile() hears of a folder that is a symbolic link and is pointed elsewhere",
  () =>
    inFolder(async (folder) => {
      for (const [name, perPage] of [["a", 1], ["b", 2]] as const) {
        await Deno.mkdir(join(folder, name));
        await Deno.writeTextFile(join(folder, name, "config.json"), withRows(perPage));
      }
      await Deno.symlink("a", join(folder, "home"));
      await using followed = await follow(join(folder, "home", "config.json"));
      await Deno.writeTextFile(join(folder, "a", "config.json"), withRows(10));
      await followed.until(rows(10));
      await Deno.symlink("b", join(folder, "next"));
      await Deno.rename(join(folder, "next"), join(folder, "home"));
      await followed.until(rows(2));
      await Deno.writeTextFile(join(folder, "b", "config.json"), withRows(20));
      await followed.until(rows(20));
    }),
);

Deno.test("watchConfigFile() says that a file is gone, and hears of it again", () =>
  inFolder(async (_, file) => {
    await Deno.writeTextFile(file, withRows(1));
    await using followed = await follow(file);
    await Deno.remove(file);
    const gone = await followed.until(({ status }) => status === "missing");
    equal(gone.config.perPage, 50);
    deepEqual(gone.diagnostics, []);
    await Deno.writeTextFile(file, withRows(2));
    await followed.until(rows(2));
  }));

Deno.test("watchConfigFile() survives its folder being deleted and made again, twice", () =>
  inFolder(async (folder) => {
    const home = join(folder, "home"), file = join(home, "config.json");
    await Deno.mkdir(home);
    await Deno.writeTextFile(file, withRows(1));
    await using followed = await follow(file);
    for (const perPage of [2, 3]) {
      await Deno.remove(home, { recursive: true });
      await followed.until(({ status }) => status === "missing");
      await Deno.mkdir(home);
      await Deno.writeTextFile(file, withRows(perPage));
      await followed.until(rows(perPage));
      await Deno.writeTextFile(file, withRows(perPage + 10));
      await followed.until(rows(perPage + 10));
    }
  }));

Deno.test("watchConfigFile() reports changes in a folder that was deleted and created again between two checks", () =>
  inFolder(async (folder) => {
    const home = join(folder, "home"), file = join(home, "config.json");
    await Deno.mkdir(home);
    await Deno.writeTextFile(file, withRows(1));
    await using followed = await follow(file);
    for (const perPage of [2, 3, 4]) {
      // Both calls follow directly, so on many file systems the new folder gets the inode number of
      // the old one.
      Deno.removeSync(home, { recursive: true });
      Deno.mkdirSync(home);
      Deno.writeTextFileSync(file, withRows(perPage));
      await followed.until(rows(perPage));
      await Deno.writeTextFile(file, withRows(perPage + 10));
      await followed.until(rows(perPage + 10));
    }
  }));

Deno.test("watchConfigFile() follows a folder that is moved away and replaced", () =>
  inFolder(async (folder) => {
    const home = join(folder, "home"), file = join(home, "config.json");
    await Deno.mkdir(home);
    await Deno.writeTextFile(file, withRows(1));
    await Deno.mkdir(join(folder, "new"));
    await Deno.writeTextFile(join(folder, "new", "config.json"), withRows(2));
    await using followed = await follow(file);
    await Deno.rename(home, join(folder, "old"));
    await Deno.rename(join(folder, "new"), home);
    await followed.until(rows(2));
    await Deno.writeTextFile(file, withRows(3));
    await followed.until(rows(3));
    await Deno.writeTextFile(join(folder, "old", "config.json"), withRows(9));
    await Deno.writeTextFile(file, withRows(4));
    await followed.until(rows(4));
    ok(!followed.states.some(rows(9)));
  }));

Deno.test("watchConfigFile() waits for a home that does not exist yet", () =>
  inFolder(async (folder) => {
    const file = join(folder, "not", "yet", "config.json");
    await using followed = await follow(file);
    equal(followed.states[0]!.status, "missing");
    await Deno.mkdir(join(folder, "not", "yet"), { recursive: true });
    await Deno.writeTextFile(file, withRows(1));
    await followed.until(rows(1));
  }));

Deno.test("watchConfigFile() ends with the last of 300 writes in a row and reads only some", () =>
  inFolder(async (_, file) => {
    await Deno.writeTextFile(file, withRows(1));
    await using followed = await follow(file);
    const from = performance.now();
    let slowest = 0;
    for (let i = 2; i <= 301; i++) {
      const began = performance.now();
      await Deno.writeTextFile(file, withRows(i));
      slowest = Math.max(slowest, performance.now() - began);
    }
    await followed.until(rows(301));
    // Changes are collected for 25 ms, and a busy machine writes more slowly.
    const most = 2 + (performance.now() - from) / 25;
    ok(followed.states.length <= most, `${followed.states.length} states, ${most} at most`);
    // If a write takes a second, the file is empty long enough to be reported.
    const unfinished = followed.states.filter(({ status, diagnostics }) =>
      status !== "loaded" && !(slowest >= 1000 && diagnostics.every(({ code }) => code === "empty-file"))
    );
    deepEqual(unfinished, []);
  }));

Deno.test("watchConfigFile() applies changes during a stream of writes, not only after it", () =>
  inFolder(async (_, file) => {
    await Deno.writeTextFile(file, withRows(1));
    await using followed = await follow(file);
    // Write until enough states were reported during the writes.
    for (let i = 2; followed.states.length <= 3; i = i % 900 + 2) {
      await Deno.writeTextFile(file, withRows(i));
      await new Promise((done) => setTimeout(done, 3));
    }
  }));

Deno.test("watchConfigFile() is silent when nothing but times, modes or other files change", () =>
  inFolder(async (folder, file) => {
    await Deno.writeTextFile(file, withRows(1));
    await using followed = await follow(file);
    await Deno.utime(file, new Date(), new Date());
    await Deno.chmod(file, 0o600);
    await Deno.writeTextFile(file, withRows(1));
    await Deno.writeTextFile(join(folder, "config.json.swp"), "x");
    await Deno.readTextFile(file);
    await Deno.writeTextFile(file, withRows(2));
    await followed.until(rows(2));
    deepEqual(followed.states.map(({ config }) => config.perPage), [1, 2]);
  }));

Deno.test("watchConfigFile() says that a file is broken, a folder, too large or no text, and then mended", () =>
  inFolder(async (_, file) => {
    await Deno.writeTextFile(file, withRows(1));
    await using followed = await follow(file);
    const broken = async (code: string, make: () => Promise<void>) => {
      await make();
      const state = await followed.until(
        ({ status, diagnostics }) => status === "unreadable" && diagnostics[0]!.code === code,
      );
      equal(state.config.perPage, 50);
    };
    await broken("unclosed", () => Deno.writeTextFile(file, '{"perPage": 2'));
    await broken("empty-file", () => Deno.writeTextFile(file, ""));
    await broken("not-utf8", () => Deno.writeFile(file, new Uint8Array([123, 200, 200])));
    await broken("file-too-large", () => Deno.truncate(file, 50 * 1024 * 1024));
    await broken("not-a-file", async () => {
      await Deno.remove(file);
      await Deno.mkdir(file);
    });
    await Deno.remove(file);
    await Deno.writeTextFile(file, withRows(3));
    await followed.until(rows(3));
  }));

Deno.test("watchConfigFile() ends at once when it is told to", () =>
  inFolder(async (_, file) => {
    await Deno.writeTextFile(file, withRows(1));
    const followed = await follow(file);
    // Ending must not wait for the next check, which is an hour away.
    await followed[Symbol.asyncDispose]();
  }));

Deno.test("watchConfigFile() has told what was written when a look that was asked for settles", () =>
  inFolder(async (_, file) => {
    await Deno.writeTextFile(file, withRows(1));
    const followed = await follow(file);
    for (let perPage = 2; perPage < 12; perPage++) {
      await Deno.writeTextFile(file, withRows(perPage));
      await followed.seen();
      equal(followed.states.at(-1)!.config.perPage, perPage);
    }
    await Promise.all([followed.seen(), followed.seen(), followed[Symbol.asyncDispose]()]);
    await followed.seen();
    deepEqual(followed.states.filter(({ status }) => status !== "loaded"), []);
  }));

testOn(
  ["specialFiles"],
  "watchConfigFile() goes on, and ends, when somebody puts a pipe beside the file, or in its place",
  () =>
    inFolder(async (folder, file) => {
      await Deno.writeTextFile(file, withRows(1));
      await using followed = await follow(file);
      await mkfifo(join(folder, "beside"));
      await Deno.writeTextFile(file, withRows(2));
      await followed.until(rows(2));
      await Deno.remove(file);
      await mkfifo(file);
      await followed.until(({ status }) => status !== "loaded");
      await Deno.remove(file);
      await Deno.writeTextFile(file, withRows(3));
      await followed.until(rows(3));
    }),
);

async function mkfifo(path: string): Promise<void> {
  ok((await new Deno.Command("mkfifo", { args: [path] }).output()).success);
}
