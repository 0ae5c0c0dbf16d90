import assert from "node:assert/strict";
import { stageTest, textAt } from "./steps.ts";

stageTest("Import", async (step) => {
  await step("reads nothing before a press, and Escape closes", "import", async (shown) => {
    await shown.tab.until("document.activeElement.type === 'submit'");
    assert.deepEqual(shown.commands(), []);
    await shown.tab.press("Escape");
    await shown.command("closeWindow");
  });

  await step(
    "says of each thing what comes, what is there and why something is not taken",
    "import-found",
    async (shown) => {
      await shown.act();
      const text = await textAt(shown, ".form-body");
      for (
        const says of [
          "PostgreSQL · orders.internal:5432/orders · user anna · by ssh://anna@bastion.example.com:22 · password into the keychain",
          "it is there as “Legacy shop”",
          "Not taken · Clicks: Kedge does not speak to ClickHouse",
          "Nothing of TablePlus, Beekeeper Studio, Leapp.",
        ]
      ) assert.ok(text.includes(says), `${says}\n${text}`);
      // Entries that exist already cannot be chosen.
      assert.equal(await shown.tab.evaluate("document.querySelectorAll('[type=checkbox]').length"), 4);
    },
  );

  await step(
    "looks, leaves out by a key, shows the plan, writes it and takes it back",
    "import-found",
    async (shown) => {
      const { tab, of, sent } = shown;
      const until = (condition: string) => tab.until(condition);
      await shown.act();
      await until("document.activeElement.type === 'checkbox'");
      // Space removes the first entry from the choice; the next one stays.
      await tab.press(" ");
      await until("document.querySelector('footer [role=status]').innerText === '3 things chosen'");
      await tab.press("Enter");
      const [plan] = await sent("planImport", 1);
      assert.deepEqual(plan!.chosen, ["dbeaver/server/2", "granted/portal/0", "granted/account/0"]);
      await until(
        "document.querySelector('.plan-difference') && document.activeElement.innerText === 'Write it'",
      );
      assert.deepEqual(of("writeImport"), []);
      // Esc goes back and keeps the choices.
      await tab.press("Escape");
      await until("document.activeElement.type === 'checkbox'");
      assert.equal(await textAt(shown, "footer [role=status]"), "3 things chosen");
      assert.deepEqual(of("closeWindow"), []);
      await tab.press("Enter");
      await sent("planImport", 2);
      await until("document.activeElement.innerText === 'Write it'");
      await tab.press("Enter");
      const [write] = await sent("writeImport", 1);
      assert.equal(write!.digest, "0f".repeat(32));
      // Undo has the focus, so Enter takes the import back.
      await until("document.activeElement.innerText === 'Undo'");
      await tab.press("Enter");
      await sent("undoImport", 1);
      await until("document.querySelector('.notice.ok').innerText.startsWith('Taken back')");
      await until("document.activeElement.type === 'checkbox'");
    },
  );

  await step("shows what Undo could not undo", "import-left", async (shown) => {
    await shown.act();
    assert.match(await textAt(shown, ".notice.ok"), /^Taken back: config\.json is as it was\.$/);
    assert.match(await textAt(shown, ".notice.caution"), /Orders, Billing could not be taken out/);
  });

  await step(
    "Undo in Settings shows what it could not undo until the next action",
    "settings-general",
    async ({ tab, on, sent }) => {
      const undone = { field: "servers", left: ["The password of Orders could not be taken out."] };
      on("undoConfigEdit", () => ({ ok: true, value: undone }));
      await tab.until("document.querySelector('.settings')");
      await tab.evaluate("document.activeElement.blur()");
      await tab.press("Control+z");
      await sent("undoConfigEdit", 1);
      await tab.until("document.querySelector('.notice.caution')?.innerText.includes('Orders could not be')");
      await tab.reach("document.getElementById('tab-general')");
      await tab.until("!document.querySelector('.notice.caution')");
    },
  );

  await step("finds in many what is typed", "import-long", async (shown) => {
    await shown.act();
    await shown.tab.reach("document.querySelector('input[type=search], .search input')", "focus");
    await shown.tab.type("db299.internal");
    await shown.tab.until("document.querySelectorAll('[type=checkbox]').length === 1");
  });
});
