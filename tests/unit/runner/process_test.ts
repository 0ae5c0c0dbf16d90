import { deepEqual } from "node:assert/strict";
import { start } from "../../desktop/harness/process.ts";
import { testOn } from "../../support/systems.ts";

testOn(["shell"], "start() has all that a program wrote once it is told to have ended", async () => {
  const script = "head -c 60000 /dev/zero | tr '\\0' a; echo; echo end";
  const ends = await Promise.all(Array.from({ length: 40 }, async () => {
    const program = start(["/bin/sh", "-c", script], { PATH: "/usr/bin:/bin" });
    await program.ended;
    const end = program.output().slice(-4);
    await program.kill();
    return end;
  }));
  deepEqual([...new Set(ends)], ["end\n"]);
});
