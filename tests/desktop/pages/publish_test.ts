import assert from "node:assert/strict";
import type { PublishingState } from "../../../src/core/state/publishing.ts";
import { stageTest } from "./steps.ts";

stageTest("publishing an extension that is worked on", async (step) => {
  await step(
    "its page reads the catalogue first, and publishes the shown files by one button",
    "publish",
    async ({ tab, sent }) => {
      const [looked] = await sent("preparePublishing", 1);
      await tab.reach("document.querySelector('.publish-fields textarea')", "focus");
      await tab.type("Rotates by the web");
      await tab.reach("document.querySelector('.foot .marked')");
      const [published] = await sent("publishExtension", 1);
      const { extension, catalogue } = looked as Record<string, unknown>;
      assert.deepEqual(published, {
        ...{ name: "publishExtension", extension, catalogue, version: "1.4.1" },
        ...{ news: "Rotates by the web", hash: "0f".repeat(32), digest: "7e".repeat(32), key: "SHA256:abc" },
      });
    },
  );

  await step(
    "a catalogue that the configuration does not name is typed, and looked at by Enter, or once it is left",
    "publish-nowhere",
    async ({ tab, of, sent }) => {
      await tab.type("/srv/catalog");
      assert.deepEqual(of("preparePublishing"), []);
      await tab.press("Enter");
      assert.equal((await sent("preparePublishing", 1))[0]!.catalogue, "/srv/catalog");
      await tab.type("2");
      await tab.press("Tab");
      assert.equal((await sent("preparePublishing", 2))[1]!.catalogue, "/srv/catalog2");
    },
  );

  await step(
    "entered text stays while changed files are read again",
    "publish",
    async ({ tab, pages: { store }, sent }) => {
      await tab.reach("document.querySelector('.publish-fields textarea')", "focus");
      await tab.type("Rotates by ");
      const [publishing] = store.get().publishing;
      const put = (change: Partial<PublishingState>) =>
        store.update((state) => ({ ...state, publishing: [{ ...publishing!, ...change }] }));
      put({ status: "looking", changed: true });
      await tab.until("document.querySelector('.publish .notice.info')");
      await tab.type("the ");
      const prepared = { ...publishing!.prepared!, hash: "1f".repeat(32) };
      put({ changed: true, prepared });
      await tab.until("document.querySelector('.publish .notice.info').innerText.includes('publish now')");
      await tab.type("web");
      await tab.reach("document.querySelector('.foot .marked')");
      const [ordered] = await sent("publishExtension", 1);
      assert.deepEqual([ordered?.news, ordered?.hash], ["Rotates by the web", prepared.hash]);
    },
  );

  await step(
    "the whole signed list is shown to a publisher who only adds a signature",
    "publish-cosign",
    async ({ tab, sent }) => {
      await tab.until(
        "/signed by bert@example.com[^]*new: keys 2: 2 of/.test(document.querySelector('.publish-summary')?.innerText)",
      );
      // A signature changes neither version nor news, so both are not asked for.
      await tab.until("!document.querySelector('[name=version], [name=news]')");
      await tab.until("document.querySelector('.foot .marked').innerText === 'Sign'");
      await tab.click(".foot .marked");
      const [ordered] = await sent("publishExtension", 1);
      assert.deepEqual([ordered?.version, ordered?.news], ["1.4.1", ""]);
    },
  );

  await step("without a key that may sign nothing can be published", "publish-no-key", async ({ tab }) => {
    await tab.until("document.querySelector('.foot .marked')?.disabled");
    await tab.until("document.querySelector('.foot').innerText.includes('None of your SSH keys')");
  });

  await step("Esc leaves the window", "publish", async ({ tab, sent }) => {
    await tab.press("Escape");
    await sent("closeWindow", 1);
  });
});
