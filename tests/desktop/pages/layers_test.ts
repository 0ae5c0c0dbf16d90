import assert from "node:assert/strict";
import { startBrowser } from "../../support/browser/mod.ts";
import { testAssets } from "../../support/pages/assets.ts";
import { testPages } from "../../support/pages/pages.ts";
import { stateWith, windowOf } from "../../support/pages/pages_state.ts";
import type { Shown } from "../gallery/show.ts";
import { waitFor } from "../harness/wait.ts";
import { stageTest, textAt } from "./steps.ts";

const IN_SHEET = "Boolean(document.activeElement.closest('.question'))";
const CHOOSER = "document.querySelector('.sheet.here')";

/**
 * Returns an expression that sends a repeated key event; its value is true when the page did not
 * handle it.
 */
const repeatedKey = (key: string) =>
  `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", code: "${key}", ` +
  `repeat: true, bubbles: true, composed: true, cancelable: true }))`;

/**
 * Returns whether the scrolling area draws a line at its upper and lower edge, found by comparing
 * pixels.
 */
async function linesAt({ tab }: Shown, selector: string): Promise<readonly boolean[]> {
  const picture = (await tab.screenshot()).toBase64();
  return await tab.evaluate(`(async () => {
    const image = await createImageBitmap(new Blob([Uint8Array.fromBase64("${picture}")], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const { left, top, bottom } = document.querySelector("${selector}").getBoundingClientRect();
    const at = (y) => canvas.getImageData(Math.round(left) + 3, Math.round(y), 1, 1).data.join();
    return [at(top) !== at(top - 2), at(bottom - 1) !== at(bottom + 1)];
  })()`);
}

stageTest("an overlay of a window has the keys", async (step) => {
  await step("a press on the words of a question leaves its keys to it", "secrets-change", async (shown) => {
    const { tab } = shown;
    await shown.act();
    await tab.type("new-user");
    const away = [
      () => tab.click(".question h2"),
      () => tab.evaluate<void>("document.activeElement.blur()"),
    ];
    for (const goAway of away) {
      for (const key of ["Tab", "Shift+Tab"]) {
        await goAway();
        await tab.press(key);
        assert.equal(await tab.evaluate(IN_SHEET), true, key);
      }
      await goAway();
      await tab.press("Escape");
      await tab.until("document.querySelector('.question [role=alert]')?.innerText.includes('discards')");
      // Text entered after the first warning needs a second one.
      await tab.reach("document.querySelector('.question input')", "focus");
      await tab.type("s");
    }
    await tab.press("Escape");
    await shown.settle();
    assert.equal(await tab.evaluate("document.querySelector('.question input').value.length"), 10);
    assert.deepEqual(shown.of("closeWindow"), []);
  });

  await step("keys of the window below a question do nothing", "secrets-change", async (shown) => {
    await shown.act();
    const before = shown.commands().length;
    await shown.tab.press("Control+Enter", "Control+f", "F5");
    await shown.settle();
    assert.deepEqual(shown.commands().slice(before), []);
    assert.equal(await shown.tab.evaluate(IN_SHEET), true);
  });

  await step(
    "commands below a question are not offered, and Esc closes one layer at a time",
    "services-redeploy",
    async (shown) => {
      await shown.act();
      await shown.tab.press("Control+k");
      await shown.tab.until(CHOOSER);
      assert.deepEqual((await textAt(shown, ".here-list")).split("\n").filter(Boolean), ["Cancel"]);
      await shown.tab.press("Escape");
      await shown.tab.until(`!${CHOOSER}`);
      assert.equal(await shown.tab.evaluate("Boolean(document.querySelector('.question'))"), true);
      await shown.tab.press("Escape");
      await shown.tab.until("!document.querySelector('.question')");
    },
  );

  await step(
    "Esc closes the command list, and not the search below it",
    "review-update",
    async (shown) => {
      await shown.tab.press("Control+f");
      await shown.tab.until("document.querySelector('.find')");
      await shown.tab.press("Control+k");
      await shown.tab.until(CHOOSER);
      await shown.tab.type("nothing has this name");
      await shown.tab.press("Control+Enter");
      await shown.tab.press("Escape");
      await shown.tab.until(`!${CHOOSER}`);
      assert.equal(await shown.tab.evaluate("Boolean(document.querySelector('.find'))"), true);
      assert.deepEqual(shown.commands(), []);
    },
  );

  await step("Esc closes the command list, and not the form below it", "settings-account", async (shown) => {
    await shown.act();
    await shown.tab.press("Control+k");
    await shown.tab.until(CHOOSER);
    await shown.tab.press("Escape");
    await shown.tab.until(`!${CHOOSER}`);
    assert.equal(await shown.tab.evaluate("Boolean(document.querySelector('.entry'))"), true);
  });

  const repeated = (shown: Shown, key: string) => shown.tab.evaluate<boolean>(repeatedKey(key));
  const asks = "document.querySelector('.question [role=alert]')?.innerText.includes('discards')";
  const question = "Boolean(document.querySelector('.question'))";

  await step("Esc and Enter that are held down answer one question", "secrets-change", async (shown) => {
    await shown.act();
    await shown.tab.type("new-user");
    await shown.tab.hold("Escape");
    await shown.tab.until(asks);
    // This press happened when there was nothing to answer.
    await shown.tab.evaluate(
      `document.documentElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", code: "Enter" }))`,
    );
    assert.equal(await repeated(shown, "Enter"), false);
    await shown.settle();
    assert.equal(await shown.tab.evaluate("document.querySelector('.question input').value"), "new-user");
    await shown.tab.evaluate("document.activeElement.blur()");
    await shown.tab.hold("Escape", 0);
    await shown.tab.until(`!${question}`);
  });

  await step(
    "a key that closed another window, and was let go when that was gone, counts",
    "secrets-change",
    async (shown) => {
      await shown.act();
      await shown.tab.type("new-user");
      await repeated(shown, "Escape");
      await shown.tab.until(asks);
    },
  );

  for (const [scene, command] of [["query-ask", "answerAsked"], ["query-hold", "decideWrite"]] as const) {
    for (const key of ["s", "r"]) {
      await step(
        `${scene}: Ctrl+Shift+${key.toUpperCase()} that is held down decides once`,
        scene,
        async (shown) => {
          await shown.act();
          await shown.tab.until("document.querySelector('.hold')");
          await shown.tab.hold(`Control+Shift+${key}`);
          await shown.settle();
          assert.equal(shown.of(command).length, 1);
        },
      );
    }
  }

  for (const [scene, field] of [["server", "host"], ["configure", "role"]] as const) {
    await step(`${scene}: Esc asks about entered text every time`, scene, async (shown) => {
      const { tab } = shown;
      const at = `document.querySelector('[name=${field}]')`;
      await tab.reach(at, "focus");
      await tab.type("x");
      await tab.press("Escape");
      await tab.until("document.querySelector('.bar.foot').innerText.includes('Esc again discards')");
      await tab.type("y");
      await tab.press("Escape");
      await tab.until("document.querySelector('.bar.foot').innerText.includes('Esc again discards')");
      assert.ok((await tab.evaluate<string>(`${at}.value`)).includes("xy"));
      // The form of a server only asks which environment its name gives.
      assert.deepEqual(shown.commands().filter(({ name }) => name !== "tryRules"), []);
      await tab.press("Escape", ...(scene === "server" ? ["Escape"] : []));
      await shown.command("closeWindow");
    });
  }

  await step(
    "configure: Esc asks about entered text, also after the action was removed and came back",
    "configure",
    async (shown) => {
      const { tab, pages: { store } } = shown;
      const { extensions } = store.get();
      const closed = () => shown.commands().some(({ name }) => name === "closeWindow");
      store.update((state) => ({ ...state, extensions: [] }));
      await tab.until("document.shownText.includes('This action is gone')");
      store.update((state) => ({ ...state, extensions }));
      await tab.until("document.querySelector('[name=role]')");
      await tab.reach("document.querySelector('[name=role]')", "focus");
      await tab.type("x");
      await tab.press("Escape");
      await shown.settle();
      assert.equal(closed(), false);
      await tab.until("document.querySelector('.bar.foot').innerText.includes('Esc again discards')");
      store.update((state) => ({ ...state, extensions: [] }));
      await tab.until("document.shownText.includes('This action is gone')");
      await tab.press("Escape");
      await shown.command("closeWindow");
    },
  );

  for (const [name, selector] of [["dialog-form", ".dialog > .body"], ["secrets-change", ".question-body"]]) {
    await step(
      `${name}: a line is drawn only where there is more above or below`,
      name!,
      async (shown) => {
        await shown.act();
        const scrolled = `document.querySelector("${selector}")`;
        await shown.tab.evaluate(`${scrolled}.style.height = "150px"; ${scrolled}.style.flex = "none"`);
        for (const [to, lines] of [[0, [false, true]], [40, [true, true]], [9999, [true, false]]] as const) {
          await shown.tab.evaluate(`${scrolled}.scrollTop = ${to}`);
          await shown.settle();
          assert.deepEqual(await linesAt(shown, selector!), lines, `${to}`);
        }
      },
    );
  }
});

Deno.test("a page that shows one window after the other treats the key that closed the first as new in the second", async () => {
  const pages = await testPages(stateWith({ windows: [windowOf("home", {}, "h")] }), {
    assets: await testAssets(),
  });
  const browser = await startBrowser();
  try {
    const waiting = pages.prepare("palette");
    // The page is never told that it was hidden, which can happen when a window is hidden and shown
    // at once.
    const tab = await browser.open(pages.openAddress(waiting.id));
    const closed = (id: string) =>
      waitFor(
        `${id} to be closed`,
        () => pages.commands.some(({ command, window }) => command.name === "closeWindow" && window === id),
      );
    const shows = async (id: string) => {
      const window = { ...windowOf("palette", {}, id), title: id, raised: 1 };
      pages.store.update((state) => ({ ...state, windows: [...state.windows, window] }));
      pages.give(waiting.id, id);
      await tab.until(`document.title === "${id}"`);
    };
    await shows("first");
    await tab.hold("Escape", 0);
    await closed("first");
    pages.store.update((state) => ({ ...state, windows: state.windows.slice(0, 1) }));
    pages.take(waiting.id);
    await shows("second");
    await tab.evaluate(repeatedKey("Escape"));
    await closed("second");
    assert.deepEqual(tab.problems, []);
  } finally {
    await browser.close();
    await pages.close();
  }
});
