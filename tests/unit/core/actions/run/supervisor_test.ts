import assert from "node:assert/strict";
import { createRunLog } from "../../../../../src/core/actions/log/run_log.ts";
import { startClock, type Timers } from "../../../../../src/core/actions/run/clock.ts";
import {
  type ScriptProcess,
  supervise,
  type Supervisor,
  type SupervisorParts,
} from "../../../../../src/core/actions/run/supervisor.ts";
import { fakeTime } from "./fake_time.ts";
import { type RecordingSurface, recordingSurface } from "../../../../support/program/run_surface.ts";
import { field } from "../../../../support/pages/state.ts";

const NONCE = "00000000000000000000000000000000";
const HELLO = { type: "hello", protocol: 1, sdk: "test" };
const noServer = () => Promise.reject(new Error("no server"));

/** Starts an action whose output the test writes, and records the frames that it gets. */
function stage(
  surface: RecordingSurface = recordingSurface(),
  change: Partial<SupervisorParts> = {},
  timers?: Timers,
) {
  let out!: ReadableStreamDefaultController<Uint8Array>;
  let err!: ReadableStreamDefaultController<Uint8Array>;
  const heard: { type: string; [key: string]: unknown }[] = [];
  const waiting: (() => void)[] = [];
  const { promise: status, resolve } = Promise.withResolvers<{ code: number; signal: string | null }>();
  const encoder = new TextEncoder();
  let kills = 0;
  const exit = (code: number, signal: string | null = null) => {
    resolve({ code, signal });
    try {
      out.close();
      err.close();
    } catch {
      // The streams are closed already.
    }
  };
  const process: ScriptProcess = {
    stdin: new WritableStream({
      write(bytes) {
        heard.push(JSON.parse(new TextDecoder().decode(bytes)));
        for (const wake of waiting.splice(0)) wake();
      },
    }),
    stdout: new ReadableStream({ start: (controller) => void (out = controller) }),
    stderr: new ReadableStream({ start: (controller) => void (err = controller) }),
    status,
    kill() {
      kills++;
      exit(137, "SIGKILL");
      return Promise.resolve();
    },
  };
  const say = (...frames: unknown[]) => {
    for (const frame of frames) out.enqueue(encoder.encode(`\x1e${NONCE} ${JSON.stringify(frame)}\n`));
  };
  const lines: string[] = [];
  const limit = change.limit ?? 60_000;
  const clock = startClock(limit, () => run.timeout(), undefined, timers);
  const log = createRunLog(({ stream, text }) => lines.push(`${stream}: ${text}`), clock.ms);
  const run: Supervisor = supervise({
    process,
    nonce: NONCE,
    surface,
    clock,
    log,
    room: () => null,
    limit,
    start: {
      appVersion: "0.1.0",
      extension: { id: "x", name: "X", version: "", author: "" },
      action: { id: "y", label: "Y" },
      account: null,
      dir: "/dir",
      config: {},
    },
    sources: {
      secret: (id) =>
        id === "none" ? Promise.reject(new Error("it does not exist")) : Promise.resolve("planted-secret"),
      query: noServer,
    },
    errorText: (text) => text,
    ...change,
  });
  return {
    run,
    surface,
    heard,
    lines,
    exit,
    kills: () => kills,
    raw: (text: string) => out.enqueue(encoder.encode(text)),
    error: (text: string) => err.enqueue(encoder.encode(text)),
    say,
    /** Ends the action as when its Run has returned. */
    finish() {
      say({ type: "done", error: "" });
      exit(0);
      return run.done;
    },
    /** Waits until Kedge has sent a frame of this type. */
    async hears(type: string) {
      for (;;) {
        const frame = heard.find((frame) => frame.type === type);
        if (frame) return frame;
        await new Promise<void>((wake) => waiting.push(wake));
      }
    },
  };
}

Deno.test("supervise() says first what to run, and ends well with the closing frame", async () => {
  const { run, say, exit, hears, lines, raw } = stage();
  say(HELLO, { type: "log", text: "one\ntwo" });
  raw("three");
  say({ type: "done", error: "" });
  assert.equal((await hears("start")).protocol, 1);
  exit(0);
  const { status, error } = await run.done;
  assert.deepEqual([status, error], ["ok", undefined]);
  assert.deepEqual(lines, ["log: one", "log: two", "stdout: three"]);
});

const ends: [name: string, play: (s: ReturnType<typeof stage>) => void, error: RegExp][] = [
  [
    "an exit without the closing frame, whatever the status",
    (s) => (s.say(HELLO), s.exit(0)),
    /exited with status 0 before it was done/,
  ],
  ["a crash", (s) => (s.say(HELLO), s.exit(2)), /exited with status 2/],
  [
    "a crash that says nothing",
    (s) => (s.say(HELLO), s.exit(3)),
    /status 3 before it was done: Run did not return$/,
  ],
  [
    "a crash with other output",
    (s) => (s.say(HELLO), s.error("no\n"), s.exit(3)),
    /status 3 before it was done: its output says more$/,
  ],
  [
    "a panic beside Run",
    (s) => (s.say(HELLO), s.error("panic: no\n\naction.Run.func1()\n\ta/b.go:7 +0x1\n"), s.exit(2)),
    /^a\/b\.go:7: panic: no$/,
  ],
  ["an end that the system made", (s) => (s.say(HELLO), s.exit(137, "SIGKILL")), /when memory is short$/],
  ["a signal", (s) => (s.say(HELLO), s.exit(139, "SIGSEGV")), /was ended by SIGSEGV/],
  [
    "an error of Run",
    (s) => (s.say(HELLO, { type: "done", error: "no such customer" }), s.exit(1)),
    /^no such customer$/,
  ],
  ["another first frame", (s) => s.say({ type: "log", text: "" }), /did not begin with hello/],
  ["another protocol", (s) => s.say({ ...HELLO, protocol: 2 }), /speaks protocol 2, Kedge 1/],
  [
    "a hundred broken frames",
    (s) => s.say(HELLO, ...Array(101).fill({ type: "nonsense" })),
    /too many broken frames/,
  ],
  ["nothing at all", (s) => s.exit(1), /exited with status 1/],
];
for (const [name, play, error] of ends) {
  Deno.test(`supervise() fails with the reason after ${name}`, async () => {
    const played = stage();
    play(played);
    const end = await played.run.done;
    assert.equal(end.status, "failed");
    assert.match(end.error!, error);
  });
}

Deno.test("supervise() answers a broken frame with an error, logs it and goes on", async () => {
  const { say, hears, lines, finish } = stage();
  say(HELLO, { type: "alert", id: 3 }, { type: "nonsense" }, HELLO);
  assert.equal((await hears("fail")).id, 3);
  assert.match(String((await hears("problem")).message), /nonsense\.type: unknown type/);
  assert.equal((await finish()).status, "ok");
  assert.equal(
    lines.filter((line) => line.startsWith("log: kedge: a frame of the action was refused")).length,
    3,
  );
});

Deno.test("supervise() shows dialogs one after the other, in order", async () => {
  const open: string[] = [];
  const first = Promise.withResolvers<boolean>();
  const surface = recordingSurface({
    confirm(message) {
      open.push(message);
      return message === "first" ? first.promise : Promise.resolve(true);
    },
  });
  const { say, hears, heard, finish } = stage(surface);
  say(HELLO, { type: "confirm", id: 1, message: "first" }, { type: "confirm", id: 2, message: "second" });
  say({ type: "secret", id: 3, secret: "any" });
  await hears("answer");
  assert.deepEqual(open, ["first"]);
  first.resolve(false);
  while (heard.length < 4) await new Promise((wake) => setTimeout(wake));
  assert.deepEqual(open, ["first", "second"]);
  assert.deepEqual(heard.slice(1).map(({ id, value }) => [id, value]), [[3, "planted-secret"], [1, false], [
    2,
    true,
  ]]);
  await finish();
});

Deno.test("supervise() hides a secret from the log and from errors once the action knows it", async () => {
  const { run, say, exit, hears, lines, raw, error } = stage();
  say(HELLO, { type: "secret", id: 1, secret: "any" });
  await hears("answer");
  raw("it is planted-secret\n");
  error("planted-secret!\n");
  say({ type: "log", text: "planted-secret" }, { type: "done", error: "wrong: planted-secret" });
  exit(1);
  const end = await run.done;
  assert.equal(end.error, "wrong: •••");
  assert.equal(run.hide("no answer to planted-secret?"), "no answer to •••?");
  assert.doesNotMatch(lines.join(), /planted/);
});

for (
  const [name, secret] of [
    ["straddles the cut of a long line", "planted-secret"],
    ["is longer than a line of the log", "planted-" + "s".repeat(65_528)],
    ["has short lines only", "pla\nted\n"],
  ]
) {
  Deno.test(`supervise() hides a logged secret that ${name}`, async () => {
    const sources = { secret: () => Promise.resolve(secret!), query: noServer };
    const { say, finish, hears, lines } = stage(recordingSurface(), { sources });
    say(HELLO, { type: "secret", id: 1, secret: "any" });
    await hears("answer");
    say({ type: "log", text: "y".repeat(63_995) + secret });
    await finish();
    assert.equal(lines.map((line) => line.slice("log: ".length)).join(""), "y".repeat(63_995) + "•••");
  });
}

Deno.test("supervise() tells a call why it failed", async () => {
  const { run, say, exit, hears } = stage();
  say(HELLO, { type: "secret", id: 9, secret: "none" });
  assert.deepEqual(await hears("fail"), { type: "fail", id: 9, message: "it does not exist" });
  exit(1);
  await run.done;
});

Deno.test("supervise() fails a call whose answer is larger than a frame, and goes on", async () => {
  const secret = (id: string) => Promise.resolve(id === "large" ? "\x01".repeat(3_000_000) : "small-secret");
  const { say, finish, hears } = stage(recordingSurface(), { sources: { secret, query: noServer } });
  say(HELLO, { type: "secret", id: 1, secret: "large" }, { type: "secret", id: 2, secret: "small" });
  assert.deepEqual(await hears("fail"), { type: "fail", id: 1, message: "the answer is over 16 MB" });
  assert.deepEqual(await hears("answer"), { type: "answer", id: 2, value: "small-secret" });
  assert.equal((await finish()).status, "ok");
});

Deno.test("supervise() shows no dialog whose call is one too many", async () => {
  const secret = () => new Promise<string>(() => {});
  let asked = 0;
  const surface = recordingSurface({ confirm: () => Promise.resolve(++asked > 0) });
  const { say, finish, hears } = stage(surface, { sources: { secret, query: noServer } });
  say(HELLO);
  for (let id = 1; id <= 1000; id++) say({ type: "secret", id, secret: "x" });
  say({ type: "confirm", id: 1001, message: "sure?" });
  assert.deepEqual(await hears("fail"), { type: "fail", id: 1001, message: "more than 1000 calls at once" });
  await finish();
  assert.equal(asked, 0);
});

for (const chatty of [false, true]) {
  const does = chatty ? "writes on and on" : "says nothing";
  Deno.test(`supervise() ends when what holds the output cannot be ended and ${does}`, async () => {
    let canceled = 0;
    let written: Promise<void> | undefined;
    async function write(to: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (canceled === 0) to.enqueue(new TextEncoder().encode("still here\n"));
    }
    const { run } = stage(recordingSurface(), {
      heldLook: 5,
      process: {
        stdin: new WritableStream(),
        stdout: new ReadableStream({
          pull: (to) => chatty ? written = write(to) : new Promise(() => {}),
          cancel: () => void canceled++,
        }),
        stderr: new ReadableStream({ start: (to) => to.close() }),
        status: Promise.resolve({ code: 0, signal: null }),
        kill: () => Promise.resolve(),
      },
    });
    assert.equal((await run.done).status, "failed");
    assert.equal(canceled, 1);
    await written;
  });
}

Deno.test("supervise() closes the context, then kills; open dialogs end as cancelled", async () => {
  const surface = recordingSurface({
    confirm: (_message, signal) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve(null), { once: true })),
  });
  const { run, say, hears, kills } = stage(surface);
  say(HELLO, { type: "confirm", id: 1, message: "?" });
  await hears("start");
  const began = performance.now();
  run.stop();
  assert.equal((await hears("close")).reason, "stop");
  assert.equal((await hears("fail")).reason, "cancelled");
  assert.equal(kills(), 0);
  assert.equal((await run.done).status, "stopped");
  assert.ok(performance.now() - began > 1500 && kills() >= 1);
});

Deno.test("supervise() ends the process at once when it is closed again", async () => {
  const { run, say, hears, kills } = stage();
  say(HELLO);
  await hears("start");
  run.stop();
  assert.equal(kills(), 0);
  run.stop();
  // The second stop kills at once, without waiting for the grace period.
  assert.ok(kills() >= 1);
  assert.equal((await run.done).status, "stopped");
});

Deno.test("supervise() reads no further while the log has no room, and to the end when the run is over", async () => {
  const written = Promise.withResolvers<void>();
  const full = { now: false };
  const { run, raw, say, exit, hears, lines } = stage(recordingSurface(), {
    room: () => full.now ? written.promise : null,
  });
  say(HELLO);
  await hears("start");
  full.now = true;
  raw("one\n");
  raw("two\n");
  while (lines.length === 0) await new Promise((wake) => setTimeout(wake));
  assert.deepEqual(lines, ["stdout: one"]);
  full.now = false;
  written.resolve();
  while (lines.length < 2) await new Promise((wake) => setTimeout(wake));
  full.now = true;
  raw("three\n");
  raw("four\n");
  run.stop();
  exit(1);
  await run.done;
  assert.deepEqual(lines, ["stdout: one", "stdout: two", "stdout: three", "stdout: four"]);
});

for (const [cancelable, reason] of [[false, "stop"], [true, "cancel"]] as const) {
  Deno.test(`stop() tells the action ${reason} when the progress that shows may ${cancelable ? "" : "not "}be cancelled`, async () => {
    const { run, say, exit, hears, surface } = stage();
    say(HELLO, { type: "showProgress", title: "P", label: "", cancelable });
    while (!surface.lastProgress) await new Promise((wake) => setTimeout(wake));
    run.stop();
    assert.equal((await hears("close")).reason, reason);
    exit(0);
    const end = await run.done;
    assert.deepEqual([end.status, end.error], ["stopped", undefined]);
  });
}

const { key: _, ...input } = field("", { label: "Name", required: true });

Deno.test("supervise() takes no answer that breaks a rule, whatever the face lets through", async () => {
  const { run, say, exit, hears } = stage(recordingSurface({ ask: () => Promise.resolve("") }));
  say(HELLO, { type: "ask", id: 1, title: "", input });
  assert.equal((await hears("fail")).message, 'the answer to "Name" does not fit: Required');
  exit(1);
  await run.done;
});

Deno.test("supervise() refuses a pattern that cannot be used before it asks", async () => {
  const { run, say, exit, hears, surface } = stage();
  say(HELLO, { type: "ask", id: 1, title: "", input: { ...input, pattern: "(" } });
  assert.match(String((await hears("fail")).message), /the Pattern \( cannot be used/);
  assert.deepEqual(surface.seen, []);
  exit(1);
  await run.done;
});

Deno.test("supervise() counts no time while a dialog waits", async () => {
  const asked = Promise.withResolvers<void>(), answer = Promise.withResolvers<boolean>();
  const time = fakeTime();
  const confirm = () => (asked.resolve(), answer.promise);
  const { say, hears, finish } = stage(recordingSurface({ confirm }), { limit: 150 }, time.timers);
  say(HELLO, { type: "confirm", id: 1, message: "?" });
  await asked.promise;
  time.pass(300);
  answer.resolve(true);
  await hears("answer");
  const end = await finish();
  assert.equal(end.status, "ok");
  assert.ok(end.ms < 150);
});

const SERVER = { name: "shop", engine: "postgres", host: "db", port: 5432, tls: false } as const;
const query = (id: number) => ({ type: "query", id, server: "shop", sql: "select 1", args: [] });

/** Starts an action that asks a question, then sends two queries that need a login. */
function asksAndQueries() {
  const open: string[] = [];
  const answer = Promise.withResolvers<boolean>(), asked = Promise.withResolvers<void>();
  const login = Promise.withResolvers<null>(), wanted = Promise.withResolvers<void>();
  const surface = recordingSurface({
    async confirm() {
      open.push("confirm");
      asked.resolve();
      return await answer.promise;
    },
    login(_server, _problem, _signal, turn = (question) => question()) {
      wanted.resolve();
      return turn(() => (open.push("login"), login.promise));
    },
  });
  const set = stage(surface, {
    sources: {
      secret: () => Promise.reject(new Error("none")),
      async query(_query, login, signal) {
        if (!await login(SERVER, undefined, signal)) throw new Error("the sign-in was cancelled");
        return { columns: [], rows: [], truncated: false };
      },
    },
  });
  set.say(HELLO, { type: "confirm", id: 1, message: "?" }, query(2), query(3));
  return { ...set, open, answer, asked: Promise.all([asked.promise, wanted.promise]), login };
}

Deno.test("supervise() asks for a login when the question before it is answered, once for all queries", async () => {
  const { hears, heard, open, answer, asked, login, finish } = asksAndQueries();
  await asked;
  assert.deepEqual(open, ["confirm"]);
  answer.resolve(true);
  await hears("answer");
  login.resolve(null);
  await hears("fail");
  assert.deepEqual(open, ["confirm", "login"]);
  await finish();
  assert.deepEqual(
    heard.filter(({ type }) => type === "fail").map(({ id, message }) => [id, message]),
    [[2, "the sign-in was cancelled"], [3, "the sign-in was cancelled"]],
  );
});

Deno.test("supervise() asks for no login that still waits for its turn when the run is stopped", async () => {
  const { exit, hears, run, open, answer, asked } = asksAndQueries();
  await asked;
  run.stop();
  answer.resolve(true);
  await hears("fail");
  exit(1);
  assert.equal((await run.done).status, "stopped");
  assert.deepEqual(open, ["confirm"]);
});

Deno.test("supervise() logs what an action says of frames as safely as its output", async () => {
  const { say, lines, finish } = stage();
  say(HELLO, { type: "problem", message: "a\x1b[2J\nb" }, { type: "log", text: "x", "\x1b[2J\r": 1 });
  await finish();
  assert.deepEqual(lines.slice(0, 2), ["log: kedge: the action refused a frame: a", "log: b"]);
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(lines.join(""), /[\x00-\x1f]/);
});

Deno.test("supervise() shows only the beginning of endless texts", async () => {
  const seen: string[] = [];
  const surface: RecordingSurface = {
    ...recordingSurface(),
    toast: ({ title, message }) => void seen.push(title, message),
    progress: (progress) => void (progress && seen.push(progress.title, progress.label)),
    button: ({ label }) => void seen.push(label!),
  };
  const long = "x".repeat(4_000_000);
  const { say, finish } = stage(surface);
  say(
    HELLO,
    { type: "toast", toast: "t", level: "info", title: long, message: long, duration: 0 },
    { type: "showProgress", title: long, label: long, cancelable: false },
    { type: "buttonLabel", label: long },
  );
  await finish();
  assert.deepEqual(seen.map(({ length }) => length), [1000, 10_000, 1000, 1000, 1000]);
});
