import assert from "node:assert/strict";
import { createStore } from "../../../../src/core/state/store.ts";
import { testStore } from "../../../support/pages/store.ts";
import { emptyState } from "../../../support/pages/state.ts";

const problem = { code: "x", message: "m", hint: "h" };

const STORES = { createStore, testStore };
type Made = keyof typeof STORES;

function setup(made: Made) {
  const errors: unknown[] = [];
  const store = STORES[made](emptyState(), (error) => errors.push(error));
  return { store, errors, problems: store.writing("problems").slices.problems };
}

for (const made of ["createStore", "testStore"] as const) {
  Deno.test(`${made}: update() of a slice tells listeners the new state and the one before, once`, () => {
    const { store, problems } = setup(made);
    const before = store.get();
    const heard: unknown[] = [];
    store.subscribe((state, old) => heard.push([state, old]));
    problems.update((all) => [...all, problem]);
    assert.deepEqual(heard, [[store.get(), before]]);
    assert.deepEqual([store.get(), problems.get()], [{ ...before, problems: [problem] }, [problem]]);
    assert.equal(store.get().config, before.config);
  });

  Deno.test(`${made}: update() tells nobody when nothing changes`, () => {
    const { store, problems } = setup(made);
    const before = store.get();
    let heard = 0;
    store.subscribe(() => heard++);
    problems.update((all) => all);
    assert.deepEqual([heard, store.get() === before], [0, true]);
  });

  Deno.test(`${made}: update() reaches the other listeners when one throws`, () => {
    const { store, errors, problems } = setup(made);
    let heard = 0;
    store.subscribe(() => {
      throw new Error("broken surface");
    });
    store.subscribe(() => heard++);
    problems.update(() => [problem]);
    assert.deepEqual([heard, errors.length], [1, 1]);
  });

  Deno.test(`${made}: writing() gives each part of the state to one writer`, () => {
    const { store } = setup(made);
    assert.deepEqual(Object.keys(store.writing("runs").slices), ["runs"]);
    assert.throws(() => store.writing("config", "problems"), /"problems" has a writer already/);
  });

  Deno.test(`${made}: subscribe() returns what ends it`, () => {
    const { store, problems } = setup(made);
    let heard = 0;
    store.subscribe(() => heard++)();
    problems.update(() => [problem]);
    assert.equal(heard, 0);
  });
}
