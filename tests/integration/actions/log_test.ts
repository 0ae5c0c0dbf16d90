import assert from "node:assert/strict";
import { join } from "node:path";
import { createLogFile } from "../../../src/core/actions/log/file.ts";
import { pastLog, readHistory } from "../../../src/core/actions/log/history.ts";
import { trimLogs } from "../../../src/core/actions/log/trim.ts";
import type { RunOutcome } from "../../../src/core/actions/run/surface.ts";
import type { KedgePaths } from "../../../src/core/paths.ts";
import type { RowSource } from "../../../src/core/resources/rows.ts";
import type { LogLine } from "../../../src/core/state/state.ts";
import { withHome } from "../../support/program/home.ts";

const { signal } = new AbortController();
const at = (minute: number) => Date.UTC(2026, 0, 2, 3, minute, 5, 7);
const line = (text: string, time = 0): LogLine => ({ stream: "stdout", text, time });
const NAME = "shop~check~20260102T030105.007Z~0a1b2c3d.log";

function begin(paths: KedgePaths, minute = 1, extension = "shop") {
  const file = createLogFile(paths.logs, { extension, action: "check" }, () => at(minute));
  file.begin();
  return file;
}

/** Reads all rows of a source in parts. */
async function all(source: RowSource<LogLine>, part = 500): Promise<LogLine[]> {
  const rows: LogLine[] = [];
  for (;;) {
    const answer = await source.read(rows.length, part, signal);
    assert.ok(answer.ok);
    if (answer.rows.length === 0) {
      assert.equal(answer.total, rows.length);
      return rows;
    }
    rows.push(...answer.rows);
  }
}

/** Lines of many lengths, some of them empty, some with characters of several bytes. */
const mixed = Array.from({ length: 3000 }, (_, i) => line(`${i} ${"ü語x".repeat(i % 97)}`.slice(i % 7), i));

for (const part of [1, 7, 500, 10_000]) {
  Deno.test(`createLogFile() gives back every line in parts of ${part}, while it is written and when it has ended`, () =>
    withHome(async (paths) => {
      const file = begin(paths);
      const some = part === 1 ? mixed.slice(0, 300) : mixed;
      for (const one of some.slice(0, 200)) file.add(one);
      assert.deepEqual(await all(file, part), some.slice(0, 200));
      for (const one of some.slice(200)) file.add(one);
      assert.deepEqual(await all(file, part), some);
      await file.end({ status: "ok", ms: 1 });
      assert.deepEqual(await all(file, part), some);
      const [past] = await readHistory(paths, 1);
      assert.deepEqual(await all(pastLog(paths, past!.id), part), some);
    }));
}

Deno.test("createLogFile() writes a private file of its own", () =>
  withHome(async (paths) => {
    const file = begin(paths);
    file.add(line("x"));
    await file.end({ status: "ok", ms: 1 });
    const [entry] = await Array.fromAsync(Deno.readDir(paths.logs));
    assert.equal((await Deno.stat(join(paths.logs, entry!.name))).mode! & 0o777, 0o600);
  }));

Deno.test("createLogFile() tells watchers where new lines begin, in batches", () =>
  withHome(async (paths) => {
    const file = begin(paths);
    file.add(line("before"));
    const told: number[] = [];
    const stop = file.subscribe((from) => told.push(from));
    for (let i = 0; i < 100; i++) file.add(line(`${i}`));
    assert.deepEqual([file.lines, told], [101, []]);
    await file.end({ status: "ok", ms: 1 });
    stop();
    assert.deepEqual(told, [1]);
  }));

Deno.test("createLogFile() lets a flood wait for the disk, and then go on", () =>
  withHome(async (paths) => {
    const file = begin(paths);
    let waits = 0;
    for (let i = 0; i < 40_000; i++) {
      file.add(line("x".repeat(100)));
      const room = file.room();
      if (room) waits++;
      await room;
    }
    assert.ok(waits > 3 && waits < 100, `${waits} waits`);
    await file.end({ status: "ok", ms: 1 });
    assert.equal((await all(file, 5000)).length, 40_000);
  }));

Deno.test("createLogFile() keeps the first lines in memory when they cannot be written, and says what is lost", () =>
  withHome(async (paths) => {
    await Deno.writeTextFile(paths.logs, "in the way");
    const file = begin(paths);
    for (let i = 0; i < 5000; i++) {
      file.add(line("x".repeat(100)));
      await file.room();
    }
    await file.end({ status: "failed", ms: 1 });
    const lines = await all(file);
    assert.ok(lines.length > 1000 && lines.length < 5000, `${lines.length} lines`);
    assert.equal(lines[0]!.text, "x".repeat(100));
    assert.match(lines.at(-1)!.text, /cannot be written, and what follows is not kept/);
  }));

Deno.test("createLogFile() is empty and makes no file when the run never began", () =>
  withHome(async (paths) => {
    const file = createLogFile(paths.logs, { extension: "shop", action: "check" });
    assert.deepEqual(await file.read(0, 10, signal), { ok: true, rows: [], total: 0 });
    await file.end({ status: "refused", ms: 0 });
    assert.equal(await Deno.stat(paths.logs).catch(() => null), null);
  }));

const outcomes: [string, RunOutcome][] = [
  ["an outcome without words", { status: "ok", ms: 12 }],
  ["an error", { status: "failed", error: "no such shop", ms: 3 }],
  ["an error of several lines", { status: "failed", error: "first\nsecond\n\nfourth", ms: 3 }],
  ["a timeout", { status: "timeout", error: "it took more than 60 s", ms: 60000 }],
];
for (const [what, outcome] of outcomes) {
  Deno.test(`readHistory() gives back ${what} and every line when the run has ended`, () =>
    withHome(async (paths) => {
      const file = begin(paths);
      const lines: LogLine[] = [
        { stream: "log", text: "  indented", time: 5 },
        { stream: "stdout", text: "ok after 5 ms", time: 1234 },
        { stream: "stderr", text: "", time: 99999 },
      ];
      for (const line of lines) file.add(line);
      await file.end(outcome);
      const [run, ...more] = await readHistory(paths, 50);
      assert.equal(more.length, 0);
      const { id, ...rest } = run!;
      assert.deepEqual(rest, {
        extension: "shop",
        action: "check",
        startedAt: at(1),
        ...outcome,
      });
      assert.deepEqual(await all(pastLog(paths, id)), lines);
    }));
}

Deno.test("readHistory() says that Kedge ended first when a log has no outcome, and its lines are all there", () =>
  withHome(async (paths) => {
    await Deno.mkdir(paths.logs, { recursive: true });
    const text = `shop/check ${new Date(at(1)).toISOString()}\n   0.001 log    on\n   0.002 log    cut of`;
    await Deno.writeTextFile(join(paths.logs, NAME), text);
    const [run] = await readHistory(paths, 50);
    assert.deepEqual([run!.status, run!.error], ["stopped", "Kedge ended before the run did."]);
    const texts = (await all(pastLog(paths, NAME))).map(({ text }) => text);
    assert.deepEqual(texts, ["on", "cut of"]);
  }));

Deno.test("readHistory() gives the newest first, no more than asked for, and none of this time", () =>
  withHome(async (paths) => {
    for (const minute of [2, 1, 3, 9]) {
      await begin(paths, minute, minute === 1 ? "zebra" : "ant").end({ status: "ok", ms: 1 });
    }
    const times = (await readHistory(paths, 2, at(9))).map(({ startedAt }) => startedAt);
    assert.deepEqual(times, [at(3), at(2)]);
  }));

Deno.test("readHistory() gives runs of the command line only where there is room for them", () =>
  withHome(async (paths) => {
    for (let minute = 0; minute < 4; minute++) {
      const run = {
        extension: "shop",
        action: "check",
        ...(minute > 0 && { fromCommandLine: true as const }),
      };
      const file = createLogFile(paths.logs, run, () => at(minute));
      file.begin();
      await file.end({ status: "ok", ms: 1 });
    }
    const found = (await readHistory(paths, 2)).map((
      { startedAt, fromCommandLine },
    ) => [startedAt, fromCommandLine]);
    assert.deepEqual(found, [[at(3), true], [at(0), undefined]]);
  }));

Deno.test("readHistory() leaves out a run of the command line when it may go on", () =>
  withHome(async (paths) => {
    await Deno.mkdir(paths.logs, { recursive: true });
    const name = NAME.replace(".log", "~cli.log"), path = join(paths.logs, name);
    await Deno.writeTextFile(path, `shop/check ${new Date(at(1)).toISOString()}\n`);
    assert.deepEqual(await readHistory(paths, 9), []);
    // The log of a Kedge that was killed weeks ago.
    await Deno.utime(path, 0, 0);
    assert.deepEqual((await readHistory(paths, 9)).map(({ id }) => id), [name]);
  }));

/** Returns the bytes that this process has read so far. */
function bytesRead(): number {
  return Number(/^rchar: (\d+)/.exec(Deno.readTextFileSync("/proc/self/io"))![1]);
}

Deno.test("readHistory() reads the ends of large logs, not what is between", () =>
  withHome(async (paths) => {
    await Deno.mkdir(paths.logs, { recursive: true });
    for (let i = 0; i < 50; i++) {
      const name = `shop~check~20260102T0301${String(i).padStart(2, "0")}.007Z~0a1b2c3d.log`;
      const path = join(paths.logs, name);
      await Deno.writeTextFile(path, `shop/check ${new Date(at(1)).toISOString()}\n`);
      // A hole of 1 GB, which would be read as zeros.
      await Deno.truncate(path, 1 << 30);
      await Deno.writeTextFile(path, "\nok after 5 ms\n", { append: true });
    }
    const before = bytesRead();
    const runs = await readHistory(paths, 50);
    assert.deepEqual([runs.length, runs[0]!.status, runs[0]!.ms], [50, "ok", 5]);
    const read = bytesRead() - before;
    assert.ok(read < 100e6, `${read} bytes`);
  }));

const gone: [name: string, id: string, lay: (path: string) => Promise<unknown>][] = [
  ["Kedge's own log", "kedge.log", (path) => Deno.writeTextFile(path, "   0.001 log    secret\n")],
  ["another file", "../config.json", (path) => Deno.writeTextFile(path, "   0.001 log    secret\n")],
  ["a name that is none", "shop~check~x.log", (path) => Deno.writeTextFile(path, "x")],
  ["a path", `${NAME}/..`, () => Promise.resolve()],
  ["no file", NAME, () => Promise.resolve()],
  ["a folder", NAME, (path) => Deno.mkdir(path)],
  ["a pipe that nobody writes to", NAME, (path) => new Deno.Command("mkfifo", { args: [path] }).output()],
  ["a link", NAME, (path) => Deno.symlink("/etc/passwd", path)],
  ["a file without a head", NAME, (path) => Deno.writeTextFile(path, "   0.001 log    secret\n")],
];
for (const [name, id, lay] of gone) {
  Deno.test(`pastLog() has nothing when the id is that of ${name}`, () =>
    withHome(async (paths) => {
      await Deno.mkdir(paths.logs, { recursive: true });
      await lay(join(paths.logs, id));
      const answer = await pastLog(paths, id).read(0, 10, signal);
      assert.ok(!answer.ok);
      assert.match(answer.error, /is gone/);
      assert.deepEqual(await readHistory(paths, 9), []);
    }));
}

Deno.test("forget() removes the log of a run, of now and of an earlier time, and nothing else", () =>
  withHome(async (paths) => {
    const never = createLogFile(paths.logs, { extension: "shop", action: "check" });
    await never.forget();
    for (const minute of [1, 2, 3]) {
      const file = begin(paths, minute);
      await file.end({ status: "ok", ms: 1 });
      if (minute === 1) await file.forget();
    }
    const [newest, older, ...more] = await readHistory(paths, 9);
    assert.deepEqual([newest!.startedAt, older!.startedAt, more], [at(3), at(2), []]);
    const own = join(paths.logs, "kedge.log");
    await Deno.writeTextFile(own, "");
    await pastLog(paths, older!.id).forget();
    await pastLog(paths, "kedge.log").forget();
    await pastLog(paths, `../logs/${newest!.id}`).forget();
    assert.deepEqual((await readHistory(paths, 9)).map(({ id }) => id), [newest!.id]);
    await Deno.stat(own);
  }));

Deno.test("read() says that the log is gone when its file was removed", () =>
  withHome(async (paths) => {
    const file = begin(paths);
    file.add(line("x"));
    await file.end({ status: "ok", ms: 1 });
    await Deno.remove(paths.logs, { recursive: true });
    assert.equal((await file.read(0, 10, signal)).ok, false);
  }));

Deno.test("trimLogs() keeps the newest fifty of each action and touches nothing else", () =>
  withHome(async (paths) => {
    for (let minute = 0; minute < 52; minute++) await begin(paths, minute).end({ status: "ok", ms: 1 });
    await begin(paths, 0, "quiet").end({ status: "ok", ms: 1 });
    await Deno.writeTextFile(join(paths.logs, "kedge.log"), "x");
    await trimLogs(paths);
    const names = (await Array.fromAsync(Deno.readDir(paths.logs))).map(({ name }) => name);
    assert.equal(names.filter((name) => name.startsWith("shop~")).length, 50);
    assert.equal(names.length, 52);
    assert.ok(!names.some((name) => name.startsWith("shop~check~20260102T0300")));
  }));

Deno.test("trimLogs() leaves the log of a run that goes on, however many came after it", () =>
  withHome(async (paths) => {
    await Deno.mkdir(paths.logs, { recursive: true });
    const going = begin(paths, 0);
    going.add(line("first"));
    // The log of a Kedge that was killed weeks ago.
    const old = "shop~check~20251201T030105.007Z~0a1b2c3d.log";
    await Deno.writeTextFile(join(paths.logs, old), "");
    const killed = begin(paths, 1);
    while ((await readHistory(paths, 9)).length < 2);
    const { id } = (await readHistory(paths, 9))[0]!;
    await Deno.utime(join(paths.logs, id), 0, 0);
    for (let minute = 2; minute < 52; minute++) await begin(paths, minute).end({ status: "ok", ms: 1 });
    await trimLogs(paths);
    assert.deepEqual(await all(going), [line("first")]);
    const names = (await Array.fromAsync(Deno.readDir(paths.logs))).map(({ name }) => name);
    assert.deepEqual([names.length, names.includes(old), names.includes(id)], [51, false, false]);
    await going.end({ status: "ok", ms: 1 });
    await killed.end({ status: "ok", ms: 1 });
    await trimLogs(paths);
    assert.equal((await readHistory(paths, 99)).length, 50);
  }));
