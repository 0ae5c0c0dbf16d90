import assert from "node:assert/strict";
import type { Command, CommandResult } from "../../../src/core/app/command.ts";
import type { RowSource } from "../../../src/core/resources/rows.ts";
import type { AppState } from "../../../src/core/state/state.ts";
import type { TestPages } from "../../support/pages/pages.ts";
import { type Scene, scenes } from "../gallery/scenes.ts";
import { openStage, type Shown, type Stage, type StageOptions } from "../gallery/show.ts";
import { waitFor } from "../harness/wait.ts";

export { button } from "./button.ts";

/** Parts of a scene that replace its own. */
interface Parts extends Partial<Omit<Scene, "state">> {
  readonly state?: Partial<AppState>;
}

/** Returns the scene of that name with other parts. */
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

/** Returns the visible text at a selector; empty when nothing matches. */
export function textAt(shown: Shown, selector: string): Promise<string> {
  return shown.tab.evaluate<string>(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ""`);
}

/** A command that a page has sent. */
interface Sent {
  readonly name: string;
  readonly [field: string]: unknown;
}

/** Answers a command. */
type Answer = (command: never, window: string) => CommandResult | Promise<CommandResult>;

/** A scene whose commands are recorded and answered. */
export interface Answering extends Shown {
  /** Returns the commands with that name so far. */
  of(name: string): Sent[];
  /** Waits until `count` commands with that name were sent. */
  sent(name: string, count: number): Promise<Sent[]>;
  /** Answers commands with that name from now on. */
  on<N extends Command["name"]>(
    name: N,
    answer: (command: Extract<Command, { name: N }>) => CommandResult | Promise<CommandResult>,
  ): void;
  /** Performs the actions of the scene, and waits until drawing has finished. */
  act(): Promise<void>;
}

/** Shows a scene and returns it. */
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

/**
 * Returns the services of an account outside of production, where no name must be typed to confirm.
 */
export function inDevelopment(): Scene {
  const { accounts } = sceneOf("services").state;
  return sceneOf("services", {
    state: { accounts: accounts.map((account) => ({ ...account, env: "dev" })) },
  });
}

/** Stops the page's clock at that time, in ms. */
export const clock = ({ tab }: Shown, ms: number): Promise<void> =>
  tab.evaluate<void>(`void (performance.now = () => ${ms})`);

/** Yields `each` scenes of each page, spread over all its scenes. */
export function* spread(each: number): Generator<Scene> {
  for (const all of Map.groupBy(scenes, ({ page }) => page).values()) {
    const step = Math.max(1, Math.floor(all.length / each));
    yield* all.filter((_, index) => index % step === 0);
  }
}

/** The number of pages that have scenes. */
export const PAGES_SHOWN = new Set(scenes.map(({ page }) => page)).size;

/** Changes every message that is sent to a page until the returned function is called. */
export function changeMessages(change: (message: string) => string): () => void {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (data) {
    send.call(this, change(String(data)));
  };
  return () => {
    WebSocket.prototype.send = send;
  };
}

/** Presses keys in order; text after `=` is typed. */
export async function presses({ tab }: Shown, keys: readonly string[]): Promise<void> {
  for (const key of keys) await (key.startsWith("=") ? tab.type(key.slice(1)) : tab.press(key));
}

/** Returns the roles of an account, which arrive when `come` settles: one, named Late. */
export function rolesAfter(come: Promise<void>): RowSource<string> {
  return {
    read: async () => (await come, { ok: true, rows: ["Late"], total: 1 }),
    subscribe: () => () => {},
  };
}

/**
 * Holds back what the page sends until `window.release()`, so that keys are quicker than answers.
 */
export const HOLD = `(() => {
  const { send } = WebSocket.prototype;
  const held = [];
  WebSocket.prototype.send = function (text) { held.push(() => send.call(this, text)); };
  window.release = () => {
    WebSocket.prototype.send = send;
    held.forEach((sent) => sent());
  };
})()`;

/**
 * Runs a step on a scene, given by its name or with other parts; the page must report no problem.
 */
export type Step = (
  name: string,
  scene: string | Scene,
  run: (shown: Answering) => Promise<void>,
) => Promise<unknown>;

/** Defines a test whose steps share one browser. */
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
