import assert from "node:assert/strict";
import { type Scene, scenes } from "../gallery/scenes.ts";
import { waitFor } from "../harness/wait.ts";
import { openStage, type Shown, type Stage, type StageOptions } from "../gallery/show.ts";
import type { PagesOptions } from "../../../src/pages/mod.ts";
import type { RowSource } from "../../../src/core/resources/rows.ts";

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

/** A command that a page has sent. */
interface Sent {
  readonly name: string;
  readonly [field: string]: unknown;
}

/** A scene that answers as it says, and the commands of a name that it was sent; with `more` it answers otherwise. */
export async function answering(
  stage: Stage,
  scene: Scene,
  more: Partial<PagesOptions> = {},
): Promise<{
  readonly shown: Shown;
  of(name: string): Sent[];
  /** Waits until `count` of a name have come. */
  sent(name: string, count: number): Promise<Sent[]>;
}> {
  const pages = { ...scene.pages, ...more };
  const sent: Sent[] = [];
  const shown = await stage.show(scene, {
    pages: {
      ...pages,
      dispatch(command, window) {
        sent.push(command);
        return pages.dispatch?.(command, window) ?? Promise.resolve({ ok: true });
      },
    },
  });
  const of = (name: string) => sent.filter((one) => one.name === name);
  return {
    shown,
    of,
    sent: (name, count) => waitFor(`${count} of ${name}`, () => of(name).length >= count && of(name), 60_000),
  };
}

/** Roles of an account that are known when `come` settles: one, called Late. */
export function rolesAfter(come: Promise<void>): RowSource<string> {
  return {
    read: async () => (await come, { ok: true, rows: ["Late"], total: 1 }),
    subscribe: () => () => {},
  };
}

/** Keeps what the page sends until `window.release()`: keys are quicker than answers then. */
export const HOLD = `(() => {
  const { send } = WebSocket.prototype;
  const held = [];
  WebSocket.prototype.send = function (text) { held.push(() => send.call(this, text)); };
  window.release = () => {
    WebSocket.prototype.send = send;
    held.forEach((sent) => sent());
  };
})()`;

/** Runs one step on a scene: nothing may go wrong in the page meanwhile. */
export type Step = (name: string, scene: string, run: (shown: Shown) => Promise<void>) => Promise<unknown>;

/** A test whose steps share one browser. */
export function stageTest(
  name: string,
  run: (step: Step, stage: Stage, t: Deno.TestContext) => Promise<void>,
  options: StageOptions = {},
): void {
  Deno.test(name, async (t) => {
    const stage = await openStage(options);
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
