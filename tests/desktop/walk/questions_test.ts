import assert from "node:assert/strict";
import { join } from "node:path";
import { kedgePaths } from "../../../src/core/paths.ts";
import { installActions, shareGoCache } from "../../support/program/actions.ts";
import { program } from "../../support/program/program.ts";
import { type Desktop, startDesktop, waitFor } from "../harness/mod.ts";
import { drawn, read } from "./stage.ts";

/** Milliseconds for a first compilation, which also builds Go's standard library. */
const COMPILE = 120_000;
/** Milliseconds in which two presses count as one double press, as in src/ui/system/unread.ts. */
const TWICE = 300;
/** Maximum tries, because a slow machine may miss {@link TWICE}. */
const MAX_TRIES = 12;

/** Returns an action that asks a question and logs the answer. */
const asks = (id: string) => ({
  id,
  source: `package action

import "kedge"

func Run(k *kedge.Ctx) error {
	yes, err := k.Confirm("Is this ${id}?")
	k.Logf("${id} %v", yes)
	return err
}
`,
  manifest: { contextMode: "none", console: "none" },
});

/**
 * Opens two questions, one over the other, answers the upper one and presses Enter again. Returns
 * the time between both presses in ms.
 */
async function pressTwice(desktop: Desktop): Promise<number> {
  const { tray, windows } = desktop;
  for (const id of ["lower", "upper"]) {
    await tray.click(["Actions", `Do ${id}`]);
    await drawn(desktop, `Do ${id}`, COMPILE);
  }
  await read(desktop, await windows.find("Do upper"));
  const lower = await windows.find("Do lower");
  const began = performance.now();
  await windows.key("Return");
  await waitFor("the lower one to have the keys", async () => await windows.focused() === lower.id);
  await windows.key("Return");
  return performance.now() - began;
}

Deno.test("the question below takes no Enter that was the second press of the upper one's answer", async () => {
  const desktop = await startDesktop();
  try {
    const paths = kedgePaths(join(desktop.home, ".kedge"));
    await shareGoCache(paths);
    await installActions(paths, "two", [asks("lower"), asks("upper")]);
    desktop.start([...program(), "--hidden"], { KEDGE_TRAY: "status-notifier" });
    await desktop.tray.item();
    /** Returns the answers that each run has logged, in order. */
    const answers = async (id: string) =>
      [...(await logOf(paths.logs)).matchAll(new RegExp(`${id} (true|false)`, "g"))].map(([, yes]) => yes);
    for (let tries = 1;; tries++) {
      const soon = await pressTwice(desktop) < TWICE;
      // Escape closes the lower question if the second press did not.
      await waitFor("its answer", async () => {
        await desktop.windows.key("Escape");
        // A window that opened by itself ignores keys for a second.
        return await waitFor("its line", async () => (await answers("lower")).length === tries, 1500).catch(
          () => false,
        );
      });
      await desktop.windows.gone(/^Do (lower|upper)$/);
      if (!soon && tries < MAX_TRIES) continue;
      assert.ok(soon, "the machine is too slow for two presses at once");
      assert.deepEqual([(await answers("upper")).at(-1), (await answers("lower")).at(-1)], ["true", "false"]);
      break;
    }
  } finally {
    await desktop.stop();
  }
});

/** Returns the logs of all runs, the newest last. */
async function logOf(folder: string): Promise<string> {
  const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();
  return (await Promise.all(names.map((name) => Deno.readTextFile(join(folder, name))))).join("\n");
}
