import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";
import { bundlePages, readAssets } from "../../../src/pages/mod.ts";
import { type Browser, startBrowser } from "../../support/browser/browser.ts";
import type { Tab } from "../../support/browser/tab.ts";
import { type TestPages, testPages } from "../../support/pages/pages.ts";
import { runOf, stateWith, windowOf } from "../../support/pages/pages_state.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const state = () =>
  stateWith({
    windows: [windowOf("console", { run: "run1" }, "w"), windowOf("extensions", {}, "x")],
    runs: [runOf("run1", { logLines: 3 })],
  });

Deno.test("the page's side", async (t) => {
  const folder = await Deno.makeTempDir();
  await bundlePages(folder, fileURLToPath(new URL("../../support/pages/client_page.ts", import.meta.url)));
  await Deno.rename(`${folder}/client_page.js`, `${folder}/main.js`);
  await Deno.writeTextFile(`${folder}/main.css`, "");
  const assets = await readAssets(folder);
  const browser: Browser = await startBrowser();

  /** Runs `body` with a new page server. */
  const step = (name: string, body: (tab: Tab, pages: TestPages) => Promise<void>) =>
    t.step(name, async () => {
      const pages = await testPages(state(), { assets });
      for (let n = 0; n < 3; n++) pages.log.push({ stream: "stdout", text: `line ${n}`, time: n });
      const tab = await browser.open(pages.openAddress("w"));
      try {
        await tab.until("client.model.get()");
        await body(tab, pages);
      } finally {
        await tab.close();
        await pages.close();
      }
    });
  const say = (pages: TestPages, text: string) => {
    pages.log.push({ stream: "stdout", text, time: 0 });
    pages.store.update((state) => ({ ...state, runs: [runOf("run1", { logLines: pages.log.length })] }));
  };

  try {
    await step("shows its model and the lines of its run, under the strict policy", async (tab) => {
      assert.equal(await tab.evaluate("client.model.get().run.id"), "run1");
      await tab.until("lines.length === 3");
      assert.deepEqual(await tab.evaluate("statuses"), ["open"]);
      assert.deepEqual(tab.problems, []);
    });

    await step("says of what is too much for one message that it is, and stays connected", async (tab) => {
      const result = await tab.evaluate<{ ok: boolean; error: string }>(
        'client.send({ name: "keepQueryText", server: "s", tab: "t", text: "x".repeat(1_000_000) })',
      );
      assert.deepEqual([result.ok, result.error], [false, "This is more than Kedge takes at once."]);
      await tab.until("lines.length === 3");
      assert.deepEqual(await tab.evaluate("statuses"), ["open"]);
    });

    await step("sends what was asked before it was connected", async (tab, pages) => {
      const result = await tab.evaluate("early");
      assert.deepEqual(result, { ok: false, error: "This page may not do that." });
      await tab.evaluate(`client.send({ name: "stopRun", run: "run1" })`);
      assert.deepEqual(pages.commands, [{ command: { name: "stopRun", run: "run1" }, window: "w" }]);
    });

    await step("comes back after a lost connection without losing or doubling a line", async (tab, pages) => {
      await tab.until("lines.length === 3");
      await tab.evaluate("sockets.at(-1).close()");
      await tab.until(`statuses.includes("lost")`);
      say(pages, "line 3");
      await tab.until(`client.status.get() === "open"`);
      say(pages, "line 4");
      await tab.until("lines.length === 5");
      assert.deepEqual(await tab.evaluate("lines"), ["line 0", "line 1", "line 2", "line 3", "line 4"]);
      assert.deepEqual(await tab.evaluate("statuses"), ["open", "lost", "open"]);
    });

    await step("answers everything although Kedge is gone", async (tab, pages) => {
      await pages.close();
      await tab.until(`client.status.get() === "lost"`);
      assert.match(
        JSON.stringify(await tab.evaluate(`client.send({ name: "stopRun", run: "run1" })`)),
        /connection to Kedge was lost/,
      );
      const once = `new Promise((done) =>
        client.query({ name: "log", params: {}, from: 0, count: 1, live: false }, done))`;
      assert.equal((await tab.evaluate<{ ok: boolean }>(once)).ok, false);
      assert.deepEqual(await tab.evaluate("lines"), ["line 0", "line 1", "line 2"]);
      assert.equal(await tab.evaluate(`client.upload(new File(["x"], "x")).then(({ ok }) => ok)`), false);
    });

    await step("knows the end of its window and stays quiet", async (tab, pages) => {
      pages.store.update((state) => ({ ...state, windows: [] }));
      await tab.until(`client.status.get() === "closed"`);
      const sockets = await tab.evaluate<number>("sockets.length");
      await new Promise((resolve) => setTimeout(resolve, 150));
      assert.equal(await tab.evaluate("sockets.length"), sockets);
    });

    await step("tells Kedge of its errors", async (tab, pages) => {
      await tab.evaluate(`void setTimeout(() => { throw new Error("broken page"); })`);
      await tab.evaluate(`void Promise.reject(new Error("broken promise"))`);
      await tab.until("true");
      while (pages.errors.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
      const texts = pages.errors.map(String).sort().join("\n");
      assert.match(texts, /broken page/);
      assert.match(texts, /Unhandled: Error: broken promise/);
    });

    await t.step("hands a bundle over", async () => {
      const pages = await testPages(state(), { assets });
      const tab = await browser.open(pages.openAddress("x"));
      try {
        await tab.until("client.model.get()");
        const result = await tab.evaluate(`client.upload(new File(["12345"], "tools.kedgeext"))`);
        assert.deepEqual(result, { ok: true });
        assert.deepEqual(pages.uploads, [{ name: "tools.kedgeext", size: 5 }]);
      } finally {
        await tab.close();
        await pages.close();
      }
    });

    await t.step(
      "a page cannot reach another window, although the browser has that one's cookie",
      async () => {
        const pages = await testPages(state(), { assets });
        const tab = await browser.open(pages.openAddress("w"));
        const other = await browser.open(pages.openAddress("x"));
        try {
          await other.until("client.model.get()");
          await tab.until("client.model.get()");
          const reach = (place: string) =>
            `Promise.all([
          fetch("${place}").then(() => "read", () => "refused"),
          fetch("${place}upload?name=a", { method: "POST", body: "x" }).then(() => "sent", () => "refused"),
          new Promise((resolve) => {
            const socket = new WebSocket("${place}socket".replace("http", "ws"));
            socket.onopen = () => resolve("open");
            socket.onerror = () => resolve("refused");
          }),
          new Promise((resolve) => {
            const frame = document.createElement("iframe");
            frame.src = "${place}";
            document.body.append(frame);
            frame.onload = () => setTimeout(() => {
              try { resolve(frame.contentDocument.documentElement.dataset.page ? "framed" : "refused"); } 
              catch { resolve("refused"); }
            });
          }),
        ])`;
          const own = await tab.evaluate<string[]>(reach(`${pages.origin}/window/w/`));
          assert.deepEqual(own, ["read", "sent", "open", "framed"]);
          const others = await tab.evaluate<string[]>(reach(`${pages.origin}/window/x/`));
          assert.deepEqual(others, ["refused", "refused", "refused", "refused"]);
        } finally {
          await tab.close();
          await other.close();
          await pages.close();
        }
      },
    );

    await t.step("a page of another Kedge can neither read nor connect", async () => {
      const pages = await testPages(state(), { assets });
      const other = await testPages(state(), { assets });
      const tab = await browser.open(pages.openAddress("w"));
      const stranger = await browser.open(other.openAddress("w"));
      try {
        await tab.until("client.model.get()");
        const target = `${pages.origin}/window/w/`;
        const read =
          `fetch("${target}", { credentials: "include", mode: "no-cors" }).then(() => "read", () => "refused")`;
        assert.equal(await stranger.evaluate(read), "refused");
        const socket = `new Promise((resolve) => { const s = new WebSocket("${
          target.replace("http", "ws")
        }socket");
          s.onopen = () => resolve("open"); s.onerror = () => resolve("refused"); })`;
        assert.equal(await stranger.evaluate(socket), "refused");
        assert.deepEqual(pages.commands, []);
      } finally {
        await stranger.close();
        await tab.close();
        await pages.close();
        await other.close();
      }
    });
  } finally {
    await browser.close();
    await removeFolder(folder);
  }
});
