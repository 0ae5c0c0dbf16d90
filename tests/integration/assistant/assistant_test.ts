import assert from "node:assert/strict";
import { join } from "node:path";
import { askAssistant } from "../../../src/core/assistant/mod.ts";
import { kedge } from "../../support/program/kedge.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { type Behaviour, fakeAssistant, givenTo } from "../../support/assistant/assistant.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const QUESTION = {
  question: "How many orders?",
  product: "PostgreSQL",
  tables: [{ schema: "public", name: "orders", kind: "table", columns: [{ name: "id", type: "int" }] }],
};

const ENDS: readonly (readonly [behaviour: Behaviour, outcome: string, words: RegExp])[] = [
  ["answers", "ok", /select count/],
  ["text", "ok", /select count/],
  ["deletes", "ok", /delete from/],
  ["signed-out", "signed-out", /not signed in/],
  ["fails", "failed", /overloaded/],
  ["rubbish", "rubbish", /no SQL: I would rather/],
  ["hangs", "slow", /did not answer/],
];
for (const [behaviour, outcome, words] of ENDS) {
  Deno.test(`askAssistant() explains an assistant that ${behaviour}`, async () => {
    const folder = await Deno.makeTempDir();
    const program = await fakeAssistant(folder, behaviour);
    const limit = behaviour === "hangs" ? 1500 : 60_000;
    const answer = await askAssistant(
      { program, model: "sonnet" },
      QUESTION,
      new AbortController().signal,
      limit,
    );
    assert.equal(answer.ok ? "ok" : answer.kind, outcome, JSON.stringify(answer));
    assert.match(answer.ok ? answer.sql : answer.message, words);
    await removeFolder(folder);
  });
}

Deno.test("askAssistant() gives the prompt on standard input, in an empty folder, without Kedge's own environment", async () => {
  const folder = await Deno.makeTempDir();
  const program = await fakeAssistant(folder, "answers");
  Deno.env.set("KEDGE_DB_PASSWORD", "planted");
  Deno.env.set("AWS_SECRET_ACCESS_KEY", "planted");
  Deno.env.set("OPENAI_API_KEY", "planted");
  try {
    const answer = await askAssistant({ program, model: "opus" }, QUESTION, new AbortController().signal);
    assert.ok(answer.ok, JSON.stringify(answer));
  } finally {
    Deno.env.delete("KEDGE_DB_PASSWORD");
    Deno.env.delete("AWS_SECRET_ACCESS_KEY");
    Deno.env.delete("OPENAI_API_KEY");
  }
  const given = await givenTo(folder);
  assert.match(
    given.input,
    /\{"table":\["public","orders"\],"columns":\[\["id","int"\]\]\}\n[\s\S]*Question: "How many orders\?"$/,
  );
  assert.equal(given.args.join(" ").includes("How many"), false);
  assert.equal(given.args[given.args.indexOf("--model") + 1], "opus");
  assert.equal(given.args[given.args.indexOf("--tools") + 1], "");
  assert.deepEqual(given.files, []);
  assert.deepEqual(given.env.filter((name) => /^(AWS|KEDGE|OPENAI)_/.test(name)), []);
  await removeFolder(folder);
});

Deno.test("askAssistant() ends at once when it is stopped, and says so where there is no program", async () => {
  const folder = await Deno.makeTempDir();
  const program = await fakeAssistant(folder, "hangs");
  const stop = new AbortController();
  const asking = askAssistant({ program, model: "sonnet" }, QUESTION, stop.signal);
  const given = async () => await Deno.stat(`${folder}/given.json`).then(() => true, () => false);
  while (!(await given())) await new Promise((resolve) => setTimeout(resolve, 20));
  stop.abort();
  const answer = await asking;
  assert.equal(!answer.ok && answer.kind, "stopped");
  const none = await askAssistant(
    { program: `${folder}/nothing`, model: "x" },
    QUESTION,
    new AbortController().signal,
  );
  assert.equal(!none.ok && none.kind, "absent");
  await removeFolder(folder);
});

Deno.test("kedge --ask prints SQL for a real server and runs nothing; switched off it refuses", async () => {
  const real = await startPostgres();
  const folder = await Deno.makeTempDir();
  try {
    await real.sql(
      "create table orders (id int primary key, secret_word text); insert into orders values (1, 'planted-row')",
    );
    const program = await fakeAssistant(folder, "deletes");
    const server = { name: "shop", engine: "postgres", host: real.host, port: real.port };
    const configure = (aiEnabled: boolean) =>
      Deno.writeTextFile(
        join(folder, "config.json"),
        JSON.stringify({ servers: [server], aiEnabled, assistantBinPath: program }),
      );
    const ask = (server = "shop", ...more: string[]) =>
      kedge(["--ask", server, "Remove all orders", ...more], {
        env: { KEDGE_HOME: folder, KEDGE_DB_USER: real.user, KEDGE_DB_PASSWORD: real.password },
      });
    await configure(false);
    const off = await ask();
    assert.equal(off.code, 3, off.stderr);
    assert.match(off.stderr, /switched off/);
    const told = await ask("shop", "--json");
    assert.deepEqual([told.code, JSON.parse(told.stdout).ok, told.stderr], [3, false, ""]);
    assert.match(JSON.parse(told.stdout).error, /switched off/);
    await configure(true);
    const nowhere = await ask("shops", "--json");
    assert.deepEqual([nowhere.code, JSON.parse(nowhere.stdout).ok], [2, false]);
    assert.match(JSON.parse(nowhere.stdout).hint, /Did you mean "shop"/);
    const on = await ask();
    assert.equal(on.code, 0, on.stderr);
    assert.equal(on.stdout, "delete from orders\n");
    assert.match(on.stderr, /It writes: DELETE of every row\. It was not run\./);
    assert.equal((await real.sql("select count(*) from orders")).trim(), "1");
    const given = await givenTo(folder);
    assert.match(
      given.input,
      /\{"table":\["public","orders"\],"columns":\[\["id","integer"\],\["secret_word","text"\]\],"keys":\["PRIMARY KEY \(id\)"\]\}/,
    );
    assert.equal(given.input.includes("planted-row"), false);
  } finally {
    await real.stop();
    await removeFolder(folder);
  }
});

Deno.test("askAssistant() does not start a program whose tools cannot all be switched off, and says why", async () => {
  const folder = await Deno.makeTempDir();
  const program = join(folder, "codex");
  await Deno.writeTextFile(program, `#!/bin/sh\ntouch ${folder}/started\n`, { mode: 0o755 });
  const answer = await askAssistant({ program, model: "m" }, QUESTION, new AbortController().signal);
  assert.ok(!answer.ok);
  assert.match(answer.message, /^codex is not asked: its tools cannot all be switched off/);
  assert.match(answer.hint, /assistantBinPath/);
  assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["codex"]);
  await removeFolder(folder);
});
