import assert from "node:assert/strict";
import type { WindowState } from "../../../src/core/state/state.ts";
import { followProgram } from "../../../src/tray/follow_program.ts";
import { emptyState } from "../../support/pages/state.ts";
import { testStore } from "../../support/pages/store.ts";

const window = (id: string): WindowState => ({
  id,
  page: "home",
  params: {},
  title: "",
  width: 1,
  height: 1,
  frame: true,
  raised: 0,
});

type File = "same" | "replaced" | "removed";
const CASES: readonly (readonly [
  what: string,
  windows: readonly number[],
  files: readonly File[],
  told: (string | null)[],
])[] = [
  ["nothing of a program that stays", [1, 2], ["same", "same"], []],
  ["of an update once", [1, 2], ["replaced", "replaced"], ["Kedge was updated"]],
  ["of an update and of a removal after it", [1, 2], ["replaced", "removed"], [
    "Kedge was updated",
    "Kedge was removed",
  ]],
  ["that the same file is back", [1, 2], ["removed", "same"], ["Kedge was removed", null]],
  ["nothing while nothing opens", [0, 0], ["replaced", "replaced"], []],
];
for (const [what, counts, files, told] of CASES) {
  Deno.test(`followProgram() tells ${what}`, () => {
    const heard: (string | null)[] = [];
    const store = testStore(emptyState());
    let turn = 0;
    const stop = followProgram(
      store,
      (problem) => heard.push(problem && problem.message.split(/ from|\./)[0]!),
      () => files[turn]!,
    );
    for (const [index, count] of counts.entries()) {
      turn = index;
      store.update((state) => ({
        ...state,
        windows: Array.from({ length: count }, (_, at) => window(`${at}`)),
      }));
    }
    stop();
    assert.deepEqual(heard, told);
  });
}
