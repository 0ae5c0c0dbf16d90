import assert from "node:assert/strict";
import { stageTest, textAt } from "./steps.ts";

const HASH = "3f2a9c0be4d1775a6b1d8e0f44c2a917d5e6f7081b2c3d4e5f60718293a4b5c6";

stageTest("the review in a real browser", async (step) => {
  await step("review: Enter at the start installs nothing", "review-install", async (shown) => {
    await shown.tab.press("Enter");
    await shown.settle();
    assert.deepEqual(shown.commands(), []);
    assert.equal(
      await shown.tab.evaluate(`document.activeElement.innerText.replace(/\\s/g, "")`),
      "actions/rotate.go",
    );
  });

  await step(
    "review: the page has the current title of its window",
    "review-install",
    async (shown) => {
      shown.pages.store.update((state) => ({
        ...state,
        windows: state.windows.map((window) => ({ ...window, title: "Review · Toolbox" })),
      }));
      await shown.tab.until("document.title === 'Review · Toolbox'");
    },
  );

  await step(
    "review: a severity has one mark, beside the finding and beside its file",
    "review-install",
    async (shown) => {
      const of = (severity: string) =>
        `new Set([...document.querySelectorAll('svg.${severity}-text')].map((one) => one.innerHTML)).size`;
      for (const severity of ["danger", "caution", "info"]) {
        assert.equal(await shown.tab.evaluate(of(severity)), 1, severity);
      }
      assert.equal(
        await shown.tab.evaluate("document.querySelectorAll('.review-files svg.danger-text').length"),
        2,
      );
    },
  );

  await step("review: Escape rejects", "review-install", async (shown) => {
    await shown.tab.press("Escape");
    assert.deepEqual(await shown.command("rejectReview"), { name: "rejectReview", review: "r" });
  });

  await step(
    "review: only the button installs, with the hash that was shown",
    "review-install",
    async (shown) => {
      assert.equal((await textAt(shown, ".hash .mono")).replaceAll(" ", ""), HASH);
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
      assert.equal(await textAt(shown, "mark.now"), "err");
      await shown.tab.press("Escape");
      await shown.tab.until("!document.querySelector('.find')");
      assert.deepEqual(shown.commands(), []);
    },
  );

  await step("review: the hash is shown in two equal lines or one", "review-install", async (shown) => {
    assert.deepEqual(
      await shown.tab.evaluate(
        `[...document.querySelectorAll(".hash .mono > span")].map((half) => [half.getClientRects().length, half.innerText.split(" ").length])`,
      ),
      [[1, 4], [1, 4]],
    );
  });

  await step("review: Keep blocked leaves a changed extension as it is", "review-changed", async (shown) => {
    assert.match(await textAt(shown, ".review > .notice"), /nothing of it runs/);
    assert.match(await textAt(shown, ".review-head .pill"), /0\.4\.1, changed files/);
    await shown.tab.click(".review-foot > .button:nth-of-type(2)");
    assert.deepEqual(await shown.command("rejectReview"), { name: "rejectReview", review: "r" });
  });

  await step("review: Put back takes a change back, then closes", "review-changed", async (shown) => {
    await shown.tab.click(".review-foot > .button:nth-of-type(3)");
    assert.deepEqual(await shown.command("restoreExtension"), {
      name: "restoreExtension",
      extension: "key-rotation",
    });
    await shown.command("rejectReview");
  });

  await step("review: Trust the change trusts the shown files", "review-changed", async (shown) => {
    assert.match(await textAt(shown, ".review-foot > .button:last-child"), /^Trust the change/);
    await shown.tab.press("Control+Enter");
    await shown.command("confirmReview");
  });

  await step("review: an unchanged bundle can only be read", "review-unchanged", async (shown) => {
    assert.match(await textAt(shown, ".review-foot"), /Close/);
    assert.doesNotMatch(await textAt(shown, ".review-foot"), /Trust|[Ii]nstall/);
    await shown.tab.press("Control+Enter");
    await shown.settle();
    assert.deepEqual(shown.commands(), []);
  });

  await step(
    "review: an installed action can be run at once, and the review closes",
    "review-installed-one",
    async (shown) => {
      await shown.tab.press("Enter");
      assert.deepEqual(await shown.command("runAction"), {
        name: "runAction",
        extension: "key-rotation",
        action: "rotate",
      });
      await shown.command("closeWindow");
    },
  );

  await step("review: one of several actions is found in the palette", "review-installed", async (shown) => {
    await shown.tab.press("Enter");
    const command = await shown.command("openWindow");
    assert.deepEqual(command, {
      name: "openWindow",
      page: "palette",
      params: { filter: "actions Key rotation" },
    });
  });

  for (const scene of ["review-zoomed", "review-narrow"]) {
    await step(
      `${scene}: everything is reached by scrolling down, nothing sideways`,
      scene,
      async (shown) => {
        assert.equal(await shown.tab.evaluate("document.querySelector('.review-files').open"), false);
        assert.ok(
          await shown.tab.evaluate("document.querySelector('.review').scrollWidth <= innerWidth"),
          "wider than the window",
        );
        const button = "document.querySelector('.review-foot > .button:last-child')";
        await shown.tab.evaluate(`${button}.scrollIntoView()`);
        const [left, top, right, bottom, width, height] = await shown.tab.evaluate<number[]>(
          `(({left, top, right, bottom}) => [left, top, right, bottom, innerWidth, innerHeight])(${button}.getBoundingClientRect())`,
        );
        assert.ok(
          left! >= 0 && top! >= 0 && right! <= width! && bottom! <= height!,
          `${[left, top, right, bottom]}`,
        );
        await shown.tab.click(".review-files > summary");
        await shown.tab.until(
          "document.querySelector('.review-files [data-row]').getBoundingClientRect().height > 20",
        );
      },
    );
  }

  await step("review: an update shows what changed and folds the rest", "review-update", async (shown) => {
    await shown.tab.until("document.querySelector('.code-row.add')?.innerText.includes('net/http')");
    assert.ok((await textAt(shown, ".code-row.fold")).includes("unchanged lines"));
    assert.match(await textAt(shown, ".review-files"), /Changed\s+3/);
  });

  await step(
    "review: a refused bundle names every problem and has no way to install",
    "review-refused",
    async (shown) => {
      const said = await textAt(shown, "body");
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
      );
      await shown.tab.evaluate("document.querySelector('.code').scrollTop = 1e9");
      await shown.tab.until("document.querySelector('.code').innerText.includes('// the end')");
      assert.ok(await shown.tab.evaluate<number>("document.querySelectorAll('.code-row').length") < 150);
    },
  );

  await step("review: Ctrl+G goes to a line", "review-install", async (shown) => {
    await shown.tab.press("Control+g");
    await shown.tab.type("40");
    await shown.tab.until(
      "document.querySelector('mark.now')?.closest('.code-row').innerText.startsWith('40')",
    );
  });

  await step("review: the button of the bar opens finding too", "review-install", async (shown) => {
    await shown.tab.click(".source-bar [aria-label^=Find]");
    await shown.tab.until("document.activeElement.closest('.find')");
  });

  await step(
    "review: of many actions the first are named and all are counted",
    "review-install",
    async (shown) => {
      shown.pages.store.update((state) => ({
        ...state,
        reviews: state.reviews.map((review) =>
          review.bundle ? { ...review, bundle: { ...review.bundle, moreActions: 29_900 } } : review
        ),
      }));
      await shown.tab.until(
        "/29,902 actions: .* and 29,900 more · from/.test(document.querySelector('.review-head').innerText)",
      );
    },
  );

  await step("review: a name cannot turn the text around it", "review-install", async (shown) => {
    shown.pages.store.update((state) => ({
      ...state,
      reviews: state.reviews.map((review) =>
        review.bundle
          ? { ...review, bundle: { ...review.bundle, name: "Good\u202eelbisivni\u202c tool" } }
          : review
      ),
    }));
    await shown.tab.until("document.querySelector('.review-head h1').innerText.includes('⟨U+202E⟩')");
  });
});
