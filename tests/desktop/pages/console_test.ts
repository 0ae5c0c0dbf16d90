import assert from "node:assert/strict";
import type { Shown } from "../gallery/show.ts";
import { button, stageTest } from "./steps.ts";

/** Appends lines to the log until it has `count` lines. */
function logUpTo({ pages: { store, log } }: Shown, count: number, text: (at: number) => string): void {
  while (log.length < count) log.push({ stream: "stdout", text: text(log.length), time: log.length * 10 });
  store.update((state) => ({
    ...state,
    runs: state.runs.map((run) => ({ ...run, logLines: log.length })),
  }));
}

stageTest("the console in a real browser", async (step) => {
  await step(
    "console: follows the end until scrolled up, and again when asked",
    "console-running",
    async (shown) => {
      const more = (count: number) => logUpTo(shown, shown.pages.log.length + count, (at) => `line ${at}`);
      more(5000);
      await shown.tab.until("document.querySelector('.code').innerText.includes('line 5045')");
      const rows = await shown.tab.evaluate<number>("document.querySelectorAll('.code-row').length");
      assert.ok(rows < 150, `${rows} rows in the document`);
      await shown.tab.until("document.querySelector('.code-row')");
      await shown.tab.evaluate("document.querySelector('.code').scrollTop = 0");
      await shown.tab.until(
        "document.querySelector('.console-tools').innerText.includes('Follow the end')",
      );
      more(10);
      await shown.settle();
      assert.equal(await shown.tab.evaluate("document.querySelector('.code').scrollTop"), 0);
      await shown.tab.reach(button("Follow"));
      await shown.tab.until("document.querySelector('.code').innerText.includes('line 5055')");
    },
  );

  await step(
    "console: times and wrapping are switched off, text is found",
    "console-failed",
    async (shown) => {
      await shown.tab.click(".console-tools .button:nth-child(1)");
      await shown.tab.until("!document.querySelector('.code').innerText.includes('1.810')");
      await shown.tab.press("Control+f");
      await shown.tab.type("AccessDenied");
      await shown.tab.until("document.querySelector('mark.now')?.innerText === 'AccessDenied'");
      // The search stays open, and its shortcuts move the focus back to it.
      for (const key of ["Control+f", "Control+g"]) {
        await shown.tab.press("Tab");
        assert.equal(await shown.tab.evaluate("document.activeElement.type"), "button");
        await shown.tab.press(key);
        await shown.tab.until("document.activeElement.matches('.find input')");
      }
    },
  );

  await step(
    "console: a match stays in view, also when the event of scrolling to the end comes after it",
    "console-failed",
    async (shown) => {
      await shown.tab.until("document.querySelector('.code-row')");
      await shown.tab.evaluate(`{
        const code = document.querySelector(".code");
        new MutationObserver(() => code.dispatchEvent(new Event("scroll")))
          .observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      }`);
      await shown.tab.press("Control+f");
      await shown.tab.type("AccessDenied");
      const inView = `(() => {
        const mark = document.querySelector("mark.now")?.getBoundingClientRect();
        const code = document.querySelector(".code").getBoundingClientRect();
        return mark && mark.top >= code.top && mark.bottom <= code.bottom;
      })()`;
      await shown.tab.until(inView);
      await shown.tab.until(
        "document.querySelector('.console-tools').innerText.includes('Follow the end')",
      );
      // Lines wrap differently in a narrower window, and the match must stay visible.
      await shown.tab.resize(420, 400);
      await shown.settle();
      await shown.tab.until(inView);
    },
  );

  await step(
    "console: a match offers the end only when lines are below the view",
    "console-running",
    async (shown) => {
      const offered = "document.querySelector('.console-tools').innerText.includes('Follow the end')";
      const lines = (count: number) => logUpTo(shown, count, (at) => `row ${at}.`);
      await shown.tab.resize(900, 3000);
      await shown.tab.until("document.querySelector('.code-row')");
      lines(60);
      await shown.tab.until("document.querySelector('.code').innerText.includes('row 59.')");
      await shown.tab.press("Control+f");
      await shown.tab.type("row 59.");
      await shown.tab.until("document.querySelector('mark.now')?.innerText === 'row 59.'");
      await shown.settle();
      assert.equal(await shown.tab.evaluate(offered), false, "all lines are in view");
      lines(500);
      await shown.tab.until(offered);
      await shown.tab.click(".console-tools .grow + .button");
      await shown.tab.until("document.querySelector('.code').innerText.includes('row 499.')");
      assert.equal(await shown.tab.evaluate(offered), false);
    },
  );

  await step(
    "console: Stop stops the run, Escape only closes the window",
    "console-running",
    async (shown) => {
      await shown.tab.click(".console-status .button:last-child");
      assert.deepEqual(await shown.command("stopRun"), { name: "stopRun", run: "run-1" });
      await shown.tab.press("Escape");
      await shown.command("closeWindow");
    },
  );

  await step("console: an error leads to its source", "console-failed", async (shown) => {
    await shown.tab.until("document.querySelector('.code-row')");
    await shown.tab.evaluate("document.querySelector('.code').scrollTop = 0");
    await shown.tab.until("document.querySelector('.source-link')");
    await shown.tab.click(".source-link");
    assert.deepEqual(await shown.command("openSource"), {
      name: "openSource",
      extension: "orders",
      file: "actions/rotate.go",
      line: 36,
      column: 3,
    });
  });

  await step("console: a line that was wrapped is copied as one", "console-failed", async (shown) => {
    await shown.tab.until("document.querySelector('.code-row')");
    await shown.tab.evaluate("document.querySelector('.code').scrollTop = 0");
    await shown.tab.until("document.querySelector('.code').innerText.includes('AccessDenied')");
    const copied = await shown.tab.evaluate<string>(`(() => {
      getSelection().selectAllChildren(document.querySelector(".code-shift"));
      const event = new ClipboardEvent("copy", { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
      document.querySelector(".code").dispatchEvent(event);
      return event.clipboardData.getData("text/plain");
    })()`);
    const line = copied.split("\n").find((one) => one.startsWith("An error occurred")) ?? "";
    assert.ok(line.endsWith("iam:ListAccessKeys on resource: user backup"), line);
    assert.ok(copied.includes("\nactions/rotate.go:36:3: listing keys"), copied.slice(0, 500));
  });

  await step("a log of 100,000 lines is shown without many rows", "console-failed", async (shown) => {
    shown.pages.log.length = 0;
    logUpTo(shown, 100_000, (at) => `row ${at}`);
    await shown.tab.until("document.querySelector('.code')?.innerText.includes('row 99999')");
    assert.ok(await shown.tab.evaluate<number>("document.querySelectorAll('.code-row').length") < 150);
  });
});
