import assert from "node:assert/strict";
import { startChild } from "../../../../src/tray/windows/process.ts";

Deno.test({
  name: "end() ends a windows' process that hangs by force",
  // Elsewhere a process cannot be stopped from outside.
  ignore: Deno.build.os === "windows",
  async fn() {
    const child = startChild(["/no/library", "/no/icons"], Deno.env.toObject(), () => {}, 500);
    Deno.kill(child.pid, "SIGSTOP");
    await child.end();
    assert.match(await child.ended, /did not end for 0\.5 s/);
  },
});
