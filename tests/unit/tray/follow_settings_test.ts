import assert from "node:assert/strict";
import type { ConfigState } from "../../../src/core/state/state.ts";
import { followSettings } from "../../../src/tray/follow_settings.ts";
import { emptyState } from "../../support/pages/state.ts";
import { testStore } from "../../support/pages/store.ts";

const base = emptyState().config;
const config = (parts: Partial<ConfigState["value"]>, status: ConfigState["status"] = "loaded") =>
  emptyState({ config: { ...base, status, value: { ...base.value, ...parts } } });

/** What is set while the states come one after the other. */
function followed(
  ...states: ReturnType<typeof config>[]
): { shortcuts: string[]; logins: boolean[]; links: boolean[] } {
  const shortcuts: string[] = [], logins: boolean[] = [], links: boolean[] = [];
  const store = testStore(states[0]!);
  const stop = followSettings(
    store,
    { set: (text) => Promise.resolve(void shortcuts.push(text)) },
    { set: (on) => Promise.resolve((logins.push(on), null)) },
    { set: (on) => Promise.resolve(void links.push(on)) },
  );
  for (const state of states.slice(1)) store.update(() => state);
  stop();
  store.update(() => config({ globalShortcut: "F1" }));
  return { shortcuts, logins, links };
}

Deno.test("followSettings() follows the configuration from its start to its end", () => {
  assert.deepEqual(
    followed(config({}), config({ globalShortcut: "Alt+F8" }), config({ launchAtStartup: false })),
    {
      shortcuts: ["Ctrl+Shift+K", "Alt+F8", "Ctrl+Shift+K"],
      logins: [true, true, false],
      links: [false, false, false],
    },
  );
});

Deno.test("followSettings() does nothing when something else changes", () => {
  const state = config({});
  assert.equal(followed(state, { ...state, signIn: { status: "signed-in" } }).shortcuts.length, 1);
});

Deno.test("followSettings() does not start Kedge at login on the word of defaults", () => {
  const { logins } = followed(config({}, "stale"), config({ launchAtStartup: false }));
  assert.deepEqual(logins, [false]);
});
