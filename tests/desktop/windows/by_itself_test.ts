import assert from "node:assert/strict";
import { createWindows } from "../../../src/core/app/windows.ts";
import { PAGES } from "../../../src/pages/registry.ts";
import { sceneOf } from "../pages/steps.ts";
import { startDesktop, waitFor } from "../harness/mod.ts";
import { read } from "../walk/stage.ts";
import { pressIn, probedAssets, showReal } from "./real_pages.ts";

for (const scene of ["dialog-alert", "dialog-confirm", "sign-in-asked"]) {
  Deno.test(`${scene}, opened by itself and focused, ignores keys of ongoing typing, and takes a key once it can have been read`, async () => {
    const desktop = await startDesktop({ panel: false });
    try {
      const real = await showReal(desktop, await probedAssets(), sceneOf(scene), undefined, true);
      const { commands } = real.pages;
      const answers = () =>
        commands.map(({ command }) => command.name).filter((name) =>
          !["resizeWindow", "markUnsaved"].includes(name)
        );
      // Keys follow each other at once, as if typed for another program.
      await desktop.windows.type("x\ny z\n", real.window);
      await pressIn(desktop, real, "x");
      assert.deepEqual(answers(), []);
      await read(desktop, real.window);
      await desktop.windows.key("Return", real.window);
      await waitFor("the answer", () => answers().length > 0);
      await real.close();
    } finally {
      await desktop.stop();
    }
  });
}

Deno.test("a window that comes by itself hides no other one of Kedge that has the keys", async () => {
  const desktop = await startDesktop({ panel: false });
  const { windows } = desktop;
  try {
    const real = await showReal(desktop, await probedAssets(), sceneOf("dialog-alert"));
    await waitFor("the dialog to have the keys", async () => await windows.focused() === real.window.id);
    createWindows(real.pages.store, PAGES).open("settings", {}, { title: "By itself" });
    const other = await windows.find("By itself", 30_000);
    await waitFor("the dialog to stand above it", async () => {
      const stack = await desktop.run("/usr/bin/xprop", "-root", "_NET_CLIENT_LIST_STACKING");
      const ids = [...stack.matchAll(/0x[0-9a-f]+/g)].map(([id]) => Number(id));
      const [dialog, settings] = [real.window.id, other.id].map((id) => ids.indexOf(Number(id)));
      if (settings! < 0 || dialog! < settings!) throw new Error(stack);
      return true;
    });
    assert.equal(await windows.focused(), real.window.id);
    await real.close();
  } finally {
    await desktop.stop();
  }
});
