/** `--query` of an agent with a grant follows the rules of the gate's own tools. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { EXIT } from "../../../src/cli/exit.ts";
import { serveGranted } from "../../../src/cli/start/agent.ts";
import { createSideDoor } from "../../../src/cli/start/side_door.ts";
import type { Server } from "../../../src/core/config/config.ts";
import { defaultConfig } from "../../../src/core/config/mod.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { becomeFirst } from "../../../src/tray/instance/mod.ts";
import { cli } from "../../support/program/actions.ts";
import { shopAt, startPostgres } from "../../support/servers/postgres.ts";
import { startQueryWindow } from "../../support/sql/query_app.ts";
import { fakeAssistant, givenTo } from "../../support/assistant/assistant.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { answer, answered, until } from "./client.ts";

const READER = { KEDGE_DB_USER: "reader", KEDGE_DB_PASSWORD: "reads" };
const AGENT = { CLAUDECODE: "1" };

Deno.test("--query of an agent with a grant follows the rules of the gate, on a real PostgreSQL", async (t) => {
  const real = await startPostgres();
  await real.sql(
    "create table t (n int); create role reader login password 'reads'; grant select on t to reader",
  );
  const server = shopAt(real);
  const discreet = { ...server, name: "discreet", agents: { hidden: ["t.n"] } };
  const { app, home, close } = await startQueryWindow([{ server, real }, { server: discreet, real }]);
  const paths = kedgePaths(home);
  const assistant = await Deno.makeTempDir();
  const ai = { aiEnabled: true, assistantBinPath: await fakeAssistant(assistant, "answers") };
  const config = { version: 2, servers: [server, discreet], ...ai };
  await Deno.writeTextFile(paths.config, JSON.stringify(config), { mode: 0o600 });
  const place = await becomeFirst(paths, () => {}, undefined, {
    "side-door": createSideDoor(() => app, Promise.resolve()).ask,
  }, { granted: (_, channel) => serveGranted(app, channel, Promise.resolve()) });
  ok(place.first);
  const query = (sql: string, env: Record<string, string>, ...more: string[]) =>
    cli(paths, ["--query", "shop", sql, "--json", ...more], { env: { ...AGENT, ...env } });
  const SUPERUSER = { KEDGE_DB_USER: real.user, KEDGE_DB_PASSWORD: real.password };
  const CASES: [what: string, sql: string, env: Record<string, string>, says: RegExp][] = [
    ["a login that can do more than read", "select 1", SUPERUSER, /can do more than read \(superuser/],
    ["several statements", "select 1; select 2", READER, /2 statements/],
    ["what writes", "delete from t", READER, /propose_write/],
    [
      "what only the server sees to write",
      "with gone as (delete from t returning 1) select * from gone",
      READER,
      /read-only transaction\nNothing was changed\. What writes goes through propose_write/,
    ],
  ];
  try {
    await app.dispatch({ name: "switchGate", on: true });
    const first = await answered(app, "always", query("select generate_series(1, 6000) as n", READER));
    await t.step("so many rows, and it says that there are more", () => {
      equal(first.code, 0, first.stderr);
      const [{ rows, cut }] = JSON.parse(first.stdout);
      deepEqual([rows.length, cut], [5000, true]);
      const [{ thing, text, outcome } = {}] = app.store.get().agents.activity;
      deepEqual([thing?.kind === "server" && thing.name, text, outcome], [
        "shop",
        "select generate_series(1, 6000) as n",
        "done",
      ]);
    });
    for (const [what, sql, env, says] of CASES) {
      await t.step(`${what} is refused`, async () => {
        const { code, stderr } = await query(sql, env);
        equal(code, 3, stderr);
        match(stderr, says);
      });
    }
    /**
     * Writes these servers to config.json; when `follows`, waits until the running Kedge has
     * applied them.
     */
    const change = async (servers: readonly Server[], follows: boolean) => {
      await Deno.writeTextFile(paths.config, JSON.stringify({ ...config, servers }));
      if (!follows) return;
      await app.applyConfig({ status: "loaded", config: { ...defaultConfig(), servers }, diagnostics: [] });
    };
    const MEANWHILE: readonly (readonly [where: string, follows: boolean, says: RegExp])[] = [
      ["before Kedge sees it", false, /"discreet" is not what the user allowed\nCall again\./],
      ["and Kedge sees it", true, /It has changed meanwhile\.\nCall again\./],
    ];
    for (const [where, follows, says] of MEANWHILE) {
      await t.step(`an entry that hides less since the question opened is refused ${where}`, async () => {
        const read = cli(paths, ["--query", "discreet", "select count(*) from t where n > 5", "--json"], {
          env: { ...AGENT, ...READER },
        });
        await until(app, ({ agents }) => agents.questions.length > 0);
        await change([server, { ...server, name: "discreet" }], follows);
        await answer(app, "once");
        const { code, stdout, stderr } = await read;
        await change([server, discreet], follows);
        deepEqual([code, stdout.trim()], [3, "[]"], stderr);
        match(stderr, says);
      });
    }
    await t.step("a hidden column is refused", async () => {
      const read = (sql: string) =>
        cli(paths, ["--query", "discreet", sql, "--json"], { env: { ...AGENT, ...READER } });
      const { code, stderr } = await answered(app, "always", read("select count(*) from t where n > 5"));
      equal(code, 3, stderr);
      match(stderr, /public\.t\.n is hidden from agents/);
      equal((await read("select count(*) from t")).code, 0);
    });
    await t.step("--ask of an agent follows the same rules, and gives no values", async () => {
      const ask = (env: Record<string, string>) =>
        cli(paths, ["--ask", "discreet", "how many", "--json"], { env: { ...AGENT, ...env } });
      const refused = await ask(SUPERUSER);
      equal(refused.code, 3, refused.stderr);
      match(refused.stdout + refused.stderr, /can do more than read \(superuser/);
      const { code, stdout, stderr } = await ask(READER);
      equal(code, 0, stdout + stderr);
      match(JSON.parse(stdout).sql, /select count/);
      match((await givenTo(assistant)).input, /"table":\["public","t"\],"columns":\[\["n"/);
    });
    /** Waits until the server runs a statement, or has stopped it. */
    const untilRuns = async (sql: string, runs: boolean) => {
      const count = `select count(*) from pg_stat_activity where query = '${sql}' and state = 'active'`;
      await waitFor(
        `${sql} to ${runs ? "run" : "end"}`,
        async () => (await real.sql(count)).trim() === (runs ? "1" : "0"),
      );
    };
    await t.step("Stop all agents ends a command of an agent, and its statement on the server", async () => {
      const sql = "select pg_sleep(600)";
      const slow = query(sql, READER);
      await untilRuns(sql, true);
      await app.dispatch({ name: "stopAgents" });
      const { code, stderr } = await slow;
      equal(code, EXIT.stopped, stderr);
      await untilRuns(sql, false);
      await app.dispatch({ name: "allowAgents" });
    });
    await t.step("while the gate is off nothing of it holds", async () => {
      await app.dispatch({ name: "switchGate", on: false });
      const { code, stdout } = await query("select generate_series(1, 6000) as n", SUPERUSER);
      deepEqual([code, JSON.parse(stdout)[0].rows.length], [0, 6000]);
    });
    await t.step("a command of an agent goes on when Kedge ends", async () => {
      await app.dispatch({ name: "switchGate", on: true });
      const sql = "select pg_sleep(599)";
      const slow = query(sql, READER);
      await untilRuns(sql, true);
      await place.stopAnswering();
      await real.sql(`select pg_cancel_backend(pid) from pg_stat_activity where query = '${sql}'`);
      const { code, stderr } = await slow;
      // The server ended the statement; no signal did.
      equal(code, EXIT.failed, stderr);
    });
  } finally {
    await place.close();
    await close();
    await real.stop();
    await removeFolder(assistant);
  }
});
