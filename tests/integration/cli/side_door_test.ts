/** Commands that an agent calls beside `kedge --mcp` need a grant of the user. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { agentAbove } from "../../../src/core/gate/agent_above.ts";
import { WHO } from "../../../src/cli/agents/who.ts";
import { openLock } from "../../../src/core/files/lock.ts";
import { askFirst } from "../../../src/tray/instance/ask.ts";
import { socketPath } from "../../../src/tray/instance/connect.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { sharePages } from "../../support/pages/assets.ts";
import { cli, endCli, makeHome, startCli } from "../../support/program/actions.ts";
import { testOn } from "../../support/systems.ts";

type Home = Awaited<ReturnType<typeof makeHome>>;

const AGENT = { CLAUDECODE: "1" };
const ACCOUNT = "123456789012/Reader";

/**
 * Exit status and result of the person or agent that runs these tests, for a server that does not
 * exist; agents are recognised by their program.
 */
const FOR_ME = await agentAbove() === null ? [2, true] : [3, false];

/** Arguments for commands that may ask, which reach no service because they are refused. */
const ASKING: readonly (readonly string[])[] = [
  ["--credentials", ACCOUNT],
  ["--exec", ACCOUNT, "--", "true"],
  ["--exports", ACCOUNT],
  ["--console", ACCOUNT],
  ["--secrets", ACCOUNT],
  ["--secret", ACCOUNT, "x"],
  ["--databases", ACCOUNT],
  ["--logs", ACCOUNT, "/group"],
  ["--terminal", ACCOUNT, "shop/web"],
  ["--query", "shop", "SELECT 1"],
  ["--query", "shop", "DELETE FROM a", "--write"],
  ["--ask", "shop", "how many"],
  ["--tunnel", "shop"],
  ["--tunnel", `${ACCOUNT}/orders`],
  ["--run", "toolbox/passphrase"],
  ["--run", "toolbox/passphrase", "--account", "123456789012", "--role", "Admin", "--answers", "/nowhere"],
  ["--install", "/nowhere.kedgeext"],
  ["--uninstall", "toolbox"],
  ["--dev", "/nowhere"],
  ["--import", "pgpass"],
  ["--catalog-add", "/nowhere"],
  ["--catalog-remove", "/nowhere"],
  ["--catalog-publish", "/nowhere", "--to", "/nowhere"],
  ["--aws-profiles"],
  ["--sign-out"],
  ["--mcp", "--setup", "claude", "--yes"],
];

async function withGate(gate: { on: boolean; stopped: boolean }, work: (home: Home) => Promise<void>) {
  const home = await makeHome();
  try {
    await Deno.writeTextFile(
      join(home.home, "state.json"),
      JSON.stringify({ gate: { ...gate, grants: [] } }),
    );
    await Deno.chmod(join(home.home, "state.json"), 0o600);
    await work(home);
  } finally {
    await home.remove();
  }
}

Deno.test("the commands that are tried here are all that ask", () => {
  const asking = Object.entries(WHO).filter(([, who]) => who !== "anyone").map(([name]) => `--${name}`);
  // `--mcp` itself is for agents; setting up a client is not.
  asking.push("--mcp");
  deepEqual([...new Set(ASKING.map(([command]) => command!))].sort(), asking.sort());
});

Deno.test("an agent is refused by every command that asks, where the gate is on and no Kedge runs that could ask", async () => {
  await withGate({ on: true, stopped: false }, async (home) => {
    for (const line of ASKING) {
      const { code, stderr } = await cli(home, [...line], { env: AGENT });
      equal(code, 3, `${line.join(" ")}: ${stderr}`);
      match(stderr, /Claude Code calls this, and no Kedge runs/, line.join(" "));
    }
  });
});

Deno.test("the gate changes nothing for a person, nor for an agent while it is off", async () => {
  const line = ["--query", "shop", "SELECT 1"];
  await withGate({ on: true, stopped: false }, async (home) => {
    const { code, stderr } = await cli(home, line);
    deepEqual([code, /has no server/.test(stderr)], FOR_ME, stderr);
  });
  await withGate({ on: false, stopped: false }, async (home) => {
    const { code, stderr } = await cli(home, line, { env: AGENT });
    deepEqual([code, /has no server/.test(stderr)], [2, true], stderr);
  });
});

Deno.test("the running Kedge decides about an agent, by what the system says of the caller", async () => {
  await withGate({ on: true, stopped: true }, async (home) => {
    await sharePages(home);
    const first = startCli(home, ["--browser"]);
    const said = first.stdout.getReader();
    await said.read();
    try {
      const ask = (line: readonly string[], env?: Record<string, string>) =>
        cli(home, [...line], { ...(env && { env }) });
      // All agents are stopped, so the refusal comes at once.
      for (const line of [["--credentials", ACCOUNT], ["--secrets", ACCOUNT], ["--secret", ACCOUNT, "x"]]) {
        const { code, stdout, stderr } = await ask(line, AGENT);
        deepEqual([code, stdout], [3, ""], `${line[0]}: ${stderr}`);
        match(stderr, /stopped/i, stderr);
      }
      const written = await ask(["--query", "shop", "DELETE FROM a", "--write"], AGENT);
      deepEqual([written.code, /agents write by proposing/.test(written.stderr)], [3, true], written.stderr);
      for (const line of ASKING.filter(([command]) => command === "--run")) {
        const ran = await ask(line, AGENT);
        deepEqual([ran.code, ran.stdout, /tool run_action/.test(ran.stderr)], [3, "", true], ran.stderr);
      }
      const installed = await ask(["--install", "/nowhere.kedgeext"], AGENT);
      deepEqual([installed.code, /it is for people/.test(installed.stderr)], [3, true], installed.stderr);
      const shown = await ask(["--browser"], AGENT);
      deepEqual(
        [shown.code, shown.stdout, /it is for people/.test(shown.stderr)],
        [3, "", true],
        shown.stderr,
      );
      const mine = await ask(["--query", "shop", "SELECT 1"]);
      deepEqual([mine.code, /has no server/.test(mine.stderr)], FOR_ME, mine.stderr);
    } finally {
      await endCli(first);
      await said.cancel();
      await first.stderr.cancel();
    }
  });
});

testOn(["proc"], "an agent is let at nothing while Kedge starts, which takes long", async () => {
  await withGate({ on: true, stopped: true }, async (home) => {
    await sharePages(home);
    await Deno.mkdir(join(home.home, "extensions"), { mode: 0o700 });
    using lock = await openLock(join(home.home, "extensions", "~lock"));
    ok(await lock.tryLock(true));
    const first = startCli(home, ["--browser"]);
    const said = first.stdout.getReader();
    try {
      const answers = async () => await askFirst(home.home, "developed", {}) !== undefined;
      await waitFor("Kedge to answer", answers);
      await waitFor("no other to be connected", async () => !await isConnected(home));
      const asked = cli(home, ["--secrets", ACCOUNT], { env: AGENT });
      const waits = waitFor("the command to be connected", () => isConnected(home)).then(answers);
      equal(await Promise.race([asked, waits]), true);
      await lock.unlock();
      const { code, stderr } = await asked;
      deepEqual([code, /stopped/.test(stderr)], [3, true], stderr);
      await said.read();
    } finally {
      await endCli(first);
      await said.cancel();
      await first.stderr.cancel();
    }
  });
});

/** Returns whether a program is connected to the Kedge of a home. */
async function isConnected(home: Home): Promise<boolean> {
  const path = await socketPath(home.home, Deno.uid()!);
  const sockets = (await Deno.readTextFile("/proc/net/unix")).split("\n").map((line) => line.split(/\s+/));
  return sockets.some(([, , , , , state, , at]) => state === "03" && at === path);
}
