import assert from "node:assert/strict";
import type { Server } from "../../../src/core/config/config.ts";
import { readAgentLog } from "../../../src/core/gate/log/mod.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { startMysql } from "../../support/servers/mysql.ts";
import { startQueryWindow } from "../../support/sql/query_app.ts";
import { type Agent, agent, type Answer, answer, answered, openGate, steps, until } from "./client.ts";

const VALUE = "anna@example.com";

Deno.test("kedge --mcp tells no value of a hidden column, in no answer, on a real MySQL", async (t) => {
  const real = await startMysql();
  await real.sql(
    `create table customers (id int primary key, email varchar(100));
     create table mails (email varchar(100) primary key);
     insert into customers values (1, '${VALUE}'), (2, '${VALUE}');
     create user reader identified by 'reads'; grant select, insert on app.* to reader`,
    "app",
  );
  const server: Server = {
    name: "discreet",
    engine: "mysql",
    host: real.host,
    port: real.port,
    database: "app",
    tls: false,
    allowCleartextPassword: true,
    agents: { hidden: ["*.email"] },
  };
  const stage = await startQueryWindow([{ server, real: { user: "reader", password: "reads" } }]);
  const { app, home } = stage;
  const place = await openGate(stage);
  let client: Agent | undefined;
  const step = (name: string, work: (client: Agent) => Promise<void>) => steps(t)(name, () => work(client!));
  /** Declares these columns as hidden in the configuration. */
  const hide = (...hidden: string[]) => {
    const servers = [{ ...server, agents: { hidden } }];
    const config = { ...app.store.get().config.value, servers };
    return app.applyConfig({ status: "loaded", config, diagnostics: [] });
  };
  try {
    await app.dispatch({ name: "switchGate", on: true });
    client = await agent("2.x", home);

    await step(
      "the catalog tells which columns are hidden, and the grant is for the server that hides them",
      async ({ call }) => {
        const told = await answered(
          app,
          "always",
          call("catalog", { server: "discreet", table: "customers" }),
        );
        const columns = told.columns as { name: string; hidden?: true }[];
        assert.deepEqual(columns.map(({ name, hidden }) => [name, hidden]), [["id", undefined], [
          "email",
          true,
        ]]);
        const [grant] = app.store.get().gate.grants;
        assert.deepEqual(grant?.thing.kind === "server" && grant.thing.hides, ["*.email"]);
      },
    );

    await step(
      "read refuses what needs one, with its name and what to do, and reads the others",
      async ({ call }) => {
        const read = await call("read", {
          server: "discreet",
          sql: "select id from customers order by email",
        });
        assert.deepEqual([read.status, read.code], ["refused", "hidden-column"]);
        assert.match(
          `${read.error} ${read.hint}`,
          /app\.customers\.email is hidden from agents\. Leave it out/,
        );
        const plain = await call("read", { server: "discreet", sql: "select id from customers order by id" });
        assert.deepEqual(plain.rows, [[1], [2]]);
      },
    );

    await step("the reason why a proposed write failed is shown only to the user", async ({ call }) => {
      const sql = "insert into mails select email from customers";
      const { handle } = await call("propose_write", { server: "discreet", sql, reason: "to try it" });
      await app.dispatch({ name: "openProposal", proposal: `${handle}` });
      const tab = app.store.get().queryWindows[0]!.tabs.at(-1)!.id;
      await app.dispatch({ name: "runQuery", server: "discreet", tab, text: sql, pick: "all" });
      await until(app, ({ agents }) => agents.proposals[0]?.status === "failed");
      assert.match(app.store.get().agents.proposals[0]!.outcome!, /Duplicate entry/);
      const told = await call("proposal_status", { handle });
      assert.match(`${told.proposal}: ${told.outcome}`, /^failed: Why is told to the person alone/);
    });

    await step("columns hidden after a write was proposed count for how it ended", async ({ call }) => {
      await hide();
      const sql = `insert into mails select 'y' from customers where email = '${VALUE}' and id = 2`;
      const { handle } = await call("propose_write", { server: "discreet", sql, reason: "to look" });
      await hide("*.email");
      await app.dispatch({ name: "openProposal", proposal: `${handle}` });
      const tab = app.store.get().queryWindows[0]!.tabs.at(-1)!.id;
      await app.dispatch({ name: "runQuery", server: "discreet", tab, text: sql, pick: "all" });
      await until(app, ({ agents }) => agents.proposals[0]?.status === "held");
      const { result } = app.store.get().queryWindows[0]!.tabs.find(({ id }) => id === tab)!.hold!;
      await app.dispatch({ name: "decideWrite", server: "discreet", tab, result, how: "rollback" });
      await until(app, ({ agents }) => agents.proposals[0]?.status === "rolled back");
      assert.equal(app.store.get().agents.proposals[0]!.affected, 1);
      const { proposal, outcome, affected } = await call("proposal_status", { handle });
      assert.deepEqual([proposal, outcome, affected], ["rolled back", undefined, undefined]);
    });

    await step("what a proposed write did is told once it is committed", async ({ call }) => {
      const sql = `insert into mails select 'x' from customers where id = 1 and email = '${VALUE}'`;
      const given = { server: "discreet", sql, reason: "to look" };
      const { handle } = await call("propose_write", given);
      await app.dispatch({ name: "openProposal", proposal: `${handle}` });
      const tab = app.store.get().queryWindows[0]!.tabs.at(-1)!.id;
      const held = () => app.store.get().queryWindows[0]!.tabs.find(({ id }) => id === tab)!.hold;
      const run = async (text: string) => {
        await app.dispatch({ name: "runQuery", server: "discreet", tab, text, pick: "all" });
        await until(app, () => held() !== null);
      };
      const decide = (how: "commit" | "rollback") =>
        app.dispatch({ name: "decideWrite", server: "discreet", tab, result: held()!.result, how });
      const becomes = (status: string) => until(app, ({ agents }) => agents.proposals[0]?.status === status);
      const told = async (answer: Promise<Answer>) => {
        const { proposal, outcome, affected } = await answer;
        return [proposal, outcome, affected];
      };
      await run("insert into mails values ('other')");
      await decide("commit");
      await until(app, ({ agents }) => /^Another text ran/.test(agents.proposals[0]?.outcome ?? ""));
      // A repeated proposal is answered at once, although its status is waiting for a change.
      assert.deepEqual(await told(call("propose_write", given)), ["opened", undefined, undefined]);
      await run(sql);
      await becomes("held");
      assert.equal(app.store.get().agents.proposals[0]!.affected, 1);
      assert.deepEqual(await told(call("propose_write", given)), ["held", undefined, undefined]);
      await decide("rollback");
      await becomes("rolled back");
      assert.deepEqual(await told(call("proposal_status", { handle })), [
        "rolled back",
        undefined,
        undefined,
      ]);
      await run(sql);
      await becomes("held");
      await decide("commit");
      await becomes("committed");
      assert.deepEqual(await told(call("proposal_status", { handle })), ["committed", "Committed.", 1]);
      const ends = await waitFor("all ends in the log, which agents can print", async () => {
        const { entries } = await readAgentLog(kedgePaths(home).logs);
        const found = entries.filter(({ what }) => what === "rolled back" || what === "committed");
        return found.length === 3 && found.map(({ what, rows }) => [what, rows]);
      });
      assert.deepEqual(ends, [["rolled back", undefined], ["rolled back", undefined], ["committed", 1]]);
    });

    await step("a server that hides less asks again, and says what would be seen", async ({ call }) => {
      await hide();
      const read = call("read", { server: "discreet", sql: "select count(*) from customers" });
      await until(app, ({ agents }) => agents.questions.length > 0);
      assert.deepEqual(app.store.get().agents.questions[0]!.revealed, ["*.email"]);
      await answer(app, "deny");
      assert.equal((await read).status, "refused");
    });

    await step("a server that hides more while the question is open is not read", async ({ call }) => {
      app.gate.forgetDenials();
      const read = call("read", { server: "discreet", sql: "select count(*) from customers" });
      await until(app, ({ agents }) => agents.questions.length > 0);
      await hide("*.email");
      await answer(app, "once");
      const { status, error } = await read;
      assert.match(`${status}: ${error}`, /^refused: The server “discreet” has changed meanwhile/);
    });

    await step("nothing that was told has a value of it", ({ heard }) => {
      assert.ok(!heard.join("\n").includes(VALUE));
      return Promise.resolve();
    });
  } finally {
    await client?.close();
    await place.close();
    await stage.close();
    await real.stop();
  }
});
