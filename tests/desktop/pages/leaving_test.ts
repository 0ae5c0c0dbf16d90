import assert from "node:assert/strict";
import { patched } from "../../../src/core/state/list.ts";
import { waitFor } from "../harness/mod.ts";
import { type Answering, sceneOf, stageTest } from "./steps.ts";

const QUESTION = "Esc again discards what you entered.";
const asks = `document.shownText.includes(${JSON.stringify(QUESTION)})`;

/**
 * Forms that Esc would discard: the scene, the field to type into, and the command or expression
 * that proves that the form was left.
 */
const FORMS: readonly (readonly [scene: string, field: string, left: string])[] = [
  ["welcome", "[name=ssoStartUrl]", "closeWindow"],
  ["configure", "[name=region]", "closeWindow"],
  ["publish", "textarea[name=news]", "closeWindow"],
  ["dialog-form", "input[type=text]", "answerDialog"],
  ["secrets-change", ".question input", "!document.querySelector('.question')"],
];

stageTest("Esc says what it would discard, and does so the second time", async (step) => {
  for (const [scene, field, left] of FORMS) {
    await step(scene, scene, async (shown) => {
      const { tab } = shown;
      await shown.act();
      const before = shown.commands().length;
      const enter = async () => {
        await tab.reach(`document.querySelector(${JSON.stringify(field)})`, "focus");
        await tab.type("x");
      };
      await enter();
      await tab.press("Escape");
      await tab.until(asks);
      // Text entered after the first warning needs a second one.
      await enter();
      await tab.until(`!(${asks})`);
      await tab.press("Escape");
      await tab.until(asks);
      assert.deepEqual(shown.commands().slice(before), []);
      await tab.press("Escape");
      if (left.startsWith("!")) await tab.until(left);
      else await shown.command(left as "closeWindow");
    });
  }
});

/**
 * Forms that Esc leaves in several steps, or that show a warning of their own; the close button
 * leaves them at once.
 */
const CLOSED: readonly (readonly [scene: string, field: string, asks: string])[] = [
  ...FORMS.map(([scene, field]) => [scene, field, asks] as const),
  ["server", "[name=host]", asks],
  ["settings-account", "[name=region]", "document.shownText.includes('Your changes are not saved.')"],
];

/**
 * Makes changes in the form of a scene of {@link CLOSED}, and returns checks for how its window is
 * marked.
 */
async function leavable({ tab, pages, of, act }: Answering, field: string) {
  await act();
  const id = pages.store.get().windows[0]!.id;
  const marks = () => of("markUnsaved").map(({ unsaved }) => unsaved);
  return {
    marks,
    marked: (...wanted: boolean[]) =>
      waitFor(`the marks ${wanted}`, () => JSON.stringify(marks()) === JSON.stringify(wanted)),
    becomes: (unsaved: "entered" | "asked") =>
      pages.store.update((state) => ({ ...state, windows: patched(state.windows, id, { unsaved }) })),
    async enter() {
      await tab.reach(`document.querySelector(${JSON.stringify(field)})`, "focus");
      await tab.type("1");
    },
  };
}

stageTest(
  "the window's own close button asks as Esc does, and asks again about text entered after that",
  async (step) => {
    for (const [scene, field, asks] of CLOSED) {
      await step(scene, scene, async (shown) => {
        const { tab, of } = shown;
        const { marks, marked, becomes, enter } = await leavable(shown, field);
        assert.deepEqual(marks(), []);
        await enter();
        await marked(true);
        becomes("entered");
        becomes("asked");
        await tab.until(asks);
        await marked(true, false);
        await enter();
        await tab.until(`!(${asks})`);
        await marked(true, false, true);
        assert.deepEqual([...of("closeWindow"), ...of("answerDialog")], []);
      });
    }
  },
);

stageTest(
  "the close button and Quit ask again after a minute",
  async (step) => {
    for (const [scene, field, asks] of CLOSED) {
      await step(scene, scene, async (shown) => {
        const { tab, of } = shown;
        const { marked, becomes, enter } = await leavable(shown, field);
        const wantedClosed = async () => {
          for (const unsaved of ["entered", "asked"] as const) {
            becomes(unsaved);
            await shown.settle();
          }
        };
        // The test decides when a minute has passed.
        await tab.evaluate(`{
          const own = setTimeout;
          globalThis.setTimeout = (act, ms, ...more) =>
            ms === 60_000 ? (globalThis.minuteLater = act, 0) : own(act, ms, ...more);
        }`);
        await enter();
        await marked(true);
        await wantedClosed();
        await tab.until(asks);
        await marked(true, false);
        await tab.until("globalThis.minuteLater");
        await tab.evaluate("minuteLater()");
        await tab.until(`!(${asks})`);
        await marked(true, false, true);
        await wantedClosed();
        await tab.until(asks);
        assert.deepEqual([...of("closeWindow"), ...of("answerDialog")], []);
      });
    }
  },
);

stageTest(
  "a browser asks before a tab goes in which something is entered, and a window never",
  async (step) => {
    for (const browser of [true, false]) {
      await step(browser ? "a tab" : "a window", sceneOf("server", { browser }), async ({ tab, settle }) => {
        const held = () =>
          tab.evaluate<boolean>(
            `!dispatchEvent(new Event("beforeunload", { cancelable: true }))`,
          );
        assert.equal(await held(), false, "nothing is entered");
        await tab.reach(`document.querySelector("[name=host]")`, "focus");
        await tab.type("1");
        await settle();
        assert.equal(await held(), browser);
        await tab.press("Backspace");
        await settle();
        assert.equal(await held(), false, "it is as it was");
      });
    }
  },
);
