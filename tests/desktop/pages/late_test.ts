import assert from "node:assert/strict";
import type { CommandResult } from "../../../src/core/app/command.ts";
import { button, sceneOf, stageTest, textAt } from "./steps.ts";

const later = () => Promise.withResolvers<CommandResult>();

stageTest("late answers", async (step) => {
  await step("the result for one portal is not shown for another", "welcome", async (shown) => {
    const { tab } = shown;
    const answer = later();
    shown.on("checkPortal", () => answer.promise);
    await tab.type("https://example.awsapps.com/start");
    await tab.press("Tab");
    await tab.type("eu-central-1");
    await tab.until("document.querySelector('.portal-check button')");
    await tab.click(".portal-check button");
    await shown.sent("checkPortal", 1);
    await tab.reach("document.querySelector('[name=ssoRegion]')", "focus");
    await tab.press("End", "Backspace");
    await tab.type("2");
    await tab.until("document.querySelector('.portal-check button:enabled')");
    answer.resolve({ ok: true });
    await shown.settle();
    assert.equal((await textAt(shown, ".portal-check")).trim(), "Check the portal");
  });

  await step(
    "the version of a secret that was requested last is shown",
    "secrets-read",
    async (shown) => {
      await shown.act();
      const first = later();
      const shape = (version: string, ...keys: string[]) => ({
        ok: true as const,
        value: { kind: "secret", binary: false, bytes: 9, keys, version },
      });
      const [now, old] = ["7d1f3c5e-8f4d-4a8e-9a0e-3f2f5b0d9c11", "0c9b7a6d-1f2e-4c3b-8a7d-6e5f4d3c2b1a"];
      shown.on("readSecret", ({ version }) => version === old ? first.promise : shape(now!, "newest"));
      const version = (id: string) =>
        shown.tab.reach(`document.querySelector('[title="Read version ${id}"]')`);
      await version(old!);
      await version(now!);
      await shown.tab.until("document.querySelector('.secret-key')?.innerText === 'newest'");
      first.resolve(shape(old!, "oldest"));
      await shown.settle();
      assert.equal(await textAt(shown, ".secret-key"), "newest");
    },
  );

  await step("late keys leave the focus in the field that is typed in", "secrets", async (shown) => {
    const { tab, settle, on, sent } = shown;
    const read = later();
    on("readSecret", () => read.promise);
    await tab.until("document.querySelector('.secret-closed')");
    await tab.press("Enter");
    await sent("readSecret", 1);
    await tab.type("shop");
    await settle();
    read.resolve(await sceneOf("secrets").pages!.dispatch!({ name: "readSecret" } as never, ""));
    await tab.until("document.querySelector('.secret-key')");
    await settle();
    assert.equal(await tab.evaluate("document.activeElement.type"), "search");
  });

  await step("the result of a test is not shown for later entries", "server", async (shown) => {
    const { tab } = shown;
    const answer = later();
    shown.on("tryServer", () => answer.promise);
    const enter = async (text: string) => {
      await tab.reach("document.querySelector('[name=host]')", "focus");
      await tab.press("End");
      await tab.type(text);
    };
    await enter("1");
    await tab.reach(button("Test what"));
    await shown.sent("tryServer", 1);
    await enter("2");
    answer.resolve({ ok: true, value: { status: "ok", at: Date.now(), ms: 4, detail: "PostgreSQL 16" } });
    await shown.settle();
    assert.equal(await textAt(shown, "[aria-label=Connection] .notice"), "");
  });

  await step("a server is saved while its entries are tested", "server", async (shown) => {
    const { tab, settle, on, sent } = shown;
    const answer = later();
    on("tryServer", () => answer.promise);
    await tab.reach("document.querySelector('[name=host]')", "focus");
    await tab.type("1");
    await tab.reach(button("Test what"));
    await sent("tryServer", 1);
    await tab.reach("document.querySelector('[name=host]')", "focus");
    await tab.press("Enter");
    await sent("editConfig", 1);
    answer.resolve({ ok: true, value: { status: "idle" } });
    await settle();
  });

  await step(
    "another extension is reviewed while the catalogues are read again",
    "catalogue",
    async ({ tab, settle, on, sent }) => {
      const answer = later();
      on("refreshCatalogues", () => answer.promise);
      await tab.until("document.shownText.includes('Review the update…')");
      await tab.reach(button("Refresh"));
      await sent("refreshCatalogues", 1);
      await settle();
      await tab.reach(button("Review the update"));
      await sent("installFromCatalogue", 1);
      answer.resolve({ ok: true });
      await settle();
    },
  );

  await step("a path that is typed while another bundle is read stays", "extensions", async (shown) => {
    const { tab, settle, on, sent } = shown;
    const begun = later();
    on("beginInstall", () => begun.promise);
    const field = "document.querySelector('.install input[type=text]')";
    await tab.reach(field, "focus");
    await tab.type("/one.kedgeext");
    await tab.press("Enter");
    await sent("beginInstall", 1);
    await tab.reach(field, "select");
    await tab.type("/two.kedgeext");
    begun.resolve({ ok: true });
    await settle();
    assert.equal(await tab.evaluate(`${field}.value`), "/two.kedgeext");
  });

  await step(
    "a statement that ends meanwhile moves no other one below Enter in the history",
    "query-past",
    async (shown) => {
      const { tab, pages: { store } } = shown;
      await shown.act();
      const marked = () => textAt(shown, ".past [aria-selected=true]");
      await tab.press("ArrowDown");
      const meant = await marked();
      const count = await tab.evaluate<number>("document.querySelectorAll('.past [role=option]').length");
      store.update((state) => ({
        ...state,
        pastQueries: state.pastQueries.flatMap((one, at) =>
          at === 0 ? [{ ...one, id: "just-now", at: Date.now(), title: "delete from orders" }, one] : [one]
        ),
      }));
      await tab.until(`document.querySelectorAll('.past [role=option]').length === ${count + 1}`);
      await shown.settle();
      assert.equal(await marked(), meant);
    },
  );
});
