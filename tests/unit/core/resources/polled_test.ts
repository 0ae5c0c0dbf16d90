import { equal } from "node:assert/strict";
import { restFor, settledOrAborted } from "../../../../src/core/resources/polled.ts";
import { countedSignal } from "../../../support/counted_signal.ts";

Deno.test("restFor() leaves nothing on its signal, however often somebody rests", async () => {
  const { controller, count } = countedSignal();
  for (let rests = 0; rests < 5; rests++) await restFor(1, controller.signal);
  equal(count.listeners, 0);
});

Deno.test("restFor() ends with its signal, also with one that has aborted before", async () => {
  const { controller, count } = countedSignal();
  const resting = restFor(1_000_000, controller.signal);
  controller.abort();
  await resting;
  await restFor(1_000_000, controller.signal);
  equal(count.listeners, 0);
});

Deno.test("settledOrAborted() ends with the promise or the signal, and leaves nothing on the signal", async () => {
  const { controller, count } = countedSignal();
  await settledOrAborted(Promise.resolve(), controller.signal);
  equal(count.listeners, 0);
  const never = new Promise<void>(() => {});
  const waiting = settledOrAborted(never, controller.signal);
  controller.abort();
  await waiting;
  await settledOrAborted(never, controller.signal);
  equal(count.listeners, 0);
});
