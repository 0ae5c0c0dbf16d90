import assert from "node:assert/strict";
import type { Command, CommandResult } from "../../../src/core/app/command.ts";
import type { RowSource } from "../../../src/core/resources/rows.ts";
import type { AppState } from "../../../src/core/state/state.ts";
import type { TestPages } from "../../support/pages/pages.ts";
import { type Scene, scenes } from "../gallery/scenes.ts";
import { openStage, type Shown, type Stage, type StageOptions } from "../gallery/show.ts";
import { waitFor } from "../harness/wait.ts";

export { button } from "./button.ts";

/** Parts of a scene that take the place of its own. */
interface Parts extends Partial<Omit<Scene, "state">> {
  readonly state?: Partial<AppState>;
}

/** The scene of that name with other parts. */
export function sceneOf(name: string, { state, pages, ...parts }: Parts = {}): Scene {
  const found = scenes.find((one) => one.name === name);
  if (!found) throw new Error(`No scene ${name}`);
  return {
    ...found,
    ...parts,
    state: { ...found.state, ...state },
    ...(pages && { pages: { ...found.pages, ...pages } }),
  };
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

/** How a command is answered. */
type Answer = (command: never, window: string) => CommandResult | Promise<CommandResult>;

/** A scene that answers commands as it says; all of them are noted. */
export interface Answering extends Shown {
  /** The commands of a name so far. */
  of(name: string): Sent[];
  /** Waits until `count` of a name have come. */
  sent(name: string, count: number): Promise<Sent[]>;
  /** Answers commands of a name in this way from now on. */
  on<N extends Command["name"]>(
    name: N,
    answer: (command: Extract<Command, { name: N }>) => CommandResult | Promise<CommandResult>,
  ): void;
  /** Does what leads to the scene's picture, and waits until that has come to rest. */
  act(): Promise<void>;
}

/** Shows a scene. */
export async function answering(stage: Stage, scene: Scene): Promise<Answering> {
  const answers = new Map<string, Answer>();
  const early: TestPages["commands"] = [];
  let commands = early;
  const shown = await stage.show(scene, {
    pages: {
      async dispatch(command, window) {
        commands.push({ command, window });
        const answer: Answer | undefined = answers.get(command.name) ?? scene.pages?.dispatch;
        return await answer?.(command as never, window) ?? { ok: true };
      },
    },
  });
  commands = shown.pages.commands;
  commands.push(...early);
  const of = (name: string): Sent[] =>
    commands.map(({ command }) => command).filter((command) => command.name === name);
  return {
    ...shown,
    of,
    sent: (name, count) => waitFor(`${count} of ${name}`, () => of(name).length >= count && of(name), 60_000),
    on: (name, answer) => void answers.set(name, answer),
    async act() {
      await scene.act?.(shown.tab);
      await shown.settle();
    },
  };
}

/** The services of an account that is not of production: no name has to be typed. */
export function inDevelopment(): Scene {
  const { accounts } = sceneOf("services").state;
  return sceneOf("services", {
    state: { accounts: accounts.map((account) => ({ ...account, env: "dev" })) },
  });
}

/** The page's clock stands at that time, in ms, and goes on no more. */
export const clock = ({ tab }: Shown, ms: number): Promise<void> =>
  tab.evaluate<void>(`void (performance.now = () => ${ms})`);

/** Scenes of each page, as many as `each`, spread over all that it has. */
export function* spread(each: number): Generator<Scene> {
  for (const all of Map.groupBy(scenes, ({ page }) => page).values()) {
    const step = Math.max(1, Math.floor(all.length / each));
    yield* all.filter((_, index) => index % step === 0);
  }
}

/** The number of pages that have scenes. */
export const PAGES_SHOWN = new Set(scenes.map(({ page }) => page)).size;

/** Changes every message that is sent to a page until the function that is returned is called. */
export function changeMessages(change: (message: string) => string): () => void {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (data) {
    send.call(this, change(String(data)));
  };
  return () => {
    WebSocket.prototype.send = send;
  };
}

/** Presses keys one after the other; what stands behind `=` is typed. */
export async function presses({ tab }: Shown, keys: readonly string[]): Promise<void> {
  for (const key of keys) await (key.startsWith("=") ? tab.type(key.slice(1)) : tab.press(key));
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

/** Runs one step on a scene, given by its name or with other parts: nothing may go wrong in the page meanwhile. */
export type Step = (
  name: string,
  scene: string | Scene,
  run: (shown: Answering) => Promise<void>,
) => Promise<unknown>;

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
          const shown = await answering(stage, typeof scene === "string" ? sceneOf(scene) : scene);
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
