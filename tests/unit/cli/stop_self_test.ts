import { equal } from "node:assert/strict";
import { onStopSignal } from "../../../src/cli/signals.ts";
import { stopSelf } from "../../../src/cli/stop_self.ts";

Deno.test("stopSelf() calls at once, and without a signal, what ends the program in order", () => {
  let stopped = 0;
  const release = onStopSignal(() => stopped++);
  stopSelf();
  release();
  equal(stopped, 1);
});
