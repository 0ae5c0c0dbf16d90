import assert from "node:assert/strict";
import type { CommandResult } from "../../../src/core/app/command.ts";
import { fixedRows } from "../../../src/core/resources/rows.ts";
import type { Shown } from "../gallery/show.ts";
import { rolesAfter, sceneOf, stageTest, textAt } from "./steps.ts";

const NAME = ".account-head h2";
const chosen = (shown: Shown, name: string) =>
  shown.tab.until(`document.querySelector(${JSON.stringify(NAME)})?.innerText === ${JSON.stringify(name)}`);
const drawn = (shown: Shown) => shown.tab.until("document.querySelector('.role')");

/** Checks that the list shows its end, and stays there. */
async function atEnd(shown: Shown): Promise<void> {
  const end = "document.querySelector('.virtual').innerText.includes('team-4999')";
  await shown.tab.until(end);
  for (let look = 0; look < 3; look++) {
    await shown.settle();
    assert.equal(await shown.tab.evaluate<boolean>(end), true);
  }
}

stageTest("the accounts page", async (step) => {
  const KEYS = [
    ["Enter", "openConsole"],
    ["Control+Enter", "copyCredentials"],
    ["Shift+Enter", "openTerminal"],
  ] as const;
  for (const [key, name] of KEYS) {
    await step(
      `${key} in the search is ${name} as the role that was used last`,
      "accounts",
      async (shown) => {
        await shown.tab.press(key);
        const { account, role } = await shown.command(name);
        assert.deepEqual([account, role], ["123456789012", "Operator"]);
      },
    );
  }

  await step(
    "keys right after the last letter mean the account that was typed",
    "accounts",
    async (shown) => {
      await shown.tab.type("legacy");
      await shown.tab.press("Control+Enter");
      assert.equal((await shown.command("copyCredentials")).account, "666611112222");
      await chosen(shown, "legacy");
    },
  );

  await step("arrows move over headings and go on at the other end", "accounts", async (shown) => {
    await drawn(shown);
    await shown.tab.press("ArrowUp");
    await chosen(shown, "legacy");
    await shown.tab.press("ArrowDown");
    await chosen(shown, "shop-production");
    await shown.tab.press("ArrowDown", "ArrowDown");
    await chosen(shown, "billing-production");
    await shown.tab.press("ArrowUp");
    await chosen(shown, "shop-staging");
    await shown.tab.press("PageDown", "PageDown");
    await chosen(shown, "legacy");
  });

  await step("Tab leads to the roles, where keys mean the one with the focus", "accounts", async (shown) => {
    await drawn(shown);
    await shown.tab.press("Tab", "Tab");
    await shown.tab.until("document.activeElement.textContent.startsWith('Console as Operator')");
    await shown.tab.press("ArrowDown", "ArrowRight");
    await shown.tab.until(
      "document.activeElement.textContent.startsWith('Copy as AdministratorAccess')",
    );
    await shown.tab.press("Shift+Enter");
    assert.equal((await shown.command("openTerminal")).role, "AdministratorAccess");
    await shown.tab.press("Enter");
    assert.equal((await shown.command("copyCredentials")).role, "AdministratorAccess");
    assert.equal(shown.commands().length, 2);
  });

  await step("numbers are found with and without spaces", "accounts", async (shown) => {
    await shown.tab.type("2222 1111 3333");
    await chosen(shown, "warehouse-production");
    await shown.tab.press("Escape");
    await shown.tab.type("444411112222");
    await chosen(shown, "warehouse-development");
  });

  await step(
    "the number of found accounts is announced while typing, without the headings",
    "accounts",
    async (shown) => {
      const told = "document.querySelector('.accounts-side > [role=status]').textContent";
      assert.equal(await shown.tab.evaluate(told), "");
      await shown.tab.type("warehouse");
      await shown.tab.until(
        `${told} === document.querySelectorAll('.accounts-side [role=option]').length + " found"`,
      );
    },
  );

  await step("Escape empties the search first and closes then", "accounts", async (shown) => {
    await shown.tab.type("x");
    await shown.tab.press("Escape");
    await chosen(shown, "shop-production");
    assert.deepEqual(shown.commands(), []);
    await shown.tab.press("Escape");
    await shown.command("closeWindow");
  });

  await step("another shell is chosen for copies", "accounts", async (shown) => {
    await drawn(shown);
    await shown.tab.evaluate(`(() => {
      const select = document.querySelector(".account-foot select");
      select.value = "fish";
      select.dispatchEvent(new Event("change", { bubbles: true }));
    })()`);
    assert.equal((await shown.command("chooseShell")).shell, "fish");
  });

  await step("of 5,000 accounts only those in view are in the page", "accounts-many", async (shown) => {
    await drawn(shown);
    const options = () => shown.tab.evaluate<number>("document.querySelectorAll('[role=option]').length");
    assert.ok(await options() < 150, `${await options()} rows`);
    await shown.tab.evaluate("document.querySelector('.virtual').scrollTop = 1e9");
    await atEnd(shown);
    assert.ok(await options() < 150);
    await shown.tab.type("team-4321");
    await chosen(shown, "team-4321");
  });

  await step(
    "an account that is opened by its number is shown",
    sceneOf("accounts", { params: { account: "333311112222" } }),
    (shown) => chosen(shown, "billing-staging"),
  );

  const roles = Promise.withResolvers<void>();
  await step(
    "a role that was pressed before its account's roles came is done when they have",
    sceneOf("accounts", { pages: { accountRoles: () => rolesAfter(roles.promise) } }),
    async ({ tab, settle, command, commands }) => {
      await tab.press("Control+Enter");
      await settle();
      assert.deepEqual(commands(), []);
      roles.resolve();
      assert.equal((await command("copyCredentials")).role, "Late");
    },
  );

  for (const [size, width, height] of [["200 %", 440, 300], ["320 px", 320, 600]] as const) {
    await step(
      `at ${size} everything is in view or scrolls, and nothing lies over another`,
      sceneOf("accounts", { width, height, pages: { accountRoles: () => fixedRows(["Operator"]) } }),
      async (shown) => {
        await drawn(shown);
        const wide = await shown.tab.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
        assert.ok(wide <= 0, `${wide} px too wide`);
        const over = await shown.tab.evaluate<string[]>(`(() => {
          const boxes = [...document.querySelectorAll(".accounts-header > *, .account-facts > *")]
            .filter((one) => one.innerText !== "").map((one) => [one.innerText, one.getBoundingClientRect()]);
          return boxes.flatMap(([a, x], i) => boxes.slice(i + 1).flatMap(([b, y]) =>
            x.left < y.right - 1 && y.left < x.right - 1 && x.top < y.bottom - 1 && y.top < x.bottom - 1
              ? [a + " over " + b] : []));
        })()`);
        assert.deepEqual(over, []);
      },
    );
  }

  await step(
    "an account without a name shows its number once in each place",
    "accounts-unnamed",
    async (shown) => {
      await drawn(shown);
      const head = await textAt(shown, ".account-head");
      assert.equal(head.match(/\d{4} \d{4} \d{4}/g)?.length, 1, head);
      assert.match(head, /Copy number/);
      const line = await textAt(shown, ".accounts-side [role=option]");
      assert.equal(line.match(/\d{4} \d{4} \d{4}/g)?.length, 1, line);
    },
  );

  await step(
    "a refusal is shown with its next step, and the roles stay",
    "accounts-refused",
    async (shown) => {
      await drawn(shown);
      await shown.tab.press("Enter");
      await shown.tab.until("document.querySelector('.notice')");
      assert.match(await textAt(shown, ".accounts-main"), /can assign you the role/);
      assert.match(await textAt(shown, ".accounts-main"), /ReadOnlyAccess/);
    },
  );

  const ENDS = [
    ["Enter", "openConsole", { ok: false, error: "AWS refuses." }, "AWS refuses."],
    ["Control+Enter", "copyCredentials", { ok: true, value: { seconds: 45, marked: true } }, "Copied for"],
  ] as const;
  for (const [key, name, result, words] of ENDS) {
    await step(
      `how ${name} ended is shown with its account when another one is selected`,
      "accounts",
      async (shown) => {
        const { tab } = shown;
        const answer = Promise.withResolvers<CommandResult>();
        shown.on(name, () => answer.promise);
        const tells = (words: string) =>
          `document.querySelector(".accounts-main").innerText.includes("${words}")`;
        await drawn(shown);
        await tab.press(key);
        await shown.sent(name, 1);
        await tab.press("ArrowDown");
        await chosen(shown, "shop-staging");
        answer.resolve(result);
        await tab.until(tells(`shop-production: ${words}`));
        if (!result.ok) {
          await tab.press("ArrowUp");
          await chosen(shown, "shop-production");
          assert.equal(await tab.evaluate(tells(words)), true);
          assert.equal(await tab.evaluate(tells(`: ${words}`)), false);
          // The message has been read, so it is not shown again.
          await tab.press("ArrowDown");
          await chosen(shown, "shop-staging");
          assert.equal(await tab.evaluate(tells(words)), false);
        }
      },
    );
  }

  await step(
    "an account at hand without a sign-in: Enter signs in",
    "accounts-pinned-signed-out",
    async (shown) => {
      await shown.tab.press("Enter");
      await shown.command("signIn");
      assert.equal(shown.commands().length, 1);
    },
  );

  const PALETTE = [
    ["Enter", "openConsole"],
    ["Control+Enter", "copyCredentials"],
    ["Shift+Enter", "openTerminal"],
    ["Alt+Enter", "openWindow"],
  ] as const;
  for (const [key, name] of PALETTE) {
    await step(`palette: ${key} on an account is ${name}`, "palette", async (shown) => {
      await shown.tab.type("accounts shop-staging");
      await shown.tab.press(key);
      const command = await shown.command(name);
      if (command.name === "openWindow") {
        assert.deepEqual([command.page, command.params], ["accounts", { account: "345634563456" }]);
      } else assert.equal(command.account, "345634563456");
      await shown.command("closeWindow");
    });
  }

  await step("settings: another browser is chosen for production", "settings-computer", async (shown) => {
    const browser = "document.querySelector(\"[aria-label='Browser for prd']\")";
    await shown.tab.until(`${browser}?.options.length > 4`);
    assert.equal(await shown.tab.evaluate(`${browser}.selectedOptions[0].text`), "Chrome › Production");
    await shown.tab.evaluate(`(() => {
      const select = ${browser};
      select.value = '["firefox","default"]';
      select.dispatchEvent(new Event("change", { bubbles: true }));
    })()`);
    assert.deepEqual(await shown.command("chooseBrowser"), {
      name: "chooseBrowser",
      env: "prd",
      browser: "firefox",
      profile: "default",
    });
  });

  await step("signed out, the one button signs in", "accounts-signed-out", async (shown) => {
    await shown.tab.reach("document.querySelector('.state .button')");
    await shown.command("signIn");
  });
});
