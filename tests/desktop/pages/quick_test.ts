import assert from "node:assert/strict";
import type { Command, CommandResult } from "../../../src/core/app/command.ts";
import { fixedRows } from "../../../src/core/resources/rows.ts";
import type { AppState } from "../../../src/core/state/state.ts";
import { patched } from "../../../src/core/state/list.ts";
import type { Shown } from "../gallery/show.ts";
import { waitFor } from "../harness/mod.ts";
import { answering, sceneOf, stageTest } from "./steps.ts";

/** How many commands of that name have come. */
const count = (shown: Shown, name: Command["name"]) =>
  shown.commands().filter((command) => command.name === name).length;

/** A key that is held down: in which scene, at what, and which command it gives once. */
const HELD: readonly (readonly [scene: string, at: string, key: string, command: Command["name"]])[] = [
  ["query", ".query-code", "Control+Enter", "runQuery"],
  ["query", ".query-code", "Control+Shift+Enter", "runQuery"],
  ["query", ".query-code", "Control+t", "addQueryTab"],
  ["query", ".query-code", "Control+w", "closeQueryTab"],
  ["query", ".query-tab", "Delete", "closeQueryTab"],
  ["home", "[aria-label='Forget this run']", "Enter", "dismissRun"],
  ["home", "[aria-label='Recent runs'] .row-main", "Enter", "openWindow"],
  ["console-running", ".console-buttons .button:last-child", "Enter", "stopRun"],
];

/** The second click of a double click finds another button, or other words on it: what was to be pressed, what stands there then. */
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

/** Esc, which at first only the window hears of: `bringLate` brings the key itself, as a busy machine does. */
const EARLY_ESCAPE = `(() => {
  const key = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
  window.bringLate = () => document.activeElement.dispatchEvent(key);
  dispatchEvent(new CustomEvent("kedge:escape", { detail: true }));
})()`;

/** Waiting for the key itself waits until the test has ticks pass: `pass(n)`, or all with `letGo()`. */
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

/** A window whose page gets no Esc: by which command it is left, and what in it has the focus. */
const ESCAPED = [
  ["palette", "closeWindow", null],
  ["console-running", "closeWindow", null],
  ["accounts", "closeWindow", null],
  ["dialog-html", "answerDialog", "document.querySelector('iframe')"],
] as const;

stageTest("keys that are held down and clicks that come twice", async (step, stage, t) => {
  for (const [scene, at, key, command] of HELD) {
    await step(`${scene}: ${key} that is held down at ${at} does it once`, scene, async (shown) => {
      await shown.tab.until(`document.querySelector("${at}")`);
      const one = `document.querySelector("${at}")`;
      await shown.tab.reach(`${one}.shadowRoot?.querySelector(".cm-content") ?? ${one}`, "focus");
      await shown.tab.hold(key, 3);
      await shown.settle();
      assert.equal(count(shown, command), 1);
    });
  }

  await step("palette: Ctrl+P that is held down pins once", "palette", async (shown) => {
    await sceneOf("palette-typed").act?.(shown.tab);
    await shown.tab.until("document.querySelector('.palette-foot')?.innerText.includes('Pin')");
    await shown.tab.hold("Control+p", 3);
    await shown.settle();
    assert.equal(count(shown, "pinEntry"), 1);
  });

  // What is pressed `later` ms after the window got its keys.
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
    await step(`${scene}: Esc that only its window was told of leaves it, once`, scene, async (shown) => {
      if (focused) await shown.tab.reach(focused, "focus");
      await shown.tab.evaluate(EARLY_ESCAPE);
      await waitFor("the window to be left", () => count(shown, left) > 0);
      await shown.tab.evaluate("bringLate()");
      await shown.settle();
      assert.equal(count(shown, left), 1);
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
    assert.equal(count(shown, "closeWindow"), 0);
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
        // A page that has much to do is late with it.
        const now = performance.now.bind(performance);
        performance.now = () => now() + 100;
        pass(10);
        performance.now = now;
      })()`);
      await shown.settle();
      assert.equal(count(shown, "closeWindow"), 0);
      await shown.tab.evaluate("bringLate()");
      await shown.settle();
      await shown.tab.evaluate("letGo()");
      await shown.settle();
      assert.equal(count(shown, "closeWindow"), 1);
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
      assert.equal(count(shown, "closeWindow"), 0);
      await shown.tab.evaluate(EARLY_ESCAPE);
      await shown.tab.evaluate("letGo()");
      await waitFor("the window to be left", () => count(shown, "closeWindow") === 1);
      await opened(3);
      await shown.tab.evaluate("bringLate()");
      await shown.settle();
      assert.equal(count(shown, "closeWindow"), 1);
      await shown.tab.press("Escape");
      await waitFor("the next one to be left", () => count(shown, "closeWindow") === 2);
    },
  );

  for (const [scene, at, first, becomes, shows, next] of SECOND) {
    await t.step(`${scene}: a double click presses only what its first click was on`, async () => {
      const { shown, of, sent } = await answering(stage, sceneOf(scene), {
        dispatch() {
          shown.pages.store.update(becomes);
          return Promise.resolve({ ok: true });
        },
      });
      await shown.tab.click(at);
      await sent(first, 1);
      await shown.tab.until(`document.shownText.includes("${shows}")`);
      await shown.tab.evaluate(
        `addEventListener("click", ({ detail }) => document.title = \`click \${detail}\`, true)`,
      );
      const before = of(next).length;
      await shown.tab.click(at, 2);
      await shown.tab.until("document.title === 'click 2'");
      await shown.settle();
      assert.equal(of(next).length, before);
      // A click of its own counts.
      await shown.tab.click(at);
      await sent(next, before + 1);
      assert.deepEqual(shown.tab.problems, []);
      await shown.close();
    });
  }
});

/** An answer that comes when `give` is called. */
function heldAnswer() {
  const { promise, resolve } = Promise.withResolvers<CommandResult>();
  return { promise, give: (result: CommandResult = { ok: true }) => resolve(result) };
}

const DONE = { ok: true } as const;

/** Its window is opened again. */
function openAnew({ pages }: Shown): void {
  pages.store.update((state) => ({
    ...state,
    windows: state.windows.map((window) => ({ ...window, raised: window.raised + 1 })),
  }));
}

stageTest("quick presses", async (_, stage, t) => {
  await t.step("palette: what is done is done once, although the window closes later", async () => {
    const { shown, of, sent } = await answering(stage, sceneOf("palette"));
    openAnew(shown);
    await shown.settle();
    await sceneOf("palette-typed").act?.(shown.tab);
    await shown.tab.until("document.querySelector('.palette-kind')");
    await shown.tab.press("Enter");
    await sent("closeWindow", 1);
    await shown.tab.press("Enter");
    await shown.settle();
    assert.deepEqual([of("runAction").length, of("closeWindow").length], [1, 1]);
    openAnew(shown);
    await shown.tab.until("document.querySelector('.palette-field input').value === ''");
    await sceneOf("palette-typed").act?.(shown.tab);
    await shown.tab.press("Enter");
    await sent("runAction", 2);
    assert.deepEqual(shown.tab.problems, []);
    await shown.close();
  });

  await t.step(
    "palette: what was begun before it was opened anew neither closes it nor keeps it from doing",
    async () => {
      const begun = heldAnswer();
      const { shown, of, sent } = await answering(stage, sceneOf("palette"), {
        dispatch: ({ name }) =>
          name === "runAction" && of("runAction").length === 1 ? begun.promise : Promise.resolve(DONE),
      });
      openAnew(shown);
      await shown.settle();
      await sceneOf("palette-typed").act?.(shown.tab);
      await shown.tab.until("document.querySelector('.palette-kind')");
      await shown.tab.press("Enter");
      await sent("runAction", 1);
      openAnew(shown);
      await shown.tab.until("document.querySelector('.palette-field input').value === ''");
      begun.give();
      await shown.settle();
      assert.equal(of("closeWindow").length, 0);
      await sceneOf("palette-typed").act?.(shown.tab);
      await shown.tab.press("Enter");
      await sent("runAction", 2);
      await sent("closeWindow", 1);
      assert.deepEqual(shown.tab.problems, []);
      await shown.close();
    },
  );

  for (const [key, name] of [["Enter", "runAction"], ["Control+p", "pinEntry"]] as const) {
    await t.step(
      `palette: that ${name} was refused is not told in the window that is opened next`,
      async () => {
        const { shown } = await answering(stage, sceneOf("palette"), {
          dispatch: (command) =>
            Promise.resolve(command.name === name ? { ok: false, error: "Kedge refuses." } : DONE),
        });
        openAnew(shown);
        await shown.settle();
        await sceneOf("palette-typed").act?.(shown.tab);
        await shown.tab.until("document.querySelector('.palette-foot')?.innerText.includes('Pin')");
        await shown.tab.press(key);
        await shown.tab.until("document.shownText.includes('Kedge refuses.')");
        openAnew(shown);
        await shown.tab.until("document.querySelector('.palette-field input').value === ''");
        await shown.settle();
        assert.equal(await shown.tab.evaluate("document.shownText.includes('Kedge refuses.')"), false);
        assert.deepEqual(shown.tab.problems, []);
        await shown.close();
      },
    );
  }

  await t.step("palette: a pin is taken away again, and the row used, before its star is seen", async () => {
    const pinned = heldAnswer();
    const { shown, of, sent } = await answering(stage, sceneOf("palette"), {
      dispatch: ({ name }) => name === "pinEntry" ? pinned.promise : Promise.resolve(DONE),
    });
    await sceneOf("palette-typed").act?.(shown.tab);
    await shown.tab.until("document.querySelector('.palette-foot')?.innerText.includes('Pin')");
    await shown.tab.press("Control+p", "Control+p", "Control+p");
    assert.deepEqual((await sent("pinEntry", 3)).map(({ pinned }) => pinned), [true, false, true]);
    await shown.tab.press("Enter");
    await sent("runAction", 1);
    pinned.give();
    await sent("closeWindow", 1);
    assert.deepEqual([of("pinEntry").length, shown.tab.problems], [3, []]);
    await shown.close();
  });

  await t.step("server: what failed stays to be read when what was begun before ends well", async () => {
    const test = heldAnswer();
    const { shown, sent } = await answering(stage, sceneOf("server"), {
      dispatch: ({ name }) =>
        name === "testServer"
          ? test.promise
          : Promise.resolve(name === "forgetPassword" ? { ok: false, error: "No keychain." } : DONE),
    });
    const press = (text: string) =>
      shown.tab.reach(
        `[...document.querySelectorAll("button")].find((one) => one.innerText.includes("${text}"))`,
      );
    await press("Test connection");
    await sent("testServer", 1);
    await press("Forget password");
    await shown.tab.until("document.shownText.includes('No keychain.')");
    test.give();
    await shown.settle();
    assert.equal(await shown.tab.evaluate("document.shownText.includes('No keychain.')"), true);
    // What is done next takes it away.
    await press("Set password");
    await shown.tab.until("!document.shownText.includes('No keychain.')");
    assert.deepEqual(shown.tab.problems, []);
    await shown.close();
  });

  await t.step("server: an entry that is saved twice at once is added once", async () => {
    const { shown, of, sent } = await answering(stage, { ...sceneOf("server"), params: {} });
    await shown.tab.reach("document.querySelector('[name=host]')", "focus");
    await shown.tab.type("db.example.com");
    await shown.tab.reach("document.querySelector('[name=name]')", "focus");
    await shown.tab.type("brand-new");
    await shown.tab.until("!document.querySelector('[type=submit]').disabled");
    await shown.tab.evaluate(`(() => {
      const form = document.querySelector("form");
      form.requestSubmit();
      form.requestSubmit();
    })()`);
    await sent("editConfig", 1);
    await shown.settle();
    assert.deepEqual([of("editConfig").length, shown.tab.problems], [1, []]);
    await shown.close();
  });

  await t.step("query: what is run right after a tab was picked is that tab's statement", async () => {
    const scene = sceneOf("query");
    const text = Promise.withResolvers<void>();
    const { shown, of, sent } = await answering(stage, scene, {
      queryWindows: {
        ...scene.pages!.queryWindows!,
        text: (_, tab) => ({
          ...fixedRows([]),
          async read() {
            if (tab === "t") await text.promise;
            return { ok: true, rows: [`select '${tab}'`], total: 1 };
          },
        }),
      },
    });
    const editor = "document.querySelector('.query-code')?.shadowRoot?.textContent";
    await shown.tab.until(`${editor}?.includes("select 't2'")`);
    await shown.tab.press("Control+PageUp");
    await shown.tab.until("document.querySelector('.query').dataset.tab === 't'");
    await shown.tab.press("Control+Enter");
    await shown.settle();
    assert.deepEqual(of("runQuery"), []);
    text.resolve();
    const [run] = await sent("runQuery", 1);
    assert.deepEqual([run!.tab, run!.text, of("runQuery").length], ["t", "select 't'", 1]);
    assert.deepEqual(shown.tab.problems, []);
    await shown.close();
  });

  await t.step("query: Enter that is pressed twice replaces no file", async () => {
    const { shown, of, sent } = await answering(stage, sceneOf("query"), {
      dispatch: ({ name }) =>
        Promise.resolve(name === "exportRows" ? { ok: true, value: { exists: true } } : DONE),
    });
    await sceneOf("query").act?.(shown.tab);
    await shown.tab.press("Control+Shift+e");
    await shown.tab.until("document.querySelector('.question [name=file]')?.value.includes('Orders')");
    await shown.tab.press("Enter");
    await shown.tab.until("document.querySelector('.question-foot').innerText.includes('Replace it')");
    await shown.tab.press("Enter");
    await shown.settle();
    assert.deepEqual(of("exportRows").map(({ replace }) => replace), [false]);
    await shown.tab.reach("document.querySelector('.question-foot .button.danger')", "focus");
    await shown.tab.press("Enter");
    assert.equal((await sent("exportRows", 2))[1]!.replace, true);
    assert.deepEqual(shown.tab.problems, []);
    await shown.close();
  });

  await t.step("secrets: what is entered while it is compared is compared before it is written", async () => {
    const first = heldAnswer();
    const none = { added: [], removed: [], same: 0, replaced: false };
    const { shown, of, sent } = await answering(stage, sceneOf("secrets-change"), {
      async dispatch(command, window) {
        if (command.name !== "compareSecret") {
          return await sceneOf("secrets-change").pages!.dispatch!(command, window);
        }
        if (of("compareSecret").length === 1) await first.promise;
        return { ok: true, value: { ...none, changed: [`compared ${of("compareSecret").length} times`] } };
      },
    });
    await sceneOf("secrets-change").act?.(shown.tab);
    await shown.tab.type("old");
    await shown.tab.press("Enter");
    await sent("compareSecret", 1);
    await shown.tab.type("er");
    first.give();
    await shown.tab.until("document.querySelector('.question').innerText.includes('compared 2 times')");
    const values = of("compareSecret").map(({ change }) => JSON.stringify(change).match(/older|old/)?.[0]);
    assert.deepEqual([values, shown.tab.problems], [["old", "older"], []]);
    await shown.close();
  });

  await t.step("query: what is refused is told", async () => {
    const { shown } = await answering(stage, sceneOf("query-hold"), {
      dispatch: ({ name }) =>
        Promise.resolve(name === "decideWrite" ? { ok: false, error: "This tab is no longer open." } : DONE),
    });
    await sceneOf("query-hold").act?.(shown.tab);
    await shown.tab.until("document.querySelector('.hold')");
    await shown.tab.press("Control+Shift+s");
    await shown.tab.until("document.shownText.includes('no longer open')");
    assert.deepEqual(shown.tab.problems, []);
    await shown.close();
  });
});
