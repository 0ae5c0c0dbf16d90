import assert from "node:assert/strict";
import { createWindows } from "../../../src/core/app/windows.ts";
import { PAGES } from "../../../src/pages/registry.ts";
import { testAssets } from "../../support/pages/assets.ts";
import { scenes } from "../gallery/scenes.ts";
import { startDesktop, waitFor } from "../harness/mod.ts";
import { showReal } from "./real_pages.ts";

Deno.test("Esc leaves a report in whose frame was clicked", async (t) => {
  const desktop = await startDesktop({ panel: false });
  try {
    const report = scenes.find(({ name }) => name === "dialog-html")!;
    for (const showPrint of [true, false]) {
      await t.step(showPrint ? "of the page's own origin" : "of no origin", async () => {
        const dialogs = report.state.dialogs.map((dialog) =>
          dialog.kind === "html" ? { ...dialog, showPrint } : dialog
        );
        const scene = { ...report, state: { ...report.state, dialogs } };
        const { window: { x, y, width, height }, pages, close } = await showReal(
          desktop,
          await testAssets(),
          scene,
        );
        const answers = () => pages.commands.filter(({ command }) => command.name === "answerDialog");
        const inside = { x: x + 40, y: y + 40, width: width - 80, height: height - 80 };
        await waitFor("the window to be drawn", () => desktop.windows.shows(20, inside));
        await desktop.windows.click(x + width / 2, y + height - 20);
        assert.deepEqual(answers(), []);
        await waitFor("the answer", async () => {
          await desktop.windows.key("Escape");
          return await waitFor("its command", () => answers().length > 0, 1000).catch(() => false);
        });
        await close();
      });
    }
  } finally {
    await desktop.stop();
  }
});

Deno.test("the title bar's close button leaves a real window in which something is entered, and closes it the second time", async () => {
  const desktop = await startDesktop({ panel: false });
  try {
    const scene = scenes.find(({ name }) => name === "dialog-form")!;
    const kept: boolean[] = [];
    const { window, pages, close } = await showReal(desktop, await testAssets(), scene, ({ store }, id) => {
      const list = createWindows(store, PAGES);
      kept.push(list.asksFirst(id));
      if (!kept.at(-1)) list.close(id);
    });
    /**
     * Waits until the page has reported whether it has unsaved entries; the windows get the same
     * report.
     */
    const said = (unsaved: boolean) =>
      waitFor(`unsaved: ${unsaved}`, () => {
        const last = pages.commands.findLast(({ command }) => command.name === "markUnsaved")?.command;
        if (last?.name !== "markUnsaved" || last.unsaved !== unsaved) return false;
        createWindows(pages.store, PAGES).markUnsaved(last.window, unsaved);
        return true;
      });
    await desktop.windows.type("x", window);
    await said(true);
    await desktop.windows.key("alt+F4", window);
    await waitFor("the close button to be heard", () => kept.length > 0);
    await said(false);
    assert.deepEqual(kept, [true]);
    await desktop.windows.find(window.title);
    await desktop.windows.key("alt+F4", window);
    await desktop.windows.gone(window.title);
    assert.deepEqual(kept, [true, false]);
    await close();
  } finally {
    await desktop.stop();
  }
});
