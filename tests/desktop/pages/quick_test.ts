import assert from "node:assert/strict";
import type { Command } from "../../../src/core/app/command.ts";
import { fixedRows } from "../../../src/core/resources/rows.ts";
import { type CommandResult, DONE } from "../../../src/core/result.ts";
import type { AppState } from "../../../src/core/state/state.ts";
import { patched } from "../../../src/core/state/list.ts";
import type { PagesOptions } from "../../../src/pages/mod.ts";
import type { Shown } from "../gallery/show.ts";
import { waitFor } from "../harness/mod.ts";
import { button, sceneOf, stageTest } from "./steps.ts";

/**
 * Held keys: the scene, the focused element, the key, and the command that must be sent only once.
 */
const HELD_KEYS: readonly (readonly [scene: string, at: string, key: string, command: Command["name"]])[] = [
  ["query", ".query-code", "Control+Enter", "runQuery"],
  ["query", ".query-code", "Control+Shift+Enter", "runQuery"],
  ["query", ".query-code", "Control+t", "addQueryTab"],
  ["query", ".query-code", "Control+w", "closeQueryTab"],
  ["query", ".query-tab", "Delete", "closeQueryTab"],
  ["home", "[aria-label='Forget this run']", "Enter", "dismissRun"],
  ["home", "[aria-label='Recent runs'] .row-main", "Enter", "openWindow"],
  ["console-running", ".console-buttons .button:last-child", "Enter", "stopRun"],
];

/**
 * Double clicks whose second click meets another button or label: the pressed control, and what is
 * there by then.
 */
const SECOND: readonly (readonly [
  scene: string,
  at: string,
  first: Command["name"],
  becomes: (state: AppState) => AppState,
  shows: string,
  next: Command["name"],
])[] = [
  [
    "review-install",
    ".review-foot > .button:last-child",
    "confirmReview",
    (state) => ({ ...state, reviews: patched(state.reviews, "r", { status: "installed" }) }),
    "is installed",
    "openWindow",
  ],
  [
    "console-running",
    ".console-buttons .button:last-child",
    "stopRun",
    (state) => ({ ...state, runs: patched(state.runs, "run-1", { status: "stopping" }) }),
    "End now",
    "stopRun",
  ],
];

/**
 * Sends the window's own Escape event first, and the key event only by `bringLate`, as on a busy
 * machine.
 */
const EARLY_ESCAPE = `(() => {
  const key = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
  window.bringLate = () => document.activeElement.dispatchEvent(key);
  dispatchEvent(new CustomEvent("kedge:escape", { detail: true }));
})()`;

/**
 * Stops the timer that waits for the key event: `pass(n)` lets n ticks pass, `letGo()` all of them.
 */
const HOLD_TICKS = `(() => {
  const { setTimeout, clearTimeout } = window;
  const held = new Map();
  let last = 1e9;
  window.setTimeout = (run, ms) => ms === 15 ? held.set(++last, run) && last : setTimeout(run, ms);
  window.clearTimeout = (id) => held.delete(id) || clearTimeout(id);
  window.pass = (times) => {
    for (const [id, run] of held) {
      if (times-- <= 0) break;
      held.delete(id);
      run();
    }
  };
  window.letGo = () => window.pass(100);
})()`;

/** Types the text of the scene `palette-typed`. */
const typed = ({ tab }: Shown) => sceneOf("palette-typed").act!(tab);

/**
 * Windows whose page gets no key event of Escape: the command that closes each, and the element
 * that has the focus.
 */
const ESCAPED = [
  ["palette", "closeWindow", null],
  ["console-running", "closeWindow", null],
  ["accounts", "closeWindow", null],
  ["dialog-html", "answerDialog", "document.querySelector('iframe')"],
] as const;

stageTest("keys that are held down and clicks that come twice", async (step) => {
  for (const [scene, at, key, command] of HELD_KEYS) {
    await step(`${scene}: ${key} that is held down at ${at} does it once`, scene, async (shown) => {
      await shown.tab.until(`document.querySelector("${at}")`);
      const one = `document.querySelector("${at}")`;
      await shown.tab.reach(`${one}.shadowRoot?.querySelector(".cm-content") ?? ${one}`, "focus");
      await shown.tab.hold(key, 3);
      await shown.settle();
      assert.equal(shown.of(command).length, 1);
    });
  }

  await step("palette: Ctrl+P that is held down pins once", "palette", async (shown) => {
    await typed(shown);
    await shown.tab.until("document.querySelector('.palette-foot')?.innerText.includes('Pin')");
    await shown.tab.hold("Control+p", 3);
    await shown.settle();
    assert.equal(shown.of("pinEntry").length, 1);
  });

  // A key pressed `later` ms after the window got the focus.
  for (
    const [when, later, before, done] of [
      ["with its keys", 0, "", 0],
      ["0.2 s after them", 200, "", 0],
      ["0.4 s after them", 400, "", 1],
      ["with its keys, behind an arrow", 0, "ArrowDown", 1],
    ] as const
  ) {
    await step(`palette: Enter ${when} does ${done ? "the row" : "nothing"}`, "palette", async (shown) => {
      await shown.tab.until("document.querySelector('[aria-selected=true]')");
      await shown.tab.evaluate(`(() => {
        const field = document.querySelector("input"), now = performance.now.bind(performance);
        const press = (key) =>
          field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        const at = now();
        performance.now = () => at;
        dispatchEvent(new FocusEvent("focus"));
        performance.now = () => at + ${later};
        if ("${before}") press("${before}");
        press("Enter");
        performance.now = now;
      })()`);
      await shown.settle();
      const commands = shown.commands().filter(({ name }) => name !== "closeWindow");
      assert.equal(commands.length, done);
    });
  }

  for (const [scene, left, focused] of ESCAPED) {
    await step(`${scene}: Esc that only its window gets closes it, once`, scene, async (shown) => {
      if (focused) await shown.tab.reach(focused, "focus");
      await shown.tab.evaluate(EARLY_ESCAPE);
      await waitFor("the window to be left", () => shown.of(left).length > 0);
      await shown.tab.evaluate("bringLate()");
      await shown.settle();
      assert.equal(shown.of(left).length, 1);
    });
  }

  await step("palette: Esc that an input method has leaves nothing", "palette", async (shown) => {
    await shown.tab.evaluate(HOLD_TICKS);
    await shown.tab.evaluate(`(() => {
      const field = document.querySelector("input");
      field.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
      dispatchEvent(new CustomEvent("kedge:escape", { detail: true }));
      field.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
      dispatchEvent(new CustomEvent("kedge:escape", { detail: true }));
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Process", keyCode: 229, bubbles: true }));
    })()`);
    await shown.tab.evaluate("letGo()");
    await shown.settle();
    assert.equal(shown.of("closeWindow").length, 0);
  });

  await step(
    "palette: Esc is not pressed before the letters that came before it",
    "palette",
    async (shown) => {
      await shown.tab.evaluate(HOLD_TICKS);
      await shown.tab.evaluate(`(() => {
        const field = document.querySelector("input");
        ${EARLY_ESCAPE};
        for (let letter = 0; letter < 3; letter++) {
          pass(9);
          field.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true, cancelable: true }));
        }
        pass(9);
        // A busy page handles the key late.
        const now = performance.now.bind(performance);
        performance.now = () => now() + 100;
        pass(10);
        performance.now = now;
      })()`);
      await shown.settle();
      assert.equal(shown.of("closeWindow").length, 0);
      await shown.tab.evaluate("bringLate()");
      await shown.settle();
      await shown.tab.evaluate("letGo()");
      await shown.settle();
      assert.equal(shown.of("closeWindow").length, 1);
    },
  );

  await step(
    "palette: Esc of the window before neither closes the next one nor takes away its Esc",
    "palette",
    async (shown) => {
      const opened = async (raised: number) => {
        shown.pages.store.update((state) => ({
          ...state,
          windows: [{ ...state.windows[0]!, title: `Opened ${raised}`, raised }],
        }));
        await shown.tab.until(`document.querySelector("h1").innerText === "Opened ${raised}"`);
      };
      await shown.tab.evaluate(HOLD_TICKS);
      await shown.tab.evaluate(EARLY_ESCAPE);
      await opened(2);
      await shown.tab.evaluate("letGo()");
      await shown.settle();
      assert.equal(shown.of("closeWindow").length, 0);
      await shown.tab.evaluate(EARLY_ESCAPE);
      await shown.tab.evaluate("letGo()");
      await waitFor("the window to be left", () => shown.of("closeWindow").length === 1);
      await opened(3);
      await shown.tab.evaluate("bringLate()");
      await shown.settle();
      assert.equal(shown.of("closeWindow").length, 1);
      await shown.tab.press("Escape");
      await waitFor("the next one to be left", () => shown.of("closeWindow").length === 2);
    },
  );

  for (const [scene, at, first, becomes, shows, next] of SECOND) {
    const name = `${scene}: a double click presses only what its first click was on`;
    await step(name, scene, async ({ tab, pages: { store }, settle, on, of, sent }) => {
      on(first, () => {
        store.update(becomes);
        return DONE;
      });
      await tab.click(at);
      await sent(first, 1);
      await tab.until(`document.shownText.includes("${shows}")`);
      await tab.evaluate(
        `addEventListener("click", ({ detail }) => document.title = \`click \${detail}\`, true)`,
      );
      const before = of(next).length;
      await tab.click(at, 2);
      await tab.until("document.title === 'click 2'");
      await settle();
      assert.equal(of(next).length, before);
      // A separate click counts.
      await tab.click(at);
      await sent(next, before + 1);
    });
  }
});

/** Raises the window again, as opening it does. */
function openAnew({ pages }: Shown): void {
  pages.store.update((state) => ({
    ...state,
    windows: state.windows.map((window) => ({ ...window, raised: window.raised + 1 })),
  }));
}

stageTest("quick presses", async (step) => {
  await step(
    "palette: an action runs once, although the window closes later",
    "palette",
    async (shown) => {
      openAnew(shown);
      await shown.settle();
      await typed(shown);
      await shown.tab.until("document.querySelector('.palette-kind')");
      await shown.tab.press("Enter");
      await shown.sent("closeWindow", 1);
      await shown.tab.press("Enter");
      await shown.settle();
      assert.deepEqual([shown.of("runAction").length, shown.of("closeWindow").length], [1, 1]);
      openAnew(shown);
      await shown.tab.until("document.querySelector('.palette-field input').value === ''");
      await typed(shown);
      await shown.tab.press("Enter");
      await shown.sent("runAction", 2);
    },
  );

  await step(
    "palette: an action begun before it was opened again neither closes nor blocks it",
    "palette",
    async (shown) => {
      const { tab, of, sent } = shown;
      const begun = Promise.withResolvers<CommandResult>();
      shown.on("runAction", () => of("runAction").length === 1 ? begun.promise : DONE);
      openAnew(shown);
      await shown.settle();
      await typed(shown);
      await tab.until("document.querySelector('.palette-kind')");
      await tab.press("Enter");
      await sent("runAction", 1);
      openAnew(shown);
      await tab.until("document.querySelector('.palette-field input').value === ''");
      begun.resolve(DONE);
      await shown.settle();
      assert.deepEqual(of("closeWindow"), []);
      await typed(shown);
      await tab.press("Enter");
      await sent("runAction", 2);
      await sent("closeWindow", 1);
    },
  );

  for (const [key, name] of [["Enter", "runAction"], ["Control+p", "pinEntry"]] as const) {
    await step(
      `palette: the refusal of ${name} is not shown in the window opened next`,
      "palette",
      async (shown) => {
        shown.on(name, () => ({ ok: false, error: "Kedge refuses." }));
        openAnew(shown);
        await shown.settle();
        await typed(shown);
        await shown.tab.until("document.querySelector('.palette-foot')?.innerText.includes('Pin')");
        await shown.tab.press(key);
        await shown.tab.until("document.shownText.includes('Kedge refuses.')");
        openAnew(shown);
        await shown.tab.until("document.querySelector('.palette-field input').value === ''");
        await shown.settle();
        assert.equal(await shown.tab.evaluate("document.shownText.includes('Kedge refuses.')"), false);
      },
    );
  }

  await step(
    "palette: a pin is taken away again, and the row used, before its star is seen",
    "palette",
    async (shown) => {
      const { tab, of, sent } = shown;
      const pinned = Promise.withResolvers<CommandResult>();
      shown.on("pinEntry", () => pinned.promise);
      await typed(shown);
      await tab.until("document.querySelector('.palette-foot')?.innerText.includes('Pin')");
      await tab.press("Control+p", "Control+p", "Control+p");
      assert.deepEqual((await sent("pinEntry", 3)).map(({ pinned }) => pinned), [true, false, true]);
      await tab.press("Enter");
      await sent("runAction", 1);
      pinned.resolve(DONE);
      await sent("closeWindow", 1);
      assert.equal(of("pinEntry").length, 3);
    },
  );

  await step(
    "server: an error stays when an earlier action ends well",
    "server",
    async ({ tab, settle, on, sent }) => {
      const test = Promise.withResolvers<CommandResult>();
      on("testServer", () => test.promise);
      on("forgetPassword", () => ({ ok: false, error: "No keychain." }));
      await tab.reach(button("Test connection"));
      await sent("testServer", 1);
      await tab.reach(button("Forget password"));
      await tab.until("document.shownText.includes('No keychain.')");
      test.resolve(DONE);
      await settle();
      assert.equal(await tab.evaluate("document.shownText.includes('No keychain.')"), true);
      // The next action removes the message.
      await tab.reach(button("Set password"));
      await tab.until("!document.shownText.includes('No keychain.')");
    },
  );

  await step(
    "server: an entry that is saved twice at once is added once",
    sceneOf("server", { params: {} }),
    async ({ tab, settle, of, sent }) => {
      await tab.reach("document.querySelector('[name=host]')", "focus");
      await tab.type("db.example.com");
      await tab.reach("document.querySelector('[name=name]')", "focus");
      await tab.type("brand-new");
      await tab.until("!document.querySelector('[type=submit]').disabled");
      await tab.evaluate(`(() => {
      const form = document.querySelector("form");
      form.requestSubmit();
      form.requestSubmit();
    })()`);
      await sent("editConfig", 1);
      await settle();
      assert.equal(of("editConfig").length, 1);
    },
  );

  const late = Promise.withResolvers<void>();
  const queryWindows: PagesOptions["queryWindows"] = {
    ...sceneOf("query").pages!.queryWindows!,
    text: (_, tab) => ({
      ...fixedRows([]),
      async read() {
        if (tab === "t") await late.promise;
        return { ok: true, rows: [`select '${tab}'`], total: 1 };
      },
    }),
  };
  await step(
    "query: a run right after picking a tab runs that tab's statement",
    sceneOf("query", { pages: { queryWindows } }),
    async ({ tab, settle, of, sent }) => {
      const editor = "document.querySelector('.query-code')?.shadowRoot?.textContent";
      await tab.until(`${editor}?.includes("select 't2'")`);
      await tab.press("Control+PageUp");
      await tab.until("document.querySelector('.query').dataset.tab === 't'");
      await tab.press("Control+Enter");
      await settle();
      assert.deepEqual(of("runQuery"), []);
      late.resolve();
      const [run] = await sent("runQuery", 1);
      assert.deepEqual([run!.tab, run!.text, of("runQuery").length], ["t", "select 't'", 1]);
    },
  );

  await step("query: Enter that is pressed twice replaces no file", "query", async (shown) => {
    const { tab, settle, act, on, of, sent } = shown;
    on("exportRows", () => ({ ok: true, value: { exists: true } }));
    await act();
    await tab.press("Control+Shift+e");
    await tab.until("document.querySelector('.question [name=file]')?.value.includes('Orders')");
    await tab.press("Enter");
    await tab.until("document.querySelector('.question-foot').innerText.includes('Replace it')");
    await tab.press("Enter");
    await settle();
    assert.deepEqual(of("exportRows").map(({ replace }) => replace), [false]);
    await tab.reach("document.querySelector('.question-foot .button.danger')", "focus");
    await tab.press("Enter");
    assert.equal((await sent("exportRows", 2))[1]!.replace, true);
  });

  await step(
    "secrets: text entered during a comparison is compared before it is written",
    "secrets-change",
    async (shown) => {
      const { tab, of } = shown;
      const first = Promise.withResolvers<void>();
      const none = { added: [], removed: [], same: 0, replaced: false };
      shown.on("compareSecret", async () => {
        if (of("compareSecret").length === 1) await first.promise;
        return { ok: true, value: { ...none, changed: [`compared ${of("compareSecret").length} times`] } };
      });
      await shown.act();
      await tab.type("old");
      await tab.press("Enter");
      await shown.sent("compareSecret", 1);
      await tab.type("er");
      first.resolve();
      await tab.until("document.querySelector('.question').innerText.includes('compared 2 times')");
      const values = of("compareSecret").map(({ change }) => JSON.stringify(change).match(/older|old/)?.[0]);
      assert.deepEqual(values, ["old", "older"]);
    },
  );

  await step("query: a refusal is shown", "query-hold", async ({ tab, act, on }) => {
    on("decideWrite", () => ({ ok: false, error: "This tab is no longer open." }));
    await act();
    await tab.until("document.querySelector('.hold')");
    await tab.press("Control+Shift+s");
    await tab.until("document.shownText.includes('no longer open')");
  });
});
