import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { showNews } from "../../../../src/cli/start/news.ts";
import type { Command } from "../../../../src/core/app/command.ts";
import { NEWS } from "../../../../src/core/news.ts";
import { kedgePaths } from "../../../../src/core/paths.ts";

const NOW = NEWS[0]!.version;

/** Starts once on a home whose state file has `kept`; gives what was opened and told, and what the file has then. */
async function start(kept: object, hidden: boolean, version = NOW) {
  const paths = kedgePaths(await Deno.makeTempDir({ prefix: "kedge-news-" }));
  await Deno.writeTextFile(join(paths.home, "state.json"), JSON.stringify(kept), { mode: 0o600 });
  const opened: Command[] = [], told: string[] = [];
  const app = {
    dispatch: (command: Command) => (opened.push(command), Promise.resolve({ ok: true } as const)),
    tell: (_: string, message: string) => void told.push(message),
  };
  await showNews(app, paths, version, hidden);
  await showNews(app, paths, version, hidden);
  const state = JSON.parse(await Deno.readTextFile(paths.state));
  await Deno.remove(paths.home, { recursive: true });
  return { opened, told, state };
}

Deno.test("tellNews() opens the news once when a newer version starts, and keeps everything else", async () => {
  const { opened, told, state } = await start({ version: "0.0.9", usage: { a: 1 }, ofLater: [1] }, false);
  deepEqual(opened, [{ name: "openWindow", page: "news" }]);
  deepEqual(told, []);
  deepEqual(state, { version: NOW, usage: { a: 1 }, ofLater: [1] });
});

Deno.test("tellNews() opens no window when Kedge starts at login, but tells", async () => {
  const { opened, told } = await start({ version: "0.0.9" }, true);
  deepEqual(opened, []);
  equal(told.length, 1);
  match(told[0]!, /What’s new/);
});

const SILENT: [name: string, kept: object, version: string][] = [
  ["it is the first start", {}, NOW],
  ["the version is the same", { version: NOW }, NOW],
  ["an older version starts again", { version: "99.0.0" }, NOW],
];
for (const [name, kept, version] of SILENT) {
  Deno.test(`tellNews() says nothing when ${name}`, async () => {
    const { opened, told, state } = await start(kept, false, version);
    deepEqual([opened, told], [[], []]);
    equal(state.version, version);
  });
}
