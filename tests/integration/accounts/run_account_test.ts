/** `--run` accepts the same names of accounts as other commands. */
import { deepEqual, match } from "node:assert/strict";
import { join } from "node:path";
import { kedgePaths } from "../../../src/core/paths.ts";
import { installActions, shareGoCache } from "../../support/program/actions.ts";
import { asUser } from "./stage.ts";

const SOURCE = `package action

import "kedge"

func Run(k *kedge.Ctx) error {
	id, role, region := k.Account()
	k.Log(id, role, region)
	return nil
}
`;

Deno.test("kedge --run accepts an account by its name, and runs nothing when the name is unknown", async (t) => {
  await asUser({}, async (user) => {
    const paths = kedgePaths(join(user.home, ".kedge"));
    await shareGoCache(paths);
    await installActions(paths, "x", [{ id: "a", source: SOURCE, manifest: {} }]);
    const run = async (account: string) => {
      const args = [
        "--run",
        "x/a",
        "--account",
        account,
        "--role",
        "Reader",
        "--region",
        "eu-west-1",
        "--json",
      ];
      const { code, stdout } = await user.kedge(args);
      const { log, error } = JSON.parse(stdout);
      return { code, error, log: log.map(({ text }: { text: string }) => text) };
    };
    await t.step("a name, of who is not signed in", async () => {
      const { code, error } = await run("Shop-Production");
      deepEqual([code, error], [1, "You are not signed in."]);
    });
    await user.signIn();
    await t.step("a name", async () => {
      const line = "111111111111 Reader eu-west-1";
      deepEqual(await run("Shop-Production"), { code: 0, error: undefined, log: [line] });
    });
    await t.step("a name that no account has", async () => {
      const { code, error, log } = await run("shop-nowhere");
      deepEqual([code, log], [2, []]);
      match(error, /no account is called "shop-nowhere"/);
    });
  });
});
