import assert from "node:assert/strict";
import { createStore } from "../../../../src/core/state/store.ts";
import { emptyState } from "../../../support/pages/state.ts";

const problem = { code: "x", message: "m", hint: "h" };

function setup() {
  const errors: unknown[] = [];
  const store = createStore(emptyState(), (error) => errors.push(error));
  return { store, errors, problems: store.slice("problems") };
}

Deno.test("update() of a slice tells listeners the new state and the one before, once", () => {
  const { store, problems } = setup();
  const before = store.get();
  const heard: unknown[] = [];
  store.subscribe((state, old) => heard.push([state, old]));
  problems.update((all) => [...all, problem]);
  assert.deepEqual(heard, [[store.get(), before]]);
  assert.deepEqual([store.get(), problems.get()], [{ ...before, problems: [problem] }, [problem]]);
  assert.equal(store.get().config, before.config);
});

Deno.test("update() tells nobody when nothing changes", () => {
  const { store, problems } = setup();
  const before = store.get();
  let heard = 0;
  store.subscribe(() => heard++);
  problems.update((all) => all);
  assert.deepEqual([heard, store.get() === before], [0, true]);
});

Deno.test("update() reaches the other listeners when one throws", () => {
  const { store, errors, problems } = setup();
  let heard = 0;
  store.subscribe(() => {
    throw new Error("broken face");
  });
  store.subscribe(() => heard++);
  problems.update(() => [problem]);
  assert.deepEqual([heard, errors.length], [1, 1]);
});

Deno.test("slice() gives each part of the state to one writer", () => {
  const { store } = setup();
  store.slice("runs");
  assert.throws(() => store.slice("problems"), /"problems" has a writer already/);
});

Deno.test("subscribe() returns what ends it", () => {
  const { store, problems } = setup();
  let heard = 0;
  store.subscribe(() => heard++)();
  problems.update(() => [problem]);
  assert.equal(heard, 0);
});
