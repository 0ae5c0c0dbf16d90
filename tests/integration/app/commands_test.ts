import { deepEqual } from "node:assert/strict";
import type { CommandResult } from "../../../src/core/app/command.ts";
import * as features from "../../../src/core/app/features/mod.ts";
import { ACCOUNT_ROWS } from "./account_rows.ts";
import { ACTION_ROWS } from "./action_rows.ts";
import { CATALOGUE_ROWS } from "./catalogue_rows.ts";
import { GATE_ROWS } from "./gate_rows.ts";
import { KEDGE_ROWS } from "./kedge_rows.ts";
import { QUERY_ROWS } from "./query_rows.ts";
import { row } from "./row.ts";
import { withProgram } from "./stage.ts";

/** Commands that end Kedge or its windows, therefore last. */
const END_ROWS = [
  row("useBrowser", "shows windows in the browser from now on", ({ app }) => {
    app.onUseBrowser = () => app.tell("In the browser", "");
    return {};
  }, ({ state }) => state().toasts.some(({ title }) => title === "In the browser")),
  row("quit", "ends Kedge", {}, ({ app }) => app.quit.then(() => true)),
];
const ROWS = [
  ...ACCOUNT_ROWS,
  ...QUERY_ROWS,
  ...GATE_ROWS,
  ...ACTION_ROWS,
  ...KEDGE_ROWS,
  ...CATALOGUE_ROWS,
  ...END_ROWS,
];

/** Commands whose rows test the refusal, because their requirements are missing here. */
const REFUSED: ReadonlySet<string> = new Set(["execTask", "openDatabaseTunnel", "anotherWay"]);

Deno.test("every command has a row", () => {
  const names = Object.values(features).flatMap(({ commands }) => Object.keys(commands));
  deepEqual(ROWS.map(({ name }) => name).sort(), names.sort());
});

Deno.test("the real program carries every command out", async (t) => {
  await withProgram(async (program) => {
    for (const { name, does, command, left, meanwhile } of ROWS) {
      const done = await t.step(`${name} ${does}`, async () => {
        const asked = await command(program);
        let answer: CommandResult | undefined;
        void program.app.dispatch(asked).then((result) => answer = result);
        await meanwhile(program);
        const result = await program.until("an answer", () => answer);
        if (!result.ok && !REFUSED.has(name)) {
          throw new Error(
            `${result.error} ${result.hint ?? ""} ${program.errors.map((e) => (e as Error).stack)}`,
          );
        }
        await program.until(does, () => left(program, result));
        deepEqual(program.errors, []);
      });
      // The next row needs its result.
      if (!done) break;
    }
  });
});
