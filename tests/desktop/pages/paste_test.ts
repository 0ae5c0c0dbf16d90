import assert from "node:assert/strict";
import type { Tab } from "../../support/browser/mod.ts";
import { button, sceneOf, stageTest } from "./steps.ts";

const HOST = "document.querySelector('[name=host]')";

stageTest("copying and pasting", async (step) => {
  await step("the address of a server fills its form, without its password", "server", async (shown) => {
    await shown.tab.reach(HOST, "select");
    await shown.tab.type("mysql://ada:hunter2@10.1.2.3:3307/orders?ssl-mode=REQUIRED");
    await shown.tab.until(`${HOST}.value === "10.1.2.3"`);
    const values = await shown.tab.evaluate<string[]>(
      "['engine', 'port', 'database'].map((name) => document.querySelector('[name=' + name + ']').value)",
    );
    assert.deepEqual(values, ["mysql", "3307", "orders"]);
    assert.equal(await shown.tab.evaluate("document.body.innerHTML.includes('hunter2')"), false);
  });

  await step(
    "a name that reads like a client's command leaves the address alone",
    "server",
    async ({ tab }) => {
      const host = await tab.evaluate<string>(`${HOST}.value`);
      await tab.reach("document.querySelector('[name=name]')", "select");
      await tab.type("mysql orders");
      await tab.press("Tab");
      await tab.until("document.activeElement.name !== 'name'");
      assert.equal(await tab.evaluate("document.querySelector('[name=name]').value"), "mysql orders");
      assert.equal(await tab.evaluate(`${HOST}.value`), host);
    },
  );

  const PASTED = [
    ["psql -h db.example.com -p 5433 -U ada shop", "shop postgres db.example.com 5433 shop false ada"],
    ["jdbc:mysql://ada:hunter2@db/orders?useSSL=true", "orders mysql db 3306 orders true ada"],
    ["db.example.com:3306/orders", "orders mysql db.example.com 3306 orders false "],
  ] as const;
  for (const [text, filled] of PASTED) {
    await step(
      `${text.slice(0, 12)}… fills the form of a new server at once`,
      "server-new",
      async (shown) => {
        const { tab } = shown;
        // The field for the address has the focus.
        await tab.until("document.activeElement.name === 'address'");
        await tab.type(text);
        await tab.until(`${HOST}.value !== ""`);
        const values = await tab.evaluate<string[]>(
          "['name', 'engine', 'host', 'port', 'database', 'tls', 'user'].map((name) => { const one = document.querySelector('[name=' + name + ']'); return one.type === 'checkbox' ? String(one.checked) : one.value; })",
        );
        assert.equal(values.join(" "), filled);
        assert.equal(await tab.evaluate("document.body.innerHTML.includes('hunter2')"), false);
        assert.equal(await tab.evaluate("document.querySelector('[name=address]').value"), "");
        await tab.press("Enter");
        const { value } = await shown.command("editConfig");
        const [name, engine, host, port, database, tls, user = ""] = values;
        assert.deepEqual(value, {
          name,
          engine,
          host,
          port: Number(port),
          database,
          ...(tls === "true" ? { tls: true } : {}),
        });
        // The user is passed on with the command, and not written to the file.
        const added = await shown.command("serverAdded");
        assert.deepEqual([added.server, added.user ?? ""], [name, user]);
      },
    );
  }

  await step("the form shows an address while it is typed", "server-new", async ({ tab }) => {
    await tab.until("document.activeElement.name === 'address'");
    for (const letter of "postgres://db.example.com:6432/shop") await tab.type(letter);
    await tab.until("document.querySelector('[name=database]').value === 'shop'");
    assert.equal(await tab.evaluate("document.querySelector('[name=name]').value"), "shop");
    assert.equal(await tab.evaluate("document.querySelector('[name=port]').value"), "6432");
    await tab.press("Tab");
    await tab.until("document.querySelector('[name=address]').value === ''");
  });

  await step(
    "a new server is tried before it is saved, and production is seen",
    "server-new",
    async (shown) => {
      const { tab } = shown;
      await tab.until("document.activeElement.name === 'address'");
      await tab.type("postgres://ada@db/shop?sslmode=verify-full");
      await tab.reach("document.querySelector('[name=name]')", "select");
      await tab.type("shop-production");
      await tab.until("document.querySelector('form').innerText.includes('prd')");
      await tab.reach(button("Test"));
      assert.deepEqual(await shown.command("tryServer"), {
        name: "tryServer",
        entry: {
          name: "shop-production",
          engine: "postgres",
          host: "db",
          port: 5432,
          database: "shop",
          tls: true,
          tlsVerify: true,
        },
        user: "ada",
      });
    },
  );

  await step(
    "how the try of a new server ended is in view wherever the form is scrolled to",
    "server-new",
    async ({ tab, settle, on }) => {
      const message = "Nothing answers at db.example.com:6432";
      const ended = { status: "failed", at: Date.now(), message, hint: "Is it there?" };
      on("tryServer", () => ({ ok: true, value: ended }));
      await tab.until("document.activeElement.name === 'address'");
      await tab.type("postgres://ada@db.example.com:6432/shop");
      await tab.press("Tab");
      await tab.reach(button("Test"));
      const line =
        "[...document.querySelectorAll('.notice')].find((one) => one.innerText.includes('Nothing answers'))";
      await tab.until(line);
      await settle();
      assert.equal(
        await tab.evaluate(`(() => {
        const { left, top, bottom } = (${line}).getBoundingClientRect();
        return [top + 4, bottom - 4].every((y) => (${line}).contains(document.elementFromPoint(left + 20, y)));
      })()`),
        true,
      );
    },
  );

  for (const [how, keys] of [["left", ["Tab"]], ["handed in", ["Enter"]]] as const) {
    await step(
      `an address that is typed by hand is whole when its field is ${how}`,
      "server",
      async (shown) => {
        const { tab } = shown;
        await tab.reach(HOST, "select");
        const address = "postgres://ada:hunter2@10.1.2.3:5433/orders";
        for (const letter of address) await tab.type(letter);
        assert.equal(await tab.evaluate(`${HOST}.value`), address);
        await tab.press(...keys);
        await tab.until(`${HOST}.value === "10.1.2.3"`);
        assert.equal(await tab.evaluate("document.querySelector('[name=port]').value"), "5433");
        assert.equal(await tab.evaluate("document.body.innerHTML.includes('hunter2')"), false);
        // The entry is shown before it is written.
        assert.deepEqual(shown.of("editConfig"), []);
        await tab.reach(HOST, "focus");
        await tab.press("Enter");
        assert.doesNotMatch(JSON.stringify(await shown.command("editConfig")), /hunter2/);
      },
    );
  }

  await step("a path typed in a section that was unfolded is whole", "server-new", async ({ tab }) => {
    const path = await pathOf(tab);
    for (const letter of "~/a.pem") await tab.type(letter);
    assert.equal(await tab.evaluate(`document.activeElement === ${path} && ${path}.value`), "~/a.pem");
  });

  await step("saving leads to a wrong path in a folded section", "server-new", async ({ tab, settle }) => {
    const path = await pathOf(tab);
    await tab.type("a.pem");
    await settle();
    await tab.reach("document.querySelector('summary')");
    await tab.until("!document.querySelector('details').open");
    await tab.reach(HOST, "focus");
    await tab.type("db");
    await tab.press("Enter");
    await tab.until(`document.activeElement === ${path}`);
  });

  const [dialog] = sceneOf("dialog-html").state.dialogs;
  if (dialog?.kind !== "html") throw new Error("no report");
  const html =
    "<h1>Keys</h1><table><tr><th>Name</th><th>Age</th></tr><tr><td>a</td><td>7</td></tr></table><p>b<br>c</p>";
  const report = sceneOf("dialog-html", { state: { dialogs: [{ ...dialog, html }] } });
  await step("a report is copied as text, its tables as rows and columns", report, async ({ tab }) => {
    await tab.evaluate(
      "navigator.clipboard.writeText = (text) => (globalThis.copied = text, Promise.resolve())",
    );
    await tab.reach(button("Copy"));
    assert.equal(await tab.evaluate("globalThis.copied"), "Keys\n\nName\tAge\na\t7\n\nb\nc\n");
  });
});

/** Unfolds the paths of a new server's certificates and focuses the first of them. Returns the field. */
async function pathOf(tab: Tab): Promise<string> {
  const path = "document.querySelector('details [name=caFile]')";
  await tab.until("document.activeElement.name === 'address'");
  await tab.type("postgres://db/shop?sslmode=verify-full");
  await tab.until(path);
  await tab.reach("document.querySelector('summary')");
  await tab.reach(path, "focus");
  return path;
}
