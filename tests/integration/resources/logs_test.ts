import { deepEqual, equal, match } from "node:assert/strict";
import { neighbours, readLogEvents } from "../../../src/core/aws/logs/events.ts";
import { logGroups } from "../../../src/core/aws/logs/groups.ts";
import { runInsights } from "../../../src/core/aws/logs/insights.ts";
import { startFakeEcs } from "../../support/cloud/fake_ecs.ts";
import { asOwner, putLines } from "../../support/cloud/put_lines.ts";
import { plainEnvironment } from "../../support/program/kedge.ts";
import { program } from "../../support/program/program.ts";
import { asUser as atPortal } from "../accounts/stage.ts";
import { ACCOUNT, asUser } from "./stage.ts";

const { signal } = new AbortController();
const WEB = "/aws/lambda/web";

Deno.test("lines of a log group on the command line", async (test) => {
  await asUser(async ({ at, kedge }) => {
    const now = Date.now();
    const minutes = (n: number) => now - n * 60_000;
    await putLines(at, WEB, [
      { at: minutes(90), text: "long ago" },
      { at: minutes(30), text: "GET /orders 200" },
      { at: minutes(20), text: "first\nsecond" },
      { at: minutes(1), text: "GET /hostile \x1b]0;owned\x07\x1b[2J" },
    ]);
    const time = (n: number) => new Date(minutes(n)).toISOString();

    await test.step("--logs prints those of the last hour, each with its time, and no controls", async () => {
      const { code, stdout, stderr } = await kedge("--logs", ACCOUNT, WEB);
      equal(code, 0, stderr);
      const lines = stdout.trimEnd().split("\n");
      deepEqual(lines.slice(0, 3), [
        `${time(30)} GET /orders 200`,
        `${time(20)} first`,
        `${time(20)} second`,
      ]);
      match(lines[3]!, /GET \/hostile/);
      equal(stdout.includes("\x1b") || stdout.includes("\x07"), false);
    });

    await test.step("--since reaches further back", async () => {
      const { stdout } = await kedge("--logs", ACCOUNT, WEB, "--since", "2h");
      equal(stdout.split("\n")[0], `${time(90)} long ago`);
    });

    await test.step("--json is one document", async () => {
      const { stdout } = await kedge("--logs", ACCOUNT, WEB, "--json");
      const lines = JSON.parse(stdout) as { at: string; stream: string; text: string }[];
      deepEqual(lines[1], { at: time(20), stream: "2026/one", text: "first\nsecond" });
      equal(lines.length, 3);
    });

    await test.step("--query gives the rows of a query of Logs Insights as --query SERVER does", async () => {
      const query = ["--logs", ACCOUNT, WEB, "--query", "fields @message | limit 10"];
      const { code, stdout, stderr } = await kedge(...query, "--json");
      equal(code, 0, stderr);
      const [result] = JSON.parse(stdout) as { columns: { name: string }[]; rows: string[][] }[];
      deepEqual(result!.columns.map(({ name }) => name), ["@message"]);
      equal(result!.rows.some(([text]) => text === "GET /orders 200"), true);
      match(stderr, /scanned/);
      const csv = await kedge(...query, "--format", "csv");
      match(csv.stdout, /^"?@message"?\r?\n/);
    });

    const WRONG: [args: string[], code: number, says: RegExp][] = [
      [["/aws/none"], 1, /The log group \/aws\/none does not exist in eu-central-1\./],
      [["a b"], 2, /"a b" is not the name of a log group/],
      [[WEB, "--since", "yesterday"], 2, /--since is a time, not "yesterday"/],
      [[WEB, "--query", "fields @message", "--follow"], 2, /a query ends by itself/],
      [[WEB, "--limit", "3"], 2, /for the rows of a --query/],
    ];
    for (const [args, code, says] of WRONG) {
      await test.step(`--logs says what is wrong with ${args.join(" ")}`, async () => {
        const result = await kedge("--logs", ACCOUNT, ...args);
        deepEqual([result.code, result.stdout], [code, ""]);
        match(result.stderr, says);
      });
    }
  });
});

Deno.test("logGroups() gives the pages of many groups, those that a text finds, and nothing for a text that no name has", async () => {
  await asUser(async ({ at }) => {
    const all = Array.from({ length: 120 }, (_, n) => `/many/${String(n).padStart(3, "0")}`);
    for (const logGroupName of [...all, WEB]) await asOwner(at, "CreateLogGroup", { logGroupName });
    const names = async (options: Parameters<typeof logGroups>[2]) =>
      (await Array.fromAsync(logGroups(at, signal, options))).map((page) => page.map(({ name }) => name));
    const pages = await names({});
    deepEqual(pages.map(({ length }) => length), [50, 50, 21]);
    deepEqual(pages.flat().toSorted(), [WEB, ...all]);
    deepEqual((await names({ prefix: "/aws/lambda/" })).flat(), [WEB]);
    deepEqual(await names({ search: "a b" }), []);
  });
});

Deno.test("neighbours() returns the lines before and after a line in its own stream", async () => {
  await asUser(async ({ at }) => {
    const begin = Date.now() - 600_000;
    const lines = Array.from({ length: 100 }, (_, n) => ({ at: begin + n * 1000, text: `line ${n}` }));
    await putLines(at, WEB, lines);
    await putLines(at, WEB, [{ at: begin + 50_000, text: "of another" }], "2026/two");
    const around = (n: number, count: number) =>
      neighbours(at, { group: WEB, stream: "2026/one", at: begin + n * 1000, count }, signal);
    const middle = await around(50, 5);
    deepEqual(middle.lines.map(({ text }) => text), [
      ...["line 45", "line 46", "line 47", "line 48", "line 49"],
      ...["line 50", "line 51", "line 52", "line 53", "line 54"],
    ]);
    deepEqual([middle.earlier, middle.later], [true, true]);
    const last = await around(98, 5);
    deepEqual(last.lines.map(({ text }) => text).slice(-3), ["line 97", "line 98", "line 99"]);
    equal(last.later, false);
  });
});

Deno.test("readLogEvents() goes through pages and tells a group that has vanished", async () => {
  await asUser(async ({ at }) => {
    const now = Date.now();
    await putLines(at, WEB, [{ at: now - 2000, text: "one" }, { at: now - 1000, text: "two" }]);
    const { lines, next } = await readLogEvents(at, { group: WEB }, { from: now - 1500 }, signal);
    deepEqual([lines.map(({ text, stream }) => [text, stream]), next], [[["two", "2026/one"]], undefined]);
    await asOwner(at, "DeleteLogGroup", { logGroupName: WEB });
    await readLogEvents(at, { group: WEB }, { from: now - 1500 }, signal).then(
      () => equal(true, false),
      (error) => match(String(error), /does not exist in eu-central-1/),
    );
    const query = { groups: [WEB], text: "fields @message", from: now - 1000, to: now };
    await runInsights(() => Promise.resolve(at), query, signal).then(
      () => equal(true, false),
      (error) => match(String(error), /does not exist in eu-central-1/),
    );
  });
});

/** Follows a log group on the command line until `work` ends; returns the output before Ctrl+C. */
async function follow(
  account: string,
  env: Readonly<Record<string, string>>,
  work: (until: (wanted: string) => Promise<void>) => Promise<void>,
): Promise<string> {
  const [command, ...args] = program("--logs", account, WEB, "--follow");
  const child = new Deno.Command(command, {
    args,
    env: await plainEnvironment(env),
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const read = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const told = new Response(child.stderr).text();
  let text = "";
  await work(async (wanted) => {
    while (!text.includes(wanted)) {
      const { done, value } = await read.read();
      if (done) throw new Error(`it ended after: ${text}${await told}`);
      text += value;
    }
  });
  child.kill("SIGINT");
  equal((await child.status).code, 0, await told);
  await read.cancel();
  return text;
}

Deno.test("--logs --follow prints what is written while it runs, each line once, and ends with Ctrl+C", async () => {
  await asUser(async ({ at, moto }) => {
    await putLines(at, WEB, [{ at: Date.now() - 1000, text: "before" }]);
    const home = await Deno.makeTempDir({ prefix: "kedge-follow-" });
    const env = {
      HOME: home,
      KEDGE_HOME: home,
      AWS_ENDPOINT_URL: moto.url,
      AWS_ACCESS_KEY_ID: "own-key",
      AWS_SECRET_ACCESS_KEY: "own-secret",
      AWS_REGION: "eu-central-1",
    };
    try {
      const text = await follow(ACCOUNT, env, async (until) => {
        await until("before\n");
        await putLines(at, WEB, [{ at: Date.now(), text: "after" }]);
        await until("after\n");
      });
      equal(text.split("before").length, 2);
    } finally {
      await Deno.remove(home, { recursive: true });
    }
  });
});

for (const account of ["111111111111/Reader", "222222222222"]) {
  Deno.test(`--logs ${account} --follow goes on when its first credentials have expired`, async () => {
    const life = 3000;
    const logs = startFakeEcs();
    const lines = [{ stream: "one", at: Date.now(), message: "before" }];
    logs.groups.set(WEB, lines);
    const began = new Map<string, number>();
    logs.before = (operation) => {
      const key = logs.keys.get(operation)!, now = Date.now();
      if (!began.has(key)) began.set(key, now);
      if (began.size === 3 && lines.length === 1) lines.push({ stream: "one", at: now, message: "after" });
      return now - began.get(key)! > life
        ? Response.json({ __type: "ExpiredTokenException" }, { status: 400 })
        : undefined;
    };
    try {
      await atPortal({ credentialsLife: life }, async (user) => {
        await user.signIn();
        const env = { ...user.env, AWS_ENDPOINT_URL_CLOUDWATCH_LOGS: logs.url };
        await follow(account, env, async (until) => {
          await until("before\n");
          await until("after\n");
        });
        // The only role of an account is requested at the start, and not before each read.
        equal(user.fake.count("/assignment/roles"), account.includes("/") ? 0 : 2);
      });
    } finally {
      await logs.stop();
    }
  });
}
