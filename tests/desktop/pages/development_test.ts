import assert from "node:assert/strict";
import { stageTest, textAt } from "./steps.ts";

stageTest("an extension that is worked on", async (step) => {
  /** A compile error of the last run is shown until the files are corrected. */
  for (const [scene, told] of [["development-mended", false], ["development-unmade", true]] as const) {
    await step(
      `${told ? "tells" : "does not tell"} in ${scene} that its last run did not compile`,
      scene,
      async (shown) => {
        const text = await textAt(shown, "#root, body");
        assert.match(text, /Ready/);
        assert.equal(/does not compile/i.test(text), told);
        assert.equal(/It compiles now/.test(text), !told);
      },
    );
  }

  for (
    const [scene, focused] of [
      ["development", "Run"],
      ["development-one", "Run"],
      ["development-new", "Run"],
      ["development-unmade", "Run"],
      ["development-broken", "rotate.go"],
    ] as const
  ) {
    await step(`the focus of ${scene} begins at ${focused}`, scene, async ({ tab }) => {
      const words =
        "(document.activeElement.closest('button')?.closest('li, .button') ?? document.body).innerText";
      await tab.until(`document.activeElement !== document.body && ${words}.includes("${focused}")`);
    });
  }

  await step("Run runs the one action that there is", "development-one", async (shown) => {
    await shown.tab.click(".development-head .button:not(.bare)");
    assert.equal((await shown.command("runAction")).name, "runAction");
    assert.equal(await shown.tab.evaluate("document.querySelector('.menu')"), null);
  });

  await step("Run asks which of several", "development", async (shown) => {
    await shown.tab.click(".development-head .button:not(.bare)");
    await shown.tab.until("document.querySelectorAll('.menu .menu-item').length > 1");
    assert.deepEqual(shown.commands(), []);
  });
});
