import assert from "node:assert/strict";
import type { CommandResult } from "../../../src/core/app/command.ts";
import { waitFor } from "../harness/mod.ts";
import { answering, sceneOf, stageTest, textAt } from "./steps.ts";

const later = () => Promise.withResolvers<CommandResult>();

stageTest("late answers", async (step, stage, t) => {
  await t.step("what was found of one portal is not told of another", async () => {
    const answer = later();
    const { shown, of } = await answering(stage, sceneOf("welcome"), {
      dispatch: ({ name }) => name === "checkPortal" ? answer.promise : Promise.resolve({ ok: true }),
    });
    const { tab } = shown;
    await tab.type("https://example.awsapps.com/start");
    await tab.press("Tab");
    await tab.type("eu-central-1");
    await tab.until("document.querySelector('.portal-check button')");
    await tab.click(".portal-check button");
    await waitFor("the question", () => of("checkPortal").length === 1);
    await tab.reach("document.querySelector('[name=ssoRegion]')", "focus");
    await tab.press("End", "Backspace");
    await tab.type("2");
    await tab.until("document.querySelector('.portal-check button:enabled')");
    answer.resolve({ ok: true });
    await shown.settle();
    assert.equal((await textAt(shown, ".portal-check")).trim(), "Check the portal");
    await shown.close();
  });

  await t.step("the version of a secret that was asked for last is the one that is shown", async () => {
    const scene = sceneOf("secrets-read");
    const first = later();
    const shape = (version: string, ...keys: string[]) => ({
      ok: true as const,
      value: { kind: "secret", binary: false, bytes: 9, keys, version },
    });
    const [now, old] = ["7d1f3c5e-8f4d-4a8e-9a0e-3f2f5b0d9c11", "0c9b7a6d-1f2e-4c3b-8a7d-6e5f4d3c2b1a"];
    let reads = 0;
    const { shown } = await answering(stage, scene, {
      dispatch(command) {
        if (command.name !== "readSecret" || ++reads === 1) {
          return scene.pages!.dispatch!(command, {} as never);
        }
        return command.version === old ? first.promise : Promise.resolve(shape(now!, "newest"));
      },
    });
    await scene.act?.(shown.tab);
    const version = (id: string) => shown.tab.reach(`document.querySelector('[title="Read version ${id}"]')`);
    await version(old!);
    await version(now!);
    await shown.tab.until("document.querySelector('.secret-key')?.innerText === 'newest'");
    first.resolve(shape(old!, "oldest"));
    await shown.settle();
    assert.equal(await textAt(shown, ".secret-key"), "newest");
    await shown.close();
  });

  await t.step("keys that come late leave the focus to who has begun to type", async () => {
    const scene = sceneOf("secrets");
    const read = later();
    const { shown, of } = await answering(stage, scene, {
      dispatch: (command, window) =>
        command.name === "readSecret" ? read.promise : scene.pages!.dispatch!(command, window),
    });
    await shown.tab.until("document.querySelector('.secret-closed')");
    await shown.tab.press("Enter");
    await waitFor("the reading", () => of("readSecret").length === 1);
    await shown.tab.type("shop");
    await shown.settle();
    read.resolve(await scene.pages!.dispatch!({ name: "readSecret" } as never, {} as never));
    await shown.tab.until("document.querySelector('.secret-key')");
    await shown.settle();
    assert.equal(await shown.tab.evaluate("document.activeElement.type"), "search");
    await shown.close();
  });

  await t.step("the outcome of a test is not told of what was entered since", async () => {
    const answer = later();
    const { shown, of } = await answering(stage, sceneOf("server"), {
      dispatch: ({ name }) => name === "tryServer" ? answer.promise : Promise.resolve({ ok: true }),
    });
    const { tab } = shown;
    const enter = async (text: string) => {
      await tab.reach("document.querySelector('[name=host]')", "focus");
      await tab.press("End");
      await tab.type(text);
    };
    await enter("1");
    await tab.reach(
      "[...document.querySelectorAll('button')].find((one) => one.innerText.startsWith('Test what'))",
    );
    await waitFor("the test", () => of("tryServer").length === 1);
    await enter("2");
    answer.resolve({ ok: true, value: { status: "ok", at: Date.now(), ms: 4, detail: "PostgreSQL 16" } });
    await shown.settle();
    assert.equal(await textAt(shown, "[aria-label=Connection] .notice"), "");
    await shown.close();
  });

  await t.step("a server is saved while what was entered is tested", async () => {
    const answer = later();
    const { shown, sent } = await answering(stage, sceneOf("server"), {
      dispatch: ({ name }) => name === "tryServer" ? answer.promise : Promise.resolve({ ok: true }),
    });
    const { tab } = shown;
    await tab.reach("document.querySelector('[name=host]')", "focus");
    await tab.type("1");
    await tab.reach(
      "[...document.querySelectorAll('button')].find((one) => one.innerText.startsWith('Test what'))",
    );
    await sent("tryServer", 1);
    await tab.reach("document.querySelector('[name=host]')", "focus");
    await tab.press("Enter");
    await sent("editConfig", 1);
    answer.resolve({ ok: true, value: { status: "idle" } });
    await shown.settle();
    assert.deepEqual(tab.problems, []);
    await shown.close();
  });

  await t.step("another extension is reviewed while the catalogues are read again", async () => {
    const answer = later();
    const { shown, sent } = await answering(stage, sceneOf("catalogue"), {
      dispatch: ({ name }) => name === "refreshCatalogues" ? answer.promise : Promise.resolve({ ok: true }),
    });
    const { tab } = shown;
    const press = (text: string) =>
      tab.reach(
        `[...document.querySelectorAll("button")].find((one) => one.innerText.startsWith("${text}"))`,
      );
    await tab.until("document.shownText.includes('Review the update…')");
    await press("Refresh");
    await sent("refreshCatalogues", 1);
    await shown.settle();
    await press("Review the update");
    await sent("installFromCatalogue", 1);
    answer.resolve({ ok: true });
    await shown.settle();
    assert.deepEqual(tab.problems, []);
    await shown.close();
  });

  await t.step("a path that is typed while another bundle is read stays", async () => {
    const begun = later();
    const { shown, of } = await answering(stage, sceneOf("extensions"), {
      dispatch: ({ name }) => name === "beginInstall" ? begun.promise : Promise.resolve({ ok: true }),
    });
    const field = "document.querySelector('.install input[type=text]')";
    await shown.tab.reach(field, "focus");
    await shown.tab.type("/one.kedgeext");
    await shown.tab.press("Enter");
    await waitFor("the bundle", () => of("beginInstall").length === 1);
    await shown.tab.reach(field, "select");
    await shown.tab.type("/two.kedgeext");
    begun.resolve({ ok: true });
    await shown.settle();
    assert.equal(await shown.tab.evaluate(`${field}.value`), "/two.kedgeext");
    await shown.close();
  });

  await step(
    "a statement that ends meanwhile moves no other one below Enter in the history",
    "query-past",
    async (shown) => {
      const { tab, pages: { store } } = shown;
      await sceneOf("query-past").act?.(tab);
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
