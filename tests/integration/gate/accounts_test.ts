import assert from "node:assert/strict";
import { join } from "node:path";
import { kedgePaths } from "../../../src/core/paths.ts";
import { putSecrets } from "../../support/cloud/put_secret.ts";
import { installActions } from "../../support/program/actions.ts";
import { ACCOUNT, REGION, ROLE, type WholeProgram, withProgram } from "../app/stage.ts";
import { type Agent, agent, answer, answered, openGate, steps, until } from "./client.ts";

/** A value that exists only in AWS. */
const PLANTED = "planted-3f9c1d77a2";
const SECRETS = 520;
const HERE = { account: ACCOUNT, role: ROLE };
const WEB = { ...HERE, cluster: "shop", service: "web" };
/** Tools that work in an account, with their input. */
const IN_ACCOUNT: readonly (readonly [tool: string, input: Record<string, unknown>])[] = [
  ["service_state", WEB],
  ["service_logs", WEB],
  ["secret_names", HERE],
];
/** Input that names missing things, and the expected error. */
const MISSING: readonly (readonly [tool: string, input: Record<string, unknown>, says: RegExp])[] = [
  ["service_state", { ...WEB, account: "999999999999" }, /no account 999999999999/],
  ["service_state", { ...WEB, service: "none" }, /service none: it is not there/],
  ["service_state", { ...WEB, cluster: "none" }, /./],
  ["service_logs", { ...WEB, account: "999999999999" }, /no account 999999999999/],
  ["service_logs", { ...WEB, service: "none" }, /service none: it is not there/],
  ["service_logs", { ...WEB, container: "none" }, /container none writes nothing/],
  ["secret_names", { account: "999999999999" }, /no account 999999999999/],
  ["run_action", { extension: "works", action: "none" }, /no action “none” in “works”/],
  ["run_action", { extension: "none", action: "asks" }, /no action “asks” in “none”/],
];

const action = (imports: string, code: string) =>
  `package action

import (${imports}
	"kedge"
)

func Run(k *kedge.Ctx) error {
${code}
}
`;
const ACTIONS = [
  {
    id: "asks",
    source: action(
      "",
      `	yes, err := k.Confirm("Go on?")
	for i := 1; i <= 300; i++ {
		k.Logf("line %d", i)
	}
	k.Logf("the user said %v \\u202e", yes)
	return err`,
    ),
  },
  {
    id: "tells",
    manifest: { contextMode: "custom", account: ACCOUNT, role: ROLE },
    source: action(
      '\n\t"fmt"\n',
      `	value, err := k.Secret("shop/planted")
	if err != nil {
		return err
	}
	k.Log("it is " + value)
	return fmt.Errorf("bad: %s", value)`,
    ),
  },
];

/** Creates services, log lines, secrets and actions. */
async function fill({ app, home, ecs, stage }: WholeProgram): Promise<void> {
  const moto = Deno.env.get("AWS_ENDPOINT_URL")!;
  const names = Array.from({ length: SECRETS }, (_, i) => [`many/${i}`, PLANTED]);
  await putSecrets(moto, REGION, { "shop/planted": PLANTED, ...Object.fromEntries(names) });
  ecs.services[0]!.events.push("steady \u202e", "x".repeat(5000));
  const now = Date.now();
  ecs.groups.set(
    "/ecs/shop",
    Array.from({ length: 300 }, (_, i) => ({
      stream: "ecs/web/web0001",
      at: now - 60_000 + i,
      message: i === 298 ? "hidden \u202e" : i === 299 ? "y".repeat(5000) : `line ${i}`,
    })),
  );
  ecs.groups.get("/ecs/shop")!.unshift({ stream: "ecs/web/web0001", at: now - 3_600_000, message: "old" });
  const yesterday = now - 24 * 3_600_000;
  const flood = Array.from({ length: 100_001 }, (_, i) => ({
    stream: "ecs/web/web0001",
    at: yesterday + i,
    message: `${i}`,
  }));
  ecs.groups.set("/ecs/shop", [...flood, ...ecs.groups.get("/ecs/shop")!]);
  await installActions(kedgePaths(home), "works", ACTIONS);
  await app.refreshExtensions();
  assert.equal(app.store.get().extensions[0]?.trust, "trusted", stage.home);
}

async function signIn({ app, stage, until }: WholeProgram): Promise<void> {
  assert.ok((await app.dispatch({ name: "signIn", method: "device" })).ok);
  stage.fake.type(await until("a code", () => app.store.get().signingIn.code), "approved");
  await until("to be signed in", () => app.store.get().signIn.status === "signed-in");
}

Deno.test("kedge --mcp tells of services, their lines and secrets' names, and runs actions, as far as the user lets it", async (t) => {
  await withProgram(async (program) => {
    const { app, home, ecs, state } = program;
    await fill(program);
    const place = await openGate(program);
    let client: Agent | undefined;
    const step = steps(t);
    try {
      const now = client = await agent("2.x", home);
      await app.dispatch({ name: "switchGate", on: true });
      const asked = (tool: string, input: Record<string, unknown>, how: "deny" | "once" | "hour") =>
        answered(app, how, now.call(tool, input));

      for (const [tool, input] of IN_ACCOUNT) {
        await step(`${tool} asks AWS for nothing after a no`, async () => {
          const calls = ecs.calls.length;
          const said = await asked(tool, input, "deny");
          assert.equal(said.status, "refused", JSON.stringify(said));
          assert.equal(ecs.calls.length, calls);
          app.gate.forgetDenials();
        });
        await step(`${tool} reports that the user is not signed in, and opens nothing`, async () => {
          const said = await asked(tool, input, "once");
          assert.equal(said.status, "failed", JSON.stringify(said));
          assert.match(`${said.error} ${said.hint}`, /sign/i);
          assert.deepEqual(state().windows, []);
        });
      }
      await signIn(program);
      await asked("secret_names", { ...HERE, text: "planted" }, "hour");

      for (const [tool, input, says] of MISSING) {
        await step(`${tool} says what is not there of ${JSON.stringify(input)}`, async () => {
          const said = await now.call(tool, input);
          assert.equal(said.status, "failed", JSON.stringify(said));
          assert.match(`${said.error}`, says);
        });
      }

      await step("service_state tells all of a service, cut where it is long", async () => {
        const said = await now.call("service_state", WEB);
        assert.deepEqual([said.status, said.truncated], ["done", true], JSON.stringify(said));
        const { service } = said as unknown as {
          service: { desired: number; running: number; tasks: unknown[]; events: { text: string }[] };
        };
        assert.deepEqual([service.desired, service.running, service.tasks.length], [1, 1, 1]);
        assert.equal(service.events[0]!.text, "steady \\u202e");
        assert.equal(service.events[1]!.text.length, 2001);
      });

      await step("service_state tells of tasks that have stopped, however many run", async () => {
        const { tasks } = ecs.services.find(({ name }) => name === WEB.service)!;
        for (let n = 0; n < 60; n++) tasks.push({ id: `more${n}`, status: "RUNNING" });
        tasks.push({ id: "gone", status: "STOPPED", stoppedReason: "Essential container exited" });
        const said = await now.call("service_state", WEB);
        const { service } = said as unknown as { service: { tasks: { id: string; reason?: string }[] } };
        assert.deepEqual([said.truncated, service.tasks.length], [true, 50]);
        const { id, reason } = service.tasks.at(-1)!;
        assert.deepEqual([id, reason], ["gone", "Essential container exited"]);
      });

      await step("service_logs gives the newest lines of the window, the newest last", async () => {
        const said = await now.call("service_logs", WEB);
        assert.ok(said.lines, JSON.stringify(said));
        const lines = (said.lines as { text: string }[]).map(({ text }) => text);
        assert.deepEqual([said.status, said.truncated, lines.length], ["done", true, 200]);
        assert.deepEqual([lines[0], lines[198]], ["line 100", "hidden \\u202e"]);
        assert.equal(lines[199]!.length, 2001);
        const since = new Date(Date.now() - 2 * 3_600_000).toISOString();
        const old = await now.call("service_logs", {
          ...WEB,
          since,
          until: new Date(Date.now() - 600_000).toISOString(),
        });
        assert.deepEqual((old.lines as { text: string }[]).map(({ text }) => text), ["old"]);
        assert.equal(old.truncated, false);
        const most = await now.call("service_logs", {
          ...WEB,
          since: new Date(Date.now() - 25 * 3_600_000).toISOString(),
          until: new Date(Date.now() - 7_200_000).toISOString(),
        });
        assert.equal((most.lines as { text: string }[]).at(-1)!.text, "99999");
        assert.deepEqual([most.truncated, /not its newest/.test(`${most.missing}`)], [true, true]);
        const wrong = await now.call("service_logs", { ...WEB, since, until: since });
        assert.equal(wrong.status, "refused");
      });

      await step("secret_names gives so many names and no value", async () => {
        const all = await now.call("secret_names", HERE);
        assert.deepEqual([all.status, all.truncated], ["done", true], JSON.stringify(all).slice(0, 500));
        assert.equal((all.secrets as unknown[]).length, 500);
        const rest = await now.call("secret_names", { ...HERE, from: 500 });
        assert.deepEqual([500 + (rest.secrets as unknown[]).length, rest.truncated], [all.total, false]);
        const one = await now.call("secret_names", { ...HERE, text: "planted" });
        assert.deepEqual(one.secrets, [{ name: "shop/planted", kind: "secret" }]);
        assert.equal(one.truncated, false);
      });

      await step("run_action runs nothing after a no", async () => {
        const said = await asked("run_action", { extension: "works", action: "asks" }, "deny");
        assert.equal(said.status, "refused", JSON.stringify(said));
        assert.deepEqual(state().runs, []);
        app.gate.forgetDenials();
      });

      for (const yes of [true, false]) {
        await step(`the question of an action is the user's, who says ${yes}`, async () => {
          const run = now.call("run_action", { extension: "works", action: "asks" });
          await answer(app, "once");
          await until(app, ({ dialogs }) => dialogs.some(({ kind }) => kind === "confirm"));
          const again = await Promise.race([run, now.call("find", { kind: "action" })]);
          assert.ok("found" in again, "it waits for the user");
          const [dialog] = state().dialogs;
          assert.ok((await app.dispatch({ name: "answerDialog", dialog: dialog!.id, answer: yes })).ok);
          const said = await run;
          assert.deepEqual([said.status, said.run, said.truncated], ["done", "ok", true]);
          const output = said.output as string[];
          assert.equal(output.length, 200);
          assert.equal(output.at(-1), `the user said ${yes} \ufffd`);
        });
      }

      await step("a secret that an action tells is not told on", async () => {
        const said = await asked("run_action", { extension: "works", action: "tells" }, "once");
        assert.deepEqual([said.status, said.run, said.error], ["done", "failed", "bad: •••"]);
        assert.deepEqual(said.output, ["it is •••"]);
      });

      await step("an action in an account without a sign-in is the user's to sign in for", async () => {
        await app.dispatch({ name: "signOut" });
        await program.until("to be signed out", () => state().signIn.status === "signed-out");
        const run = now.call("run_action", { extension: "works", action: "tells" });
        await answer(app, "once");
        await program.until("a way to sign in", () => state().windows.some(({ page }) => page === "sign_in"));
        const { id } = state().runs.find(({ status }) => status === "waiting")!;
        await app.dispatch({ name: "stopRun", run: id });
        const said = await run;
        assert.deepEqual([said.status, said.run], ["done", "stopped"], JSON.stringify(said));
      });

      await step("a changed action is not run", async () => {
        const file = join(home, "extensions/works/bundle/actions/asks.go");
        await Deno.writeTextFile(file, "package action\n");
        await app.refreshExtensions();
        const said = await now.call("run_action", { extension: "works", action: "asks" });
        assert.equal(said.status, "refused", JSON.stringify(said));
      });

      assert.ok(now.heard.some((text) => text.includes("shop/planted")));
      assert.equal(now.heard.some((text) => text.includes(PLANTED)), false);
      for await (const { name, isFile } of Deno.readDir(join(home, "logs"))) {
        if (!isFile) continue;
        assert.equal((await Deno.readTextFile(join(home, "logs", name))).includes(PLANTED), false, name);
      }
      assert.equal(JSON.stringify(state().agents).includes(PLANTED), false);
      assert.deepEqual(now.asked, []);
      assert.deepEqual(program.errors, []);
    } finally {
      await client?.close();
      await place.close();
    }
  });
});
