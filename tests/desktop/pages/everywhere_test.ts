import assert from "node:assert/strict";
import { DONE } from "../../../src/core/result.ts";
import type { Shown } from "../gallery/show.ts";
import { type Answering, button, sceneOf, stageTest, textAt } from "./steps.ts";

const press = ({ tab }: Shown, label: string) => tab.reach(button(label, "header"));
const isThere = (label: string) => `${button(label, "header")} !== undefined`;

/** Returns the page's commands that concern its search or open something else. */
const asked = ({ commands }: Shown) =>
  commands().filter(({ name }) =>
    /Search$/.test(name) || ["closeWindow", "openWindow", "searchAs", "askAccounts"].includes(name)
  );

stageTest("finding in all accounts, and names in the palette", async (shownStep) => {
  /** Defines a step on a scene with a search that obeys its commands. */
  const step = (
    name: string,
    scene: string,
    run: (shown: Answering) => Promise<void>,
    params: Readonly<Record<string, string>> = {},
  ) =>
    shownStep(name, sceneOf(scene, { params }), async (shown) => {
      const search = shown.pages.store.slice("search");
      const becomes = (next: Parameters<typeof search.update>[0]) => {
        search.update(next);
        return DONE;
      };
      shown.on("beginSearch", ({ text, regions }) =>
        becomes(() => ({ id: String(asked(shown).length), text, regions, going: true })));
      shown.on("endSearch", () =>
        becomes(() => null));
      shown.on("stopSearch", () => becomes((before) => before && { ...before, going: false }));
      shown.on("resumeSearch", () => becomes((before) => before && { ...before, going: true }));
      await shown.act();
      await run(shown);
    });

  await step(
    "opened with a text it searches for that at once, and later for typed texts",
    "everywhere",
    async (shown) => {
      await shown.tab.until("document.querySelector('header input').value === 'checkout'");
      await shown.tab.press("Control+a");
      await shown.tab.type("orders ");
      await shown.tab.press("Enter");
      await shown.tab.until("document.querySelector('.state').innerText.includes('“orders”')");
      assert.deepEqual(asked(shown), [
        { name: "beginSearch", text: "checkout", regions: "own" },
        { name: "beginSearch", text: "orders", regions: "own" },
      ]);
    },
    { search: "checkout" },
  );

  await step(
    "a page that is loaded again goes on with its search",
    "everywhere-searching",
    async (shown) => {
      await shown.tab.until(isThere("Stop"));
      await shown.settle();
      assert.deepEqual(asked(shown), []);
      assert.equal(await shown.tab.evaluate("document.querySelector('header input').value"), "orders");
    },
    { search: "orders" },
  );

  await shownStep(
    "without accounts it leads to where they come from",
    "everywhere-no-accounts",
    async ({ tab, command }) => {
      await tab.reach(button("Show accounts", ".state"));
      assert.deepEqual(await command("openWindow"), { name: "openWindow", page: "accounts" });
    },
  );

  await step("Stop keeps what was found, and Go on takes it up", "everywhere-searching", async (shown) => {
    await press(shown, "Stop");
    await shown.tab.until(isThere("Go on"));
    assert.match(await textAt(shown, "[role=listbox]"), /shop\/orders-db/);
    await press(shown, "Go on");
    await shown.tab.until(isThere("Stop"));
    assert.deepEqual(asked(shown), [{ name: "stopSearch" }, { name: "resumeSearch" }]);
  });

  await step(
    "results of an index show their age, and the accounts are searched by a press and by keys",
    "everywhere-index",
    async (shown) => {
      const note = await textAt(shown, ".notice");
      assert.match(note, /From the index of shared-services, 4 min to 3 h old/);
      assert.match(note, /It finds words by how they begin/);
      assert.ok(await shown.tab.evaluate(isThere("Find")));
      await shown.tab.reach("document.querySelector('.notice button')");
      await shown.tab.press("Control+Enter");
      await shown.settle();
      assert.deepEqual(asked(shown), [{ name: "askAccounts" }, { name: "askAccounts" }]);
    },
  );

  await step(
    "an index without a hit does not say that no account has it",
    "everywhere-index-nothing",
    async (shown) => {
      assert.match(await textAt(shown, ".state"), /^The index has no “orders”/);
    },
  );

  await step(
    "Find begins again for the same text, once all accounts were asked",
    "everywhere-faults",
    async (shown) => {
      await press(shown, "Find");
      await shown.settle();
      assert.deepEqual(asked(shown), [{ name: "beginSearch", text: "orders", regions: "own" }]);
    },
  );

  for (const [from, where] of [["in the field", "input"], ["beside the field", "select"]] as const) {
    await step(`Esc ${from} stops, then empties, then closes`, "everywhere-searching", async (shown) => {
      await shown.tab.reach(`document.querySelector('header ${where}')`, "focus");
      await shown.tab.press("Escape");
      await shown.tab.until(isThere("Go on"));
      assert.equal(await shown.tab.evaluate("document.querySelector('header input').value"), "orders");
      // The first Escape empties the field.
      await shown.tab.press(...where === "input" ? ["Escape", "Escape"] : ["Escape"]);
      await shown.tab.until("!document.querySelector('[role=listbox]')");
      await shown.tab.press("Escape");
      await shown.settle();
      assert.deepEqual(asked(shown).map(({ name }) => name), ["stopSearch", "endSearch", "closeWindow"]);
    });
  }

  await step(
    "an empty field means the last search: Enter opens, Go on goes on with it",
    "everywhere-searching",
    async (shown) => {
      await shown.tab.press("Escape");
      await shown.tab.until(isThere("Go on"));
      await shown.tab.press("Escape");
      await shown.tab.until("document.querySelector('header input').value === ''");
      await shown.tab.press("ArrowDown", "Enter");
      await press(shown, "Go on");
      await shown.tab.until(isThere("Stop"));
      await shown.settle();
      assert.deepEqual(asked(shown).map(({ name }) => name), ["stopSearch", "openWindow", "resumeSearch"]);
    },
  );

  await step(
    "an empty field means the last search once it is over: Find goes on with it",
    "everywhere-found",
    async (shown) => {
      await shown.tab.press("Escape");
      await shown.tab.until("document.querySelector('header input').value === ''");
      await press(shown, "Find");
      await shown.tab.until("document.querySelector('header input').value === 'orders'");
      await shown.settle();
      assert.deepEqual(asked(shown), [{ name: "beginSearch", text: "orders", regions: "own" }]);
    },
  );

  await step(
    "a role for the skipped accounts is chosen by keys, and they are searched at once",
    "everywhere-skipped",
    async (shown) => {
      assert.match(await textAt(shown, ".notice"), /80 accounts were skipped/);
      assert.match(await textAt(shown, "footer [role=status]"), /40 of 120 accounts asked/);
      await shown.tab.press("Control+Enter");
      await shown.tab.until("document.activeElement.closest('.search-role')");
      assert.match(await textAt(shown, ".search-role [aria-selected=true]"), /ReadOnly\s*78 accounts/);
      await shown.tab.press("Escape");
      await shown.tab.until(
        "!document.querySelector('.search-role') && document.activeElement.type === 'search'",
      );
      await shown.tab.press("Control+Enter");
      await shown.tab.until("document.activeElement.closest('.search-role')");
      await shown.tab.type("xyz");
      await shown.tab.until("document.querySelector('.search-role').innerText.includes('No role fits')");
      await shown.tab.press("Enter");
      await shown.tab.press("Backspace", "Backspace", "Backspace");
      await shown.tab.type("oper");
      await shown.tab.until("document.querySelectorAll('.search-role [role=option]').length === 1");
      await shown.tab.press("Enter");
      await shown.tab.until("!document.querySelector('.search-role')");
      await shown.settle();
      assert.deepEqual(asked(shown), [{ name: "searchAs", role: "Operator", instead: false }]);
      assert.equal(await shown.tab.evaluate("document.activeElement.type"), "search");
    },
  );

  await step("another role than the last one searches again", "everywhere-taken", async (shown) => {
    await shown.tab.reach(button("78 as ReadOnly", "footer"));
    await shown.tab.until("document.activeElement.closest('.search-role')");
    await shown.tab.press("ArrowDown", "Enter");
    await shown.settle();
    assert.deepEqual(asked(shown), [{ name: "searchAs", role: "Operator", instead: true }]);
  });

  await step(
    "other regions are looked in at once, chosen ones after they are chosen",
    "everywhere-found",
    async (shown) => {
      const pick = (value: string) =>
        shown.tab.evaluate(`(() => {
        const select = document.querySelector('select[aria-label=Regions]');
        select.value = ${JSON.stringify(value)};
        select.dispatchEvent(new Event('change', { bubbles: true }));
      })()`);
      await pick("all");
      await shown.settle();
      assert.deepEqual(asked(shown).at(-1), { name: "beginSearch", text: "orders", regions: "all" });
      await pick("choose");
      await shown.tab.until("document.querySelector('.question')");
      await shown.tab.type("ireland eu");
      await shown.tab.until("document.querySelectorAll('.question [type=checkbox]').length === 1");
      await shown.tab.reach("document.querySelector('.question [type=checkbox]')");
      await shown.tab.until("!document.querySelector('.question [type=submit]').disabled");
      await shown.tab.reach("document.querySelector('.question [type=submit]')");
      await shown.tab.until("!document.querySelector('.question')");
      await shown.settle();
      assert.deepEqual(asked(shown).at(-1), { name: "beginSearch", text: "orders", regions: ["eu-west-1"] });
    },
  );

  await shownStep(
    "what was not found where not all could be asked is said to be no more than that",
    "everywhere-unasked",
    async (shown) => {
      await shown.act();
      await shown.tab.until("document.querySelector('.state button')");
      assert.match(await textAt(shown, ".state"), /was not found where AWS could be asked/);
      await shown.tab.reach("document.querySelector('.state button')");
      await shown.tab.until("document.querySelector('.everywhere-faults')");
    },
  );

  await shownStep(
    "what all were asked for and nobody has is in no account",
    "everywhere-nothing",
    async (shown) => {
      await shown.act();
      await shown.tab.until("document.querySelector('.state')?.innerText.includes('No account has')");
    },
  );

  await step("unsearched accounts are listed in place", "everywhere-faults", async (shown) => {
    assert.match(
      await textAt(shown, ".everywhere-faults"),
      /2222 3333 4444\s+Listing the secrets in us-east-1[^]*and 12 more reasons/,
    );
  });

  await shownStep(
    "the palette copies a secret and opens logs of what was only seen, and pins none of it",
    "palette-cached",
    async (shown) => {
      await shown.tab.type("orders key");
      await shown.tab.until(
        "document.querySelector('[aria-selected=true]')?.innerText.includes('orders/key')",
      );
      assert.doesNotMatch(await textAt(shown, ".palette-foot"), /Pin/);
      await shown.tab.press("Control+Enter");
      await shown.settle();
      assert.deepEqual(shown.of("copySecret"), [{
        name: "copySecret",
        account: "123456789012",
        role: "Admin",
        region: "us-east-1",
        id: "orders/key",
        kind: "secret",
      }]);
    },
  );

  await shownStep(
    "Enter in the palette does what was typed before the name",
    "palette-verb",
    async (shown) => {
      await shown.act();
      assert.doesNotMatch(await textAt(shown, ".palette-foot"), /Pin|Terminal/);
      await shown.tab.press("Enter");
      await shown.settle();
      assert.deepEqual(shown.of("openTerminal"), [{ name: "openTerminal", account: "345634563456" }]);
    },
  );
});
