import assert from "node:assert/strict";
import type { Command } from "../../../src/core/app/command.ts";
import type { Shown } from "../gallery/show.ts";
import { answering, sceneOf, stageTest, textAt } from "./steps.ts";

const press = ({ tab }: Shown, label: string) =>
  tab.reach(
    `[...document.querySelectorAll('header button')].find((one) => one.innerText === ${
      JSON.stringify(label)
    })`,
  );
const isThere = (label: string) =>
  `[...document.querySelectorAll('header button')].some((one) => one.innerText === ${JSON.stringify(label)})`;

stageTest("finding in all accounts, and names in the palette", async (_, stage, t) => {
  /** The scene, with a search that its commands begin, stop and end; `sent` are these. */
  const asking = async (name: string, params: Readonly<Record<string, string>> = {}) => {
    const scene = sceneOf(name);
    const sent: Command[] = [];
    let page = null as Shown | null;
    const shown = await stage.show({ ...scene, params }, {
      pages: {
        ...scene.pages,
        dispatch(command) {
          if (
            command.name.endsWith("Search") ||
            ["closeWindow", "openWindow", "searchAs", "askAccounts"].includes(command.name)
          ) {
            sent.push(command);
          }
          // A page may send its first one before it is shown.
          const search = page?.pages.store.slice("search");
          if (!search) return Promise.resolve({ ok: true });
          if (command.name === "beginSearch") {
            const { text, regions } = command;
            search.update(() => ({ id: String(sent.length), text, regions, going: true }));
          } else if (command.name === "endSearch") search.update(() => null);
          else if (command.name === "stopSearch" || command.name === "resumeSearch") {
            search.update((before) => before && { ...before, going: command.name === "resumeSearch" });
          }
          return Promise.resolve({ ok: true });
        },
      },
    });
    page = shown;
    await scene.act!(shown.tab);
    return { shown, sent };
  };

  await t.step("opened for a text it looks for that at once, and finds what is typed then", async () => {
    const { shown, sent } = await asking("everywhere", { search: "checkout" });
    await shown.tab.until("document.querySelector('header input').value === 'checkout'");
    await shown.tab.press("Control+a");
    await shown.tab.type("orders ");
    await shown.tab.press("Enter");
    await shown.tab.until("document.querySelector('.state').innerText.includes('“orders”')");
    assert.deepEqual(sent, [
      { name: "beginSearch", text: "checkout", regions: "own" },
      { name: "beginSearch", text: "orders", regions: "own" },
    ]);
    await shown.close();
  });

  await t.step("a page that is loaded anew goes on with the search that there is", async () => {
    const { shown, sent } = await asking("everywhere-searching", { search: "orders" });
    await shown.tab.until(isThere("Stop"));
    await shown.settle();
    assert.deepEqual(sent, []);
    assert.equal(await shown.tab.evaluate("document.querySelector('header input').value"), "orders");
    await shown.close();
  });

  await t.step("without accounts it leads to where they come from", async () => {
    const shown = await stage.show(sceneOf("everywhere-no-accounts"));
    await shown.tab.reach(
      "[...document.querySelectorAll('.state button')].find((one) => one.innerText === 'Show accounts')",
    );
    assert.deepEqual(await shown.command("openWindow"), { name: "openWindow", page: "accounts" });
    await shown.close();
  });

  await t.step("Stop keeps what was found, and Go on takes it up", async () => {
    const { shown, sent } = await asking("everywhere-searching");
    await press(shown, "Stop");
    await shown.tab.until(isThere("Go on"));
    assert.match(await textAt(shown, "[role=listbox]"), /shop\/orders-db/);
    await press(shown, "Go on");
    await shown.tab.until(isThere("Stop"));
    assert.deepEqual(sent, [{ name: "stopSearch" }, { name: "resumeSearch" }]);
    await shown.close();
  });

  await t.step(
    "what an index found says how old it is, and the accounts are asked by a press and by keys",
    async () => {
      const { shown, sent } = await asking("everywhere-index");
      const note = await textAt(shown, ".notice");
      assert.match(note, /From the index of shared-services, 4 min to 3 h old/);
      assert.match(note, /It finds words by how they begin/);
      assert.ok(await shown.tab.evaluate(isThere("Find")));
      await shown.tab.reach("document.querySelector('.notice button')");
      await shown.tab.press("Control+Enter");
      await shown.settle();
      assert.deepEqual(sent, [{ name: "askAccounts" }, { name: "askAccounts" }]);
      await shown.close();
    },
  );

  await t.step("an index without a hit does not say that no account has it", async () => {
    const { shown } = await asking("everywhere-index-nothing");
    assert.match(await textAt(shown, ".state"), /^The index has no “orders”/);
    await shown.close();
  });

  await t.step("Find begins anew for the same text, once all accounts were asked", async () => {
    const { shown, sent } = await asking("everywhere-faults");
    await press(shown, "Find");
    await shown.settle();
    assert.deepEqual(sent, [{ name: "beginSearch", text: "orders", regions: "own" }]);
    await shown.close();
  });

  for (const [from, where] of [["in the field", "input"], ["beside the field", "select"]] as const) {
    await t.step(`Esc ${from} stops, then empties, then closes`, async () => {
      const { shown, sent } = await asking("everywhere-searching");
      await shown.tab.reach(`document.querySelector('header ${where}')`, "focus");
      await shown.tab.press("Escape");
      await shown.tab.until(isThere("Go on"));
      assert.equal(await shown.tab.evaluate("document.querySelector('header input').value"), "orders");
      // The first one empties the field.
      await shown.tab.press(...where === "input" ? ["Escape", "Escape"] : ["Escape"]);
      await shown.tab.until("!document.querySelector('[role=listbox]')");
      await shown.tab.press("Escape");
      await shown.settle();
      assert.deepEqual(sent.map(({ name }) => name), ["stopSearch", "endSearch", "closeWindow"]);
      await shown.close();
    });
  }

  await t.step(
    "an empty field means the last search: Enter opens, Go on and Find go on with it",
    async () => {
      const { shown, sent } = await asking("everywhere-searching");
      await shown.tab.press("Escape");
      await shown.tab.until(isThere("Go on"));
      await shown.tab.press("Escape");
      await shown.tab.until("document.querySelector('header input').value === ''");
      await shown.tab.press("ArrowDown", "Enter");
      await press(shown, "Go on");
      await shown.tab.until(isThere("Stop"));
      await shown.settle();
      assert.deepEqual(sent.map(({ name }) => name), ["stopSearch", "openWindow", "resumeSearch"]);
      await shown.close();
      const done = await asking("everywhere-found");
      await done.shown.tab.press("Escape");
      await done.shown.tab.until("document.querySelector('header input').value === ''");
      await press(done.shown, "Find");
      await done.shown.tab.until("document.querySelector('header input').value === 'orders'");
      await done.shown.settle();
      assert.deepEqual(done.sent, [{ name: "beginSearch", text: "orders", regions: "own" }]);
      await done.shown.close();
    },
  );

  await t.step(
    "a role for the skipped accounts is chosen by keys, and they are searched at once",
    async () => {
      const { shown, sent } = await asking("everywhere-skipped");
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
      assert.deepEqual(sent, [{ name: "searchAs", role: "Operator", instead: false }]);
      assert.equal(await shown.tab.evaluate("document.activeElement.type"), "search");
      await shown.close();
    },
  );

  await t.step("another role than the one that was taken searches anew", async () => {
    const { shown, sent } = await asking("everywhere-taken");
    await shown.tab.reach(
      "[...document.querySelectorAll('footer button')].find((one) => one.innerText === '78 as ReadOnly')",
    );
    await shown.tab.until("document.activeElement.closest('.search-role')");
    await shown.tab.press("ArrowDown", "Enter");
    await shown.settle();
    assert.deepEqual(sent, [{ name: "searchAs", role: "Operator", instead: true }]);
    await shown.close();
  });

  await t.step("other regions are looked in at once, chosen ones after they are chosen", async () => {
    const { shown, sent } = await asking("everywhere-found");
    const pick = (value: string) =>
      shown.tab.evaluate(`(() => {
        const select = document.querySelector('select[aria-label=Regions]');
        select.value = ${JSON.stringify(value)};
        select.dispatchEvent(new Event('change', { bubbles: true }));
      })()`);
    await pick("all");
    await shown.settle();
    assert.deepEqual(sent.at(-1), { name: "beginSearch", text: "orders", regions: "all" });
    await pick("choose");
    await shown.tab.until("document.querySelector('.question')");
    await shown.tab.type("ireland eu");
    await shown.tab.until("document.querySelectorAll('.question [type=checkbox]').length === 1");
    await shown.tab.reach("document.querySelector('.question [type=checkbox]')");
    await shown.tab.until("!document.querySelector('.question [type=submit]').disabled");
    await shown.tab.reach("document.querySelector('.question [type=submit]')");
    await shown.tab.until("!document.querySelector('.question')");
    await shown.settle();
    assert.deepEqual(sent.at(-1), { name: "beginSearch", text: "orders", regions: ["eu-west-1"] });
    await shown.close();
  });

  await t.step(
    "what was not found where not all could be asked is said to be no more than that",
    async () => {
      const shown = await stage.show(sceneOf("everywhere-unasked"));
      await sceneOf("everywhere-unasked").act!(shown.tab);
      await shown.tab.until("document.querySelector('.state button')");
      assert.match(await textAt(shown, ".state"), /was not found where AWS could be asked/);
      await shown.tab.reach("document.querySelector('.state button')");
      await shown.tab.until("document.querySelector('.everywhere-faults')");
      await shown.close();
      const nothing = await stage.show(sceneOf("everywhere-nothing"));
      await sceneOf("everywhere-nothing").act!(nothing.tab);
      await nothing.tab.until("document.querySelector('.state')?.innerText.includes('No account has')");
      await nothing.close();
    },
  );

  await t.step("what could not be asked is read in place", async () => {
    const { shown } = await asking("everywhere-faults");
    assert.match(
      await textAt(shown, ".everywhere-faults"),
      /2222 3333 4444\s+Listing the secrets in us-east-1[^]*and 12 more reasons/,
    );
    await shown.close();
  });

  await t.step(
    "the palette copies a secret and opens logs of what was only seen, and pins none of it",
    async () => {
      const { shown, of } = await answering(stage, sceneOf("palette-held"));
      await shown.tab.type("orders key");
      await shown.tab.until(
        "document.querySelector('[aria-selected=true]')?.innerText.includes('orders/key')",
      );
      assert.doesNotMatch(await textAt(shown, ".palette-foot"), /Pin/);
      await shown.tab.press("Control+Enter");
      await shown.settle();
      assert.deepEqual(of("copySecret"), [{
        name: "copySecret",
        account: "123456789012",
        role: "Admin",
        region: "us-east-1",
        id: "orders/key",
        kind: "secret",
      }]);
      await shown.close();
    },
  );

  await t.step("Enter in the palette does what was typed before the name", async () => {
    const { shown, of } = await answering(stage, sceneOf("palette-verb"));
    await sceneOf("palette-verb").act!(shown.tab);
    assert.doesNotMatch(await textAt(shown, ".palette-foot"), /Pin|Terminal/);
    await shown.tab.press("Enter");
    await shown.settle();
    assert.deepEqual(of("openTerminal"), [{ name: "openTerminal", account: "345634563456" }]);
    await shown.close();
  });
});
