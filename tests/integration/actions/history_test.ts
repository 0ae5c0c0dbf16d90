import assert from "node:assert/strict";
import { join } from "node:path";
import { openRunFile } from "../../../src/core/actions/run_file.ts";
import { readHistory, readPastLog } from "../../../src/core/actions/run_history.ts";
import type { RunOutcome } from "../../../src/core/actions/face.ts";
import { withHome } from "../../support/home.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 2, 3, minute, 5, 7));

const outcomes: [string, RunOutcome][] = [
  ["an outcome without words", { status: "ok", ms: 12 }],
  ["an error", { status: "failed", error: "no such shop", ms: 3 }],
  ["an error of several lines", { status: "failed", error: "first\nsecond\n\nfourth", ms: 3 }],
  ["a timeout", { status: "timeout", error: "it took more than 60 s", ms: 60000 }],
];
for (const [what, outcome] of outcomes) {
  Deno.test(`readHistory() gives back ${what} and every line when the run has ended`, () =>
    withHome(async (paths) => {
      const file = openRunFile(paths, "shop", "check", at(1));
      const lines = [
        { stream: "log", text: "  indented", time: 5 },
        { stream: "stdout", text: "ok after 5 ms", time: 1234 },
        { stream: "stderr", text: "", time: 99999 },
      ] as const;
      for (const line of lines) file.add(line);
      await file.end(outcome);
      const [run, ...more] = await readHistory(paths, 50);
      assert.equal(more.length, 0);
      const { id, ...rest } = run!;
      assert.deepEqual(rest, {
        extension: "shop",
        action: "check",
        startedAt: at(1).getTime(),
        logLines: 3,
        ...outcome,
      });
      assert.deepEqual(await readPastLog(paths, id), lines);
    }));
}

Deno.test("readHistory() says that Kedge ended first when a log has no outcome", () =>
  withHome(async (paths) => {
    await Deno.mkdir(paths.logs, { recursive: true });
    const name = "shop~check~20260102T030105.007Z~0a1b2c3d.log";
    await Deno.writeTextFile(
      join(paths.logs, name),
      `shop/check ${at(1).toISOString()}\n   0.001 log    on\n`,
    );
    const [run] = await readHistory(paths, 50);
    assert.deepEqual([run!.status, run!.error], ["stopped", "Kedge ended before the run did."]);
  }));

Deno.test("readHistory() gives the newest first, and no more than asked for", () =>
  withHome(async (paths) => {
    for (const minute of [2, 1, 3]) {
      await openRunFile(paths, minute === 1 ? "zebra" : "ant", "a", at(minute)).end({ status: "ok", ms: 1 });
    }
    const times = (await readHistory(paths, 2)).map(({ startedAt }) => startedAt);
    assert.deepEqual(times, [at(3).getTime(), at(2).getTime()]);
  }));

for (
  const name of [
    "kedge.log",
    "../config.json",
    "shop~check~x.log",
    "shop~check~20260102T030105.007Z~0a1b2c3d.log/..",
  ]
) {
  Deno.test(`readPastLog() reads nothing when the id is ${name}`, () =>
    withHome(async (paths) => {
      await Deno.mkdir(paths.logs, { recursive: true });
      await Deno.writeTextFile(join(paths.logs, "kedge.log"), "   0.001 log    secret\n");
      await Deno.writeTextFile(paths.config, "   0.001 log    secret\n");
      assert.deepEqual(await readPastLog(paths, name), []);
      assert.deepEqual(await readHistory(paths, 9), []);
    }));
}
