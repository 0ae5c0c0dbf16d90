import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { removeFolder } from "../../support/remove_folder.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const DOC = await Deno.readTextFile(join(ROOT, "docs/pages.md"));

/** Listings of docs/pages.md: whole files, and lines to add to existing files. */
const listings = [...DOC.matchAll(/```tsx? (file|line)=(\S+)\n(.*?)```/gs)]
  .map(([, kind, path, text]) => ({ kind, path: path!, text: text! }));
const files = listings.filter(({ kind }) => kind === "file");
const lines = listings.filter(({ kind }) => kind === "line");

/** Copies a folder without what is not source. */
async function copy(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copy(join(from, name), join(to, name));
    else await Deno.copyFile(join(from, name), join(to, name));
  }
}

/** Adds a line to a registry, with its import in both registries of pages. */
function withLine(path: string, source: string, line: string): string {
  if (path === "src/core/app/features/mod.ts") return source + line;
  if (path === "src/ui/pages/registry.ts") {
    return `import * as teams from "./teams/page.tsx";\n` +
      source.replace(/\n\};\n$/, `\n  ${line.trim()}\n};\n`);
  }
  return `import { teamsPage } from "./teams/page.ts";\n` +
    source.replace("export const PAGES = {\n", `export const PAGES = {\n  ${line.trim()}\n`);
}

/** A program that checks the new page in all parts that depend on the registries. */
const PROOF = `
import assert from "node:assert/strict";
import { command, usageKey } from "./src/core/app/command.ts";
import { createWindows } from "./src/core/app/windows.ts";
import { bundlePages } from "./src/pages/bundle.ts";
import { pagePolicy } from "./src/pages/http/headers.ts";
import { pageHtml } from "./src/pages/http/parts.ts";
import { mayCommand, PAGES } from "./src/pages/registry.ts";
import { shapeOf } from "./src/tray/windows/follow.ts";
import { emptyState } from "./tests/support/pages/state.ts";
import { testStore } from "./tests/support/pages/store.ts";

const store = testStore(emptyState());
const windows = createWindows(store, PAGES);
windows.open("teams");
windows.open("teams");
const [window, ...more] = store.get().windows;
assert.deepEqual(more, []);
assert.deepEqual(shapeOf(window), { title: "Teams", width: 480, height: 360, frameless: false });
windows.remember(window.id, { width: 700, height: 500 });
assert.deepEqual(store.get().sizes.teams, { width: 700, height: 500 });
assert.match(pageHtml(window, "window"), /data-page="teams".* data-resizable/);
assert.match(pagePolicy(window, 1), /frame-src http:/);
assert.equal(mayCommand(window, { name: "openWindow", page: "accounts" }, store.get()), true);
assert.equal(mayCommand(window, { name: "quit" }, store.get()), false);
assert.equal(usageKey(command.parse({ name: "praiseTeam", team: "shop" })), "team:shop");
await bundlePages("pages");
const made = [];
for await (const { name } of Deno.readDir("pages")) made.push(await Deno.readTextFile("pages/" + name));
assert.ok(made.some((text) => text.includes("accountNames")), "the view is in the bundle");
`;

Deno.test("docs/pages.md adds a page with two folders and two lines, a command with one of each", async (t) => {
  await t.step("it takes as many files as it says", () => {
    const folders = new Set(files.map(({ path }) => dirname(path)));
    assert.deepEqual([...folders], ["src/pages/teams", "src/ui/pages/teams", "src/core/app/features/teams"]);
    assert.deepEqual(lines.map(({ path, text }) => [path, text.trim().split("\n").length]), [
      ["src/pages/registry.ts", 1],
      ["src/ui/pages/registry.ts", 1],
      ["src/core/app/features/mod.ts", 1],
    ]);
  });

  const folder = await Deno.makeTempDir({ prefix: "kedge-add-page-" });
  try {
    for (const part of ["src", "schema", "tests/support"]) await copy(join(ROOT, part), join(folder, part));
    for (const file of ["deno.json", "deno.lock", "package.json"]) {
      await Deno.copyFile(join(ROOT, file), join(folder, file)).catch(() => {});
    }
    await Deno.symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
    for (const { path, text } of files) {
      await Deno.mkdir(join(folder, dirname(path)), { recursive: true });
      await Deno.writeTextFile(join(folder, path), text);
    }
    for (const { path, text } of lines) {
      const source = await Deno.readTextFile(join(folder, path));
      const next = withLine(path, source, text);
      assert.notEqual(next, source);
      await Deno.writeTextFile(join(folder, path), next);
    }
    await Deno.writeTextFile(join(folder, "proof.ts"), PROOF);
    const run = async (...args: string[]) => {
      const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args,
        cwd: folder,
        env: { NO_COLOR: "1" },
      }).output();
      assert.ok(success, new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
    };
    await t.step(
      "its sources are right",
      () => run("check", "-q", ...files.map(({ path }) => path), ...lines.map(({ path }) => path)),
    );
    await t.step(
      "schema, sizes, permissions, serving, window and bundle follow",
      () => run("run", "-A", "--no-check", "proof.ts"),
    );
  } finally {
    await removeFolder(folder);
  }
});
