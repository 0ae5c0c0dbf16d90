import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { beginSession, notifyCut } from "../../../../src/cli/start/last_session.ts";
import type { PastRun } from "../../../../src/core/actions/mod.ts";
import { kedgePaths } from "../../../../src/core/paths.ts";
import { readStateFile } from "../../../../src/core/state/state_file.ts";
import { stateWith } from "../../../support/pages/pages_state.ts";
import { testStore } from "../../../support/pages/store.ts";

Deno.test("beginSession() knows when the last one was ended by force, and nothing when it ended by itself", async () => {
  const paths = kedgePaths(await Deno.makeTempDir({ prefix: "kedge-session-" }));
  try {
    await Deno.writeTextFile(join(paths.home, "state.json"), '{"usage":{"a":1}}', { mode: 0o600 });
    equal((await beginSession(paths, 1000)).cutSince, null);
    const second = await beginSession(paths, 2000);
    equal(second.cutSince, 1000);
    await second.end();
    deepEqual(await readStateFile(paths), { usage: { a: 1 } });
    equal((await beginSession(paths, 3000)).cutSince, null);
  } finally {
    await Deno.remove(paths.home, { recursive: true });
  }
});

const CUT = "Kedge ended before the run did.";
const run = (action: string, startedAt: number, error?: string) =>
  ({ id: `${action}.log`, extension: "tools", action, startedAt, status: "stopped", ms: 0, error }) as const;

const TOLD: readonly (readonly [when: string, since: number | null, runs: PastRun[], told: string[]])[] = [
  ["one was cut", 10, [run("copy", 20, CUT)], [
    "A run was cut short: “copy”. Its output is in the home window.",
  ]],
  [
    "five were cut, and names three of them",
    10,
    ["a", "b", "b", "c", "d"].map((name) => run(name, 20, CUT)),
    ["5 runs were cut short: “a”, “b”, “c” and more. Their output is in the home window."],
  ],
  ["the command line runs it", 10, [{ ...run("copy", 20, CUT), fromCommandLine: true }], []],
  ["they were stopped by the user", 10, [run("copy", 20)], []],
  ["they belong to an earlier session", 10, [run("copy", 5, CUT)], []],
  ["the last session ended by itself", null, [run("copy", 20, CUT)], []],
];
for (const [when, since, runs, expected] of TOLD) {
  Deno.test(`tellCut() tells ${expected.length === 0 ? "nothing" : "what became of the runs"} when ${when}`, () => {
    const told: string[] = [];
    notifyCut(
      { store: testStore(stateWith({})), tell: (_, message) => void told.push(message) },
      since,
      runs,
    );
    deepEqual(told, expected);
  });
}
