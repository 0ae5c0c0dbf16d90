import assert from "node:assert/strict";
import { createFocusWaits } from "../../../../src/tray/windows/focus.ts";

type Waits = ReturnType<typeof createFocusWaits>;

const CASES: readonly [what: string, act: (waits: Waits) => void, ended: string[], asked: string[]][] = [
  ["waits as long as nothing is told", (waits) => waits.ask(), [], ["a", "b"]],
  ["ends the wait for the window that has the focus", (waits) => waits.came("a"), ["a"], []],
  ["asks about each window once", (waits) => (waits.ask(), waits.ask()), [], ["a", "b"]],
  ["asks the next process anew", (waits) => (waits.ask(), waits.forget(), waits.ask()), [], [
    ...["a", "b"],
    ...["a", "b"],
  ]],
  ["ends the wait for a window that has gone", (waits) => waits.keepOnly([{ id: "b" }]), ["a"], []],
  ["asks about those that are left", (waits) => (waits.came("a"), waits.ask()), ["a"], ["b"]],
  ["is told of windows that nobody waits for", (waits) => waits.came("c"), [], []],
];
for (const [what, act, wanted, questions] of CASES) {
  Deno.test(`createFocusWaits() ${what}`, async () => {
    const asked: string[] = [], ended: string[] = [];
    const waits = createFocusWaits((message) => asked.push((message as { id: string }).id));
    for (const id of ["a", "b"]) void waits.until(id).then(() => ended.push(id));
    act(waits);
    await Promise.resolve().then(() => {});
    assert.deepEqual([ended, asked], [wanted, questions]);
  });
}

Deno.test("createFocusWaits() ends all waits for one window at once", async () => {
  const waits = createFocusWaits(() => {});
  const both = [waits.until("a"), waits.until("a")];
  waits.came("a");
  await Promise.all(both);
});
