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
        10_000,
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

  await step("review: a name cannot turn the text around it", "review-install", async (shown) => {
    shown.pages.store.update((state) => ({
      ...state,
      reviews: state.reviews.map((review) =>
        review.bundle
          ? { ...review, bundle: { ...review.bundle, name: "Good\u202eelbisivni\u202c tool" } }
          : review
      ),
    }));
    await shown.tab.until("document.querySelector('h1').innerText.includes('⟨U+202E⟩')");
  });
});
