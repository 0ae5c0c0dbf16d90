import assert from "node:assert/strict";
import { sceneOf, stageTest } from "./steps.ts";

stageTest("what is copied and pasted", async (step, stage, t) => {
  await step("the address of a server fills its form, without its password", "server", async (shown) => {
    await shown.tab.evaluate("document.querySelector('[name=host]').select()");
    await shown.tab.evaluate("document.querySelector('[name=host]').focus()");
    await shown.tab.type("mysql://ada:hunter2@10.1.2.3:3307/orders?ssl-mode=REQUIRED");
    await shown.tab.until("document.querySelector('[name=host]').value === '10.1.2.3'");
    const values = await shown.tab.evaluate<string[]>(
      "['engine', 'port', 'database'].map((name) => document.querySelector('[name=' + name + ']').value)",
    );
    assert.deepEqual(values, ["mysql", "3307", "orders"]);
    assert.equal(await shown.tab.evaluate("document.body.innerHTML.includes('hunter2')"), false);
  });

  for (const [how, keys] of [["left", ["Tab"]], ["handed in", ["Enter"]]] as const) {
    await step(
      `an address that is typed by hand is whole when its field is ${how}`,
      "server",
      async (shown) => {
        const { tab } = shown;
        await tab.evaluate("document.querySelector('[name=host]').focus()");
        await tab.evaluate("document.querySelector('[name=host]').select()");
        const address = "postgres://ada:hunter2@10.1.2.3:5433/orders";
        for (const letter of address) await tab.type(letter);
        assert.equal(await tab.evaluate("document.querySelector('[name=host]').value"), address);
        await tab.press(...keys);
        await tab.until("document.querySelector('[name=host]').value === '10.1.2.3'");
        assert.equal(await tab.evaluate("document.querySelector('[name=port]').value"), "5433");
        assert.equal(await tab.evaluate("document.body.innerHTML.includes('hunter2')"), false);
        // It is seen before it is written.
        assert.deepEqual(shown.commands().filter(({ name }) => name === "editConfig"), []);
        await tab.evaluate("document.querySelector('[name=host]').focus()");
        await tab.press("Enter");
        assert.doesNotMatch(JSON.stringify(await shown.command("editConfig")), /hunter2/);
      },
    );
  }

  await t.step("a report is copied as text, its tables as rows and columns", async () => {
    const scene = sceneOf("dialog-html");
    const [dialog] = scene.state.dialogs;
    if (dialog?.kind !== "html") throw new Error("no report");
    const html =
      "<h1>Keys</h1><table><tr><th>Name</th><th>Age</th></tr><tr><td>a</td><td>7</td></tr></table><p>b<br>c</p>";
    const shown = await stage.show({ ...scene, state: { ...scene.state, dialogs: [{ ...dialog, html }] } });
    await shown.tab.evaluate(
      "navigator.clipboard.writeText = (text) => (globalThis.copied = text, Promise.resolve())",
    );
    const copy = "[...document.querySelectorAll('button')].find((one) => one.innerText.startsWith('Copy'))";
    await shown.tab.until(`!${copy}.disabled`);
    await shown.tab.evaluate(`${copy}.click()`);
    assert.equal(await shown.tab.evaluate("globalThis.copied"), "Keys\n\nName\tAge\na\t7\n\nb\nc\n");
    assert.deepEqual(shown.tab.problems, []);
    await shown.close();
  });
});
