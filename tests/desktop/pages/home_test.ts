import assert from "node:assert/strict";
import { largeState } from "../gallery/large.ts";
import { button, sceneOf, stageTest } from "./steps.ts";

/** The cut-off texts and pills in rows, by their text. */
const CUT = `[...document.querySelectorAll(".row-main")].flatMap((row) => {
  const cut = (one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right >
    row.getBoundingClientRect().right + 1;
  const pills = [...row.querySelectorAll(".pill")].filter(cut).map((one) => "pill " + one.innerText);
  const name = row.querySelector(".name");
  const room = [...row.querySelectorAll(":scope > .cut:not(.name)")].some((one) => one.clientWidth > 40);
  return name && cut(name) && room ? [...pills, "name " + name.innerText] : pills;
})`;

const largeHome = sceneOf("home", { state: largeState(1000) });
const largePalette = sceneOf("palette", { state: largeState(1000) });

stageTest("home", async (step) => {
  await step("the first match is selected while typing, and Enter chooses it", "home", async (shown) => {
    await shown.tab.type("refund");
    await shown.tab.press("Enter");
    assert.deepEqual(await shown.command("runAction"), {
      name: "runAction",
      extension: "orders",
      action: "refund",
    });
    assert.equal(
      await shown.tab.evaluate("document.querySelector('.list-row.best').innerText.includes('Refund')"),
      true,
    );
  });

  await step("arrows lead to the next one that fits, and typing goes on", "home", async (shown) => {
    await shown.tab.type("prod");
    await shown.tab.until("document.querySelectorAll('main [data-row]').length < 6");
    await shown.tab.press("ArrowDown", "ArrowDown", "Enter");
    assert.deepEqual(await shown.command("openConsole"), { name: "openConsole", account: "222233334444" });
    await shown.tab.type("uction");
    assert.equal(await shown.tab.evaluate("document.querySelector('[type=search]').value"), "production");
  });

  await step("letters go to the filter when nothing has the focus", "home", async (shown) => {
    await shown.tab.evaluate("document.activeElement.blur()");
    await shown.tab.press("a", "g", "e");
    await shown.tab.until("document.querySelector('[type=search]').value === 'age'");
  });

  await step(
    "an action of production runs by its icon, by a key or by its button only",
    "home",
    async (shown) => {
      const row =
        `[...document.querySelectorAll(".list-row")].find((one) => one.innerText.includes("Refund"))`;
      /** Clicks the centre of a part of the row, as a mouse does. */
      const click = async (part: string) => {
        await shown.tab.evaluate(
          `document.querySelectorAll("[data-target]").forEach((one) => delete one.dataset.target)`,
        );
        await shown.tab.evaluate(`${row}.querySelector("${part}").dataset.target = ""`);
        await shown.tab.click("[data-target]");
      };
      const runs = () => shown.commands().filter(({ name }) => name === "runAction").length;
      await click(".name");
      await shown.settle();
      assert.equal(runs(), 0);
      await click(".glyph");
      await shown.command("runAction");
      await click(".tools .button");
      await shown.tab.reach(`${row}.querySelector(".row-main")`, "focus");
      await shown.tab.press("Enter");
      await shown.settle();
      assert.equal(runs(), 3);
    },
  );

  await step("an empty home begins at its first step", "home-empty", async (shown) => {
    assert.equal(await shown.tab.evaluate("document.activeElement.innerText"), "Install extension");
    await shown.tab.reach(button("Add account"));
    assert.deepEqual(await shown.command("openWindow"), {
      name: "openWindow",
      page: "settings",
      params: { section: "accounts" },
    });
  });

  for (const [name, width] of [["home", 960], ["home", 760], ["home", 600], ["palette", 640]] as const) {
    await step(
      `${name} at ${width} px: details give way before names, pills never`,
      sceneOf(name, { width }),
      async ({ tab }) => {
        assert.deepEqual(await tab.evaluate<string[]>(CUT), []);
      },
    );
  }

  await step("a thousand accounts leave the actions where they are", largeHome, async ({ tab }) => {
    await tab.until("document.querySelectorAll('main [data-row]').length > 100");
    await tab.evaluate("document.querySelectorAll('.home-columns > .column')[1].scrollTo(0, 1000)");
    const [left, right, page] = await tab.evaluate<number[]>(
      `[...document.querySelectorAll(".home-columns > .column"), document.querySelector("main")]
        .map(({ scrollTop }) => scrollTop)`,
    );
    assert.deepEqual([left, right, page], [0, 1000, 0]);
    assert.equal(
      await tab.evaluate("document.querySelector('[aria-label=Accounts] .count').innerText"),
      "1,000",
    );
  });

  await step("the palette keeps its rows at the end of what it shows", largePalette, async (shown) => {
    const { tab, settle } = shown;
    await tab.until("document.querySelector('[role=option]')");
    await tab.type("team");
    const rows = "document.querySelectorAll('[role=option]').length";
    await tab.until(`${rows} >= 30`);
    const list =
      "(document.querySelector('[role=listbox]').closest('.scroll') ?? document.querySelector('[role=listbox]'))";
    await tab.until(`(${list}.scrollTo(0, 1e6), ${rows} === 500)`);
    await tab.press("ArrowUp");
    await settle();
    assert.equal(await tab.evaluate(rows), 500);
  });

  await step("the home page keeps its rows at the end of what it shows", largeHome, async ({ tab }) => {
    const more = "[...document.querySelectorAll('.link')].find((one) => /^Show/.test(one.innerText))";
    for (let n = 200; n <= 500; n += 100) {
      await tab.until(more);
      await tab.reach(`${more}.closest("button")`);
      await tab.until(
        `document.querySelectorAll('.home-columns > .column:last-child [data-row]').length >= ${n}`,
      );
    }
    await tab.until("document.shownText.includes('Type above to find the others.')");
  });

  await step(
    "of many that fit the best are drawn, and more when they are asked for, to the end",
    largeHome,
    async ({ tab }) => {
      const rows = "document.querySelectorAll('[aria-label=Accounts] [data-row]').length";
      await tab.type("e");
      // Enter on the last row shows more rows.
      await tab.until(`${rows} === 41`);
      for (const count of [141, 241, 341, 441, 500]) {
        await tab.reach(
          "[...document.querySelectorAll('main [data-row]')].find((one) => /^Show \\d+ more/.test(one.innerText))" +
            ".querySelector('button, .row-main')",
        );
        await tab.until(`${rows} === ${count}`);
      }
      await tab.until("document.shownText.includes('Type above to find the others')");
    },
  );

  const large = largeState(1000);
  const accounts = large.accounts.map((one, at) => ({ ...one, env: ["stg", "dev", "prd"][at % 3]! }));
  for (
    const [name, row, whole] of [
      ["home", "[aria-label=Accounts] [data-row]", 40],
      ["palette", "[role=option]", 30],
    ] as const
  ) {
    await step(
      `${name}: a letter draws the visible rows, and the others after a pause`,
      sceneOf(name, { state: { ...large, accounts } }),
      async (shown) => {
        const rows = `document.querySelectorAll(${JSON.stringify(row)})`;
        const inView = `[...${rows}].slice(0, Math.ceil(innerHeight / 28)).map((one) => one.innerText)`;
        await shown.tab.until(`${rows}.length > 28`);
        // Move all rows that were shown out of view.
        await shown.tab.evaluate(`void (() => {
          const rowsIn = (one) => !(one instanceof Element) ? 0
            : Number(one.matches(${JSON.stringify(row)})) + one.querySelectorAll(${
          JSON.stringify(row)
        }).length;
          window.added = [];
          new MutationObserver((changes) => {
            const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).reduce((sum, one) => sum + rowsIn(one), 0);
            if (added === 0) return;
            window.added.push(added);
            window.first ??= ${inView};
          }).observe(document.body, { childList: true, subtree: true });
        })()`);
        await shown.tab.type("1000000002");
        await shown.tab.until(`window.added.reduce((all, count) => all + count, 0) >= ${whole}`);
        const added = await shown.tab.evaluate<number[]>("window.added");
        const seen = await shown.tab.evaluate<number>("Math.ceil(innerHeight / 28)");
        assert.ok(added.length > 1 && added[0]! <= seen, `${added} of ${seen}`);
        // The other rows are added below.
        assert.deepEqual(await shown.tab.evaluate(inView), await shown.tab.evaluate("window.first"));
      },
    );
  }

  await step(
    "servers are above accounts while nothing is typed, below the best matches",
    "home",
    async (shown) => {
      const first = "document.querySelector('.home-columns > .column:last-child .section h2').innerText";
      await shown.tab.until("document.querySelector('[aria-label=Servers] [data-row]')");
      assert.equal(await shown.tab.evaluate(first), "Servers");
      await shown.tab.type("o");
      await shown.tab.until(`${first} === "Accounts"`);
      await shown.tab.press("Backspace");
      await shown.tab.until(`${first} === "Servers"`);
    },
  );

  for (const [list, typed] of [["Accounts", "produc"], ["Servers", "orde"], ["Actions", "refun"]] as const) {
    await step(`typed letters are highlighted in ${list}`, "home", async (shown) => {
      await shown.tab.type(typed);
      const mark = `document.querySelector('[aria-label=${list}] [data-row] mark')?.innerText.toLowerCase()`;
      await shown.tab.until(`${mark} === ${JSON.stringify(typed)}`);
    });
  }

  await step(
    "a text that has no room is shown whole by a tooltip, and no other",
    "home-long",
    async (shown) => {
      const titles = await shown.tab.evaluate<{ cut: boolean; whole: boolean }[]>(`(() => {
      return [...document.querySelectorAll(".home .cut")].filter((one) => one.title === "").map((one) => {
        one.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
        return { cut: one.scrollWidth > one.clientWidth, whole: one.title.includes(one.innerText.trim()) };
      });
    })()`);
      assert.ok(titles.some(({ cut }) => cut) && titles.some(({ cut }) => !cut));
      assert.deepEqual(titles.filter(({ cut, whole }) => cut !== whole), []);
    },
  );

  await step("rows that are found again stay unchanged", "home", async (shown) => {
    await shown.tab.type("prod");
    await shown.tab.until("document.querySelectorAll('main [data-row]').length < 6");
    await shown.settle();
    await shown.tab.evaluate(`void (() => {
      window.changes = [];
      const names = ["childList", "characterData", "attributes"];
      new MutationObserver((some) => window.changes.push(...some
        // Changes of a name are ignored, because different letters may be highlighted.
        .filter(({ target }) => !(target.closest ? target : target.parentElement)?.closest(".name"))
        .map(({ target }) => target.outerHTML ?? target.data)))
        .observe(document.querySelector(".home-columns"), Object.fromEntries([...names, "subtree"].map((name) => [name, true])));
    })()`);
    await shown.tab.type("u");
    await shown.settle();
    // Only the clock of a run may change: `54 s`, `1:02`.
    const clock = String.raw`/^(\d+ s|[\d:]+)$/`;
    assert.deepEqual(await shown.tab.evaluate(`window.changes.filter((one) => !${clock}.test(one))`), []);
  });

  await step("the palette says how many of how many it shows", largePalette, async ({ tab }) => {
    await tab.until(
      "/^[0-9,]+ of 1,0[0-9]+$/.test(document.querySelector('.palette [role=status]')?.textContent)",
    );
  });
});
