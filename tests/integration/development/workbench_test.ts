import assert from "node:assert/strict";
import { join } from "node:path";
import { defaultConfig } from "../../../src/core/config/mod.ts";
import { openWorkbench, type Workbench } from "../../../src/core/development/workbench.ts";
import type { RunOutcome, RunSurface } from "../../../src/core/actions/mod.ts";
import type { DevelopmentState } from "../../../src/core/state/development.ts";
import { changeOverrides, readOverrides } from "../../../src/core/extensions/mod.ts";
import type { KedgePaths } from "../../../src/core/paths.ts";
import { makeHome } from "../../support/program/actions.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const source = (word: string) =>
  `package action

import "kedge"

func Run(k *kedge.Ctx) error {
	k.Log("${word}", k.Config("who"))
	return nil
}
`;
const manifest = (parts: Record<string, unknown> = {}) =>
  JSON.stringify({
    id: "tools",
    name: "Tools",
    config: { who: "world" },
    actions: [{ id: "go", label: "Go", entry: "go.go", contextMode: "none" }],
    ...parts,
  });

/**
 * Runs `play` with a folder in development; `settled` returns the first state that matches after
 * the files have rested.
 */
async function working(
  play: (parts: {
    folder: string;
    bench: Workbench;
    settled: (which: (state: DevelopmentState) => boolean) => Promise<DevelopmentState>;
    save: (path: string, text: string) => Promise<void>;
    run: () => Promise<{ outcome: RunOutcome; lines: string[] }>;
    paths: KedgePaths;
  }) => Promise<void>,
): Promise<void> {
  const home = await makeHome();
  const folder = await Deno.makeTempDir({ prefix: "kedge-author-" });
  const save = (path: string, text: string) => Deno.writeTextFile(join(folder, path), text);
  await save("manifest.json", manifest());
  await save("go.go", source("hello"));
  // The user's settings for the installed extension of that id.
  await changeOverrides(home, "tools", "go", {
    config: { who: "user" },
    write: [{ server: "Orders", at: "db:1" }],
  });
  const states: DevelopmentState[] = [];
  const waiting = new Set<() => void>();
  const bench = await openWorkbench(
    folder,
    { paths: home, version: { version: "0.1.0", development: true }, now: Date.now },
    (state) => {
      states.push(state);
      for (const look of waiting) look();
    },
  );
  let seen = 0;
  try {
    await play({
      folder,
      bench,
      save,
      paths: home,
      settled: (which) =>
        new Promise((resolve) => {
          const look = () => {
            const at = states.findIndex((state, index) => index >= seen && which(state));
            if (at < 0) return;
            seen = at + 1;
            waiting.delete(look);
            resolve(states[at]!);
          };
          waiting.add(look);
          look();
        }),
      async run() {
        const surface = new Proxy({}, { get: () => () => {} }) as RunSurface;
        const run = bench.start("go", defaultConfig, surface);
        const outcome = await run.done;
        const read = await run.log.read(0, 100, AbortSignal.timeout(60_000));
        return { outcome, lines: read.ok ? read.rows.map(({ text }) => text) : [] };
      },
    });
  } finally {
    await bench.close();
    await removeFolder(folder);
    await home.remove();
  }
}

Deno.test("openWorkbench() checks and compiles at each save, and runs what lies in the folder", () =>
  working(async ({ bench, settled, save, run }) => {
    const first = await settled(({ status }) => status === "ready");
    assert.equal(first.hash, bench.extension?.hash);
    assert.deepEqual([first.extension, first.name, first.actions, first.diagnostics], [
      "tools",
      "Tools",
      1,
      [],
    ]);
    assert.equal(bench.extension?.developed, true);
    assert.deepEqual(bench.extension.actions.map(({ label, state }) => [label, state]), [["Go", "enabled"]]);
    const { outcome, lines } = await run();
    assert.deepEqual([outcome.status, lines], ["ok", ["hello user"]]);

    await save("go.go", source("hello").replace("k.Log", "k.Lag"));
    const broken = await settled(({ status }) => status === "broken");
    const [problem] = broken.diagnostics;
    assert.deepEqual([problem?.file, problem?.line, problem?.severity], ["go.go", 6, "error"]);
    const refused = (await run()).outcome;
    assert.equal(refused.status, "refused");
    assert.match(refused.error ?? "", /go\.go:6/);

    await save("go.go", source("again"));
    await settled(({ status }) => status === "ready");
    assert.deepEqual((await run()).lines, ["again user"]);
  }));

Deno.test("openWorkbench() runs a save of just now, whether its event has come or not", () =>
  working(async ({ settled, save, run }) => {
    await settled(({ status }) => status === "ready");
    await save("go.go", source("newest"));
    assert.deepEqual((await run()).lines, ["newest user"]);
  }));

for (const by of ["saved", "run"]) {
  Deno.test(`openWorkbench() compiles unchanged files again when they are ${by} and what was in the way is gone`, () =>
    working(async ({ settled, save, run, paths }) => {
      await settled(({ status }) => status === "ready");
      const actions = join(paths.cache, "actions");
      await Deno.remove(actions, { recursive: true });
      await Deno.writeTextFile(actions, "in the way");
      await save("go.go", source("again"));
      const { diagnostics } = await settled(({ status }) => status === "broken");
      assert.deepEqual(diagnostics.map(({ code }) => code), ["compile-failed"]);
      await Deno.remove(actions);
      if (by === "saved") await save("go.go", source("again"));
      else assert.deepEqual((await run()).lines, ["again user"]);
      await settled(({ status }) => status === "ready");
    }));
}

Deno.test("openWorkbench() refuses runs while the manifest is broken, with the place", () =>
  working(async ({ bench, settled, save, run }) => {
    await settled(({ status }) => status === "ready");
    await save("manifest.json", manifest().replace('"Tools"', "Tools"));
    const broken = await settled(({ status }) => status === "broken");
    assert.equal(broken.diagnostics[0]?.file, "manifest.json");
    assert.equal(broken.hash, undefined);
    // The last good version is still shown.
    assert.equal(bench.extension?.name, "Tools");
    const { outcome } = await run();
    assert.equal(outcome.status, "refused");
    assert.match(outcome.error ?? "", /manifest\.json:1/);
    await save("manifest.json", manifest({ name: "Better tools" }));
    await settled(({ status, name }) => status === "ready" && name === "Better tools");
    assert.equal((await run()).outcome.status, "ok");
  }));

Deno.test("openWorkbench() follows a folder that is removed and made again", () =>
  working(async ({ folder, settled, save, run }) => {
    await settled(({ status }) => status === "ready");
    await Deno.remove(folder, { recursive: true });
    await settled(({ status }) => status === "broken");
    await Deno.mkdir(folder);
    await save("manifest.json", manifest());
    await save("go.go", source("back"));
    await settled(({ status }) => status === "ready");
    await save("go.go", source("heard"));
    await settled(({ status }) => status === "ready");
    assert.deepEqual((await run()).lines, ["heard user"]);
  }));

Deno.test("openWorkbench() keeps settings for itself and leaves nothing in the home", () =>
  working(async ({ bench, settled, run, paths }) => {
    await settled(({ status }) => status === "ready");
    assert.deepEqual(bench.extension?.actions[0]?.own, { config: { who: "user" } });
    bench.saveOverrides("go", { config: { who: "author" } });
    assert.deepEqual((await run()).lines, ["hello author"]);
    await bench.close();
    const left = (await Array.fromAsync(Deno.readDir(paths.home))).map(({ name }) => name).sort();
    assert.deepEqual(left, ["cache", "extensions"]);
    assert.deepEqual((await readOverrides(paths, "tools")).actions.go, {
      config: { who: "user" },
      write: [{ server: "Orders", at: "db:1" }],
    });
    const programs = await Array.fromAsync(Deno.readDir(join(paths.cache, "actions")));
    assert.deepEqual(programs, []);
  }));
