import assert from "node:assert/strict";
import type { RegionChoice } from "../../../src/pages/everywhere/page.ts";
import type { Shown } from "../gallery/show.ts";
import { answering, sceneOf, stageTest, textAt } from "./steps.ts";

const press = ({ tab }: Shown, label: string) =>
  tab.evaluate(
    `[...document.querySelectorAll('header button')].find((one) => one.innerText === ${
      JSON.stringify(label)
    }).click()`,
  );
const isThere = (label: string) =>
  `[...document.querySelectorAll('header button')].some((one) => one.innerText === ${JSON.stringify(label)})`;

stageTest("finding in all accounts, and names in the palette", async (_, stage, t) => {
  /** The scene, with what is asked of it: the text, the regions, and whether it goes on. */
  const asking = async (name: string) => {
    const scene = sceneOf(name);
    const asked: { search: string; regions: RegionChoice; going: boolean }[] = [];
    /** The searches that were begun, the same one only once. */
    const begun = new Set<string>();
    const resources = scene.pages!.resources!;
    const shown = await stage.show(scene, {
      pages: {
        ...scene.pages,
        resources: {
          ...resources,
          everywhere(search, regions, of) {
            begun.add(of);
            const { rows, status } = resources.everywhere(search, regions, of);
            return { status, rows: (going) => (asked.push({ search, regions, going }), rows(going)) };
          },
        },
      },
    });
    await scene.act!(shown.tab);
    return { shown, asked, begun };
  };

  await t.step("opened for a text it looks for that at once", async () => {
    const scene = sceneOf("everywhere-searching");
    const asked: string[] = [];
    const resources = scene.pages!.resources!;
    const shown = await stage.show({ ...scene, params: { search: "checkout" } }, {
      pages: {
        ...scene.pages,
        resources: {
          ...resources,
          everywhere: (
            search,
            regions,
            of,
          ) => (asked.push(search), resources.everywhere(search, regions, of)),
        },
      },
    });
    await shown.tab.until(isThere("Stop"));
    assert.deepEqual([...new Set(asked)], ["checkout"]);
    assert.equal(await shown.tab.evaluate("document.querySelector('header input').value"), "checkout");
    await shown.close();
  });

  await t.step("without accounts it leads to where they come from", async () => {
    const shown = await stage.show(sceneOf("everywhere-no-accounts"));
    await shown.tab.evaluate(
      "[...document.querySelectorAll('.state button')].find((one) => one.innerText === 'Show accounts').click()",
    );
    assert.deepEqual(await shown.command("openWindow"), { name: "openWindow", page: "accounts" });
    await shown.close();
  });

  await t.step("Stop keeps what was found, and Go on takes it up", async () => {
    const { shown, asked, begun } = await asking("everywhere-searching");
    assert.deepEqual(asked.at(-1), { search: "orders", regions: "own", going: true });
    const known = begun.size;
    await press(shown, "Stop");
    await shown.tab.until(isThere("Go on"));
    await shown.settle();
    assert.deepEqual(asked.at(-1), { search: "orders", regions: "own", going: false });
    assert.match(await textAt(shown, "[role=listbox]"), /shop\/orders-db/);
    await press(shown, "Go on");
    await shown.tab.until(isThere("Stop"));
    await shown.settle();
    assert.equal(asked.at(-1)!.going, true);
    assert.equal(begun.size, known);
    await shown.close();
  });

  await t.step("Find begins anew for the same text, once all accounts were asked", async () => {
    const { shown, begun } = await asking("everywhere-faults");
    const known = begun.size;
    await press(shown, "Find");
    await shown.settle();
    assert.equal(begun.size, known + 1);
    await shown.close();
  });

  await t.step("Esc stops, then empties, then closes", async () => {
    const { shown } = await asking("everywhere-searching");
    await shown.tab.evaluate("document.querySelector('select').focus()");
    await shown.tab.press("Escape");
    await shown.tab.until(isThere("Go on"));
    await shown.tab.press("Escape");
    await shown.tab.until("!document.querySelector('[role=listbox]')");
    await shown.close();
  });

  await t.step(
    "a role for the skipped accounts is chosen by keys, and they are searched at once",
    async () => {
      const { shown, asked, begun } = await asking("everywhere-skipped");
      assert.match(await textAt(shown, ".notice"), /80 accounts were skipped/);
      assert.match(await textAt(shown, "footer [role=status]"), /40 of 120 accounts asked/);
      const known = begun.size;
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
      assert.deepEqual(await shown.command("searchAs"), {
        name: "searchAs",
        role: "Operator",
        instead: false,
      });
      await shown.settle();
      assert.equal(asked.at(-1)!.going, true);
      assert.equal(begun.size, known);
      assert.equal(await shown.tab.evaluate("document.activeElement.type"), "search");
      await shown.close();
    },
  );

  await t.step("another role than the one that was taken searches anew", async () => {
    const { shown, begun } = await asking("everywhere-taken");
    const known = begun.size;
    await shown.tab.evaluate(
      "[...document.querySelectorAll('footer button')].find((one) => one.innerText === '78 as ReadOnly').click()",
    );
    await shown.tab.until("document.activeElement.closest('.search-role')");
    await shown.tab.press("ArrowDown", "Enter");
    assert.deepEqual(await shown.command("searchAs"), { name: "searchAs", role: "Operator", instead: true });
    await shown.settle();
    assert.equal(begun.size, known + 1);
    await shown.close();
  });

  await t.step("other regions are looked in at once, chosen ones after they are chosen", async () => {
    const { shown, asked } = await asking("everywhere-found");
    const pick = (value: string) =>
      shown.tab.evaluate(`(() => {
        const select = document.querySelector('select[aria-label=Regions]');
        select.value = ${JSON.stringify(value)};
        select.dispatchEvent(new Event('change', { bubbles: true }));
      })()`);
    await pick("all");
    await shown.settle();
    assert.deepEqual(asked.at(-1), { search: "orders", regions: "all", going: true });
    await pick("choose");
    await shown.tab.until("document.querySelector('.question')");
    await shown.tab.type("ireland eu");
    await shown.tab.until("document.querySelectorAll('.question [type=checkbox]').length === 1");
    await shown.tab.evaluate("document.querySelector('.question [type=checkbox]').click()");
    await shown.tab.until("!document.querySelector('.question [type=submit]').disabled");
    await shown.tab.evaluate("document.querySelector('.question [type=submit]').click()");
    await shown.tab.until("!document.querySelector('.question')");
    await shown.settle();
    assert.deepEqual(asked.at(-1), { search: "orders", regions: ["eu-west-1"], going: true });
    await shown.close();
  });

  await t.step(
    "what was not found where not all could be asked is said to be no more than that",
    async () => {
      const shown = await stage.show(sceneOf("everywhere-unasked"));
      await sceneOf("everywhere-unasked").act!(shown.tab);
      await shown.tab.until("document.querySelector('.state button')");
      assert.match(await textAt(shown, ".state"), /was not found where AWS could be asked/);
      await shown.tab.evaluate("document.querySelector('.state button').click()");
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
