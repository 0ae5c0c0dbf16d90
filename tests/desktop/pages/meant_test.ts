import assert from "node:assert/strict";
import { type RowSource, slice } from "../../../src/core/resources/rows.ts";
import type { AccountState } from "../../../src/core/state/state.ts";
import { withUse } from "../../../src/core/state/usage.ts";
import type { ListedSecret } from "../../../src/pages/secrets/page.ts";
import type { Shown } from "../gallery/show.ts";
import { fixedList, fixedResources } from "../../support/pages/resources.ts";
import { button, HOLD, rolesAfter, sceneOf, stageTest, textAt } from "./steps.ts";

/** Waits until the account of that name is chosen. */
const chosen = (shown: Shown, name: string) =>
  shown.tab.until(`document.querySelector('.account-head h2')?.innerText === ${JSON.stringify(name)}`);

/** Returns the names of the listed accounts, in order. */
const listed = (shown: Shown) =>
  shown.tab.evaluate<string[]>(
    "[...document.querySelectorAll('.accounts-side [role=option] .grow')].map((one) => one.innerText)",
  );

/** Returns the name of the selected row. */
const marked = (shown: Shown) => textAt(shown, "[role=option][aria-selected=true] .cut");

/** Returns a scene with secrets of these names, which the test can replace. */
function growing(...first: readonly string[]) {
  let names = first;
  const listeners = new Set<() => void>();
  const list = () => ({
    ...fixedList<ListedSecret>([], {}),
    rows: (search: string): RowSource<ListedSecret & { readonly matches: number[] }> => ({
      read(from, count) {
        const found = names.filter((name) => name.includes(search));
        return slice(found.map((name) => ({ kind: "secret", name, matches: [] })), from, count);
      },
      subscribe(listener) {
        const all = () => listener(0);
        listeners.add(all);
        return () => listeners.delete(all);
      },
    }),
  });
  const { secrets } = sceneOf("secrets").pages!.resources!;
  return {
    scene: sceneOf("secrets", { pages: { resources: fixedResources({ secrets: { ...secrets, list } }) } }),
    /** Replaces all secrets by these. */
    become(...next: readonly string[]) {
      names = next;
      for (const listener of [...listeners]) listener();
    },
  };
}

stageTest("the chosen row stays chosen while lists change", async (step) => {
  await step(
    "an account that was just used comes first, and stays the chosen one",
    "accounts",
    async (shown) => {
      await shown.tab.type("production");
      await shown.tab.until(
        `((all) => all.length > 1 && all.every(({ innerText }) => innerText.includes("production")))(
          [...document.querySelectorAll(".accounts-side [role=option]")])`,
      );
      await shown.tab.press("ArrowDown");
      const [, second] = await listed(shown);
      await chosen(shown, second!);
      await shown.tab.press("Control+Enter");
      const { account } = await shown.command("copyCredentials");
      shown.pages.store.update((state) => ({
        ...state,
        usage: withUse(state.usage, `account:${account}`, Date.now()),
      }));
      await shown.tab.until(
        `document.querySelector('.accounts-side [role=option] .grow').innerText === ${
          JSON.stringify(second)
        }`,
      );
      await shown.settle();
      await chosen(shown, second!);
      assert.equal(await marked(shown), second);
      await shown.tab.press("Shift+Enter");
      assert.equal((await shown.command("openTerminal")).account, account);
    },
  );

  await step(
    "an arrow right after the letters moves on from the first match",
    "accounts",
    async (shown) => {
      // The old list has headings among its rows, the new one has none.
      await shown.tab.evaluate(HOLD);
      await shown.tab.type("production");
      await shown.tab.press("ArrowDown");
      await shown.tab.evaluate("window.release()");
      await shown.tab.until("document.querySelector('.accounts-side').innerText.includes('3 found')");
      const [, second] = await listed(shown);
      await chosen(shown, second!);
      assert.equal(await marked(shown), second);
    },
  );

  await step("accounts that come later move nothing below the keys", "accounts", async (shown) => {
    await shown.tab.press("ArrowDown");
    await chosen(shown, "shop-staging");
    const [first] = shown.pages.store.get().accounts;
    const more = Array.from({ length: 3 }, (_, n): AccountState => ({
      ...first!,
      accountId: `90000000000${n}`,
      name: `another-${n}`,
    }));
    shown.pages.store.update((state) => ({ ...state, accounts: [...more, ...state.accounts] }));
    await shown.tab.until("document.querySelector('.accounts-side').innerText.includes('another-2')");
    await shown.settle();
    assert.equal(await textAt(shown, ".account-head h2"), "shop-staging");
    await shown.tab.press("ArrowUp", "ArrowDown");
    await chosen(shown, "shop-staging");
    // When the selected account disappears, no other one is selected for it.
    shown.pages.store.update((state) => ({
      ...state,
      accounts: state.accounts.filter(({ name }) => name !== "shop-staging"),
    }));
    await shown.tab.until("!document.querySelector('.accounts-side').innerText.includes('shop-staging')");
    await shown.settle();
    assert.equal(await textAt(shown, ".account-head h2"), "shop-staging");
  });

  const roles = Promise.withResolvers<void>();
  const late = sceneOf("accounts", { pages: { accountRoles: () => rolesAfter(roles.promise) } });
  await step(
    "a question that a key opened for an account closes when another one is selected",
    late,
    async (shown) => {
      await shown.tab.press("Enter", "ArrowDown");
      await chosen(shown, "shop-staging");
      roles.resolve();
      await shown.tab.until("document.querySelector('.role')");
      await shown.tab.press("ArrowUp");
      await chosen(shown, "shop-production");
      await shown.tab.until("document.querySelector('.role')");
      await shown.settle();
      assert.deepEqual(shown.commands(), []);
    },
  );

  for (const typed of ["", "pay"]) {
    const secrets = growing("m-pay", "n-pay");
    const name = `secrets that come later take no change away (${typed || "nothing"} typed)`;
    await step(name, secrets.scene, async (shown) => {
      const { tab } = shown;
      await tab.until("document.querySelector('.secret-closed')");
      if (typed !== "") await tab.type(typed);
      await tab.press("Enter");
      await tab.until("document.activeElement?.closest('.resource-main')");
      await tab.reach(button("Change", ".resource-foot"));
      await tab.until("document.querySelector('.question')");
      await tab.type("new-user");
      secrets.become("a-pay", "b-pay", "m-pay", "n-pay", "z-pay");
      await tab.until("document.querySelectorAll('.resource-side [role=option]').length === 5");
      await shown.settle();
      assert.equal(await tab.evaluate("document.querySelector('.question input')?.value"), "new-user");
      assert.equal(await marked(shown), "m-pay");
      // The entered text stays even when its row disappears.
      secrets.become("a-pay", "n-pay");
      await tab.until("document.querySelectorAll('.resource-side [role=option]').length === 2");
      await shown.settle();
      assert.equal(await tab.evaluate("document.querySelector('.question input')?.value"), "new-user");
      assert.deepEqual(shown.of("readSecret").map(({ id }) => id), ["m-pay"]);
    });
  }

  const secrets = growing("m-1", "n-2", "o-3");
  await step(
    "arrows go on from the chosen secret, wherever it has moved",
    secrets.scene,
    async (shown) => {
      await shown.tab.until("document.querySelector('.secret-closed')");
      await shown.tab.press("ArrowDown");
      await shown.tab.until("document.querySelector('.resource-head')?.innerText.includes('n-2')");
      secrets.become("a-0", "b-0", "m-1", "n-2", "o-3");
      await shown.tab.until("document.querySelectorAll('.resource-side [role=option]').length === 5");
      await shown.settle();
      assert.equal(await marked(shown), "n-2");
      await shown.tab.press("ArrowDown", "Enter");
      await shown.tab.until("document.activeElement?.closest('.resource-main')");
      assert.deepEqual(shown.of("readSecret").map(({ id }) => id), ["o-3"]);
    },
  );

  await step("pinning an entry twice takes its own pin away", "palette", async (shown) => {
    const { tab, pages: { store } } = shown;
    const title = () => textAt(shown, "[aria-selected=true] .palette-title");
    await tab.until("document.querySelector('[role=option]')");
    for (let at = 0; at < 6; at++) await tab.press("ArrowDown");
    const meant = await title();
    await tab.press("Control+p");
    const { entry, pinned } = await shown.command("pinEntry");
    assert.equal(pinned, true);
    store.update((state) => ({
      ...state,
      personal: { ...state.personal, pins: [entry, ...state.personal.pins] },
    }));
    await tab.until("document.querySelector('[aria-selected=true] [aria-label=Pinned]')");
    assert.equal(await title(), meant);
    await tab.press("Control+p");
    await shown.settle();
    const last = shown.commands().findLast(({ name }) => name === "pinEntry");
    assert.deepEqual(last, { name: "pinEntry", entry, pinned: false });
  });

  await step("Enter in the palette does nothing once the chosen row has gone", "palette", async (shown) => {
    const { tab, pages: { store } } = shown;
    await tab.type("shop");
    await tab.until(
      "document.querySelector('[aria-selected=true] .palette-title')?.innerText.includes('shop')",
    );
    await tab.press("ArrowDown");
    const gone = await textAt(shown, "[aria-selected=true] .palette-title");
    store.update((state) => ({ ...state, accounts: [], extensions: [] }));
    await tab.until(
      `![...document.querySelectorAll('.palette-title')].some((one) => one.innerText === ${
        JSON.stringify(gone)
      })`,
    );
    await tab.press("Enter");
    await shown.settle();
    assert.deepEqual(shown.commands(), []);
  });

  await step("Enter in the filter of Home means the row that arrows have led to", "home", async (shown) => {
    const { tab, pages: { store } } = shown;
    const best = () => textAt(shown, ".best .name");
    await tab.type("shop");
    await tab.until("document.querySelector('.best')");
    await shown.settle();
    for (let at = 0; at < 20 && await best() !== "shop-staging"; at++) await tab.press("ArrowDown");
    store.update((state) => ({
      ...state,
      accounts: state.accounts.filter(({ name }) => name !== "shop-production"),
    }));
    await tab.until("!document.querySelector('.home-columns').innerText.includes('shop-production')");
    await shown.settle();
    assert.equal(await best(), "shop-staging");
    const meant = store.get().accounts.find(({ name }) => name === "shop-staging")!.accountId;
    await tab.press("Enter");
    assert.equal((await shown.command("openConsole")).account, meant);
  });
});
