import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findProgram } from "../../src/core/platform/mod.ts";
import { shareGoCache } from "../support/program/actions.ts";
import { kedge } from "../support/program/kedge.ts";
import { withHome } from "../support/program/home.ts";
import { kedgePaths } from "../../src/core/paths.ts";
import { removeFolder } from "../support/remove_folder.ts";

const EXAMPLES = fileURLToPath(new URL("../../examples/", import.meta.url));
const NAMES = ["every-kind", "secret-check", "toolbox"];

/** Runs `work` with a copy of an example in a new folder, as an author has it. */
async function withCopy(name: string, work: (copy: string, folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-example-" });
  try {
    const copy = join(folder, name);
    await copyTree(join(EXAMPLES, name), copy);
    await work(copy, folder);
  } finally {
    await removeFolder(folder);
  }
}

async function copyTree(from: string, to: string): Promise<void> {
  await Deno.mkdir(to);
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copyTree(join(from, name), join(to, name));
    else await Deno.copyFile(join(from, name), join(to, name));
  }
}

for (const name of NAMES) {
  Deno.test(`examples/${name} is valid, compiles and has no warning`, async () => {
    await withHome(async (paths) => {
      await shareGoCache(paths);
      const args = ["--validate-bundle", join(EXAMPLES, name), "--compile", "--json"];
      const { code, stdout } = await kedge(args, { env: { KEDGE_HOME: paths.home } });
      const { ok, diagnostics } = JSON.parse(stdout);
      assert.deepEqual([code, ok, diagnostics], [0, true, []]);
    });
  });

  Deno.test(`examples/${name} passes its own tests where kedge --new prepared it`, async () => {
    await withCopy(name, async (copy) => {
      assert.equal((await kedge(["--new", copy])).code, 0);
      const go = await findProgram("go");
      assert.ok(go, "Go is needed for this test");
      const { success, stdout, stderr } = await new Deno.Command(go, {
        args: ["test", "./..."],
        cwd: copy,
        env: {
          GOFLAGS: "-mod=readonly",
          GOPROXY: "off",
          GOWORK: "off",
          GOTOOLCHAIN: "local",
          CGO_ENABLED: "0",
        },
      }).output();
      assert.ok(success, new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
    });
  });
}

Deno.test("examples/toolbox is packed, reviewed, installed and run from the terminal", async () => {
  await withCopy("toolbox", async (copy, folder) => {
    const env = { KEDGE_HOME: join(folder, "home") };
    await shareGoCache(kedgePaths(env.KEDGE_HOME));
    const bundle = join(folder, "toolbox.kedgeext");
    const run = async (...args: string[]) => {
      const { stdout, stderr, code } = await kedge([...args, "--json"], { env });
      assert.equal(code, 0, stdout + stderr);
      return JSON.parse(stdout);
    };
    const { hash } = await run("--pack", copy, "--output", bundle);
    assert.equal((await run("--install", bundle, "--trust", hash)).change, "install");

    const answers = join(folder, "answers.json");
    await Deno.writeTextFile(answers, JSON.stringify([{ count: "4", separator: " " }, false]));
    const { status, shown } = await run("--run", "toolbox/passphrase", "--answers", answers);
    assert.equal(status, "ok");
    assert.deepEqual(shown.map(({ kind }: { kind: string }) => kind), ["form", "html", "confirm", "toast"]);
    assert.match(shown[1].html, />([a-z]+ ){3}[a-z]+<.*32 bits/);

    await Deno.writeTextFile(answers, JSON.stringify(["1s"]));
    const timer = await run("--run", "toolbox/timer", "--answers", answers);
    assert.equal(timer.status, "ok");
    assert.equal(timer.shown.at(-1).message, "Time is up after 1s.");
  });
});
