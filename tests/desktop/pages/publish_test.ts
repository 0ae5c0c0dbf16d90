import assert from "node:assert/strict";
import type { PublishingState } from "../../../src/core/state/publishing.ts";
import { answering, sceneOf, stageTest } from "./steps.ts";

stageTest("publishing an extension that is worked on", async (_, stage, t) => {
  await t.step(
    "its page looks at the catalogue first, and publishes what it shows by one button",
    async () => {
      const { shown, sent } = await answering(stage, sceneOf("publish"));
      const [looked] = await sent("preparePublishing", 1);
      await shown.tab.reach("document.querySelector('.publish-fields textarea')", "focus");
      await shown.tab.type("Rotates by the web");
      await shown.tab.reach("document.querySelector('.foot .marked')");
      const [published] = await sent("publishExtension", 1);
      const { extension, catalogue } = looked as Record<string, unknown>;
      assert.deepEqual(published, {
        ...{ name: "publishExtension", extension, catalogue, version: "1.4.1" },
        ...{ news: "Rotates by the web", hash: "0f".repeat(32), digest: "7e".repeat(32), key: "SHA256:abc" },
      });
      await shown.close();
    },
  );

  await t.step(
    "a catalogue that the configuration does not name is typed, and looked at by Enter, or once it is left",
    async () => {
      const { shown, of, sent } = await answering(stage, sceneOf("publish-nowhere"));
      await shown.tab.type("/srv/catalog");
      assert.deepEqual(of("preparePublishing"), []);
      await shown.tab.press("Enter");
      assert.equal((await sent("preparePublishing", 1))[0]!.catalogue, "/srv/catalog");
      await shown.tab.type("2");
      await shown.tab.press("Tab");
      assert.equal((await sent("preparePublishing", 2))[1]!.catalogue, "/srv/catalog2");
      await shown.close();
    },
  );

  await t.step("what is written stays while files that were changed are looked at anew", async () => {
    const scene = sceneOf("publish");
    const { shown, sent } = await answering(stage, scene);
    await shown.tab.reach("document.querySelector('.publish-fields textarea')", "focus");
    await shown.tab.type("Rotates by ");
    const [publishing] = scene.state.publishing!;
    const put = (change: Partial<PublishingState>) =>
      shown.pages.store.update((state) => ({ ...state, publishing: [{ ...publishing!, ...change }] }));
    put({ status: "looking", changed: true });
    await shown.tab.until("document.querySelector('.publish .notice.info')");
    await shown.tab.type("the ");
    const prepared = { ...publishing!.prepared!, hash: "1f".repeat(32) };
    put({ changed: true, prepared });
    await shown.tab.until(
      "document.querySelector('.publish .notice.info').innerText.includes('publish now')",
    );
    await shown.tab.type("web");
    await shown.tab.reach("document.querySelector('.foot .marked')");
    const [ordered] = await sent("publishExtension", 1);
    assert.deepEqual([ordered?.news, ordered?.hash], ["Rotates by the web", prepared.hash]);
    await shown.close();
  });

  await t.step("what is signed as a whole is shown to who only adds a signature", async () => {
    const { shown, sent } = await answering(stage, sceneOf("publish-cosign"));
    await shown.tab.until(
      "/signed by bert@example.com[^]*new: keys 2: 2 of/.test(document.querySelector('.publish-summary')?.innerText)",
    );
    // What a signature does not change is not asked for.
    await shown.tab.until("!document.querySelector('[name=version], [name=news]')");
    await shown.tab.until("document.querySelector('.foot .marked').innerText === 'Sign'");
    await shown.tab.click(".foot .marked");
    const [ordered] = await sent("publishExtension", 1);
    assert.deepEqual([ordered?.version, ordered?.news], ["1.4.1", ""]);
    await shown.close();
  });

  await t.step("without a key that may sign nothing can be published", async () => {
    const { shown } = await answering(stage, sceneOf("publish-no-key"));
    await shown.tab.until("document.querySelector('.foot .marked')?.disabled");
    await shown.tab.until("document.querySelector('.foot').innerText.includes('None of your SSH keys')");
    await shown.close();
  });

  await t.step("Esc leaves the window", async () => {
    const { shown, sent } = await answering(stage, sceneOf("publish"));
    await shown.tab.press("Escape");
    await sent("closeWindow", 1);
    await shown.close();
  });
});
