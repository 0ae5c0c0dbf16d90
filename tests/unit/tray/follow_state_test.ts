import assert from "node:assert/strict";
import { followState } from "../../../src/tray/follow_state.ts";
import type { TrayView } from "../../../src/tray/mod.ts";
import { emptyState, run } from "../../support/pages/state.ts";
import { testStore } from "../../support/pages/store.ts";
import { waitFor } from "../../desktop/harness/wait.ts";

Deno.test("followState() shows the first state, a change at once, and of many the newest", async () => {
  const store = testStore(emptyState());
  const views: TrayView[] = [];
  const last = "Deploy · 99 %";
  const stop = followState(store, { update: (view) => void views.push(view) });
  assert.equal(views.length, 1);
  for (let i = 0; i < 100; i++) {
    store.update((state) => ({
      ...state,
      runs: [run("r1", { button: { progress: i / 100, takesClicks: false } })],
    }));
  }
  await waitFor("the newest", () => views.at(-1)?.menu[0]?.label === last);
  assert.ok(views.length <= 3, `${views.length} updates for a hundred changes`);
  stop();
  store.update(() => emptyState());
  assert.equal(views.at(-1)?.menu[0]?.label, last);
});
