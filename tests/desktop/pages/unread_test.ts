import assert from "node:assert/strict";
import { patched } from "../../../src/core/state/list.ts";
import type { AppState } from "../../../src/core/state/state.ts";
import type { Shown } from "../gallery/show.ts";
import { answering, sceneOf, stageTest } from "./steps.ts";

/** As when the window of a page that was ready is shown. */
const comesIntoSight = ({ tab }: Shown) =>
  tab.evaluate<void>(`document.dispatchEvent(new Event("visibilitychange"))`);
/** A dialog whose window comes right behind an answer. */
const DIALOGS = ["dialog-alert", "dialog-confirm", "dialog-html"];

/** What waits for a decision, and the keys and the command of that. */
const DECIDED = [["query-ask", "answerAsked"], ["query-hold", "decideWrite"]] as const;

/** A question that comes where something was pressed: how it comes, what the press of before would do, by key or click. */
const COMES: readonly (readonly [
  scene: string,
  comes: (state: AppState) => AppState,
  shows: string,
  press: { readonly key: string } | { readonly click: string },
  command: string,
])[] = [
  [
    "review-install",
    (state) => ({ ...state, reviews: patched(state.reviews, "r", { status: "installed" }) }),
    "is installed",
    { key: "Enter" },
    "openWindow",
  ],
  [
    "console-running",
    (state) => ({ ...state, runs: patched(state.runs, "run-1", { status: "stopping" }) }),
    "End now",
    { click: ".console-buttons .button:last-child" },
    "stopRun",
  ],
  [
    "console-running",
    (state) => ({
      ...state,
      runs: patched(state.runs, "run-1", { status: "ok", endedAt: Date.now(), progress: null }),
    }),
    "Run again",
    { click: ".console-buttons .button:last-child" },
    "runAction",
  ],
];

stageTest("a question that nobody can have read", async (_, stage, t) => {
  for (const name of DIALOGS) {
    await t.step(`${name}: Enter that was meant for the question before it does not answer it`, async () => {
      const scene = sceneOf(name);
      const dialogs = scene.state.dialogs.map((dialog) => ({ ...dialog, behind: true as const }));
      const { shown, of, sent } = await answering(stage, { ...scene, state: { ...scene.state, dialogs } });
      await comesIntoSight(shown);
      await shown.tab.pressAtOnce("Enter");
      await shown.settle();
      assert.deepEqual(of("answerDialog"), []);
      await shown.tab.press("Enter");
      await sent("answerDialog", 1);
      assert.deepEqual(shown.tab.problems, []);
      await shown.close();
    });
  }

  for (const [name, command] of DECIDED) {
    await t.step(
      `${name}: keys that decided something before do not decide what nobody has read`,
      async () => {
        const scene = sceneOf(name);
        const { shown, of, sent } = await answering(stage, scene);
        await scene.act?.(shown.tab);
        const { desks } = shown.pages.store.get();
        const tabs = (keep: boolean) =>
          shown.pages.store.update((state) => ({
            ...state,
            desks: keep ? desks : desks.map((desk) => ({
              ...desk,
              tabs: desk.tabs.map((tab) => ({ ...tab, hold: null, ask: null })),
            })),
          }));
        tabs(false);
        await shown.tab.until("!document.querySelector('.hold')");
        tabs(true);
        await shown.tab.until("document.querySelector('.hold')");
        await shown.tab.pressAtOnce("Control+Shift+s");
        await shown.settle();
        assert.deepEqual(of(command), []);
        await shown.tab.press("Control+Shift+s");
        await sent(command, 1);
        assert.deepEqual(shown.tab.problems, []);
        await shown.close();
      },
    );
  }

  for (const [scene, comes, shows, press, command] of COMES) {
    await t.step(`${scene}: a press meant for what was there does not answer “${shows}”`, async () => {
      const { shown, of, sent } = await answering(stage, sceneOf(scene));
      const { tab, pages } = shown;
      pages.store.update(comes);
      await tab.until(`document.body.innerText.includes("${shows}")`);
      await ("key" in press ? tab.pressAtOnce(press.key) : tab.clickAtOnce(press.click));
      await shown.settle();
      assert.deepEqual(of(command), []);
      await ("key" in press ? tab.press(press.key) : tab.click(press.click));
      await sent(command, 1);
      assert.deepEqual(tab.problems, []);
      await shown.close();
    });
  }

  await t.step("services: Enter that is pressed twice at Redeploy asks, and does nothing", async () => {
    const scene = sceneOf("services");
    const accounts = scene.state.accounts.map((account) => ({ ...account, env: "dev" }));
    const { shown, of, sent } = await answering(stage, { ...scene, state: { ...scene.state, accounts } });
    await shown.tab.until("document.querySelector('.service-lines')");
    await shown.tab.evaluate(
      "[...document.querySelectorAll('button')].find((one) => one.innerText.startsWith('Redeploy')).focus()",
    );
    await shown.tab.press("Enter");
    await shown.tab.until("document.activeElement?.closest('.question')");
    await shown.tab.pressAtOnce("Enter");
    await shown.settle();
    assert.deepEqual(of("redeployService"), []);
    await shown.tab.press("Enter");
    await sent("redeployService", 1);
    assert.deepEqual(shown.tab.problems, []);
    await shown.close();
  });

  await t.step("what is typed at once stands, and Esc leaves at once", async () => {
    const scene = sceneOf("dialog-ask");
    const dialogs = scene.state.dialogs.map((dialog) => ({ ...dialog, behind: true as const }));
    const { shown, sent } = await answering(stage, { ...scene, state: { ...scene.state, dialogs } });
    await comesIntoSight(shown);
    await shown.tab.pressAtOnce("z");
    assert.match(await shown.tab.evaluate("document.activeElement.value"), /z$/);
    await shown.tab.pressAtOnce("Escape");
    await sent("answerDialog", 1);
    await shown.close();
  });

  await t.step("what is typed into a question answers it: Enter right behind it counts", async () => {
    const scene = sceneOf("dialog-ask");
    const dialogs = scene.state.dialogs.map((dialog) => ({ ...dialog, behind: true as const }));
    const { shown, sent } = await answering(stage, { ...scene, state: { ...scene.state, dialogs } });
    await comesIntoSight(shown);
    await shown.tab.pressAtOnce("z", "Enter");
    assert.match(String((await sent("answerDialog", 1))[0]!.answer), /z$/);
    await shown.close();
  });

  await t.step(
    "services: Enter right behind the last digit of a number counts in production too",
    async () => {
      const { shown, sent } = await answering(stage, sceneOf("services"));
      const { tab } = shown;
      const select = (field: string) =>
        tab.evaluate(
          `(document.querySelector("${field}").focus(), document.querySelector("${field}").select())`,
        );
      await tab.until("document.querySelector('.service-lines')");
      await tab.evaluate(
        "[...document.querySelectorAll('button')].find((one) => one.innerText.startsWith('Set number')).click()",
      );
      await tab.until("document.querySelector('.question')");
      await select(".question input:not([name=number])");
      await tab.type("web");
      await select(".question [name=number]");
      await tab.press("3");
      await tab.pressAtOnce("7", "Enter");
      assert.equal((await sent("scaleService", 1))[0]!.desired, 37);
      await shown.close();
    },
  );

  await t.step(
    "console-running: Stop counts, however often its word changes for another of the same",
    async () => {
      const { shown, sent } = await answering(stage, sceneOf("console-running"));
      const { tab, pages } = shown;
      const button = ".console-buttons .button:last-child";
      const words = () => tab.evaluate<string>(`document.querySelector("${button}").innerText`);
      await tab.until("!document.querySelector('[data-unread]')");
      const before = await words();
      pages.store.update((state) => ({
        ...state,
        runs: state.runs.map((run) => ({
          ...run,
          progress: { title: "", label: "", fraction: null, cancelable: !run.progress?.cancelable },
        })),
      }));
      await tab.until(`document.querySelector("${button}").innerText !== ${JSON.stringify(before)}`);
      await tab.clickAtOnce(button);
      await sent("stopRun", 1);
      await shown.close();
    },
  );

  await t.step("a dialog that comes by itself is answered at once", async () => {
    const { shown, sent } = await answering(stage, sceneOf("dialog-confirm"));
    await comesIntoSight(shown);
    await shown.tab.pressAtOnce("Enter");
    await sent("answerDialog", 1);
    await shown.close();
  });
});
