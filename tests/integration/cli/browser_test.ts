import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { kedgePaths } from "../../../src/core/paths.ts";
import { plainEnvironment } from "../../support/program/kedge.ts";
import { startBrowser } from "../../support/browser/mod.ts";
import { waitFor } from "../../desktop/harness/mod.ts";
import { start } from "../../desktop/harness/process.ts";
import { sharePages } from "../../support/pages/assets.ts";
import { program } from "../../support/program/program.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { testOn } from "../../support/systems.ts";

const ADDRESS = /http:\/\/127\.0\.0\.1:\S+/g;

Deno.test(
  "kedge --browser offers a new address when it is summoned and its page has been closed, and gives one to each later terminal",
  async () => {
    const home = await Deno.makeTempDir({ prefix: "kedge-summon-" });
    await sharePages(kedgePaths(home));
    const env = { ...await plainEnvironment(), KEDGE_HOME: home, SSH_CONNECTION: "192.0.2.1 1 192.0.2.2 22" };
    const kedge = (...args: string[]) => start(program(...args), env);
    const running = kedge("--browser");
    const addresses = () => running.output().match(ADDRESS) ?? [];
    const browser = await startBrowser();
    try {
      const first = await waitFor("the address", () => addresses()[0], 60_000);
      const port = new URL(first).port;
      assert.match(running.output(), new RegExp(`ssh -N -L ${port}:127\\.0\\.0\\.1:${port} `));
      const tab = await browser.open(first);
      await tab.until("document.querySelector('.home-columns')");
      // Keys go to the overlaid page as soon as it is loaded.
      await tab.until("document.activeElement.contentDocument?.querySelector('main')");
      await tab.press("F1");
      // The documents are files inside the program.
      await tab.until(
        "document.querySelector('.sheet iframe:not([hidden])')?.contentDocument?.body?.innerText.includes('Using Kedge')",
      );
      await tab.close();
      const second = kedge("--browser");
      assert.equal((await second.ended).code, 0);
      assert.match(second.output(), /^Kedge runs already, in a browser\.$/m);
      assert.match(second.output(), new RegExp(`ssh -N -L ${port}:127\\.0\\.0\\.1:${port} `));
      await waitFor("a new address", () => addresses().length === 2, 60_000);
      const [given] = second.output().match(ADDRESS)!;
      const third = kedge("--browser", "--json");
      assert.equal((await third.ended).code, 0);
      const { ok, address } = JSON.parse(third.output());
      assert.equal(ok, true);
      assert.equal(new Set([...addresses(), given, address]).size, addresses().length + 2);
      for (const one of [addresses()[1]!, given, address]) {
        const again = await browser.open(one);
        await again.until("document.querySelector('.home-columns')");
        await again.close();
      }
    } finally {
      await browser.close();
      await running.kill();
      await removeFolder(home);
    }
  },
);

testOn(
  ["proc"],
  "kedge beside a running Kedge without a display says that nothing can be seen there",
  async () => {
    const home = await Deno.makeTempDir({ prefix: "kedge-unseen-" });
    await sharePages(kedgePaths(home));
    const { DISPLAY: _, WAYLAND_DISPLAY: __, ...plain } = await plainEnvironment() as Record<string, string>;
    const kedge = (...args: string[]) => start(program(...args), { ...plain, KEDGE_HOME: home });
    const running = kedge();
    try {
      await waitFor("the first to listen", () => existsSync(`${home}/instance.sock`), 60_000);
      for (const args of [["--browser"], []]) {
        const second = kedge(...args);
        assert.equal((await second.ended).code, 0);
        assert.match(
          second.output(),
          /^Kedge runs already, where it can show no window\.\nEnd that one with Ctrl\+C/m,
        );
        assert.doesNotMatch(second.output(), /opened there/);
      }
      const json = kedge("--browser", "--json");
      assert.equal((await json.ended).code, 0);
      assert.match(json.output(), /^\{"ok":true\}$/m);
    } finally {
      await running.kill();
      await removeFolder(home);
    }
  },
);
