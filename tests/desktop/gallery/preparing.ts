import type { RunState } from "../../../src/core/state/state.ts";
import type { Scene } from "./scenes.ts";
import { fullState, run } from "./state.ts";

const compiles: RunState = {
  ...run,
  status: "compiling",
  context: null,
  startedAt: Date.now() - 14_000,
  progress: { title: "Compiling", label: "net/http", fraction: 0.62, cancelable: false },
};

function scene(name: string, parts: Partial<RunState> = {}): Scene {
  return {
    name: `preparing${name}`,
    page: "preparing",
    params: { run: compiles.id },
    state: fullState({ runs: [{ ...compiles, ...parts }] }),
    width: 420,
    height: 240,
  };
}

/** Scenes of a run whose action is being compiled. */
export const preparingScenes: readonly Scene[] = [
  scene(""),
  scene("-unknown", { progress: null, startedAt: Date.now() - 2000 }),
];
