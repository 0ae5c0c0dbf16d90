import assert from "node:assert/strict";
import { sceneOf } from "../pages/steps.ts";
import { startDesktop, waitFor } from "../harness/mod.ts";
import { read } from "../walk/stage.ts";
import { pressIn, probedAssets, showReal } from "./real_pages.ts";

for (const scene of ["dialog-alert", "dialog-confirm", "sign-in-asked"]) {
  Deno.test(`${scene}, come by itself and given the focus, is answered by no key of who types, and by the one of who has read it`, async () => {
    const desktop = await startDesktop({ panel: false });
    try {
      const real = await showReal(desktop, await probedAssets(), sceneOf(scene), undefined, true);
      const { commands } = real.pages;
      const answers = () =>
        commands.map(({ command }) => command.name).filter((name) =>
          !["resizeWindow", "markUnsaved"].includes(name)
        );
      // As for another program: each key comes at once behind the one before.
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
