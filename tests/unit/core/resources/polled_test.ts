import { equal } from "node:assert/strict";
import { restFor } from "../../../../src/core/resources/polled.ts";

/** A signal that counts who listens to it. */
function counted() {
  const controller = new AbortController();
  const { signal } = controller;
  const count = { listeners: 0 };
  const add = signal.addEventListener.bind(signal), remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...given: Parameters<typeof add>) => {
    count.listeners++;
    add(...given);
  };
  signal.removeEventListener = (...given: Parameters<typeof remove>) => {
    count.listeners--;
    remove(...given);
  };
  return { controller, count };
}

Deno.test("restFor() leaves nothing on its signal, however often somebody rests", async () => {
  const { controller, count } = counted();
  for (let rests = 0; rests < 5; rests++) await restFor(1, controller.signal);
  equal(count.listeners, 0);
});

Deno.test("restFor() ends with its signal, also with one that has aborted before", async () => {
  const { controller, count } = counted();
  const resting = restFor(1_000_000, controller.signal);
  controller.abort();
  await resting;
  await restFor(1_000_000, controller.signal);
  equal(count.listeners, 0);
});
