import assert from "node:assert/strict";
import { logUncaught } from "../../../../src/cli/start/uncaught.ts";

Deno.test("logUncaught() logs what nothing caught, keeps the program alive, and ends with its signal", async () => {
  const logged: unknown[] = [];
  const end = new AbortController();
  logUncaught({ error: (where, error) => void logged.push(where, (error as Error).message) }, end.signal);
  setTimeout(() => {
    throw new Error("thrown");
  });
  void Promise.reject(new Error("rejected"));
  while (logged.length < 4) await new Promise((resolve) => setTimeout(resolve, 1));
  assert.deepEqual(logged.sort(), ["rejected", "thrown", "uncaught", "uncaught"]);
  end.abort();
  const event = new ErrorEvent("error", { error: new Error("later"), cancelable: true });
  const handled = (event: Event) => event.preventDefault();
  addEventListener("error", handled, { once: true });
  dispatchEvent(event);
  assert.equal(logged.length, 4);
});
