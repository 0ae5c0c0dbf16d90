import assert from "node:assert/strict";
import { followFrom } from "../../../../../src/core/app/asks.ts";
import { followPreparing } from "../../../../../src/core/app/features/runs/preparing.ts";
import { createWindows } from "../../../../../src/core/app/windows.ts";
import type { AppState, RunState } from "../../../../../src/core/state/state.ts";
import { PAGES } from "../../../../../src/pages/registry.ts";
import { alertOf, runOf, windowOf } from "../../../../support/pages/pages_state.ts";
import { extension } from "../../../../support/pages/state.ts";
import { store, until } from "../fixtures.ts";

function setup(parts: Partial<AppState> = {}) {
  const state = store();
  const windows = createWindows(state, PAGES);
  followPreparing({ store: state, windows }, 0);
  const runs = state.slice("runs");
  const set = (run: Partial<RunState>, more: Partial<AppState> = {}) => {
    state.update((all) => ({ ...all, ...more }));
    runs.update(() => [{ ...runOf("r1"), ...run }]);
  };
  const pages = () => state.get().windows.map(({ page, params }) => `${page} ${params.run}`);
  state.update((all) => ({ ...all, ...parts }));
  return { state, windows, set, pages };
}

/** Resolves once the timers that were started before have run. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 1));

Deno.test("followPreparing() tells of a compilation that takes long, once, until it is over", async () => {
  const { windows, state, set, pages } = setup();
  set({ status: "compiling" });
  assert.deepEqual(pages(), []);
  await until(() => pages().length === 1);
  assert.deepEqual(pages(), ["preparing r1"]);
  windows.close(state.get().windows[0]!.id);
  set({ status: "compiling", progress: { title: "", label: "net", fraction: 0.5, cancelable: false } });
  await settled();
  assert.deepEqual(pages(), [], "run in the background");
  set({ status: "running" });
  set({ status: "compiling" });
  await until(() => pages().length === 1);
  set({ status: "running" });
  assert.deepEqual(pages(), []);
});

for (
  const [user, close, follows] of [["waits there", false, true], ["has closed it", true, false]] as const
) {
  Deno.test(`followPreparing() ${follows ? "lets" : "does not let"} the next window follow its own when the user ${user}`, async () => {
    const { windows, state, set, pages } = setup();
    const press = { at: Date.now() - 60_000 };
    followFrom(press, () => set({ status: "compiling" }));
    await until(() => pages().length === 1);
    const preparing = state.get().windows[0]!.id;
    if (close) windows.close(preparing);
    followFrom(press, () => set({ status: "running" }));
    const next = followFrom(press, () => windows.open("settings"));
    const { asked, follows: before } = state.get().windows.find(({ id }) => id === next)!;
    assert.deepEqual([asked, before], [undefined, follows ? preparing : undefined]);
  });
}

const quiet: readonly [what: string, run: Partial<RunState>, more: Partial<AppState>][] = [
  ["what is compiled already", { status: "running" }, {}],
  ["a run that waits for its user", { status: "compiling" }, { dialogs: [alertOf("d", "Which?", "r1")] }],
  ["what its console shows", { status: "compiling" }, { windows: [windowOf("console", { run: "r1" })] }],
  ["what its author's window shows", { status: "compiling", developed: true }, {
    windows: [windowOf("development", { folder: "/f" })],
    extensions: [extension("tools", [], { source: "/f", developed: true })],
  }],
];

for (const [what, run, more] of quiet) {
  Deno.test(`followPreparing() tells nothing of ${what}`, async () => {
    const { set, pages } = setup();
    set(run, more);
    await settled();
    assert.deepEqual(pages().filter((page) => page.startsWith("preparing")), []);
  });
}

Deno.test("followPreparing() tells of a compilation that goes on behind an answered question", async () => {
  const { state, set, pages } = setup();
  set({ status: "compiling" }, { dialogs: [alertOf("d", "Which?", "r1")] });
  await settled();
  state.update((all) => ({ ...all, dialogs: [] }));
  await until(() => pages().length === 1);
});
