/** `--mcp --log` on intact logs and on manipulated ones. */
import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { openAgentLog } from "../../../src/core/gate/log/mod.ts";
import { cli, makeHome } from "../../support/program/actions.ts";

Deno.test("--mcp --log shows what agents did, and ends with 1 when the log was changed", async () => {
  const home = await makeHome();
  try {
    const log = openAgentLog(home.logs);
    const event = { at: "2026-11-26T12:00:00.000Z", agent: "claude", program: "/opt/claude" } as const;
    await log.append({ ...event, what: "read", on: "the server shop", statement: "SELECT 1", rows: 1 });
    await log.append({ ...event, what: "denied", on: "the server \u202eshop" });
    const whole = await cli(home, ["--mcp", "--log"]);
    equal(whole.code, 0, whole.stderr);
    match(whole.stdout, /claude +read +the server shop +SELECT 1 · 1 row/);
    match(whole.stdout, /2 entries, each following from the one before/);
    equal(whole.stdout.includes("\u202e"), false);
    const file = join(home.logs, "agents.log");
    await Deno.writeTextFile(file, (await Deno.readTextFile(file)).replace('"rows":1', '"rows":9'));
    const changed = await cli(home, ["--mcp", "--log", "--json"]);
    const { ok, entries, faults } = JSON.parse(changed.stdout);
    deepEqual([changed.code, ok, entries.length], [1, false, 2]);
    deepEqual(faults, [{ file, line: 1, message: "entry 1 was changed" }]);
  } finally {
    await home.remove();
  }
});
