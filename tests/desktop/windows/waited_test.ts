import assert from "node:assert/strict";
import { createWindows } from "../../../src/core/app/windows.ts";
import { followFrom } from "../../../src/core/app/asks.ts";
import { followPreparing } from "../../../src/core/app/features/runs/preparing.ts";
import { PAGES } from "../../../src/pages/registry.ts";
import { alertOf, runOf, stateWith } from "../../support/pages/pages_state.ts";
import { waitFor, windowsBench } from "./bench.ts";

const OTHER = "Another program", PREPARING = /^Preparing/, QUESTION = "The question";

/**
 * What the user does during the long preparation of an action and after it, and which window has
 * the keys when the question opens.
 */
const CASES: readonly (readonly [
  user: string,
  during: "waits" | "turns" | "closes",
  after: string,
  keys: "question" | "other",
])[] = [
  ["waits in the window that shows it", "waits", "", "question"],
  ["waits there, and types elsewhere once it has gone", "waits", "x", "other"],
  ["has turned to another program", "turns", "", "other"],
  ["has closed the window that shows it", "closes", "", "other"],
];

Deno.test("a question after a long preparation takes the keys over from the window that showed it, and from no other program", async (t) => {
  const bench = await windowsBench(stateWith({}));
  const { desktop, pages: { store } } = bench;
  const { windows: screen } = desktop;
  const runs = store.slice("runs"), dialogs = store.slice("dialogs");
  const windows = createWindows(store, PAGES);
  followPreparing({ store, windows }, 0);
  try {
    desktop.start(["xterm", "-T", OTHER]);
    const other = await screen.find(OTHER);
    for (const [user, during, after, keys] of CASES) {
      await t.step(`a user who ${user}`, async () => {
        await screen.activate(other);
        // The press is so old that no window may take the focus because of it.
        const press = { at: Date.now() - 14_000 };
        const run = (status: "compiling" | "running") =>
          followFrom(press, () => runs.update(() => [{ ...runOf("r"), status }]));
        run("compiling");
        const preparing = await screen.find(PREPARING);
        // No key was pressed since that old press, so the window gets the keys only when it is
        // activated.
        await screen.activate(preparing);
        if (during === "turns") await screen.activate(other);
        if (during === "closes") {
          await screen.key("alt+F4", preparing);
          await screen.gone(PREPARING);
        }
        press.at = 0;
        run("running");
        await screen.gone(PREPARING);
        if (after !== "") {
          await screen.activate(other);
          await screen.type(after, other);
        }
        followFrom(press, () => dialogs.update(() => [alertOf("d", "Which?", "r")]));
        const id = followFrom(press, () => windows.open("dialog", { dialog: "d" }, { title: QUESTION }));
        const question = await screen.find(QUESTION);
        if (keys === "question") {
          await waitFor("the keys to be at the question", async () => await screen.focused() === question.id);
        } else {
          await waitFor("it to call for attention", async () => {
            const state = await desktop.run("/usr/bin/xprop", "-id", question.id, "_NET_WM_STATE");
            return state.includes("DEMANDS_ATTENTION");
          });
          assert.equal(await screen.focused(), other.id);
        }
        windows.close(id);
        dialogs.update(() => []);
        runs.update(() => []);
        await screen.gone(QUESTION);
      });
    }
    assert.deepEqual(bench.errors, []);
  } finally {
    await bench.stop();
  }
});
