import assert from "node:assert/strict";
import { type Scene, scenes } from "../gallery/scenes.ts";
import { openStage, type Shown, type Stage } from "../gallery/show.ts";

/** The scene of that name. */
export function sceneOf(name: string): Scene {
  const found = scenes.find((one) => one.name === name);
  if (!found) throw new Error(`No scene ${name}`);
  return found;
}

/** The text that is seen at a selector; empty where there is nothing. */
export function textAt(shown: Shown, selector: string): Promise<string> {
  return shown.tab.evaluate<string>(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ""`);
}

/** Runs one step on a scene: nothing may go wrong in the page meanwhile. */
export type Step = (name: string, scene: string, run: (shown: Shown) => Promise<void>) => Promise<unknown>;

/** A test whose steps share one browser. */
export function stageTest(
  name: string,
  run: (step: Step, stage: Stage, t: Deno.TestContext) => Promise<void>,
): void {
  Deno.test(name, async (t) => {
    const stage = await openStage();
    try {
      const step: Step = (title, scene, act) =>
        t.step(title, async () => {
          const shown = await stage.show(sceneOf(scene));
          await act(shown);
          assert.deepEqual(shown.tab.problems, []);
          await shown.close();
        });
      await run(step, stage, t);
    } finally {
      await stage.close();
    }
  });
}
