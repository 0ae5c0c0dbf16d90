import assert from "node:assert/strict";
import { patched } from "../../../src/core/state/list.ts";
import type { AppState } from "../../../src/core/state/state.ts";
import type { Shown } from "../gallery/show.ts";
import { button, clock, inDevelopment, stageTest } from "./steps.ts";

/**
 * Milliseconds between two presses of a key, and whether the second one answers a question that
 * appeared in between.
 */
const LATER: readonly (readonly [later: number, counts: boolean])[] = [[0, false], [150, false], [300, true]];

/**
 * When a dialog was opened after another answer (negative: before it), when Enter follows, and
 * whether it counts; in ms.
 */
const BEHIND: readonly (readonly [opened: number, pressed: number, counts: boolean])[] = [
  [0, 299, false],
  [0, 300, true],
  [200, 99, false],
  [200, 100, true],
  [-600_000, 0, false],
  [-600_000, 299, false],
  [-600_000, 300, true],
];

/**
 * Sets the answer of another dialog to `opened` ms before the visible one was opened, and the
 * page's clock to 100 s.
 */
async function anotherAnswered(shown: Shown, opened: number): Promise<void> {
  await clock(shown, 100_000);
  shown.pages.store.update((state) => ({
    ...state,
    dialogs: state.dialogs.map((dialog) => ({ ...dialog, answeredAt: dialog.openedAt - opened })),
  }));
  await shown.settle();
}

/** Scenes that wait for a decision, and the command that decides. */
const DECIDED = [["query-ask", "answerAsked"], ["query-hold", "decideWrite"]] as const;

/**
 * Questions that replace another one: the change of state, the text shown, and the command of the
 * answer.
 */
const COMES: readonly (readonly [
  scene: string,
  comes: (state: AppState) => AppState,
  shows: string,
  command: string,
])[] = [
  [
    "review-install",
    (state) => ({ ...state, reviews: patched(state.reviews, "r", { status: "installed" }) }),
    "is installed",
    "openWindow",
  ],
  [
    "console-running",
    (state) => ({ ...state, runs: patched(state.runs, "run-1", { status: "stopping" }) }),
    "End now",
    "stopRun",
  ],
  [
    "console-running",
    (state) => ({
      ...state,
      runs: patched(state.runs, "run-1", { status: "ok", endedAt: Date.now(), progress: null }),
    }),
    "Run again",
    "runAction",
  ],
  [
    "agents",
    (state) => ({ ...state, gate: { ...state.gate, stopped: true } }),
    "Let them on again",
    "allowAgents",
  ],
  ["agents", (state) => ({ ...state, gate: { ...state.gate, on: false } }), "Let agents in", "switchGate"],
];

/** Focuses the control with these words. */
const focusOn = ({ tab }: Shown, words: string) => tab.reach(button(words), "focus");

stageTest("a question that the user cannot have read yet", async (step) => {
  for (const name of ["dialog-alert", "dialog-confirm", "dialog-html"]) {
    for (const [opened, pressed, counts] of BEHIND) {
      const when = opened < 0 ? `waits when another is answered` : `comes ${opened} ms behind an answer`;
      await step(
        `${name} ${when}: Enter ${pressed} ms later ${counts ? "counts" : "does not"}`,
        name,
        async (shown) => {
          await anotherAnswered(shown, opened);
          await clock(shown, 100_000 + pressed);
          await shown.tab.press("Enter");
          if (counts) await shown.sent("answerDialog", 1);
          await shown.settle();
          assert.equal(shown.of("answerDialog").length, Number(counts));
        },
      );
    }
  }

  await step("dialog-confirm: nor does a click", "dialog-confirm", async (shown) => {
    await anotherAnswered(shown, 0);
    await shown.tab.click("form .button:last-child");
    await shown.settle();
    assert.deepEqual(shown.of("answerDialog"), []);
  });

  for (const [later, counts] of LATER) {
    const does = counts ? "decide" : "do not decide";
    for (const [name, command] of DECIDED) {
      await step(
        `${name}: keys that come ${later} ms after they decided something ${does} the next`,
        name,
        async (shown) => {
          await shown.act();
          const { queryWindows } = shown.pages.store.get();
          const tabs = (keep: boolean) =>
            shown.pages.store.update((state) => ({
              ...state,
              queryWindows: keep ? queryWindows : queryWindows.map((queryWindow) => ({
                ...queryWindow,
                tabs: queryWindow.tabs.map((tab) => ({ ...tab, hold: null, ask: null })),
              })),
            }));
          await clock(shown, 100_000);
          await shown.tab.press("Control+Shift+s");
          await shown.sent(command, 1);
          tabs(false);
          await shown.tab.until("!document.querySelector('.hold')");
          tabs(true);
          await shown.tab.until("document.querySelector('.hold')");
          await clock(shown, 100_000 + later);
          await shown.tab.press("Control+Shift+s");
          if (counts) await shown.sent(command, 2);
          await shown.settle();
          assert.equal(shown.of(command).length, counts ? 2 : 1);
        },
      );
    }

    for (const [scene, comes, shows, command] of COMES) {
      await step(
        `${scene}: Enter ${later} ms after Enter ${counts ? "answers" : "does not answer"} “${shows}”`,
        scene,
        async (shown) => {
          const { tab, pages } = shown;
          await clock(shown, 100_000);
          // Remove the focus, so that the first press does nothing; its effect is set below.
          await tab.evaluate("document.activeElement.blur()");
          await tab.press("Enter");
          await shown.settle();
          const before = shown.of(command).length;
          pages.store.update(comes);
          await tab.until(`document.shownText.includes("${shows}")`);
          if (scene !== "review-install") await focusOn(shown, shows);
          await clock(shown, 100_000 + later);
          await tab.press("Enter");
          if (counts) await shown.sent(command, before + 1);
          await shown.settle();
          assert.equal(shown.of(command).length, before + Number(counts));
        },
      );
    }

    await step(
      `services: Enter ${later} ms after Enter at Redeploy ${counts ? "redeploys" : "only asks"}`,
      inDevelopment(),
      async (shown) => {
        await shown.tab.until("document.querySelector('.service-lines')");
        await focusOn(shown, "Redeploy");
        await clock(shown, 100_000);
        await shown.tab.press("Enter");
        await shown.tab.until("document.activeElement?.closest('.question')");
        await clock(shown, 100_000 + later);
        await shown.tab.press("Enter");
        if (counts) await shown.sent("redeployService", 1);
        await shown.settle();
        assert.equal(shown.of("redeployService").length, Number(counts));
      },
    );
  }

  await step(
    "another key than the one before answers at once: Enter after Space",
    inDevelopment(),
    async (shown) => {
      await shown.tab.until("document.querySelector('.service-lines')");
      await focusOn(shown, "Redeploy");
      await clock(shown, 100_000);
      await shown.tab.press(" ");
      await shown.tab.until("document.activeElement?.closest('.question')");
      await shown.tab.press("Enter");
      await shown.sent("redeployService", 1);
    },
  );

  await step("Enter after text typed into a question counts, however soon", "services", async (shown) => {
    const { tab } = shown;
    await tab.until("document.querySelector('.service-lines')");
    await focusOn(shown, "Scale");
    await clock(shown, 100_000);
    await tab.press("Enter");
    await tab.until("document.activeElement?.closest('.question')");
    for (const [field, text] of [["[name=number]", "37"], ["input:not([name=number])", "web"]]) {
      const at = `document.querySelector(".question ${field}")`;
      await tab.reach(at, "focus");
      await tab.reach(at, "select");
      await tab.type(text!);
    }
    await tab.press("Enter");
    assert.equal((await shown.sent("scaleService", 1))[0]!.desired, 37);
  });

  await step("text typed at once is kept, and Esc closes at once", "dialog-ask", async (shown) => {
    await anotherAnswered(shown, 0);
    await shown.tab.press("z");
    assert.match(await shown.tab.evaluate("document.activeElement.value"), /z$/);
    await shown.tab.press("Escape");
    await shown.sent("answerDialog", 1);
  });

  await step("a dialog that comes by itself is answered at once", "dialog-confirm", async (shown) => {
    await clock(shown, 100_000);
    await shown.tab.press("Enter");
    await shown.sent("answerDialog", 1);
  });

  await step(
    "a dialog that is shown again long after its press ignores an Enter typed elsewhere",
    "dialog-confirm",
    async (shown) => {
      await clock(shown, 100_000);
      shown.pages.store.update((state) => ({
        ...state,
        windows: state.windows.map((window) => ({
          ...window,
          raised: window.raised + 1,
          asked: { at: Date.now() - 60_000, just: true },
        })),
      }));
      await shown.settle();
      await shown.tab.press("Enter");
      await shown.settle();
      assert.deepEqual(shown.of("answerDialog"), []);
      await clock(shown, 101_000);
      await shown.tab.press("Enter");
      await shown.sent("answerDialog", 1);
    },
  );
});
