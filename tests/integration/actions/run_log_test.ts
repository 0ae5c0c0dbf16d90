import assert from "node:assert/strict";
import { startRun } from "../../../src/core/actions/mod.ts";
import { defaultConfig } from "../../../src/core/config/mod.ts";
import type { KedgePaths } from "../../../src/core/paths.ts";
import type { LogLine } from "../../../src/core/state/state.ts";
import { installActions, makeHome } from "../../support/program/actions.ts";
import { recordingSurface } from "../../support/program/run_surface.ts";

const { signal } = new AbortController();

const action = (body: string) =>
  `package action\n\nimport (\n\t"fmt"\n\t"kedge"\n\t"time"\n)\n\nvar _ = time.Second\n\nfunc Run(k *kedge.Ctx) error {\n${body}\n}\n`;

const QUICK = action(`	for i := 0; i < 200; i++ {
		fmt.Println("line", i)
	}
	return nil`);
const SLOW = action(`	for i := 0; i < 5; i++ {
		time.Sleep(20 * time.Millisecond)
		fmt.Println("line", i)
		k.Log("logged", i)
	}
	if err := k.Alert("wait"); err != nil {
		return err
	}
	fmt.Println("after the dialog")
	return nil`);

/** An action that prints more than a pipe can hold. */
const LOUD = action(`	for i := 0; i < 300; i++ {
		fmt.Printf("%1000d\\n", i)
	}
	return nil`);

const PANIC = action(`	fmt.Print()
	var list []int
	fail := func(at int) { list[at] = 1 }
	fail(3)
	return nil`);

async function withActions(work: (paths: KedgePaths) => Promise<void>): Promise<void> {
  const paths = await makeHome();
  try {
    await installActions(paths, "talk", [
      { id: "quick", source: QUICK },
      { id: "slow", source: SLOW },
      { id: "loud", source: LOUD },
      { id: "panic", source: PANIC },
    ]);
    await work(paths);
  } finally {
    await paths.remove();
  }
}

Deno.test("the log of a run that prints and is gone within an instant is whole when the run has ended", () =>
  withActions(async (paths) => {
    const request = { paths, config: defaultConfig(), extension: "talk", action: "quick" };
    for (let turn = 0; turn < 40; turn++) {
      const run = startRun(request, recordingSurface());
      const outcome = await run.done;
      assert.deepEqual([outcome.status, run.log.lines], ["ok", 200], `${outcome.error}`);
      const answer = await run.log.read(0, 500, signal);
      assert.ok(answer.ok);
      assert.deepEqual(
        answer.rows.map(({ text }) => text),
        Array.from({ length: 200 }, (_, i) => `line ${i}`),
      );
      const late = answer.rows.filter(({ time }) => time > outcome.ms);
      assert.deepEqual(late, [], `lines after the run's ${outcome.ms} ms`);
    }
  }));

Deno.test("the times of a run and of its lines come from one clock, which stops while a dialog waits", () =>
  withActions(async (paths) => {
    const heard: [ms: number, runs: boolean][] = [];
    let begun = 0, before = 0, waited = 0;
    const surface = recordingSurface({
      clock(ms, runs) {
        if (begun === 0) [begun, before] = [performance.now(), ms];
        heard.push([ms, runs]);
      },
      async alert() {
        const since = performance.now();
        await new Promise((resolve) => setTimeout(resolve, 1500));
        waited = performance.now() - since;
      },
    });
    const run = startRun({ paths, config: defaultConfig(), extension: "talk", action: "slow" }, surface);
    const outcome = await run.done;
    const ended = performance.now();
    const answer = await run.log.read(0, 500, signal);
    assert.ok(answer.ok);
    const times = (answer.rows as LogLine[]).map(({ time }) => time);
    assert.deepEqual(times, [...times].sort((a, b) => a - b));
    assert.ok(times[0]! >= 20 && times.at(-1)! <= outcome.ms, `${times} in ${outcome.ms} ms`);
    // The time that the dialog waited must not be included, even on a slow machine.
    const whole = before + ended - begun;
    assert.ok(outcome.ms < whole - waited + 1000, `${outcome.ms} ms of ${whole}, of which ${waited} waited`);
    assert.deepEqual(heard.map(([, runs]) => runs), [true, false, true]);
    assert.ok(heard[1]![0] >= 100 && heard[2]![0] === heard[1]![0]);
  }));

Deno.test("a run is not timed out by output that its reader does not take", () =>
  withActions(async (paths) => {
    const request = { paths, config: defaultConfig(), extension: "talk", action: "loud" };
    // The limit depends on the time that the run itself needs, which is long on a busy machine.
    const alone = await startRun(request, recordingSurface()).done;
    const limit = 4000 + 4 * alone.ms;
    const lock = new Int32Array(new SharedArrayBuffer(4));
    let blocked = 0;
    const surface = recordingSurface({
      log() {
        // Blocks the process, as a write to a full pipe does.
        if (blocked++ === 0) Atomics.wait(lock, 0, 0, limit + 500);
      },
    });
    const outcome = await startRun({ ...request, limit }, surface).done;
    assert.deepEqual([outcome.status, blocked], ["ok", 300], outcome.error);
    assert.ok(outcome.ms < limit, `${outcome.ms} ms`);
  }));

Deno.test("a panic shows the author's own lines, and nothing of Go's or the SDK's around them", () =>
  withActions(async (paths) => {
    const run = startRun(
      { paths, config: defaultConfig(), extension: "talk", action: "panic" },
      recordingSurface(),
    );
    const outcome = await run.done;
    assert.equal(
      outcome.error,
      "actions/panic.go:14: panic: runtime error: index out of range [3] with length 0",
    );
    const answer = await run.log.read(0, 500, signal);
    assert.ok(answer.ok);
    assert.deepEqual(answer.rows.map(({ text }) => text), [
      "panic: runtime error: index out of range [3] with length 0",
      "",
      "action.Run.func1(...)",
      "\tactions/panic.go:14",
      "action.Run(...)",
      "\tactions/panic.go:15",
    ]);
  }));
