import assert from "node:assert/strict";
import { createStore } from "../../../../src/core/state/store.ts";
import { store as fixture } from "../app/fixtures.ts";

Deno.test("update() tells listeners the new state and the one before, once", () => {
  const store = fixture();
  const before = store.get();
  const heard: unknown[] = [];
  store.subscribe((state, old) => heard.push([state, old]));
  store.update((state) => ({ ...state, problems: [{ code: "x", message: "m", hint: "h" }] }));
  assert.deepEqual(heard, [[store.get(), before]]);
});

Deno.test("update() tells nobody when nothing changes", () => {
  const store = fixture();
  let heard = 0;
  store.subscribe(() => heard++);
  store.update((state) => state);
  assert.equal(heard, 0);
});

Deno.test("update() reaches the other listeners when one throws", () => {
  const errors: unknown[] = [];
  const store = createStore(fixture().get(), (error) => errors.push(error));
  let heard = 0;
  store.subscribe(() => {
    throw new Error("broken face");
  });
  store.subscribe(() => heard++);
  store.update((state) => ({ ...state }));
  assert.equal(heard, 1);
  assert.equal(errors.length, 1);
});

Deno.test("subscribe() returns what ends it", () => {
  const store = fixture();
  let heard = 0;
  store.subscribe(() => heard++)();
  store.update((state) => ({ ...state }));
  assert.equal(heard, 0);
});
