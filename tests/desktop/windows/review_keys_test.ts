import assert from "node:assert/strict";
import { startDesktop, waitFor } from "../harness/mod.ts";
import { onScene, pressIn, probedAssets, type RealPage } from "./real_pages.ts";

/** More presses of Tab than a review has controls. */
const MAX_STOPS = 40;

/** The control to reach by Tab, the key pressed on it, and the commands that this sends. */
const CASES: readonly (readonly [scene: string, stop: RegExp, key: string, commands: readonly string[]])[] = [
  ["review-changed", /BUTTON Keep blocked/, "Return", ["rejectReview"]],
  ["review-changed", /BUTTON Keep blocked/, "space", ["rejectReview"]],
  ["review-changed", /BUTTON Put back/, "Return", ["restoreExtension", "rejectReview"]],
  ["review-changed", /BUTTON Trust the change/, "Return", ["confirmReview"]],
  ["review-failed", /BUTTON Try again/, "Return", ["confirmReview"]],
  ["review-failed", /BUTTON Try again/, "space", ["confirmReview"]],
];

Deno.test("questions of a review are answered by keys in a real window", async (t) => {
  const desktop = await startDesktop({ panel: false });
  const assets = await probedAssets();
  const press = (real: RealPage, what: string) => pressIn(desktop, real, what);
  const walkTo = async (real: RealPage, stop: RegExp): Promise<void> => {
    for (let tab = 0; tab < MAX_STOPS; tab++) if (stop.test(await press(real, "Tab"))) return;
    assert.fail(`${stop} is not among\n${real.keys().join("\n")}`);
  };
  try {
    for (const [scene, stop, key, commands] of CASES) {
      await t.step(
        `${scene}: ${key} on ${stop.source}`,
        () =>
          onScene(desktop, assets, scene, async (real) => {
            const sent = () => real.pages.commands.map(({ command }) => command.name);
            await walkTo(real, stop);
            assert.deepEqual(sent(), [], "moving the focus decides nothing");
            await desktop.windows.key(key);
            await waitFor(commands.join(), () => sent().length >= commands.length);
            assert.deepEqual(sent(), commands);
          }),
      );
    }

    await t.step(
      "review-narrow: Enter unfolds the files, Tab goes into them, Enter folds them again",
      () =>
        onScene(desktop, assets, "review-narrow", async (real) => {
          await walkTo(real, /SUMMARY Files/);
          await press(real, "Return");
          assert.match(await press(real, "Tab"), /BUTTON .*\.go/s);
          assert.match(await press(real, "shift+Tab"), /SUMMARY Files/);
          await press(real, "Return");
          assert.doesNotMatch(await press(real, "Tab"), /BUTTON .*\.go/s);
          assert.deepEqual(real.pages.commands.map(({ command }) => command.name), []);
        }),
    );
  } finally {
    await desktop.stop();
  }
});
