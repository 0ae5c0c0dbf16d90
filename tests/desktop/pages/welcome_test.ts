import assert from "node:assert/strict";
import type { Config } from "../../../src/core/config/mod.ts";
import { asEntry } from "../../../src/core/config/document.ts";
import type { Json } from "../../../src/core/json/mod.ts";
import { type Answering, button, sceneOf, stageTest, textAt } from "./steps.ts";

const DEFAULTS = sceneOf("welcome").state.config.value;

/** Writes a key of config.json, as Kedge or another program does; undefined removes it. */
function write({ pages: { store } }: Pick<Answering, "pages">, key: string, value: Json | undefined): void {
  store.update((state) => {
    const { [key]: _, ...others } = asEntry(state.config.document);
    const document = value === undefined ? others : { ...others, [key]: value };
    return {
      ...state,
      config: { ...state.config, document, value: { ...DEFAULTS, ...document } as Config },
    };
  });
}

/** Applies every write of the page to the configuration from now on. */
function follow(shown: Answering): void {
  shown.on("editConfig", ({ path, value }) => {
    write(shown, String(path[0]), value as Json | undefined);
    return { ok: true };
  });
}

stageTest("the welcome", async (step) => {
  await step("asks for a portal's region before it goes on", "welcome", async (shown) => {
    await shown.tab.type("https://example.awsapps.com/start");
    await shown.tab.press("Enter");
    await shown.tab.until("document.querySelector('.wrong, [aria-invalid=true]')");
    assert.match(await textAt(shown, "h2"), /^Where do you sign in/);
  });

  await step("asks AWS about a portal only when that is wanted", "welcome", async (shown) => {
    await shown.tab.type("https://example.awsapps.com/start");
    await shown.tab.press("Tab");
    await shown.tab.type("eu-central-1");
    await shown.tab.until("document.querySelector('.portal-check button')");
    assert.deepEqual(shown.commands(), []);
    await shown.tab.click(".portal-check button");
    const { startUrl, region } = await shown.command("checkPortal") as { startUrl: string; region: string };
    assert.deepEqual([startUrl, region], ["https://example.awsapps.com/start", "eu-central-1"]);
    await shown.tab.until("document.shownText.includes('It is there.')");
    // A changed text was not checked yet.
    await shown.tab.reach("document.querySelector('[name=ssoRegion]')", "focus");
    await shown.tab.press("End", "Backspace");
    await shown.tab.until("!document.shownText.includes('It is there.')");
  });

  await step(
    "checks a field once it is left, and accepts its suggestion by a press",
    "welcome",
    async (shown) => {
      const { tab } = shown;
      await tab.type("https://d-1.awsapps.com");
      assert.equal(await tab.evaluate("document.querySelector('.wrong')"), null);
      await tab.press("Tab");
      await tab.until("document.querySelector('[data-key=ssoStartUrl] .wrong')");
      // No error is shown for the region yet.
      assert.equal(await tab.evaluate("document.querySelector('[data-key=ssoRegion] .wrong')"), null);
      await tab.click("[data-key=ssoStartUrl] .wrong button");
      await tab.until(
        "document.querySelector('[name=ssoStartUrl]').value === 'https://d-1.awsapps.com/start'",
      );
      await tab.until("!document.querySelector('.wrong')");
      await tab.press("Tab");
      await tab.type("frankfurt");
      await tab.press("Tab");
      await tab.click("[data-key=ssoRegion] .wrong button");
      await tab.until("document.querySelector('[name=ssoRegion]').value === 'eu-central-1'");
    },
  );

  await step(
    "suggests regions by their letters and places, which Enter takes and Esc leaves",
    "welcome",
    async ({ tab, commands }) => {
      const region = "document.querySelector('[name=ssoRegion]')";
      const listed =
        "[...document.querySelectorAll('.suggestions [role=option]')].map((one) => one.innerText)";
      const selected = "document.querySelector('.suggestions [aria-selected=true]')?.innerText ?? ''";
      await tab.press("Tab");
      await tab.until(`document.activeElement === ${region}`);
      await tab.type("frank");
      await tab.until(`/eu-central-1\\s+Frankfurt/.test(${selected})`);
      assert.equal(await tab.evaluate(`${listed}.length`), 1);
      await tab.press("Enter");
      await tab.until(`${region}.value === "eu-central-1" && !document.querySelector(".suggestions")`);
      await tab.press("Control+a");
      await tab.type("eu-");
      await tab.until(`/Frankfurt/.test(${selected}) && /Stockholm/.test(${listed}[2])`);
      await tab.press("Control+a", "Delete", "ArrowDown");
      await tab.until(`${listed}.length > 20 && /Frankfurt/.test(${selected})`);
      await tab.press("ArrowDown");
      await tab.until(`/Zurich/.test(${selected})`);
      await tab.press("Escape");
      await tab.until("!document.querySelector('.suggestions')");
      await tab.type("us-gov-west-1");
      await tab.press("Tab");
      await tab.until("!document.querySelector('.suggestions')");
      assert.equal(await tab.evaluate(`${region}.value`), "us-gov-west-1");
      assert.match(await tab.evaluate("document.shownText"), /1 of 4/);
      assert.deepEqual(commands(), []);
    },
  );

  await step("offers to sign in once the portal is written", "welcome-file", async (shown) => {
    follow(shown);
    await shown.act();
    assert.equal(await shown.tab.evaluate("document.querySelector('.portal-check')"), null);
    await shown.tab.press("Enter");
    await shown.tab.until("document.querySelectorAll('.portal-check button').length === 2");
    await shown.tab.click(".portal-check button:nth-of-type(2)");
    await shown.command("signIn");
  });

  await step("shows what it would write, and writes only on request", "welcome-file", async (shown) => {
    follow(shown);
    await shown.act();
    assert.match(
      await textAt(shown, ".welcome-file"),
      /"ssoStartUrl": "https:\/\/example\.awsapps\.com\/start"/,
    );
    assert.deepEqual(shown.commands(), []);
    await shown.tab.press("Enter");
    await shown.tab.until("document.shownText.includes('Written to')");
    assert.deepEqual(
      shown.commands().map((command) => command.name === "editConfig" && [command.path, command.value]),
      [[["ssoStartUrl"], "https://example.awsapps.com/start"], [["ssoRegion"], "eu-central-1"]],
    );
    await shown.tab.press("Enter");
    assert.equal((await shown.command("openWindow")).page, "palette");
    await shown.command("closeWindow");
  });

  await step("undoes its write when the default is chosen again", "welcome-file", async (shown) => {
    follow(shown);
    const { tab } = shown;
    const writes = () =>
      shown.commands().flatMap((one) => one.name === "editConfig" ? [[one.path[0], one.value]] : []);
    const back = async () => {
      await tab.reach(button("Back"));
      await tab.until("document.querySelector('[name=launchAtStartup]')");
      await tab.click("[name=launchAtStartup]");
      await tab.press("Enter");
      await tab.until("document.querySelector('.welcome-file')");
    };
    await shown.act();
    await back();
    await tab.press("Enter");
    await tab.until("document.shownText.includes('Written to')");
    const first = writes();
    assert.deepEqual(first.at(-1), ["launchAtStartup", false]);
    await back();
    assert.match(await textAt(shown, ".welcome-file"), /config\.json\s+"launchAtStartup": removed\s*$/);
    await tab.press("Enter");
    await tab.until("document.shownText.includes('Written to')");
    assert.deepEqual(writes().slice(first.length), [["launchAtStartup", undefined]]);
  });

  await step("follows changes of the file meanwhile", "welcome-file", async (shown) => {
    const { tab } = shown;
    const until = (selector: string, words: string) =>
      tab.until(`document.querySelector('${selector}')?.innerText.includes('${words}')`);
    follow(shown);
    await shown.act();
    await tab.press("Enter");
    await until(".ok-text", "Written to");
    // Settings has undone the write.
    write(shown, "ssoStartUrl", undefined);
    await until(".welcome-file", "ssoStartUrl");
    assert.match(await textAt(shown, ".welcome-file"), /config\.json\s+"ssoStartUrl": "[^"]+"\s*$/);
    write(shown, "ssoStartUrl", "https://example.awsapps.com/start");
    await until(".ok-text", "Written to");
    // A key that was not answered here is not shown as written.
    write(shown, "launchAtStartup", false);
    await shown.settle();
    assert.equal(await textAt(shown, ".welcome-file"), "");
  });

  await step("begins with the values in the file, and keeps them", "welcome", async (shown) => {
    const { tab } = shown;
    write(shown, "ssoRegion", "eu-central-1");
    write(shown, "launchAtStartup", false);
    await tab.until("document.querySelector('[name=ssoRegion]').value === 'eu-central-1'");
    for (const title of ["One shortcut", "What may", "Something to begin with"]) {
      await tab.press("Enter");
      await tab.until(`document.querySelector('h2').innerText.startsWith('${title}')`);
    }
    await tab.until("document.shownText.includes('config.json has these settings already.')");
    assert.deepEqual(shown.commands(), []);
  });

  await step("writes nothing when everything is left for later", "welcome", async (shown) => {
    for (let page = 0; page < 4; page++) {
      await shown.tab.reach(button("Later"));
      await shown.settle();
    }
    assert.deepEqual(shown.commands().map(({ name }) => name), ["closeWindow"]);
  });

  await step("sees that the shortcut works", "welcome", async (shown) => {
    await shown.tab.press("Enter");
    await shown.tab.until("document.shownText.includes('Try it now')");
    shown.pages.store.update((state) => ({
      ...state,
      windows: [...state.windows, { ...state.windows[0]!, id: "palette", page: "palette" }],
    }));
    await shown.tab.until("document.shownText.includes('It works.')");
  });

  await step("offers the sample extension, whose review opens", "welcome-file", async (shown) => {
    await shown.act();
    await shown.tab.reach(button("Look at it"));
    await shown.command("reviewSample");
  });
});
