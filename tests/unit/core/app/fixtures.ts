import type { Config } from "../../../../src/core/config/config.ts";
import { defaultConfig } from "../../../../src/core/config/mod.ts";
import { initialState } from "../../../../src/core/app/initial_state.ts";
import { createStore, type Store } from "../../../../src/core/state/store.ts";

/** The default configuration, and the parts a test names. */
export function config(parts: Partial<Config> = {}): Config {
  return { ...defaultConfig(), ...parts };
}

/** A store in its first state; a listener that throws fails the test. */
export function store(parts: Partial<Config> = {}): Store {
  const app = { version: "0.1.0", development: true, home: "/home/u/.kedge", platform: "linux" as const };
  return createStore(initialState(app, "/home/u/.kedge/config.json", config(parts)), (error) => {
    throw error;
  });
}

/** Waits until `holds` is true of something that changes in small steps; fails after a second. */
export async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 1000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`never held: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
