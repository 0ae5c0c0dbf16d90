import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { type ActionRun, type RunOutcome, startRun } from "../../../src/core/actions/mod.ts";
import { isZombie } from "../../../src/core/platform/process_tree/linux.ts";
import { defaultConfig } from "../../../src/core/config/mod.ts";
import { beginWait } from "../../runner/slowness.ts";
import { cli, installActions, makeHome, startCli } from "../../support/program/actions.ts";
import { type RecordingSurface, recordingSurface } from "../../support/program/run_surface.ts";
import { waitFor } from "../../desktop/harness/wait.ts";

const FOLDER = fileURLToPath(new URL("../../scripts/hostile", import.meta.url));
const sources = new Map<string, string>();
for await (const { name } of Deno.readDir(FOLDER)) {
  sources.set(name.slice(0, -3), await Deno.readTextFile(join(FOLDER, name)));
}

/** Returns a random argument for `sleep`, by which a test finds its processes. */
function newMark(): string {
  return `9${crypto.getRandomValues(new Uint32Array(1))[0]}.5`;
}

/** Returns a file of each process in /proc, with the process ID. */
async function processes(file: "cmdline" | "stat"): Promise<[pid: string, text: string][]> {
  const found: [string, string][] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    found.push([name, await Deno.readTextFile(`/proc/${name}/${file}`).catch(() => "")]);
  }
  return found;
}

/** Returns the processes that have the mark in their arguments. */
async function survivors(mark: string): Promise<string[]> {
  return (await processes("cmdline")).filter(([, line]) => line.includes(mark))
    .map(([pid, line]) => `${pid} ${line.replaceAll("\0", " ")}`);
}

/**
 * Returns ended child processes below this one that were not waited for; children of other programs
 * are ignored.
 */
async function zombies(): Promise<string[]> {
  const stats = new Map(await processes("stat"));
  const parentOf = (pid: string) => stats.get(pid)?.split(") ").at(-1)?.split(" ")[1] ?? "0";
  const isOurs = (pid: string): boolean =>
    pid === `${Deno.pid}` || (Number(pid) > 1 && isOurs(parentOf(pid)));
  return [...stats].filter(([pid, stat]) => isZombie(stat) && isOurs(pid)).map(([, stat]) =>
    stat.slice(0, 60)
  );
}

/** Waits until none is left, because a process that has just ended is waited for a moment later. */
async function noZombies(): Promise<void> {
  const isOver = beginWait(60_000);
  while ((await zombies()).length > 0 && !isOver()) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.deepEqual(await zombies(), []);
}

async function noneSurvive(mark: string, ms = 60_000): Promise<void> {
  const isOver = beginWait(ms);
  let left = await survivors(mark);
  while (left.length > 0 && !isOver()) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    left = await survivors(mark);
  }
  assert.deepEqual(left, []);
}

/** The number of sleeping processes in a complete family. */
const SLEEPERS = 7;

/**
 * Waits until the family of processes is complete. Only the shell that waits for its two children
 * stays; the others have ended.
 */
async function familyIsThere(mark: string, sleepers = SLEEPERS): Promise<void> {
  await waitFor(`the ${sleepers} that sleep`, async () => {
    const all = await survivors(mark);
    const asleep = all.filter((line) => /^\d+ \S*sleep /.test(line));
    return asleep.length === sleepers && all.length === sleepers + 1;
  }, 60_000);
}

/** A package whose variables Go's own order would initialise before those of the SDK. */
const LIB = `package lib

import "os"

var Times = 1

func init() { os.Stdout.WriteString("lib of " + os.Args[0][:1] + "\\n") }
`;

async function installed(name: string, config: Record<string, string> = {}) {
  const paths = await makeHome();
  const action = { id: name, source: sources.get(name)!, manifest: { contextMode: "none", config } };
  await installActions(paths, "hostile", [action], name === "anchor" ? { "lib/lib.go": LIB } : {});
  return paths;
}

/** Runs a hostile script with a surface that only records. */
async function hostile(
  name: string,
  options: { limit?: number; config?: Record<string, string> } = {},
  during: (run: ActionRun, surface: RecordingSurface) => Promise<void> | void = () => {},
): Promise<{ outcome: RunOutcome; surface: RecordingSurface; took: number }> {
  const paths = await installed(name, options.config);
  try {
    const surface = recordingSurface();
    const run = startRun({
      paths,
      config: defaultConfig(),
      extension: "hostile",
      action: name,
      ...(options.limit ? { limit: options.limit } : {}),
    }, surface);
    try {
      await during(run, surface);
    } catch (error) {
      // Remaining processes would fail the next tests.
      run.stop();
      await run.done;
      throw error;
    }
    const since = performance.now();
    const outcome = await run.done;
    return { outcome, surface, took: performance.now() - since };
  } finally {
    await paths.remove();
  }
}

Deno.test("a run that floods its output is bounded in memory and its log is cut with a line that says so", async () => {
  const first = Deno.memoryUsage().rss;
  let grown = Infinity;
  // On a busy machine the collector runs late, so free memory counts as used.
  for (let tried = 0; grown >= 300e6 && tried < 3; tried++) {
    const before = Deno.memoryUsage().rss;
    let most = 0;
    const timer = setInterval(() => most = Math.max(most, Deno.memoryUsage().rss), 50);
    const { outcome, surface } = await hostile("flood").finally(() => clearInterval(timer));
    assert.equal(outcome.status, "ok", `${outcome.error}`);
    assert.ok(surface.lines.some(({ text }) => /the log is cut here: over 5 MB/.test(text)));
    assert.ok(surface.lines.some(({ text }) => /\b1,?0\d\d\.\d MB left out, the end follows/.test(text)));
    assert.equal(surface.lines.at(-1)!.text, "the end");
    assert.ok(surface.lines.reduce((sum, { text }) => sum + text.length, 0) < 6_000_000);
    grown = most - before;
    // The process may keep what it took, which a later try would not see.
    assert.ok(most - first < 800e6, `memory grew by ${Math.round((most - first) / 1e6)} MB in all`);
  }
  assert.ok(grown < 300e6, `memory grew by ${Math.round(grown / 1e6)} MB`);
});

Deno.test("a run that prints binary goes on, and its log is text", async () => {
  const { outcome, surface } = await hostile("binary");
  assert.equal(outcome.status, "ok", `${outcome.error}`);
  assert.deepEqual(surface.seen, ["alert still here"]);
  // deno-lint-ignore no-control-regex
  assert.ok(surface.lines.every(({ text }) => !/[\x00-\x08\x0a-\x1a\x1c-\x1f]/.test(text)));
});

for (const name of ["deaf", "frozen"]) {
  Deno.test(`Stop ends a run that is ${name} after 2 s`, async () => {
    const { outcome, took } = await hostile(name, {}, async (run, surface) => {
      await surface.logged("deaf");
      run.stop();
    });
    assert.equal(outcome.status, "stopped");
    assert.ok(took > 1900, `${took} ms`);
  });
}

Deno.test("Stop lets a run that heeds its context clean up", async () => {
  const stopped = (name: string) =>
    hostile(name, {}, async (run, surface) => {
      await surface.logged("deaf");
      run.stop();
    });
  let polite = await stopped("polite");
  // On a busy machine the run may be killed after 2 s, before it cleans up; try again.
  for (let tried = 1; polite.took > 1900 && tried < 5; tried++) polite = await stopped("polite");
  const { outcome, took, surface } = polite;
  assert.equal(outcome.status, "stopped");
  assert.equal(surface.lines.at(-1)!.text, "cleaned up");
  assert.ok(took < (await stopped("deaf")).took, `${took} ms`);
});

Deno.test("a run over its limit is timed out", async () => {
  const { outcome } = await hostile("deaf", { limit: 300 });
  assert.equal(outcome.status, "timeout");
  assert.ok(outcome.ms >= 300, `${outcome.ms} ms`);
});

Deno.test("Stop while an action compiles or waits for its turn ends it as stopped", async () => {
  const { outcome } = await hostile("deaf", {}, (run) => run.stop());
  assert.equal(outcome.status, "stopped");
});

for (const stay of ["false", "true"]) {
  Deno.test(`nothing of a run's family survives when it ${stay === "true" ? "is stopped" : "ends by itself"}`, async () => {
    const mark = newMark();
    const { outcome } = await hostile("family", { config: { mark, stay } }, async (run, surface) => {
      await surface.logged("deaf");
      if (stay !== "true") return;
      await familyIsThere(mark);
      run.stop();
    });
    assert.equal(outcome.status, stay === "true" ? "stopped" : "ok", `${outcome.error}`);
    await noneSurvive(mark, 0);
  });
}

Deno.test("a run that ends takes nothing of another run or of anybody else along", async () => {
  const [one, other] = [newMark(), newMark()];
  const foreign = new Deno.Command("sleep", { args: [other], stdin: "null" }).spawn();
  await hostile("family", { config: { mark: other, stay: "true" } }, async (run, surface) => {
    await surface.logged("deaf");
    // One process in it does not belong to the family.
    await familyIsThere(other, SLEEPERS + 1);
    const before = await survivors(other);
    const { outcome } = await hostile("family", { config: { mark: one, stay: "false" } });
    assert.equal(outcome.status, "ok", `${outcome.error}`);
    await noneSurvive(one, 0);
    assert.deepEqual(await survivors(other), before);
    run.stop();
    await run.done;
    assert.deepEqual((await survivors(other)).map((line) => line.split(" ")[0]), [`${foreign.pid}`]);
  });
  foreign.kill("SIGKILL");
  await foreign.status;
});

const turned: [how: string, status: string, error: RegExp][] = [
  ["stop", "stopped", /^undefined$/],
  ["group", "failed", /was ended by SIGTERM before it was done/],
  ["kill", "failed", /was ended by SIGKILL before it was done/],
  ["orphans", "stopped", /^undefined$/],
];
for (const [how, status, error] of turned) {
  Deno.test(`nothing survives a run that turns against its anchor: ${how}`, async () => {
    const mark = newMark();
    const { outcome, surface } = await hostile("anchor", { config: { mark, how } }, async (run, surface) => {
      if (status !== "stopped") return;
      await surface.logged("deaf");
      await noZombies();
      run.stop();
    });
    assert.equal(outcome.status, status, `${outcome.error}`);
    assert.match(`${outcome.error}`, error);
    await noneSurvive(mark, 0);
    await noZombies();
    assert.deepEqual(surface.lines.slice(0, 2).map(({ text }) => text), ["lib of /", "initialised 1"]);
  });
}

Deno.test("a run that kills its anchor ends with it, and with what still carries its mark", async () => {
  const [mark, marked] = [newMark(), newMark()];
  const { outcome } = await hostile("anchor", { config: { mark, marked, how: "kill the anchor" } });
  assert.equal(outcome.status, "failed");
  assert.match(outcome.error!, /was ended by SIGKILL before it was done/);
  await noneSurvive(marked, 0);
  // A process that has dropped everything of its run cannot be found in that case, so the test ends
  // it.
  for (const line of await survivors(mark)) Deno.kill(Number(line.split(" ")[0]), "SIGKILL");
});

Deno.test("nothing of a run survives a Kedge that is killed", async () => {
  const mark = newMark();
  const paths = await installed("family", { mark, stay: "true" });
  // The work folder is removed by a later start.
  const kedge = startCli(paths, ["--run", "hostile/family"], { env: { TMPDIR: paths.home } });
  try {
    const reader = kedge.stdout.pipeThrough(new TextDecoderStream()).getReader();
    while (!(await reader.read()).value?.includes("deaf"));
    await reader.cancel();
    await familyIsThere(mark);
    kedge.kill("SIGKILL");
    await kedge.status;
    await noneSurvive(mark);
    await noneSurvive(join(paths.cache, "actions"));
  } finally {
    await kedge.stderr.cancel();
    await paths.remove();
  }
});

Deno.test("Ctrl-C stops the run on the terminal: exit status 130 and no survivors", async () => {
  const mark = newMark();
  const paths = await installed("family", { mark, stay: "true" });
  const kedge = startCli(paths, ["--run", "hostile/family"]);
  const errors = new Response(kedge.stderr).text();
  const reader = kedge.stdout.pipeThrough(new TextDecoderStream()).getReader();
  while (!(await reader.read()).value?.includes("deaf"));
  await familyIsThere(mark);
  kedge.kill("SIGINT");
  assert.equal((await kedge.status).code, 130, await errors);
  await noneSurvive(mark, 0);
  await reader.cancel();
  await errors;
  await paths.remove();
});

Deno.test("a run without an account finds no credentials: in no environment that the user may see, in no file it is led to", async () => {
  const mark = `planted-${crypto.randomUUID()}`;
  const paths = await installed("keys", { mark });
  try {
    const { stdout, stderr } = await cli(paths, ["--run", "hostile/keys"], {
      env: {
        AWS_ACCESS_KEY_ID: mark.toUpperCase(),
        AWS_SECRET_ACCESS_KEY: mark.toUpperCase(),
        AWS_SESSION_TOKEN: `${mark.toUpperCase()}-and-more`,
        AWS_PROFILE: "production",
      },
    });
    assert.deepEqual(stdout.trim().split("\n"), [
      "processes true 0",
      "AWS_SHARED_CREDENTIALS_FILE true",
      "AWS_CONFIG_FILE true",
      "metadata true true",
    ], stderr);
  } finally {
    await paths.remove();
  }
});

const failing: [name: string, error: RegExp, log: RegExp][] = [
  ["goroutine", /^actions\/goroutine\.go:\d+: panic: in a goroutine$/, /^panic: in a goroutine/m],
  ["exit", /exited with status 0 before it was done: Run did not return/, /^line 999$/m],
  ["goexit", /Run ended by runtime.Goexit/, /^$/],
];
for (const [name, error, log] of failing) {
  Deno.test(`a run that ends by ${name} is a failed one, and none of its output is lost`, async () => {
    const { outcome, surface } = await hostile(name);
    assert.equal(outcome.status, "failed");
    assert.match(outcome.error!, error);
    assert.match(surface.lines.map(({ text }) => text).join("\n"), log);
    if (name === "exit") assert.equal(surface.lines.length, 1000);
    if (name === "goroutine") {
      assert.ok(surface.lines.some(({ text }) => text.includes("actions/goroutine.go:")));
    }
  });
}

Deno.test("a run that closes its output fails at once", async () => {
  const { outcome, surface } = await hostile("closed");
  assert.equal(outcome.status, "failed");
  assert.deepEqual(surface.seen, []);
});

Deno.test("a run that puts a pipe in the place of its output sees no frames", async () => {
  const { outcome, surface } = await hostile("piped");
  assert.equal(outcome.status, "ok", `${outcome.error}`);
  assert.deepEqual(surface.lines.map(({ text }) => text), ["into the log", 'saw ""']);
});

Deno.test("a thousand dialogs are shown one after the other, and refused when they come at once", async () => {
  const { outcome, surface } = await hostile("crowd");
  assert.equal(outcome.status, "ok", `${outcome.error}`);
  assert.equal(surface.seen.filter((seen) => seen.startsWith("alert")).length, 1000);
  assert.equal(surface.lines.at(-1)!.text, "refused true");
});

Deno.test("frames stay whole while a child prints into the same pipe", async () => {
  const { outcome, surface } = await hostile("children");
  assert.equal(outcome.status, "ok", `${outcome.error}`);
  assert.deepEqual(surface.seen, Array(20).fill("html 240000"));
  const text = surface.lines.map(({ text }) => text).join("");
  assert.equal(text.length, 300 * 500);
});

Deno.test("an action's program run by hand says what it is and exits with 1", async () => {
  const paths = await installed("goexit");
  await cli(paths, ["--run", "hostile/goexit"]);
  for await (const { name } of Deno.readDir(join(paths.cache, "actions"))) {
    const { code, stderr } = await new Deno.Command(join(paths.cache, "actions", name), { stdin: "null" })
      .output();
    assert.equal(code, 1);
    assert.match(new TextDecoder().decode(stderr), /is an action of Kedge.*\n.*kedge --run/);
  }
  await paths.remove();
});
