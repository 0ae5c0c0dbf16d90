import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MARK } from "../../support/cloud/fake_portal.ts";
import { plainEnvironment } from "../../support/program/kedge.ts";
import { Planted } from "../../support/program/planted.ts";
import { has } from "../../support/systems.ts";
import { asUser } from "./stage.ts";

const ANSWERING = fileURLToPath(new URL("../../support/program/answering.ts", import.meta.url));

/** Commands that must never print a secret. */
const QUIET: readonly (readonly string[])[] = [
  ["--accounts", "--refresh"],
  ["--accounts", "--json"],
  ["--console", "111111111111/Reader", "ec2", "--json"],
  ["--credentials", "111111111111/Nobody"],
  ["--exec", "111111111111/Reader", "--", "true"],
  ["--aws-profiles", "--yes"],
];

Deno.test(
  "no secret of a sign-in is seen outside of the token cache but by who asks for it",
  async () => {
    const planted = new Planted({ "a secret of the portal": MARK });
    await asUser({}, async (user) => {
      // Only Linux shows arguments and environments of all programs.
      const stop = has("proc") ? planted.watchProcesses(() => []) : null;
      await user.signIn();
      const running = new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "-q", "--no-check", ANSWERING],
        env: await plainEnvironment(user.env),
        clearEnv: true,
        stdin: "null",
        stdout: "piped",
      }).spawn();
      const reader = running.stdout.getReader();
      await reader.read();

      for (const args of QUIET) {
        const { stdout, stderr } = await user.kedge(args);
        planted.search(`standard output of ${args.join(" ")}`, stdout);
        planted.search(`standard error of ${args.join(" ")}`, stderr);
      }
      for (const args of [["--credentials", "111111111111/Reader"], ["--exports", "222222222222/Admin"]]) {
        const { stdout, stderr, code } = await user.kedge(args);
        equal(code, 0, stderr);
        match(stdout, new RegExp(MARK));
        planted.search(`standard error of ${args.join(" ")}`, stderr);
      }
      // Answers that end in the middle of a secret; the error must not contain it.
      user.fake.misbehave = (_, { pathname }) =>
        pathname === "/federation/credentials"
          ? new Response(`{"roleCredentials": {"sessionToken": "x-${MARK}`)
          : undefined;
      const broken = await user.kedge(["--credentials", "333333333333/Admin"]);
      equal(broken.code, 1);
      planted.search("standard error of a broken answer", broken.stderr);

      await reader.cancel();
      running.kill("SIGKILL");
      await running.status;
      if (stop) equal(await stop() > 10, true);
      planted.searchFolder(join(user.home, ".kedge"));
      planted.search("~/.aws/config", await Deno.readTextFile(join(user.home, ".aws/config")));
      await user.kedge(["--sign-out"]);
      const left = await user.tokens();
      // Only the registered client remains, which gives no access to anything of the user.
      deepEqual(Object.values(left).map((file) => Object.keys(file).includes("accessToken")), [false]);
    });
    deepEqual(planted.sightings, []);
  },
);
