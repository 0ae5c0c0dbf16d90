import assert from "node:assert/strict";
import type { LogLine } from "../../../src/core/state/state.ts";
import { type Scene, scenes } from "../gallery/scenes.ts";
import { openStage, type Shown } from "../gallery/show.ts";

const scene = (name: string): Scene => {
  const found = scenes.find((one) => one.name === name);
  if (!found) throw new Error(`No scene ${name}`);
  return found;
};
const HASH = "3f2a9c0be4d1775a6b1d8e0f44c2a917d5e6f7081b2c3d4e5f60718293a4b5c6";
const text = (shown: Shown, selector: string) =>
  shown.tab.evaluate<string>(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ""`);

Deno.test("pages in a real browser", async (t) => {
  const stage = await openStage();
  const step = (name: string, which: string, run: (shown: Shown) => Promise<void>) =>
    t.step(name, async () => {
      const shown = await stage.show(scene(which));
      await run(shown);
      assert.deepEqual(shown.tab.problems, []);
      await shown.close();
    });
  try {
    for (const one of scenes) {
      await step(
        `${one.name} shows without an error or a refusal, all named, nothing wider than it is`,
        one.name,
        async (shown) => {
          const nameless = await shown.tab.evaluate<string[]>(
            `[...document.querySelectorAll("button, input, select, textarea, iframe, [role=progressbar], progress")]
          .filter((one) => !(one.getAttribute("aria-label") || one.title || one.innerText || one.labels?.length || one.ariaHidden))
          .map((one) => one.outerHTML.slice(0, 200))`,
          );
          assert.deepEqual(nameless, []);
          const wide = await shown.tab.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
          assert.ok(wide <= 0, `${wide} px too wide`);
        },
      );
    }

    await step("review: Enter at the start installs nothing", "review-install", async (shown) => {
      await shown.tab.press("Enter");
      await shown.settle();
      assert.deepEqual(shown.commands(), []);
      assert.equal(
        await shown.tab.evaluate(`document.activeElement.innerText.replace(/\\s/g, "")`),
        "actions/rotate.go",
      );
    });

    await step("review: Escape rejects", "review-install", async (shown) => {
      await shown.tab.press("Escape");
      assert.deepEqual(await shown.command("rejectReview"), { name: "rejectReview", review: "r" });
    });

    await step(
      "review: only the button installs, with the hash that was shown",
      "review-install",
      async (shown) => {
        assert.equal((await text(shown, ".hash .mono")).replaceAll(" ", ""), HASH);
        await shown.tab.click(".bar.foot .button:last-child");
        assert.deepEqual(await shown.command("confirmReview"), {
          name: "confirmReview",
          review: "r",
          hash: HASH,
        });
      },
    );

    await step(
      "review: arrows go through the files, a finding leads to its line",
      "review-install",
      async (shown) => {
        await shown.tab.press("ArrowUp");
        await shown.tab.until(
          "document.querySelector('.source-bar').innerText.includes('actions/report.go')",
        );
        await shown.tab.until("document.querySelectorAll('.t-hidden').length > 3");
        await shown.tab.click(".finding");
        await shown.tab.until("document.querySelector('.code-row.pointed')?.innerText.includes('os/exec')");
      },
    );

    await step("review: code far to the right is not hidden", "review-hidden", async (shown) => {
      await shown.tab.click(".findings li:nth-child(2) button");
      await shown.tab.until("document.querySelector('.code')?.innerText.includes('exfiltrate')");
      const right = await shown.tab.evaluate<number>(
        `[...document.querySelectorAll(".code-text > *")].find((one) => one.innerText.includes("exfiltrate")).getBoundingClientRect().right`,
      );
      assert.ok(right < 960, `${right}`);
    });

    await step(
      "review: Ctrl+F finds, Enter goes on, Escape closes the bar and nothing else",
      "review-install",
      async (shown) => {
        await shown.tab.press("Control+f");
        await shown.tab.type("err");
        await shown.tab.until("/^1 of \\d+$/.test(document.querySelector('.found').innerText)");
        await shown.tab.press("Enter", "Enter", "Shift+Enter");
        await shown.tab.until("document.querySelector('.found').innerText.startsWith('2 of')");
        assert.equal(await text(shown, "mark.now"), "err");
        await shown.tab.press("Escape");
        await shown.tab.until("!document.querySelector('.find')");
        assert.deepEqual(shown.commands(), []);
      },
    );

    await step("review: an update shows what changed and folds the rest", "review-update", async (shown) => {
      await shown.tab.until("document.querySelector('.code-row.add')?.innerText.includes('net/http')");
      assert.ok((await text(shown, ".code-row.fold")).includes("unchanged lines"));
      assert.match(await text(shown, ".review-files"), /Changed\s+3/);
    });

    await step(
      "review: a refused bundle names every problem and has no way to install",
      "review-refused",
      async (shown) => {
        const said = await text(shown, "body");
        for (const part of ["leaves the bundle", "rotat.go", "actoins", "Did you mean"]) {
          assert.ok(said.includes(part), part);
        }
        assert.equal(
          await shown.tab.evaluate("/install/i.test(document.querySelector('.bar.foot').innerText)"),
          false,
        );
        await shown.tab.press("Enter");
        await shown.command("rejectReview");
      },
    );

    await step(
      "console: follows the end until scrolled up, and again when asked",
      "console-running",
      async (shown) => {
        const { store, log } = shown.pages;
        const more = (n: number) => {
          for (let i = 0; i < n; i++) {
            log.push({ stream: "stdout", text: `line ${log.length}`, time: log.length * 10 });
          }
          store.update((state) => ({
            ...state,
            runs: state.runs.map((run) => run.id === "run-1" ? { ...run, logLines: log.length } : run),
          }));
        };
        more(5000);
        await shown.tab.until("document.querySelector('.code').innerText.includes('line 5045')");
        const rows = await shown.tab.evaluate<number>("document.querySelectorAll('.code-row').length");
        assert.ok(rows < 150, `${rows} rows in the document`);
        await shown.tab.evaluate("document.querySelector('.code').scrollTop = 0");
        await shown.tab.until(
          "document.querySelector('.console-tools').innerText.includes('Follow the end')",
        );
        more(10);
        await shown.settle();
        assert.equal(await shown.tab.evaluate("document.querySelector('.code').scrollTop"), 0);
        await shown.tab.evaluate(
          "[...document.querySelectorAll('button')].find((one) => one.innerText.includes('Follow')).click()",
        );
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

    await step("home: an action runs by click, an incompatible one does not", "home", async (shown) => {
      const click = (label: string) =>
        shown.tab.evaluate(
          `[...document.querySelectorAll(".row-main")].find((one) => one.innerText.includes(${
            JSON.stringify(label)
          })).click()`,
        );
      await click("Import price list");
      await click("Refund an order");
      assert.deepEqual(await shown.command("runAction"), {
        name: "runAction",
        extension: "orders",
        action: "refund",
      });
      assert.equal(
        shown.commands().filter(({ name }) => name === "runAction").length,
        1,
      );
      await click("Orders");
      assert.deepEqual(await shown.command("openWindow"), {
        name: "openWindow",
        page: "server",
        params: { server: "Orders" },
      });
    });

    await step("home: arrows move through a list that is one stop of Tab", "home", async (shown) => {
      const label = () =>
        shown.tab.evaluate<string>("document.activeElement.innerText.split('\\n')[0].trim()");
      await shown.tab.evaluate(
        "[...document.querySelectorAll('.row-main')].find((one) => one.innerText.includes('Age report')).focus()",
      );
      await shown.tab.press("ArrowDown");
      assert.equal(await shown.tab.evaluate("document.activeElement.ariaLabel"), null);
      assert.equal(await label(), "Replay failed orders");
      const stops = await shown.tab.evaluate<number>(
        "[...document.querySelectorAll('.list')].map((list) => list.querySelectorAll('[tabindex=\"0\"]').length).join()",
      );
      assert.match(String(stops), /^1(,1)*$/);
    });

    await step(
      "home: a file that is dropped is handed over for review, another is refused",
      "home",
      async (shown) => {
        const drop = (name: string) =>
          shown.tab.evaluate(`(() => {
          const data = new DataTransfer();
          data.items.add(new File(["PK"], ${JSON.stringify(name)}));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        })()`);
        await drop("tool.kedgeext");
        await drop("tool.exe");
        await shown.tab.until("document.body.innerText.includes('tool.exe” is not a bundle')");
        const end = Date.now() + 3000;
        while (shown.pages.uploads.length === 0 && Date.now() < end) await shown.settle();
        assert.deepEqual(shown.pages.uploads.map(({ name }) => name), ["tool.kedgeext"]);
      },
    );

    await step("palette: typing, arrows and Enter run, and the window closes", "palette", async (shown) => {
      await shown.tab.type("re ord");
      await shown.tab.until("document.querySelector('[aria-selected=true]').innerText.includes('Replay')");
      await shown.tab.press("ArrowDown", "Enter");
      assert.deepEqual(await shown.command("runAction"), {
        name: "runAction",
        extension: "orders",
        action: "refund",
      });
      await shown.command("closeWindow");
    });

    await step("palette: Escape empties the field first and closes then", "palette", async (shown) => {
      await shown.tab.type("zz");
      await shown.tab.press("Escape");
      await shown.tab.until("document.querySelectorAll('[role=option]').length > 5");
      assert.deepEqual(shown.commands(), []);
      await shown.tab.press("Escape");
      await shown.command("closeWindow");
    });

    await step("server: a form that is wrong is not saved, a right one is", "server", async (shown) => {
      await shown.tab.evaluate("document.querySelector('[name=port]').select()");
      await shown.tab.evaluate("document.querySelector('[name=port]').focus()");
      await shown.tab.type("99999");
      await shown.tab.press("Enter");
      await shown.tab.until("document.querySelector('.wrong')");
      await shown.tab.evaluate("document.querySelector('[name=port]').select()");
      await shown.tab.type("3307");
      await shown.tab.press("Enter");
      const edit = await shown.command("editConfig");
      assert.deepEqual(edit.path, ["servers", 0]);
      assert.deepEqual((edit.value as { port: number }).port, 3307);
    });

    await step("Ctrl+K finds a button of the window and presses it", "console-running", async (shown) => {
      await shown.tab.press("Control+k");
      await shown.tab.type("stop");
      await shown.tab.until("document.querySelector('.here [aria-selected=true]')?.innerText === 'Stop'");
      await shown.tab.press("Enter");
      await shown.command("stopRun");
      await shown.tab.press("Control+k");
      await shown.tab.until("document.querySelector('.here')");
      await shown.tab.press("Escape");
      await shown.tab.until("!document.querySelector('.here')");
      assert.equal(shown.commands().length, 1);
    });

    await step(
      "review: a file too long for the model is asked for when it is opened",
      "review-install",
      async (shown) => {
        const long = `package action\n${"// a line of a very long file\n".repeat(80_000)}// the end\n`;
        shown.pages.store.update((state) => ({
          ...state,
          reviews: state.reviews.map((review) =>
            review.bundle
              ? {
                ...review,
                bundle: {
                  ...review.bundle,
                  hash: "0".repeat(64),
                  files: review.bundle.files.map((file) =>
                    file.path === "actions/rotate.go" ? { ...file, text: long, size: long.length } : file
                  ),
                },
              }
              : review
          ),
        }));
        await shown.tab.until("document.querySelector('.hash').innerText.includes('00000000')");
        await shown.tab.until(
          "document.querySelector('.code')?.innerText.includes('a line of a very long file')",
          10_000,
        );
        await shown.tab.evaluate("document.querySelector('.code').scrollTop = 1e9");
        await shown.tab.until("document.querySelector('.code').innerText.includes('// the end')");
        assert.ok(await shown.tab.evaluate<number>("document.querySelectorAll('.code-row').length") < 150);
      },
    );

    await t.step("nothing moves when the user wants less motion", async () => {
      const shown = await stage.show(scene("console-running"), {
        media: { "prefers-reduced-motion": "reduce" },
      });
      const moving = await shown.tab.evaluate<number>("document.getAnimations().length");
      assert.equal(moving, 0);
      await shown.close();
    });

    await t.step("a lost line is told and the page stays", async () => {
      const shown = await stage.show(scene("home"));
      await shown.pages.close();
      await shown.tab.until("document.querySelector('.lost')");
      assert.ok((await text(shown, "body")).includes("Rotate access keys"));
      await shown.tab.close();
    });

    await t.step("a log of 100,000 lines is shown without many rows", async () => {
      const shown = await stage.show(scene("console-failed"));
      const lines = Array.from(
        { length: 100_000 },
        (_, n): LogLine => ({ stream: "stdout", text: `row ${n}`, time: n }),
      );
      shown.pages.log.splice(0, Infinity, ...lines);
      shown.pages.store.update((state) => ({
        ...state,
        runs: state.runs.map((run) => ({ ...run, logLines: lines.length })),
      }));
      await shown.tab.until("document.querySelector('.code')?.innerText.includes('row 99999')", 15_000);
      assert.ok(await shown.tab.evaluate<number>("document.querySelectorAll('.code-row').length") < 150);
      await shown.close();
    });
  } finally {
    await stage.close();
  }
});
