/** `--mcp --setup` on the files of clients in a private home. */
import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { cli, makeHome } from "../../support/program/actions.ts";
import { has } from "../../support/systems.ts";

Deno.test("--mcp --setup shows a client's entry, writes it once it is agreed, and takes it out again", async (t) => {
  const home = await makeHome();
  const user = await Deno.makeTempDir();
  const file = join(user, ".claude.json");
  const before =
    '{\n  "numStartups": 7,\n  "mcpServers": { "a": { "command": "x", "env": { "KEY": "s3cret" } } }\n}\n';
  const run = (...args: string[]) =>
    cli(home, ["--mcp", "--setup", ...args], { env: { HOME: user, USERPROFILE: user } });
  const entry = async () => JSON.parse(await Deno.readTextFile(file)).mcpServers.kedge;
  try {
    await Deno.writeTextFile(file, before, { mode: 0o600 });
    await t.step("without a client it lists them", async () => {
      const { code, stdout } = await run("--json");
      equal(code, 0);
      deepEqual(
        JSON.parse(stdout).map(({ id, found, setUp }: Record<string, unknown>) => [id, found, setUp]).slice(
          0,
          2,
        ),
        [["claude", true, "no"], ["codex", false, "no"]],
      );
    });
    for (const flags of [["--remove"], ["--remove", "--yes"], ["--yes"]]) {
      await t.step(`${flags.join(" ")} without a client`, async () => {
        const { code, stdout, stderr } = await run(...flags);
        deepEqual([code, stdout], [2, ""]);
        match(stderr, new RegExp(`^kedge: ${flags[0]} is for one client\nName it: .* CLIENT ${flags[0]}\n`));
      });
    }
    await t.step("no answer comes", async () => {
      const { code, stderr } = await run("claude");
      equal(code, 3);
      match(stderr, /"kedge"[^]*--mcp[^]*Nothing was written/);
      equal(stderr.includes("s3cret"), false);
      equal(await Deno.readTextFile(file), before);
    });
    await t.step("it is agreed", async () => {
      const { code, stdout } = await run("claude", "--yes");
      deepEqual([code, (await entry()).args.at(-1)], [0, "--mcp"]);
      match(stdout, /--remove[^]*lets no agents in yet/);
      equal((await entry()).env.KEDGE_HOME, home.home);
      if (has("modes")) equal((await Deno.stat(file)).mode! & 0o777, 0o600);
    });
    await t.step("again", async () => match((await run("claude")).stdout, /set up already/));
    await t.step("it is taken out", async () => {
      equal((await run("claude", "--remove", "--yes")).code, 0);
      equal(await Deno.readTextFile(file), before);
    });
    await t.step("a client that is none", async () => {
      const { code, stderr } = await run("claud");
      equal(code, 2);
      match(stderr, /Did you mean claude\?/);
    });
  } finally {
    await Deno.remove(user, { recursive: true });
    await home.remove();
  }
});
