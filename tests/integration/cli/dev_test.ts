import assert from "node:assert/strict";
import { join } from "node:path";
import { kedgePaths } from "../../../src/core/paths.ts";
import { askFirst } from "../../../src/tray/instance/ask.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { sharePages } from "../../support/pages/assets.ts";
import { cli, makeHome, startCli } from "../../support/program/actions.ts";
import { interrupt } from "../../support/program/interrupt.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { has, testOn } from "../../support/systems.ts";
import { EVE, isRoot } from "../../support/users/mod.ts";

const MANIFEST = {
  id: "tools",
  name: "Tools",
  actions: [{ id: "go", label: "Go", entry: "go.go", contextMode: "none" }],
};
const GO = 'package action\n\nimport "kedge"\n\nfunc Run(k *kedge.Ctx) error { return nil }\n';

/** Reads the output of a child until it matches. */
function reader(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const chunks = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    async until(words: RegExp): Promise<string> {
      while (!words.test(text)) {
        const { value, done } = await chunks.read();
        if (done) throw new Error(`ended before ${words}: ${text}`);
        text += value;
      }
      const all = text;
      text = "";
      return all;
    },
    cancel: () => chunks.cancel(),
  };
}

async function author(play: (folder: string, home: Awaited<ReturnType<typeof makeHome>>) => Promise<void>) {
  const home = await makeHome();
  await sharePages(home);
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "kedge-author-" }));
  await Deno.writeTextFile(join(folder, "manifest.json"), JSON.stringify(MANIFEST));
  await Deno.writeTextFile(join(folder, "go.go"), GO);
  try {
    await play(folder, home);
  } finally {
    await removeFolder(folder);
    await home.remove();
  }
}

testOn(
  ["interrupt"],
  "--dev works with the Kedge that runs, and is over when the terminal is",
  () =>
    author(async (folder, home) => {
      const first = startCli(home, ["--browser"], { cwd: home.home });
      const said = reader(first.stdout);
      await said.until(/Kedge is at http/);
      const dev = startCli(home, ["--dev", folder], { cwd: folder });
      const told = reader(dev.stdout);
      await told.until(/ready: 1 action in/);
      await Deno.writeTextFile(join(folder, "go.go"), GO.replace("nil }", "nill }"));
      assert.match(await told.until(/undefined: nill[\s\S]*\n/), /go\.go:5:39/);
      await Deno.writeTextFile(join(folder, "go.go"), GO);
      await told.until(/ready: 1 action/);
      const second = await cli(home, ["--dev", folder]);
      assert.deepEqual([second.code, /works on/.test(second.stderr)], [3, true]);
      if (has("links")) {
        const link = join(home.home, "link");
        await Deno.symlink(home.home, link);
        const linked = await cli(kedgePaths(link), ["--dev", folder]);
        assert.deepEqual([linked.code, linked.stderr], [3, second.stderr], "in a linked home");
      }
      const run = async (action: string) => {
        const { code, stderr } = await cli(home, ["--run", `tools/${action}`]);
        return [code, stderr.includes("there is no extension"), stderr.includes(`works on it in ${folder}`)];
      };
      assert.deepEqual(await run("go"), [3, true, true]);
      assert.deepEqual(await run("gone"), [3, true, false]);
      await interrupt(dev, folder);
      assert.equal((await dev.status).code, 0);
      // It can be started again at once, and it also ends when its terminal is killed.
      const again = startCli(home, ["--dev", folder]);
      const heard = reader(again.stdout);
      await heard.until(/ready: 1 action/);
      again.kill("SIGKILL");
      await again.status;
      await waitFor(
        "it to be over",
        async () => !(await cli(home, ["--list"])).stdout.includes("Tools"),
        60_000,
      );
      await interrupt(first, home.home);
      assert.equal((await first.status).code, 0);
      for (const { cancel } of [said, told, heard]) await cancel();
      for (const child of [first, dev, again]) await child.stderr.cancel();
    }),
);

testOn(
  ["interrupt", "modes"],
  "--dev works with the Kedge that runs in a home with other files, which others may read",
  () =>
    author(async (folder, home) => {
      await Deno.writeTextFile(join(home.home, "README.md"), "");
      await Deno.chmod(home.home, 0o755);
      const first = startCli(home, ["--browser"], { cwd: home.home });
      const said = reader(first.stdout);
      await said.until(/Kedge is at http/);
      const dev = startCli(home, ["--dev", folder], { cwd: folder });
      const told = reader(dev.stdout);
      await told.until(/ready: 1 action in/);
      assert.equal((await Deno.stat(home.home)).mode! & 0o777, 0o755, "the mode stays as it is");
      if (isRoot) {
        // Another user could change this link, so Kedge refuses to talk to the instance behind it.
        const link = join(home.home, "link");
        await Deno.symlink(home.home, link);
        assert.ok((await new Deno.Command("chown", { args: ["-h", `${EVE}`, link] }).output()).success);
        const { code, stdout } = await cli(kedgePaths(link), ["--dev", folder, "--json"]);
        assert.deepEqual([code, JSON.parse(stdout)], [1, {
          ok: false,
          error: `--dev did not reach the Kedge that runs in ${link}`,
          hint: "Try again; if that does not help, quit that one first.",
        }]);
      }
      await interrupt(dev, folder);
      assert.equal((await dev.status).code, 0);
      await interrupt(first, home.home);
      assert.equal((await first.status).code, 0);
      for (const { cancel } of [said, told]) await cancel();
      for (const child of [first, dev]) await child.stderr.cancel();
    }),
);

testOn(
  ["interrupt"],
  "--dev starts a Kedge where none runs, and --json tells how the last save was",
  () =>
    author(async (folder, home) => {
      await Deno.writeTextFile(join(folder, "manifest.json"), "{");
      const dev = startCli(home, ["--dev", folder, "--browser", "--json"], { cwd: folder });
      const told = reader(dev.stderr);
      await told.until(/manifest\.json:1:1/);
      assert.equal(await askFirst(home.home, "nothing", {}), undefined);
      await interrupt(dev, folder);
      const lines = (await new Response(dev.stdout).text()).trim().split("\n");
      const document = JSON.parse(lines.at(-1)!);
      assert.deepEqual([document.ok, document.folder, document.diagnostics.length > 0], [
        false,
        folder,
        true,
      ]);
      assert.equal((await dev.status).code, 0);
      await told.cancel();
    }),
);

Deno.test("--dev of what is no folder is wrong usage", async () => {
  const home = await makeHome();
  const { code, stderr } = await cli(home, ["--dev", join(home.home, "nothing")]);
  assert.deepEqual([code, /is not a folder/.test(stderr)], [2, true]);
  await home.remove();
});
