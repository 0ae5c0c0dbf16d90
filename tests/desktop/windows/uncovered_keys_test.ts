import assert from "node:assert/strict";
import { followFrom } from "../../../src/core/app/asks.ts";
import { createWindows } from "../../../src/core/app/windows.ts";
import { PAGES } from "../../../src/pages/registry.ts";
import { alertOf } from "../../support/pages/pages_state.ts";
import { sceneOf } from "../pages/steps.ts";
import { startDesktop, waitFor } from "../harness/mod.ts";
import { isDrawn } from "../walk/stage.ts";
import { pressIn, probedAssets, type RealPage, showReal } from "./real_pages.ts";

/** Milliseconds in which two presses count as one double press, as in src/ui/system/unread.ts. */
const TWICE = 300;
/** Maximum tries, because a slow machine may miss {@link TWICE}. */
const MAX_TRIES = 12;

Deno.test("the home page below a dialog takes no Enter that was the second press of the dialog's answer", async () => {
  const desktop = await startDesktop({ panel: false });
  const { windows } = desktop;
  let real: RealPage | undefined;
  try {
    real = await showReal(desktop, await probedAssets(), sceneOf("home"));
    const { pages } = real;
    for (const letter of "prod") await pressIn(desktop, real, letter);
    const sent = (name: string) => pages.commands.filter(({ command }) => command.name === name).length;
    const all = createWindows(pages.store, PAGES);
    for (let tries = 1;; tries++) {
      const id = `over-${tries}`;
      pages.store.update((state) => ({ ...state, dialogs: [alertOf(id, "Done")] }));
      const title = `Over ${tries}`;
      const window = followFrom(
        { at: Date.now() },
        () => all.open("dialog", { dialog: id }, { title }),
      );
      const asks = await windows.find(title, 30_000);
      await waitFor("the dialog to be drawn", () => isDrawn(desktop, asks));
      await waitFor("the dialog to have the keys", async () => await windows.focused() === asks.id);
      const before = real.keys().length;
      await waitFor("the answer", async () => {
        await windows.key("Return");
        return await waitFor("it", () => sent("answerDialog") > 0, 500).catch(() => false);
      });
      all.close(window);
      const began = performance.now();
      await waitFor(
        "the home page to have the keys",
        async () => await windows.focused() === real!.window.id,
      );
      await windows.key("Return");
      const soon = performance.now() - began < TWICE;
      await waitFor("the key", () => real!.keys().slice(before).some((key) => /INPUT Filter/.test(key)));
      if (soon) break;
      assert.ok(tries < MAX_TRIES, "the machine is too slow for two presses at once");
      pages.commands.length = 0;
    }
    // Commands are sent in order, so all earlier keys are handled once this one is.
    await windows.key("ctrl+plus");
    await waitFor("the later one", () => sent("zoom") > 0);
    const done = pages.commands.map(({ command }) => command.name);
    assert.deepEqual(done.filter((name) => !["answerDialog", "zoom", "resizeWindow"].includes(name)), []);
  } finally {
    await real?.close();
    await desktop.stop();
  }
});
