import assert from "node:assert/strict";
import { waitFor } from "../../desktop/harness/wait.ts";
import { sharePages } from "../../support/pages/assets.ts";
import { cli, installActions, makeHome, startCli } from "../../support/program/actions.ts";

const GO = 'package action\n\nimport "kedge"\n\nfunc Run(k *kedge.Ctx) error { return nil }\n';

Deno.test("--list says the same with a running Kedge, which is asked, and without", async () => {
  const home = await makeHome();
  await sharePages(home);
  try {
    const list = async () => {
      const { code, stdout } = await cli(home, ["--list", "--json"]);
      assert.equal(code, 0);
      return JSON.parse(stdout);
    };
    assert.deepEqual(await list(), []);
    await installActions(home, "tools", [{ id: "go", source: GO }]);
    const alone = await list();
    assert.equal(alone[0].id, "tools");
    const first = startCli(home, ["--browser"]);
    const said = first.stdout.getReader();
    await said.read();
    assert.deepEqual(await list(), alone);
    // What was installed just now is there, although nobody told the one that runs.
    await installActions(home, "more", [{ id: "go", source: GO }]);
    assert.deepEqual((await list()).map(({ id }: { id: string }) => id), ["more", "tools"]);
    await Deno.writeTextFile(`${home.extensions}/more/bundle/actions/go.go`, "package action\n");
    assert.deepEqual((await list()).map(({ trust }: { trust: string }) => trust), ["changed", "trusted"]);
    first.kill("SIGTERM");
    await first.status;
    await said.cancel();
    await first.stderr.cancel();
  } finally {
    await home.remove();
  }
});

Deno.test("--list is kept once all of it was checked, and true again as soon as something has changed", async () => {
  const home = await makeHome();
  try {
    const list = async (): Promise<{ id: string; name: string; trust: string }[]> =>
      JSON.parse((await cli(home, ["--list", "--json"])).stdout);
    await installActions(home, "tools", [{ id: "go", source: GO }]);
    const kept = `${home.cache}/extensions.json`;
    // What was written just now is not kept yet.
    const text = await waitFor(
      "the kept list",
      async () => (await list(), await Deno.readTextFile(kept)),
      60_000,
    );
    await Deno.writeTextFile(kept, text.replaceAll("Test tools", "As it is kept"));
    assert.deepEqual((await list()).map(({ name }) => name), ["As it is kept"]);
    await Deno.writeTextFile(`${home.extensions}/tools/bundle/actions/go.go`, GO.replace("nil }", "nil}"));
    assert.deepEqual((await list()).map(({ name, trust }) => [name, trust]), [["Test tools", "changed"]]);
  } finally {
    await home.remove();
  }
});
