import assert from "node:assert/strict";
import { asEntry, listOf } from "../../../src/core/config/document.ts";
import { parseConfig } from "../../../src/core/config/mod.ts";
import { waitFor } from "../harness/mod.ts";
import type { Shown } from "../gallery/show.ts";
import { button, sceneOf, stageTest, textAt } from "./steps.ts";

stageTest("pages in a real browser", async (step, stage, t) => {
  await step("home: an action runs by click, an incompatible one does not", "home", async (shown) => {
    const click = (label: string) =>
      shown.tab.reach(
        `[...document.querySelectorAll(".row-main")].find((one) => one.innerText.includes(${
          JSON.stringify(label)
        }))`,
      );
    await click("Import price list");
    await click("Refund an order");
    assert.deepEqual(await shown.command("runAction"), {
      name: "runAction",
      extension: "orders",
      action: "refund",
    });
    assert.equal(shown.of("runAction").length, 1);
    await click("Orders");
    assert.deepEqual(await shown.command("openWindow"), {
      name: "openWindow",
      page: "server",
      params: { server: "Orders" },
    });
  });

  await step("settings: servers are called as everywhere", "settings-servers", async (shown) => {
    assert.match(await textAt(shown, ".entries"), /PostgreSQL · orders\.db\.internal:5432\/orders/);
  });

  await step("home: arrows move through a list that is one stop of Tab", "home", async (shown) => {
    const label = () => shown.tab.evaluate<string>("document.activeElement.innerText.split('\\n')[0].trim()");
    await shown.tab.reach(
      "[...document.querySelectorAll('.row-main')].find((one) => one.innerText.includes('Age report'))",
      "focus",
    );
    await shown.tab.press("ArrowDown");
    assert.equal(await shown.tab.evaluate("document.activeElement.ariaLabel"), "More for Order tools");
    await shown.tab.press("ArrowDown");
    assert.equal(await label(), "Replay failed orders");
    const stops = await shown.tab.evaluate<number>(
      "[...document.querySelectorAll('.list:not(.list .list)')].map((list) => list.querySelectorAll('[tabindex=\"0\"]').length).join()",
    );
    assert.match(String(stops), /^1(,1)*$/);
  });

  await step(
    "home: a file that is dropped is handed over for review, another is refused",
    "home",
    async (shown) => {
      const drop = (name: string) =>
        shown.tab.evaluate(`(() => {
          const data = new DataTransfer();
          data.items.add(new File(["PK"], ${JSON.stringify(name)}));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        })()`);
      await drop("tool.kedgeext");
      await drop("tool.exe");
      await shown.tab.until("document.shownText.includes('tool.exe” is not a bundle')");
      await waitFor("the upload", () => shown.pages.uploads.length > 0);
      assert.deepEqual(shown.pages.uploads.map(({ name }) => name), ["tool.kedgeext"]);
    },
  );

  await step("palette: typing, arrows and Enter run, and the window closes", "palette", async (shown) => {
    await shown.tab.type("re ord");
    await shown.tab.until("document.querySelector('[aria-selected=true]').innerText.includes('Replay')");
    await shown.tab.press("ArrowDown", "Enter");
    assert.deepEqual(await shown.command("runAction"), {
      name: "runAction",
      extension: "orders",
      action: "refund",
    });
    await shown.command("closeWindow");
  });

  await step(
    "palette: each key below the list does what its label says",
    "palette",
    async (shown) => {
      await shown.tab.type("legacy shop");
      await shown.tab.until("document.querySelector('.palette-foot')?.innerText.includes('Edit')");
      await shown.tab.press("Control+Shift+Enter");
      assert.deepEqual(await shown.command("openWindow"), {
        name: "openWindow",
        page: "server",
        params: { server: "Legacy shop" },
      });
    },
  );

  await step("palette: a pointer at rest picks nothing, one that moves does", "palette", async (shown) => {
    const point = (row: number, y: number) =>
      shown.tab.evaluate<void>(`document.querySelectorAll("[role=option]")[${row}].dispatchEvent(
        new MouseEvent("mousemove", { bubbles: true, screenX: 300, screenY: ${y} }))`);
    const picked =
      "[...document.querySelectorAll('[role=option]')].findIndex((one) => one.ariaSelected === 'true')";
    await point(3, 200);
    await point(4, 200);
    await shown.settle();
    assert.equal(await shown.tab.evaluate<number>(picked), 0);
    await point(4, 201);
    await shown.tab.until(`${picked} === 4`);
  });

  await step(
    "palette: without a match and signed out, Enter signs in",
    "palette-signed-out",
    async (shown) => {
      await shown.tab.type("billing");
      await shown.tab.until(
        "document.querySelector('[role=option]')?.innerText.includes('portal are missing')",
      );
      await shown.tab.press("Enter");
      await shown.command("signIn");
    },
  );

  await step(
    "palette: without a match only the sign-in is shown, without a count",
    "palette-signed-out",
    async (shown) => {
      await shown.tab.type("zzzz");
      await shown.tab.until("document.querySelector('[role=option]')?.innerText.includes('Sign in')");
      assert.doesNotMatch(await textAt(shown, ".palette"), /0 results/);
      await waitFor(
        "it to be read out",
        async () => /Nothing fits “zzzz”\. Sign in\?/.test(await textAt(shown, ".palette [role=status]")),
      );
    },
  );

  await step(
    "palette: where nothing fits Enter looks for it in all accounts",
    "palette",
    async (shown) => {
      await shown.tab.type(" zzzz ");
      await shown.tab.until("document.querySelector('[role=option]')?.innerText.includes('in all accounts')");
      await waitFor(
        "it to be read out",
        async () =>
          /Nothing fits “ ?zzzz ?”\. Find “zzzz” in all accounts\?/.test(
            await textAt(shown, ".palette [role=status]"),
          ),
      );
      await shown.tab.press("Enter");
      assert.deepEqual(await shown.command("openWindow"), {
        name: "openWindow",
        page: "everywhere",
        params: { search: "zzzz" },
      });
    },
  );

  await step(
    "palette: a pasted ARN that fits nothing is not looked for as a text",
    "palette",
    async (shown) => {
      await shown.tab.type("arn:aws:s3:::bucket");
      await shown.tab.until("document.shownText.includes('Nothing fits “arn:aws:s3:::bucket”')");
      assert.equal(await shown.tab.evaluate("document.querySelectorAll('[role=option]').length"), 0);
    },
  );

  await step("palette: of a long pasted text the beginning is looked for", "palette", async (shown) => {
    await shown.tab.type("zzzz ".repeat(400));
    await shown.tab.until("document.querySelector('[role=option]')?.innerText.includes('in all accounts')");
    await shown.tab.press("Enter");
    assert.deepEqual(await shown.command("openWindow"), {
      name: "openWindow",
      page: "everywhere",
      params: { search: "zzzz ".repeat(40) },
    });
  });

  for (const [name, long] of [["palette", ".section"], ["accounts", ".state h2"]] as const) {
    await step(`${name}: a long word that fits nothing stays within the window`, name, async (shown) => {
      await shown.tab.type("x".repeat(300));
      const within = `document.querySelector("${long}")`;
      await shown.tab.until(`${within}?.innerText.includes("Nothing fits")`);
      assert.equal(await shown.tab.evaluate(`${within}.getBoundingClientRect().right <= innerWidth`), true);
      assert.equal(await shown.tab.evaluate(`${within}.scrollWidth <= ${within}.clientWidth`), true);
    });
  }

  await step(
    "palette: Enter on an unavailable row does nothing",
    "palette-signed-out",
    async (shown) => {
      await shown.tab.type("logout");
      await shown.tab.until(
        "document.querySelector('[role=option]')?.innerText.includes('Nobody is signed in')",
      );
      assert.equal(await shown.tab.evaluate("document.querySelectorAll('[role=option]').length"), 1);
      await shown.tab.press("Enter");
      await shown.tab.press("Enter");
      await shown.settle();
      assert.equal(await shown.tab.evaluate("document.querySelector('.palette input').value"), "logout");
      assert.deepEqual(shown.of("signIn"), []);
    },
  );

  await step("home: files dragged over it show a hint until they leave", "home", async (shown) => {
    const drag = (type: string, at: string) =>
      shown.tab.evaluate(`(() => {
        const data = new DataTransfer();
        data.items.add(new File(["PK"], "tool.kedgeext"));
        document.querySelector(${JSON.stringify(at)}).dispatchEvent(
          new DragEvent(${JSON.stringify(type)}, { dataTransfer: data, bubbles: true, cancelable: true }));
      })()`);
    const there = () => shown.tab.evaluate<boolean>("document.querySelector('.drop') !== null");
    await drag("dragenter", ".home-head");
    await shown.tab.until("document.querySelector('.drop')");
    for (const [from, to] of [[".home-head", ".home-main"], [".home-main", ".home-search"]] as const) {
      await drag("dragenter", to);
      await shown.settle();
      await drag("dragleave", from);
      await shown.settle();
      assert.equal(await there(), true);
    }
    await drag("dragleave", ".home-search");
    await shown.tab.until("!document.querySelector('.drop')");
  });

  await step("any page says what its window tells it is held over it", "extensions", async (shown) => {
    const tell = (held: boolean) =>
      shown.tab.evaluate(`void dispatchEvent(new CustomEvent("kedge:drag", { detail: ${held} }))`);
    await tell(true);
    await shown.tab.until("document.querySelector('.drop')?.innerText === 'Drop the bundle to review it'");
    await tell(false);
    await shown.tab.until("!document.querySelector('.drop')");
  });

  await step("palette: Escape empties the field first and closes then", "palette", async (shown) => {
    await shown.tab.type("zz");
    await shown.tab.press("Escape");
    await shown.tab.until("document.querySelectorAll('[role=option]').length > 5");
    assert.deepEqual(shown.commands(), []);
    await shown.tab.press("Escape");
    await shown.command("closeWindow");
  });

  await step(
    "palette: what is typed between the showing of a page that waited and the news of it stays, and goes when it waits again",
    "palette",
    async (shown) => {
      const field = "document.querySelector('.palette input')";
      const become = (id: string, raised: number) =>
        shown.pages.store.update((state) => ({
          ...state,
          windows: [{ ...state.windows[0]!, title: `${id} ${raised}`, raised }],
        }));
      const told = (id: string, raised: number) =>
        shown.tab.until(`document.querySelector('h1').innerText === '${id} ${raised}'`);
      become("waits", 0);
      await told("waits", 0);
      await shown.tab.type("re");
      become("shows", 1);
      await told("shows", 1);
      await shown.tab.type("pl");
      assert.equal(await shown.tab.evaluate(`${field}.value`), "repl");
      // The window closes, and then waits to be used again.
      await shown.tab.evaluate("dispatchEvent(new FocusEvent('blur'))");
      become("waits", 0);
      await shown.tab.until(`${field}.value === ""`);
    },
  );

  const { signIn } = sceneOf("sign-in-offline").state;
  const trouble = { kind: "failed", message: "The portal does not exist." } as const;
  await step(
    "sign-in: a mistake in the portal is corrected in its own section of Settings",
    sceneOf("sign-in-offline", { state: { signIn: { ...signIn, trouble } } }),
    async ({ tab, command }) => {
      await tab.reach("document.querySelector('.notice button')");
      assert.deepEqual((await command("openWindow")).params, { section: "sign-in" });
    },
  );

  await step("server: a form that is wrong is not saved, a right one is", "server", async (shown) => {
    await shown.tab.reach("document.querySelector('[name=port]')", "select");
    await shown.tab.type("99999");
    await shown.tab.press("Enter");
    await shown.tab.until("document.querySelector('.wrong')");
    await shown.tab.reach("document.querySelector('[name=port]')", "select");
    await shown.tab.type("3307");
    await shown.tab.press("Enter");
    const edit = await shown.command("editConfig");
    assert.deepEqual(edit.path, ["servers", 2]);
    assert.deepEqual(edit.value, { ...(edit.was as object), port: 3307 });
    assert.deepEqual((edit.was as { name: string }).name, "Legacy shop");
  });

  await step(
    "server: a form follows its entry until it is edited, and again then",
    "server",
    async (shown) => {
      const { tab, pages: { store } } = shown;
      const port = "document.querySelector('[name=port]')";
      const write = (port: number) =>
        store.update((state) => {
          const { document } = state.config;
          const servers = listOf(document, "servers").map(asEntry).map((one) =>
            one.name === "Legacy shop" ? { ...one, port } : one
          );
          return { ...state, config: { ...state.config, document: { ...asEntry(document), servers } } };
        });
      const enter = async (text: string) => {
        await tab.reach(port, "select");
        await tab.type(text);
      };
      write(4001);
      await tab.until(`${port}.value === "4001"`);
      await enter("4002");
      write(4003);
      await shown.settle();
      assert.equal(await tab.evaluate(`${port}.value`), "4002");
      await tab.reach(button("Revert"));
      await tab.until(`${port}.value === "4003"`);
      await enter("4004");
      await tab.press("Enter");
      const { was, value } = await shown.command("editConfig");
      assert.deepEqual([asEntry(was).port, asEntry(value).port], [4003, 4004]);
    },
  );

  await step("server: a switch takes the first press also right after saving", "server", async (shown) => {
    const { tab } = shown;
    const tls = "document.querySelector('input[name=tls]')";
    await tab.reach("document.querySelector('[name=port]')", "select");
    await tab.type("3307");
    await tab.press("Enter");
    await shown.command("editConfig");
    await tab.until("document.shownText.includes('Saved to config.json.')");
    const before = await tab.evaluate<boolean>(`${tls}.checked`);
    await tab.reach(tls, "focus");
    await tab.press(" ");
    await tab.until("!document.shownText.includes('Saved to config.json.')");
    await shown.settle();
    assert.equal(await tab.evaluate(`${tls}.checked`), !before);
  });

  /**
   * Changes the entry of "Legacy shop" with these keys, as an edit of the file would; undefined
   * removes a key.
   */
  const write = ({ pages: { store } }: Shown, keys: Readonly<Record<string, unknown>>) =>
    store.update((state) => {
      const { document } = state.config;
      const wrong = listOf(document, "servers").map(asEntry).map((one) =>
        one.name === "Legacy shop" ? JSON.parse(JSON.stringify({ ...one, ...keys })) : one
      );
      const { config, diagnostics } = parseConfig(JSON.stringify({ servers: wrong }));
      const value = { ...state.config.value, servers: config!.servers };
      return {
        ...state,
        config: { ...state.config, value, diagnostics, document: { ...asEntry(document), servers: wrong } },
      };
    });

  await step(
    "server: an entry that is wrong keeps its form, which says why and mends it",
    "server",
    async (shown) => {
      write(shown, { port: "3307" });
      await shown.tab.until("document.querySelector('[data-key=port] .wrong')?.innerText.includes('quotes')");
      assert.doesNotMatch(await textAt(shown, "form"), /Add server|Paste what you have/);
      await shown.tab.reach(button("Save"));
      const edit = await shown.command("editConfig");
      assert.deepEqual([edit.path, asEntry(edit.value).port], [["servers", 2], 3307]);
    },
  );

  await step("server: an entry says why it is out where no field can", "server", async (shown) => {
    const until = (selector: string, words: string) =>
      shown.tab.until(`document.querySelector('${selector}')?.innerText.includes('${words}')`);
    write(shown, { host: undefined, hosts: "h" });
    await until("form .notice.danger", "Did you mean host?");
    write(shown, { host: "h", hosts: undefined, agents: {} });
    await until("form .notice.danger", "Hidden columns is missing");
    write(shown, { agents: undefined, engine: undefined });
    await until("[data-key=engine] .wrong", "is missing");
    assert.equal(await textAt(shown, "form .notice"), "");
  });

  await step(
    "server: Enter does what the marked button says: it queries one that is saved",
    "server",
    async (shown) => {
      await shown.tab.reach("document.querySelector('[name=port]')", "focus");
      await shown.tab.press("Enter");
      assert.deepEqual(await shown.command("openQuery"), { name: "openQuery", server: "Legacy shop" });
    },
  );

  await step(
    "query: a server that cannot be reached is reported in the middle, with the next step",
    "query-away",
    async (shown) => {
      const middle = "document.querySelector('.query-results')?.innerText ?? ''";
      await shown.tab.until(`${middle}.includes('Nothing listens at orders.db.internal:5432')`);
      await shown.tab.reach(button("Try again", ".query-results"));
      assert.deepEqual(await shown.command("refreshServerCatalog"), {
        name: "refreshServerCatalog",
        server: "Orders",
      });
      await shown.tab.reach(button("Edit server", ".query-results"));
      assert.deepEqual(await shown.command("openWindow"), {
        name: "openWindow",
        page: "server",
        params: { server: "Orders" },
      });
    },
  );

  await step(
    "query: the field that finds a table tells which row its keys mean",
    "query",
    async ({ tab }) => {
      await tab.until("document.querySelector('.catalog-row')");
      await tab.press("Control+Shift+f");
      await tab.until("document.activeElement.closest('.catalog-head')");
      await tab.press("ArrowDown", "ArrowDown");
      await tab.until(`(() => {
      const row = document.querySelectorAll("[role=treeitem]")[2];
      return row.ariaSelected === "true" && document.activeElement.getAttribute("aria-activedescendant") === row.id;
    })()`);
      assert.equal(
        await tab.evaluate(
          "document.getElementById(document.activeElement.getAttribute('aria-controls')).role",
        ),
        "tree",
      );
    },
  );

  await step("query: Shift+Enter on a column shows it to agents again", "query-hidden", async (shown) => {
    const tree = "document.querySelector('.catalog-rows')";
    await shown.tab.until(`${tree}?.innerText.includes('hidden from agents')`);
    await shown.tab.reach(tree, "focus");
    // Go to the schema, the table customers, the table orders, and its column id.
    await shown.tab.press("ArrowDown", "ArrowDown", "ArrowDown", "Shift+Enter");
    const column = { schema: "public", table: "orders" };
    assert.deepEqual(await shown.command("hideColumn"), {
      name: "hideColumn",
      server: "Orders",
      ...column,
      column: "id",
      hidden: true,
    });
    await shown.tab.press("ArrowDown", "Shift+Enter");
    await shown.tab.until(`${tree}?.querySelector('.active')?.innerText.includes('customer_id')`);
    assert.deepEqual((await shown.sent("hideColumn", 2))[1], {
      name: "hideColumn",
      server: "Orders",
      ...column,
      column: "customer_id",
      hidden: false,
    });
  });

  await step("Ctrl+K finds a button of the window and presses it", "console-running", async (shown) => {
    await shown.tab.press("Control+k");
    await shown.tab.type("cancel");
    await shown.tab.until("document.querySelector('.here [aria-selected=true]')?.innerText === 'Cancel'");
    await shown.tab.press("Enter");
    await shown.command("stopRun");
    await shown.tab.press("Control+k");
    await shown.tab.until("document.querySelector('.here')");
    await shown.tab.press("Escape");
    await shown.tab.until("!document.querySelector('.here')");
    assert.equal(shown.commands().length, 1);
  });

  await step(
    "Ctrl+K lists the commands of menus, with their keys, and runs them",
    "query",
    async (shown) => {
      await shown.tab.press("Control+k");
      await shown.tab.type("export");
      const first = "document.querySelector('.here [aria-selected=true]')";
      await shown.tab.until(`${first}?.innerText.startsWith('Export rows')`);
      assert.equal(await shown.tab.evaluate(`${first}.querySelectorAll('.kbd').length`), 3);
      await shown.tab.press("Enter");
      await shown.tab.until(
        "document.shownText.includes('There is no statement here to export the rows of')",
      );
    },
  );

  for (const name of ["query", "extensions", "development", "console-compile"]) {
    await step(`Ctrl+K lists every line of every menu of ${name}`, name, async (shown) => {
      const lines = await shown.tab.evaluate<string[]>(`(async () => {
        const all = [];
        for (const button of document.querySelectorAll("[aria-haspopup=menu]:not(:disabled)")) {
          // Only the selected row of a tree shows its menu.
          if (button.closest("[inert], [role=treeitem][aria-selected=false]")) continue;
          button.click();
          await new Promise(requestAnimationFrame);
          await new Promise(requestAnimationFrame);
          for (const item of document.querySelectorAll(".menu .menu-item:not(:disabled) .cut")) all.push(item.innerText);
          button.click();
          await new Promise(requestAnimationFrame);
          await new Promise(requestAnimationFrame);
        }
        return all;
      })()`);
      await shown.tab.press("Control+k");
      await shown.tab.until("document.querySelector('.here')");
      const listed = await shown.tab.evaluate<string[]>(
        "[...document.querySelectorAll('.here .name')].map((one) => one.innerText)",
      );
      // A line of a menu without a verb is listed with one, as "Run …" or "Show the …".
      const isListed = (line: string) =>
        listed.some((name) => name === line || name.toLowerCase().endsWith(` ${line.toLowerCase()}`));
      assert.deepEqual(lines.filter((line) => !isListed(line.replace(/…$/, ""))), []);
    });
  }

  await step(
    "Ctrl+K lists the commands of the selected row of a tree, and of no other",
    "query",
    async (shown) => {
      const names = "[...document.querySelectorAll('.here .name')].map((one) => one.innerText)";
      await shown.tab.press("Control+k");
      await shown.tab.until(`${names}.length > 0`);
      assert.ok(!/First rows/.test(`${await shown.tab.evaluate(names)}`));
      await shown.tab.press("Escape");
      await shown.tab.click("[role=treeitem]:has([aria-label^='More for'])");
      await shown.tab.until("document.querySelector('[role=treeitem][aria-selected=true]')");
      await shown.tab.press("Control+k");
      await shown.tab.until(`/First rows/.test(${names})`);
    },
  );

  await step("a dropped file never replaces the page", "console-running", async (shown) => {
    const taken = await shown.tab.evaluate<boolean[]>(`["dragover", "drop"].map((name) => {
      const event = new DragEvent(name, { dataTransfer: new DataTransfer(), bubbles: true, cancelable: true });
      document.querySelector(".code").dispatchEvent(event);
      return event.defaultPrevented;
    })`);
    assert.deepEqual(taken, [true, true]);
  });

  await step("the menu of a web page only shows where text is", "dialog-login", async (shown) => {
    const menus = await shown.tab.evaluate<boolean[]>(`["h1", "[name=user]"].map((selector) =>
      document.querySelector(selector).dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true })))`);
    assert.deepEqual(menus, [false, true]);
  });

  await t.step("nothing moves when the user wants less motion", async () => {
    const shown = await stage.show(sceneOf("console-running"), {
      media: { "prefers-reduced-motion": "reduce" },
    });
    const moving = await shown.tab.evaluate<number>("document.getAnimations().length");
    assert.equal(moving, 0);
    await shown.close();
  });

  await t.step("a lost connection is reported and the page stays", async () => {
    const shown = await stage.show(sceneOf("home"));
    await shown.pages.close();
    await shown.tab.until("document.querySelector('.lost')");
    assert.ok((await textAt(shown, "body")).includes("Rotate access keys"));
    await shown.tab.close();
  });
});
