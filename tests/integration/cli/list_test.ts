import assert from "node:assert/strict";
import { sharePages } from "../../support/pages/assets.ts";
import { cli, endCli, installActions, makeHome, startCli } from "../../support/program/actions.ts";

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
    // The new extension is listed although the running Kedge was not notified.
    await installActions(home, "more", [{ id: "go", source: GO }]);
    assert.deepEqual((await list()).map(({ id }: { id: string }) => id), ["more", "tools"]);
    await Deno.writeTextFile(`${home.extensions}/more/bundle/actions/go.go`, "package action\n");
    assert.deepEqual((await list()).map(({ trust }: { trust: string }) => trust), ["changed", "trusted"]);
    await endCli(first);
    await said.cancel();
    await first.stderr.cancel();
  } finally {
    await home.remove();
  }
});
