import assert from "node:assert/strict";
import { scenes } from "../gallery/scenes.ts";
import { startDesktop, waitFor } from "../harness/mod.ts";
import { probedAssets, type RealPage, showReal } from "./real_pages.ts";

/** More stops of the Tab key than a review has. */
const MOST_STOPS = 40;

/** What is walked to by Tab, and what pressing the key on it sends. */
const CASES: readonly (readonly [scene: string, stop: RegExp, key: string, commands: readonly string[]])[] = [
  ["review-changed", /BUTTON Keep blocked/, "Return", ["rejectReview"]],
  ["review-changed", /BUTTON Keep blocked/, "space", ["rejectReview"]],
  ["review-changed", /BUTTON Put back/, "Return", ["restoreExtension", "rejectReview"]],
  ["review-changed", /BUTTON Trust the change/, "Return", ["confirmReview"]],
  ["review-failed", /BUTTON Try again/, "Return", ["confirmReview"]],
  ["review-failed", /BUTTON Try again/, "space", ["confirmReview"]],
];

Deno.test("what a review asks is answered by keys in a real window", async (t) => {
  const desktop = await startDesktop({ panel: false });
  const assets = await probedAssets();
  /** Presses a key and gives what has the focus then. */
  const press = async (real: RealPage, key: string): Promise<string> => {
    const before = real.keys().length;
    await desktop.windows.key(key);
    await waitFor(`${key} to reach the page`, () => real.keys().length > before);
    return real.keys().at(-1)!;
  };
  const walkTo = async (real: RealPage, stop: RegExp): Promise<void> => {
    for (let tab = 0; tab < MOST_STOPS; tab++) if (stop.test(await press(real, "Tab"))) return;
    assert.fail(`${stop} is not among\n${real.keys().join("\n")}`);
  };
  const onScene = async (name: string, act: (real: RealPage) => Promise<void>) => {
    const real = await showReal(desktop, assets, scenes.find((scene) => scene.name === name)!);
    try {
      await act(real);
    } finally {
      await real.close();
    }
  };
  try {
    for (const [scene, stop, key, commands] of CASES) {
      await t.step(`${scene}: ${key} on ${stop.source}`, () =>
        onScene(scene, async (real) => {
          const sent = () => real.pages.commands.map(({ command }) => command.name);
          await walkTo(real, stop);
          assert.deepEqual(sent(), [], "moving the focus decides nothing");
          await desktop.windows.key(key);
          await waitFor(commands.join(), () => sent().length >= commands.length);
          assert.deepEqual(sent(), commands);
        }));
    }

    await t.step(
      "review-narrow: Enter unfolds the files, Tab goes into them, Enter folds them again",
      () =>
        onScene("review-narrow", async (real) => {
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
