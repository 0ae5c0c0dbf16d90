import assert from "node:assert/strict";
import { join } from "node:path";
import { watchAgain } from "../../../src/core/platform/watch/again.ts";
import { watchByInotify } from "../../../src/core/platform/watch/inotify.ts";
import { watchByLooks } from "../../../src/core/platform/watch/looks.ts";
import type { FolderWatch, WatchOptions } from "../../../src/core/platform/watch/watched.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { exec } from "../../support/servers/server.ts";

const WAYS: Readonly<Record<string, (folders: readonly string[], options: WatchOptions) => FolderWatch>> = {
  "watchByInotify()": watchByInotify,
  // Checks often, so that the test is quick; macOS uses half a second.
  "watchByLooks()": (folders, options) => watchByLooks(folders, options, 20),
};

interface Stage {
  readonly folder: string;
  /** A folder beside the watched one. */
  readonly beside: string;
  /**
   * Performs a change and waits until it is reported for that path below the folder; "" is the
   * folder itself.
   */
  heard(path: string, act: () => Promise<unknown>): Promise<void>;
  readonly told: readonly (readonly [path: string, gone: boolean])[];
  close(): Promise<void>;
}

async function watching(
  way: string,
  play: (stage: Stage) => Promise<void>,
  before: (stage: Pick<Stage, "folder" | "beside">) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "kedge-watch-" }));
  const folder = join(root, "own"), beside = join(root, "beside");
  await Deno.mkdir(join(folder, "sub"), { recursive: true });
  await Deno.mkdir(beside);
  await before({ folder, beside });
  const told: [string, boolean][] = [];
  const watch = WAYS[way]!([folder], {
    enter: (path) => path.split("/").at(-1) !== "skipped",
    onChange(path, gone) {
      told.push([path.slice(folder.length + 1), gone]);
    },
  });
  try {
    await play({
      folder,
      beside,
      told,
      async heard(path, act) {
        const from = told.length;
        await act();
        await waitFor(path, () => {
          const since = told.slice(from);
          assert.ok(since.some(([heard]) => heard === path), `heard were ${JSON.stringify(since)}`);
          return true;
        });
      },
      close: () => settles("close", watch.close()),
    });
  } finally {
    await settles("close", watch.close());
    await removeFolder(root);
  }
}

async function settles(what: string, promise: Promise<void>): Promise<void> {
  let settled = false;
  promise.catch(() => {}).then(() => settled = true);
  await waitFor(`${what} to settle`, () => settled);
  await promise;
}

/** Changes in a folder, and the path that is reported. */
const CHANGES: readonly (readonly [what: string, path: string, act: (folder: string) => Promise<unknown>])[] =
  [
    ["a file that is made", "new", (folder) => Deno.writeTextFile(join(folder, "new"), "1")],
    ["a file that is written", "sub/old", (folder) => Deno.writeTextFile(join(folder, "sub/old"), "12")],
    ["a file that is replaced", "sub/old", async (folder) => {
      await Deno.writeTextFile(join(folder, "../beside/old"), "3");
      await Deno.rename(join(folder, "../beside/old"), join(folder, "sub/old"));
    }],
    ["a file that is removed", "sub/old", (folder) => Deno.remove(join(folder, "sub/old"))],
    ["a file that may not be read any more", "sub/old", (folder) => Deno.chmod(join(folder, "sub/old"), 0)],
    [
      "a file whose name is no text of one line",
      "a\nb",
      (folder) => Deno.writeTextFile(join(folder, "a\nb"), ""),
    ],
    ["a folder that has gone", "", (folder) => Deno.remove(folder, { recursive: true })],
    ["a folder that is another one", "", async (folder) => {
      await Deno.rename(folder, `${folder}.old`);
      await Deno.mkdir(folder);
    }],
  ];
for (const way of Object.keys(WAYS)) {
  for (const [what, path, act] of CHANGES) {
    Deno.test(`${way} tells of ${what}`, () =>
      watching(
        way,
        async ({ folder, heard, told }) => {
          // A folder below is watched once it reports a change.
          await untilHeard(join(folder, "sub/mark"), () => told.some(([path]) => path === "sub/mark"));
          await heard(path, () => act(folder));
          if (path === "") assert.ok(told.some(([path, gone]) => path === "" && gone));
        },
        ({ folder }) => Deno.writeTextFile(join(folder, "sub/old"), "1"),
      ));
  }

  Deno.test(`${way} tells of files in folders that came later, with what they brought, and of none that left`, () =>
    watching(way, async ({ folder, beside, heard, told }) => {
      await Deno.mkdir(join(beside, "came/deep"), { recursive: true });
      await heard("came", () => Deno.rename(join(beside, "came"), join(folder, "came")));
      await untilHeard(
        join(folder, "came/deep/file"),
        () => told.some(([path]) => path === "came/deep/file"),
      );
      await heard("came", () => Deno.rename(join(folder, "came"), join(beside, "left")));
      await Deno.writeTextFile(join(beside, "left/deep/after"), "");
      await Deno.mkdir(join(folder, "skipped"));
      await Deno.writeTextFile(join(folder, "skipped/inside"), "");
      await heard("last", () => Deno.writeTextFile(join(folder, "last"), ""));
      assert.deepEqual(told.filter(([path]) => /after|inside/.test(path)), []);
    }));

  Deno.test(`${way} tells nothing once it is closed`, () =>
    watching(way, async ({ folder, told, close }) => {
      await close();
      const before = told.length;
      await Deno.writeTextFile(join(folder, "new"), "");
      await using other = second(way, folder);
      await other.heard();
      assert.equal(told.length, before);
    }));

  Deno.test(`${way} refuses a folder that is not there, and a file`, async () => {
    const file = await Deno.makeTempFile({ prefix: "kedge-watch-" });
    for (const path of way === "watchByInotify()" ? [file, `${file}.none`] : [`${file}.none`]) {
      assert.throws(() => WAYS[way]!([path], { onChange() {} }));
    }
    await Deno.remove(file);
  });
}

/**
 * Writes a file repeatedly until a condition holds, because a new folder is watched only after a
 * moment.
 */
async function untilHeard(file: string, so: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1500 && !so(); turn++) {
    await Deno.writeTextFile(file, `${turn}`);
    await new Promise((done) => setTimeout(done, 20));
  }
  assert.ok(so(), `${file} was not heard`);
}

/** Starts a second watch of the folder, and returns whether a file of its own is reported. */
function second(way: string, folder: string) {
  const heard = Promise.withResolvers<void>();
  const watch = WAYS[way]!([folder], {
    onChange: (path) => void (path.endsWith("second") && heard.resolve()),
  });
  let done = false;
  void heard.promise.then(() => done = true);
  return {
    heard: () => settles("the second watch", untilHeard(join(folder, "second"), () => done)),
    [Symbol.asyncDispose]: () => settles("close", watch.close()),
  };
}

/** Files and folders that block a program that opens or walks them. */
const HOSTILE: readonly (readonly [what: string, make: (at: string, beside: string) => Promise<unknown>])[] =
  [
    ["a pipe", (at) => exec(["mkfifo", at])],
    ["a link to a pipe", async (at, beside) => {
      await exec(["mkfifo", join(beside, "pipe")]);
      await Deno.symlink(join(beside, "pipe"), at);
    }],
    ["a socket", (at) => {
      Deno.listen({ transport: "unix", path: at }).close();
      return Promise.resolve();
    }],
    ["a device", (at) => exec(["mknod", at, "c", "5", "0"])],
    ["a link to /dev/zero", (at) => Deno.symlink("/dev/zero", at)],
    ["a link to the folder itself", (at) => Deno.symlink("..", at)],
    ["a link to all that there is", (at) => Deno.symlink("/", at)],
    ["a folder that nobody may enter", (at) => Deno.mkdir(at, { mode: 0 })],
    ["a tree of 3,000 folders", async (at) => {
      for (let wide = 0; wide < 1500; wide++) {
        await Deno.mkdir(join(at, `${wide}`, "deep"), { recursive: true });
      }
    }],
    [
      "a tree of 500 folders in one another",
      (at) => Deno.mkdir(join(at, "d/".repeat(500)), { recursive: true }),
    ],
  ];
for (const way of Object.keys(WAYS)) {
  for (const [what, make] of HOSTILE) {
    for (const when of ["before", "while"] as const) {
      Deno.test(`${way} goes on, and can be closed, when there is ${what} ${when === "before" ? "before" : "while it watches"}`, () =>
        watching(
          way,
          async ({ folder, beside, told, close }) => {
            await using other = second(way, beside);
            if (when === "while") await make(join(folder, "sub/it"), beside);
            await untilHeard(join(folder, "after"), () => told.some(([path]) => path === "after"));
            await other.heard();
            await close();
          },
          ({ folder, beside }) =>
            when === "before" ? make(join(folder, "sub/it"), beside) : Promise.resolve(),
        ));
    }
  }
}

Deno.test("watchAgain() hears of a folder that was deleted and made again, at once or later, and of what is in it then", async () => {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "kedge-watch-" }));
  const folder = join(root, "own");
  await Deno.mkdir(folder);
  const told = new Set<string>();
  const watch = watchAgain(folder, {
    enter: () => true,
    onChange: (path) => void told.add(path.slice(root.length + 1)),
  }, 20)!;
  try {
    for (const later of [false, true, false]) {
      Deno.removeSync(folder, { recursive: true });
      if (later) await waitFor("the folder that has gone", () => told.has("own"));
      Deno.mkdirSync(join(folder, "sub"), { recursive: true });
      told.clear();
      // A file written before the new folder is watched is reported as a change of the folder.
      await waitFor("a file in the new one", async () => {
        await Deno.writeTextFile(join(folder, "sub/a"), "a");
        return told.has("own/sub/a");
      });
    }
  } finally {
    await settles("close", watch.close());
    await removeFolder(root);
  }
});
