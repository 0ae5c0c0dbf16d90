import assert from "node:assert/strict";
import { hostPort } from "../../../src/core/sql/engines/mod.ts";
import type { ActionState } from "../../../src/core/state/state.ts";
import type { Shown } from "../gallery/show.ts";
import { stageTest, textAt } from "./steps.ts";

/** Replaces the text of the field with that key. */
async function fill(shown: Shown, key: string, text: string): Promise<void> {
  const field = `document.querySelector('[data-key=${
    JSON.stringify(key)
  }]').querySelector("input, textarea, select")`;
  await shown.tab.reach(field, "focus");
  await shown.tab.evaluate(`${field}.select?.()`);
  await shown.tab.type(text);
}

stageTest("extensions and their settings in a real browser", async (step) => {
  await step(
    "uninstalling is asked about by keys: Keep first, and Esc keeps",
    "extensions",
    async (shown) => {
      const more = "[...document.querySelectorAll('[aria-label^=\"More for\"]')][1]";
      const focused = "document.activeElement.innerText.trim()";
      const ask = async () => {
        await shown.tab.reach(more, "focus");
        await shown.tab.press("Enter");
        await shown.tab.until("document.querySelector('[role=menu]')");
        await shown.tab.press("ArrowUp", "Enter");
        await shown.tab.until(`${focused} === 'Keep'`);
      };
      for (const key of ["Escape", "Enter"]) {
        await ask();
        await shown.tab.press(key);
        await shown.tab.until(`document.activeElement === ${more}`);
      }
      assert.deepEqual(shown.commands(), []);
      await ask();
      await shown.tab.press("Tab", "Enter");
      assert.equal((await shown.command("uninstall")).forget, false);
    },
  );

  await step("configure: only what differs from the bundle is saved", "configure", async (shown) => {
    await fill(shown, "config.currency", "USD");
    await fill(shown, "config.limit", "100");
    await fill(shown, "account", "shst");
    await shown.tab.press("Enter");
    await shown.tab.until("document.querySelector('[name=account]').value.startsWith('shop-staging')");
    await shown.tab.click('button[type="submit"]');
    assert.deepEqual(await shown.command("saveOverrides"), {
      name: "saveOverrides",
      extension: "orders",
      action: "refund",
      account: "345634563456",
      role: "Support",
      region: "",
      config: { currency: "USD", notify: true },
    });
    await shown.command("closeWindow");
  });

  await step(
    "configure: an update of the extension is no change of the user's",
    "configure",
    async (shown) => {
      await fill(shown, "config.currency", "USD");
      const updated = (action: ActionState) =>
        action.id === "refund"
          ? { ...action, config: { ...action.config, note: "Another", fresh: "new" } }
          : action;
      shown.pages.store.update((state) => ({
        ...state,
        extensions: state.extensions.map((one) => ({ ...one, actions: one.actions.map(updated) })),
      }));
      await shown.tab.until(`document.querySelector('[data-key="config.fresh"] input')?.value === "new"`);
      await shown.tab.click('button[type="submit"]');
      assert.deepEqual((await shown.command("saveOverrides")).config, {
        currency: "USD",
        limit: 250,
        notify: true,
      });
    },
  );

  await step("configure: a server that the action may write to is saved", "configure", async (shown) => {
    await shown.tab.reach(`document.querySelector('[data-key^="write."] input')`);
    await shown.tab.click('button[type="submit"]');
    const { write } = await shown.command("saveOverrides");
    assert.equal(write?.length, 1);
  });

  await step(
    "configure: a server that is moved after it was ticked is saved as it was seen",
    "configure",
    async (shown) => {
      const [server] = shown.pages.store.get().config.value.servers;
      await shown.tab.reach(`document.querySelector('[data-key="write.${server!.name}"] input')`);
      move(shown, server!.name);
      await shown.tab.until(`document.shownText.includes("elsewhere.internal")`);
      await shown.tab.click('button[type="submit"]');
      const { write } = await shown.command("saveOverrides");
      assert.deepEqual(write, [{ server: server!.name, at: hostPort(server!) }]);
    },
  );

  await step(
    "configure: a permission to write does not follow a server that is moved meanwhile",
    "configure",
    async (shown) => {
      const [server] = shown.pages.store.get().config.value.servers;
      const { name } = server!;
      const grant = (action: ActionState) =>
        action.id === "refund"
          ? { ...action, own: { ...action.own, write: [{ server: name, at: hostPort(server!) }] } }
          : action;
      const tick = `document.querySelector('[data-key="write.${name}"] input').checked`;
      shown.pages.store.update((state) => ({
        ...state,
        extensions: state.extensions.map((one) => ({ ...one, actions: one.actions.map(grant) })),
      }));
      await shown.tab.until(tick);
      move(shown, name);
      await shown.tab.until(`!${tick} && document.shownText.includes("elsewhere.internal")`);
      await fill(shown, "config.currency", "USD");
      await shown.tab.click('button[type="submit"]');
      assert.equal("write" in await shown.command("saveOverrides"), false);
    },
  );

  await step(
    "configure: a value that is wrong is said under its field and not saved",
    "configure",
    async (shown) => {
      await fill(shown, "config.limit", "many");
      await fill(shown, "config.reasons", "[1,");
      assert.equal((await textAt(shown, '[data-key="config.limit"] .wrong')).trim(), "Enter a number");
      assert.match(await textAt(shown, '[data-key="config.reasons"] .wrong'), /Must be JSON/);
      assert.equal(await shown.tab.evaluate("document.querySelector('button[type=submit]').disabled"), true);
    },
  );

  await step(
    "configure: accounts are moved through by arrows, and Escape leaves the choice",
    "configure",
    async (shown) => {
      await shown.tab.press("ArrowDown");
      await shown.tab.until("document.querySelectorAll('.combo-list [role=option]').length === 7");
      await shown.tab.press("ArrowDown", "Enter");
      await shown.tab.until("document.querySelector('[name=account]').value.startsWith('shop-production')");
      await shown.tab.press("ArrowDown", "Escape");
      await shown.tab.until("!document.querySelector('.combo-list')");
      assert.deepEqual(shown.commands(), []);
      await shown.tab.click('button[type="submit"]');
      assert.equal((await shown.command("saveOverrides")).account, "123456789012");
    },
  );

  await step("configure: an account that is typed must have 12 digits", "configure", async (shown) => {
    await fill(shown, "account", "9999 1");
    await shown.tab.until("document.querySelector('.combo-list')?.innerText.includes('No account fits')");
    await shown.tab.click('button[type="submit"]');
    assert.match(await textAt(shown, '[data-key="account"] .wrong'), /12 digits/);
    await fill(shown, "account", "1111 2222 3333");
    await shown.tab.click('button[type="submit"]');
    assert.equal((await shown.command("saveOverrides")).account, "111122223333");
  });

  await step("configure: reset goes back to what the extension says", "configure", async (shown) => {
    assert.equal(await shown.tab.evaluate("document.querySelectorAll('.pill.info').length"), 3);
    await shown.tab.click(".foot button:first-child");
    assert.equal(await shown.tab.evaluate("document.querySelectorAll('.pill.info').length"), 0);
    await shown.tab.click('button[type="submit"]');
    const { account, role, region, config } = await shown.command("saveOverrides");
    assert.deepEqual({ account, role, region, config }, { account: "", role: "", region: "", config: {} });
  });

  await step(
    "extensions: a description is Markdown of which nothing can be clicked",
    "extensions",
    async (shown) => {
      assert.equal(await textAt(shown, ".markdown strong"), "service users");
      assert.equal(await shown.tab.evaluate("document.querySelectorAll('.markdown a').length"), 0);
      assert.match(await textAt(shown, ".markdown"), /the runbook \(https:\/\/wiki\.example\.com\/keys\)/);
    },
  );

  await step(
    "extensions: uninstalling offers to forget the user's settings",
    "extensions-uninstall",
    async (shown) => {
      await shown.tab.click('[aria-label="Order tools"] [aria-haspopup="menu"]');
      await shown.tab.click('[role="menuitem"]:last-child');
      await shown.tab.click('[data-key="forget"] input');
      await shown.tab.click(".notice .button.danger");
      assert.deepEqual(await shown.command("uninstall"), {
        name: "uninstall",
        extension: "orders",
        forget: true,
      });
    },
  );

  await step("extensions: files changed on disk are restored by one click", "extensions", async (shown) => {
    await shown.tab.click('[aria-label="DNS lookups"] .notice .button');
    assert.deepEqual(await shown.command("restoreExtension"), { name: "restoreExtension", extension: "dns" });
  });

  await step("extensions: a last run leads to its console", "extensions", async (shown) => {
    await shown.tab.click(".last-runs .link");
    const { page, params } = await shown.command("openWindow");
    assert.equal(page, "console");
    assert.ok(params?.run);
  });
});

/** Changes the address of the server of that name. */
function move(shown: Shown, name: string): void {
  shown.pages.store.update((state) => {
    const { servers, ...value } = state.config.value;
    const moved = servers.map((one) => one.name === name ? { ...one, host: "elsewhere.internal" } : one);
    return { ...state, config: { ...state.config, value: { ...value, servers: moved } } };
  });
}
