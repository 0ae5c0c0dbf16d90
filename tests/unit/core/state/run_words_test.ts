import assert from "node:assert/strict";
import { runWords } from "../../../../src/core/state/run_words.ts";
import type { RunState } from "../../../../src/core/state/state.ts";

const cases: [run: Pick<RunState, "status" | "error">, words: string][] = [
  [{ status: "stopped" }, "Stopped by you"],
  [{ status: "stopped", error: "Kedge ended before the run did." }, "Stopped"],
  [{ status: "refused", error: "the action does not compile\na.go:3:1: undefined: x" }, "Does not compile"],
  [{ status: "refused", error: "there is no Go" }, "Did not start"],
  [{ status: "failed", error: "no such shop" }, "Failed"],
  [{ status: "stopping" }, "Stopping"],
];
for (const [run, words] of cases) {
  Deno.test(`runWords() says "${words}" of ${JSON.stringify(run)}`, () => {
    assert.equal(runWords(run), words);
  });
}
