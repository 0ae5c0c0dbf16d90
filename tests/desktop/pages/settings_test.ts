import assert from "node:assert/strict";
import { join } from "node:path";
import type { Command } from "../../../src/core/app/command.ts";
import { createConfiguration } from "../../../src/core/app/features/settings/configuration.ts";
import { createSettings } from "../../../src/core/app/features/settings/settings.ts";
import { asEntry } from "../../../src/core/config/document.ts";
import { type ConfigFileState, editConfigFile, watchConfigFile } from "../../../src/core/config_file/mod.ts";
import { patched } from "../../../src/core/state/list.ts";
import { createRuleEvaluator } from "../../../src/core/rules/mod.ts";
import { waitFor } from "../harness/mod.ts";
import { accounts } from "../gallery/state.ts";
import type { Shown, Stage } from "../gallery/show.ts";
import { testFolder } from "../../support/folder.ts";
import { presses, sceneOf, stageTest } from "./steps.ts";

const TEXT = `{
  // Mine.
  "perPage": 20, // rows
  "theme": "dark",
  "accounts": [
    // The shop.
    { "accountId": "123456789012", "region": "eu-central-1" },
    { "accountId": "222233334444", "region": "us-east-1" } // data
  ],
  "envRules": [{ "env": "stg", "matchName": "-staging$" }]
}
`;

interface OpenSettings {
  readonly shown: Shown;
  readonly file: string;
  /** Commands that the page has sent. */
  readonly said: readonly Command[];
  read(): Promise<string>;
  /** Delays changes of the file for the page until the returned function is called. */
  holdBack(): () => void;
  /** Waits until the file fulfils a condition and returns its text. */
  saved(wanted: (text: string) => boolean): Promise<string>;
  clickText(text: string): Promise<void>;
  /** Focuses the control with that name. */
  focus(name: string): Promise<void>;
}

/** Opens Settings for a real file, which is really written and watched. */
async function settle(
  stage: Stage,
  section: string,
  text: string,
  use: (opened: OpenSettings) => Promise<void>,
): Promise<void> {
  const file = join(await testFolder(), "config.json");
  await Deno.writeTextFile(file, text);
  const evaluator = createRuleEvaluator();
  const stop = new AbortController();
  const said: Command[] = [];
  const shown = await stage.show(sceneOf(`settings-${section}`), {
    pages: {
      dispatch: async (command) => {
        said.push(command);
        if (command.name === "editConfig") return await settings.edit(command);
        if (command.name === "undoConfigEdit") return await settings.undo();
        if (command.name === "tryRules") {
          return { ok: true, value: await evaluator.label(settings.rules(command.draft), command.accounts) };
        }
        return { ok: true };
      },
    },
  });
  const { store } = shown.pages;
  const configuration = createConfiguration(store);
  const settings = createSettings(store, configuration, {
    editConfig: (edits) => editConfigFile(file, edits),
    seen: () => Promise.resolve(),
    readAws: () => Promise.resolve({ accounts: [] }),
    openConfig: () => Promise.resolve({ ok: true }),
  });
  let noticed: Promise<void> = Promise.resolve();
  const apply = async (read: ConfigFileState) => {
    await noticed;
    await configuration.apply(read);
  };
  const watching = watchConfigFile(file, (read) => void apply(read), stop.signal);
  const read = () => Deno.readTextFile(file);
  try {
    await waitFor("the file in the page", () => store.get().config.value.perPage === 20);
    await shown.settle();
    await use({
      shown,
      file,
      said,
      read,
      holdBack() {
        const { promise, resolve } = Promise.withResolvers<void>();
        noticed = promise;
        return resolve;
      },
      async saved(wanted) {
        await waitFor("the file", async () => wanted(await read()));
        await shown.settle();
        return await read();
      },
      clickText: (label) =>
        shown.tab.reach(
          `[...document.querySelectorAll("button")].find((one) => one.textContent.includes(${
            JSON.stringify(label)
          }) || one.title.includes(${JSON.stringify(label)}))`,
        ).then(shown.settle),
      focus: (name) => shown.tab.reach(`document.querySelector('[name="${name}"]')`, "select"),
    });
    assert.deepEqual(shown.tab.problems, []);
  } finally {
    stop.abort();
    await watching;
    await shown.close();
    evaluator.close();
  }
}

/** Opens Settings again with these parameters while its window is open. */
function raise({ pages: { store } }: Shown, params: Readonly<Record<string, string>>): void {
  store.update((state) => ({
    ...state,
    windows: state.windows.map((window, at) =>
      at === 0 ? { ...window, raised: window.raised + 1, params } : window
    ),
  }));
}

stageTest("Settings edits the real file", async (shownStep, stage, t) => {
  const step = (name: string, section: string, use: (opened: OpenSettings) => Promise<void>) =>
    t.step(name, () => settle(stage, section, TEXT, use));

  await step(
    "a value is saved when Enter is pressed, undone with Ctrl+Z, and nothing else changes",
    "general",
    async (opened) => {
      const { tab } = opened.shown;
      await opened.focus("perPage");
      await tab.type("75");
      await tab.press("Enter");
      assert.equal(await opened.saved((text) => text.includes("75")), TEXT.replace("20", "75"));
      await tab.until(`document.querySelector('[name=perPage]').value === "75"`);
      await tab.evaluate("document.activeElement.blur()");
      await tab.press("Control+z");
      assert.equal(await opened.saved((text) => !text.includes("75")), TEXT);
    },
  );

  await step(
    "Undo takes one change back, shows where it was, and a double click is one Undo",
    "general",
    async (opened) => {
      const { tab } = opened.shown;
      for (const value of ["75", "76"]) {
        await opened.focus("perPage");
        await tab.type(value);
        await tab.press("Enter");
        await opened.saved((text) => text.includes(value));
      }
      await tab.click("#tab-servers");
      const undo = ".bar.foot .button.bare";
      await tab.until(`document.querySelector("#tab-servers[aria-selected=true]")`);
      await tab.click(undo);
      await tab.click(undo, 2);
      assert.equal(await opened.saved((text) => !text.includes("76")), TEXT.replace("20", "75"));
      await tab.until("document.querySelector('[name=perPage]')?.value === '75'");
      await tab.until("document.querySelector('.bar.foot').innerText.includes('Taken back in General')");
      await opened.shown.settle();
      assert.equal(await opened.saved(() => true), TEXT.replace("20", "75"));
      // More clicks undo more.
      await tab.click(undo, 3);
      assert.equal(await opened.saved((text) => !text.includes("75")), TEXT);
    },
  );

  await step(
    "a bad value is explained as it is typed and not saved; Escape takes it back",
    "general",
    async (opened) => {
      const { tab } = opened.shown;
      await opened.focus("perPage");
      await tab.type("5000");
      await tab.until(`document.querySelector(".wrong")?.innerText.includes("1 to 1000")`);
      await tab.press("Enter");
      await tab.evaluate("document.activeElement.blur()");
      await opened.shown.settle();
      assert.equal(await opened.read(), TEXT);
      // The error is shown once, at its field.
      const told = "[...document.querySelectorAll('[role=alert]')]";
      const fields = `${told}.map((one) => one.closest("[data-key]")?.dataset.key ?? one.innerText).join()`;
      assert.equal(await tab.evaluate(fields), "perPage");
      await opened.focus("perPage");
      await tab.press("Escape");
      await tab.until(`document.querySelector('[name=perPage]').value === "20"`);
      assert.equal(await tab.evaluate(`document.querySelector(".notice.danger")`), null);
    },
  );

  await step(
    "a region is judged once it is left; what is asked is taken by a press; the portal offers to sign in",
    "sign-in",
    async (opened) => {
      const { tab } = opened.shown;
      await opened.focus("ssoStartUrl");
      await tab.type("d-1.awsapps.com/start");
      await tab.press("Enter");
      await opened.saved((text) => text.includes("awsapps"));
      await opened.focus("ssoRegion");
      await tab.type("Frankfurt");
      await opened.shown.settle();
      assert.equal(await tab.evaluate("document.querySelector('.wrong')"), null);
      await tab.press("Tab");
      const sentence = "document.querySelector('[data-key=ssoRegion] .wrong').innerText";
      await tab.until(`${sentence}.startsWith("Sign-in region")`);
      await tab.click("[data-key=ssoRegion] .wrong button");
      await tab.until("!document.querySelector('.wrong')");
      await tab.press("Enter");
      await opened.saved((text) => text.includes('"ssoRegion": "eu-central-1"'));
      await tab.until("document.querySelectorAll('.portal-check button').length === 2");
      await opened.clickText("Sign in");
      await waitFor("the sign-in", () => opened.said.some(({ name }) => name === "signIn"));
    },
  );

  for (const [typed, closes] of [["75", true], ["5000", false]] as const) {
    await step(
      `the close button ${
        closes ? "saves what is typed, and closes" : "leaves what is wrong to be read, once"
      }`,
      "general",
      async (opened) => {
        const { tab, pages } = opened.shown;
        const { id } = pages.store.get().windows[0]!;
        const closed = () => opened.said.some(({ name }) => name === "closeWindow");
        const marks = () => opened.said.flatMap((one) => one.name === "markUnsaved" ? [one.unsaved] : []);
        await opened.focus("perPage");
        await tab.type(typed);
        await waitFor("the mark", () => marks().at(-1));
        pages.store.update((state) => ({
          ...state,
          windows: patched(state.windows, id, { unsaved: "asked" }),
        }));
        if (closes) {
          await opened.saved((text) => text.includes("75"));
          return await waitFor("the end", closed).then(() => {});
        }
        await tab.until(`document.querySelector(".wrong")`);
        await waitFor("the mark to go", () => marks().at(-1) === false);
        await opened.shown.settle();
        assert.equal(closed(), false);
        assert.equal(await opened.read(), TEXT);
      },
    );
  }

  await step(
    "a reset takes the key out of the file, and a switch writes it",
    "general",
    async (opened) => {
      await opened.clickText("Reset to 50");
      assert.ok(!(await opened.saved((text) => !text.includes("perPage"))).includes("perPage"));
      await opened.shown.tab.click('[name="launchAtStartup"]');
      await opened.saved((text) => text.includes('"launchAtStartup": false'));
    },
  );

  await step(
    "a switch that is pressed again before the file is seen is switched back",
    "general",
    async (opened) => {
      const { tab } = opened.shown;
      const press = () => tab.click('[name="launchAtStartup"]');
      const saved = (on: boolean) => opened.saved((text) => text.includes(`"launchAtStartup": ${on}`));
      const checked = (on: boolean) =>
        tab.until(`document.querySelector('[name="launchAtStartup"]').checked === ${on}`);
      await press();
      await saved(false);
      await checked(false);
      const release = opened.holdBack();
      await press();
      await saved(true);
      await press();
      await saved(false);
      await press();
      await saved(true);
      await press();
      await saved(false);
      release();
      await checked(false);
      await press();
      await saved(true);
      await checked(true);
    },
  );

  await step("a shortcut is recorded by pressing it", "general", async (opened) => {
    await opened.clickText("Record");
    await opened.shown.tab.press("Control+Alt+j");
    await opened.saved((text) => text.includes('"globalShortcut": "Ctrl+Alt+J"'));
    await opened.clickText("Switch off");
    await opened.saved((text) => text.includes('"globalShortcut": ""'));
  });

  await step(
    "the recorder lets Tab go, says how it ends, and refuses what types",
    "general",
    async (opened) => {
      const { tab } = opened.shown;
      await opened.clickText("Record");
      await tab.until("document.querySelector('.recorded').innerText.includes('Esc ends')");
      await tab.press("Shift+A");
      await tab.until(
        "document.querySelector('.recorder [role=alert]')?.innerText.includes('Shift alone')",
      );
      await tab.press("Escape");
      await tab.until("!document.querySelector('.recorded.on')");
      await opened.clickText("Record");
      await tab.press("Tab");
      await tab.until("!document.querySelector('.recorded.on')");
      assert.equal(await opened.read(), TEXT);
    },
  );

  await step(
    "Settings opens with the focus in it, the shortcut once, one foot at a time",
    "accounts",
    async (opened) => {
      const { tab } = opened.shown;
      assert.equal(await tab.evaluate("document.activeElement === document.body"), false);
      await opened.clickText("1234 5678 9012");
      const feet =
        "[...document.querySelectorAll('.bar.foot, .entry-foot')].filter((one) => one.checkVisibility())";
      assert.equal(await tab.evaluate(`${feet}.length`), 1);
    },
  );

  await step(
    "an account is added with a secret, edited, moved and removed; its comments go with it",
    "accounts",
    async (opened) => {
      const { tab } = opened.shown;
      await opened.clickText("Add account");
      await tab.type("345634563456");
      await opened.focus("region");
      await tab.type("eu-west-1");
      await opened.clickText("Add secret");
      // The focus is in its first field.
      await tab.type("Mail");
      await opened.focus("secrets.0.id");
      await tab.type("shop/mail");
      await tab.press("Enter");
      const added = await opened.saved((text) => text.includes("shop/mail"));
      assert.match(
        added,
        /"us-east-1" \}, \/\/ data\n {4}\{ "accountId": "345634563456", "region": "eu-west-1", "secrets": \[/,
      );
      await tab.until(`document.querySelectorAll(".entries .list-row").length === 3`);
      await opened.clickText("1234 5678 9012");
      await opened.focus("env");
      await tab.type("prd");
      await tab.press("Enter");
      await opened.saved((text) => text.includes('"region": "eu-central-1", "env": "prd"'));
      await tab.until(`document.querySelectorAll(".entries .list-row").length === 3`);
      await opened.clickText("Move down");
      const moved = await opened.saved((text) => text.indexOf("123456789012") > text.indexOf("222233334444"));
      assert.match(moved, /\/\/ The shop\.\n {4}\{ "accountId": "123456789012"/);
      await tab.until(`document.querySelector(".entries .list-row").innerText.includes("2222 3333 4444")`);
      await opened.clickText("Remove");
      const removed = await opened.saved((text) => !text.includes("222233334444"));
      for (const comment of ["// Mine.", "// rows", "// The shop."]) {
        assert.ok(removed.includes(comment), comment);
      }
      assert.ok(!removed.includes("// data"), removed);
      await opened.clickText("Undo");
      assert.equal(
        await opened.saved((text) => text.includes("222233334444")),
        moved,
      );
    },
  );

  await step(
    "an entry that was just saved is moved and opened as it was saved, though its row shows it later",
    "accounts",
    async (opened) => {
      const { tab } = opened.shown;
      const release = opened.holdBack();
      const form = "!!document.querySelector('form.entry')";
      await opened.clickText("1234 5678 9012");
      await opened.focus("env");
      await tab.type("prd");
      await tab.press("Enter");
      await tab.until(`!(${form})`);
      await opened.clickText("1234 5678 9012");
      assert.equal(await tab.evaluate("document.querySelector('[name=env]').value"), "prd");
      await tab.press("Escape");
      await tab.until(`!(${form})`);
      await opened.clickText("Move down");
      const moved = await opened.saved((text) => text.indexOf("123456789012") > text.indexOf("222233334444"));
      assert.match(moved, /"123456789012", [^}]*"env": "prd"/);
      release();
      await tab.until("document.querySelector('.entries .list-row').innerText.includes('2222 3333 4444')");
      assert.equal(await tab.evaluate("document.querySelector('.notice.danger')"), null);
    },
  );

  await t.step(
    "a mistake in the file that looks right is reported in its form, and Save corrects it",
    () => {
      const wrong = TEXT.replace('"222233334444"', "222233334444");
      return settle(stage, "accounts", wrong, async (opened) => {
        const { tab } = opened.shown;
        await opened.clickText("2222 3333 4444");
        await tab.until(
          "document.querySelector('[data-key=accountId] .wrong')?.innerText.includes('quotes')",
        );
        await opened.clickText("Save");
        assert.equal(await opened.saved((text) => text !== wrong), TEXT);
      });
    },
  );

  await t.step("mistakes for which the form has no field are reported above its fields", () => {
    const wrong = TEXT.replace('"us-east-1"', '"us-east-1", "secrets": [{ "label": "a" }]');
    return settle(stage, "accounts", wrong, async (opened) => {
      await opened.clickText("2222 3333 4444");
      await opened.shown.tab.until(
        "document.querySelector('form .notice.danger')?.innerText.includes('is missing: a secret needs it')",
      );
    });
  });

  await t.step("a number in quotes is saved as a number when it is typed again, or reset", async () => {
    const wrong = TEXT.replace("20", '"50"'), right = TEXT.replace("20", "50");
    await settle(stage, "general", TEXT, async (opened) => {
      const { tab } = opened.shown;
      await Deno.writeTextFile(opened.file, wrong);
      await tab.until("document.querySelector('[data-key=perPage] .wrong')");
      await opened.focus("perPage");
      await tab.type("50");
      await tab.press("Enter");
      assert.equal(await opened.saved((text) => text !== wrong), right);
      // Wait before the file is written again: two quick writes could look like no change.
      const { store } = opened.shown.pages;
      await waitFor("the number in the page", () => asEntry(store.get().config.document).perPage === 50);
      await opened.shown.settle();
      await Deno.writeTextFile(opened.file, wrong);
      await tab.until("document.querySelector('[data-key=perPage] .wrong')");
      await opened.clickText("Reset to 50");
      await opened.saved((text) => !text.includes("perPage"));
    });
  });

  await step(
    "a list is moved through, sorted and emptied by keys",
    "accounts",
    async (opened) => {
      const { tab } = opened.shown;
      await tab.reach(`document.querySelector(".list .row-main")`, "focus");
      await tab.press("Alt+ArrowDown");
      await opened.saved((text) => text.indexOf("123456789012") > text.indexOf("222233334444"));
      await tab.until(`document.activeElement.innerText.includes("1234 5678 9012")`);
      await tab.press("ArrowUp", "Delete");
      await opened.saved((text) => !text.includes("222233334444"));
      await tab.until(`document.activeElement.innerText.includes("1234 5678 9012")`);
    },
  );

  await step(
    "a form that is left leads back to its row, and that of a new entry to the button",
    "accounts",
    async (opened) => {
      const { tab } = opened.shown;
      const at = (words: string) => tab.until(`document.activeElement.innerText.includes("${words}")`);
      for (const ends of [["Escape"], ["Tab", "=1", "Enter"]]) {
        await tab.reach(`document.querySelectorAll(".list .row-main")[1]`, "focus");
        await tab.press("Enter");
        await tab.until(`document.activeElement.name === "accountId"`);
        await presses(opened.shown, ends);
        await at("2222 3333 4444");
      }
      await opened.saved((text) => text.includes('"env": "1"'));
      await at("2222 3333 4444");
      await opened.clickText("Add account");
      await tab.until(`document.activeElement.name === "accountId"`);
      await tab.press("Escape");
      await at("Add account");
    },
  );

  await step(
    "an entry is found again when the file changed meanwhile, and left alone when it was changed itself",
    "accounts",
    async (opened) => {
      const { tab } = opened.shown;
      await opened.clickText("2222 3333 4444");
      await opened.focus("env");
      await tab.type("dev");
      const first = '{ "accountId": "000000000001", "region": "eu-west-1" },\n    ';
      await Deno.writeTextFile(
        opened.file,
        TEXT.replace('{ "accountId": "1234', first + '{ "accountId": "1234'),
      );
      await waitFor(
        "the change",
        () => opened.shown.pages.store.get().config.value.accounts.length === 3,
      );
      await opened.shown.settle();
      await tab.press("Enter");
      const saved = await opened.saved((text) => text.includes("dev"));
      assert.match(saved, /"222233334444", "region": "us-east-1", "env": "dev"/);
      await tab.until(`document.querySelectorAll(".entries .list-row").length === 3`);
      await opened.clickText("1234 5678 9012");
      await opened.focus("env");
      await tab.type("prd");
      const changed = saved.replace("eu-central-1", "eu-north-1");
      await Deno.writeTextFile(opened.file, changed);
      await opened.shown.settle();
      await tab.press("Enter");
      await tab.until(`document.querySelector(".notice.danger")?.innerText.includes("meanwhile")`);
      assert.equal(await opened.read(), changed);
    },
  );

  await step(
    "a second account of the same id is refused with the reason",
    "accounts",
    async (opened) => {
      const { tab } = opened.shown;
      await opened.clickText("Add account");
      await tab.type("123456789012");
      await opened.focus("region");
      await tab.type("eu-west-1");
      await tab.press("Enter");
      await tab.until(`document.querySelector(".wrong")?.closest(".field").innerText.includes("already")`);
      await tab.until(`document.activeElement.name === "accountId"`);
      assert.equal(await opened.read(), TEXT);
      await tab.press("Escape");
      await tab.until(`document.querySelector(".entry-foot").innerText.includes("Discard changes")`);
      await tab.press("Escape");
      await tab.until(`!document.querySelector(".entry")`);
      assert.deepEqual(opened.shown.pages.store.get().windows.length, 1);
    },
  );

  await t.step("a held key moves one entry, and removes no more than one at a time", () => {
    const ids = ["111111111111", "222222222222", "333333333333", "444444444444"];
    const text = JSON.stringify({
      perPage: 20,
      accounts: ids.map((accountId) => ({ accountId, region: "eu-west-1" })),
    });
    return settle(stage, "accounts", text, async (opened) => {
      const { tab } = opened.shown;
      const order = async () =>
        (JSON.parse(await opened.read()).accounts as { accountId: string }[])
          .map(({ accountId }) => ids.indexOf(accountId) + 1).join("");
      await tab.until("document.querySelectorAll('.entries [data-row]').length === 4");
      await tab.reach("document.querySelector('.entries .row-main')", "focus");
      await tab.press("Alt+ArrowDown", "Alt+ArrowDown", "Alt+ArrowDown");
      await waitFor("the moved entry", async () => await order() === "2341");
      await opened.shown.settle();
      await tab.press("Alt+ArrowUp", "Alt+ArrowUp");
      await waitFor("the entry that was moved back", async () => await order() === "2134");
      await tab.until("document.activeElement.innerText.includes('1111')");
      await tab.press("Delete", "Delete");
      await waitFor("the removed entry", async () => await order() === "234");
      await opened.shown.settle();
      assert.equal(await tab.evaluate("Boolean(document.querySelector('.notice'))"), false);
    });
  });

  await t.step("entries that are found are removed in their order, and not moved", () => {
    const ids = Array.from({ length: 10 }, (_, at) => String(100_000_000_000 + at));
    const found = [1, 5, 9];
    const region = (at: number) => `${found.includes(at) ? "eu" : "us"}-west-1`;
    const text = JSON.stringify({
      perPage: 20,
      accounts: ids.map((accountId, at) => ({ accountId, region: region(at) })),
    });
    return settle(stage, "accounts", text, async ({ shown, said, read }) => {
      const { tab } = shown;
      const order = async () =>
        (JSON.parse(await read()).accounts as { accountId: string }[])
          .map(({ accountId }) => ids.indexOf(accountId)).join("");
      const focused = (at: number) =>
        tab.until(`document.activeElement.matches(".row-main") &&
          document.activeElement.innerText.includes("1000 0000 000${at}")`);
      await tab.reach("document.querySelector('.entries input[type=search]')", "focus");
      await tab.type("eu-west");
      await tab.until("document.querySelectorAll('.entries [data-row]').length === 3");
      await tab.reach("document.querySelectorAll('.entries .row-main')[1]", "focus");
      await tab.press("Alt+ArrowDown");
      await shown.settle();
      await tab.press("Alt+ArrowDown");
      await shown.settle();
      assert.equal(said.some(({ name }) => name === "editConfig"), false);
      const tools = "[...document.querySelectorAll('.entries .button[data-keys^=Alt]')]";
      assert.equal(
        await tab.evaluate(`${tools}.length === 6 && ${tools}.every((one) => one.disabled)`),
        true,
      );
      await tab.press("Delete");
      await waitFor("the removed entry", async () => await order() === "012346789");
      await focused(9);
      await shown.settle();
      await tab.press("Delete");
      await waitFor("the removed last entry", async () => await order() === "01234678");
      await focused(1);
    });
  });

  await step(
    "Esc closes the suggestions of a field before it leaves the form",
    "accounts",
    async (opened) => {
      const { tab } = opened.shown;
      await opened.clickText("1234 5678 9012");
      await opened.focus("region");
      await tab.type("eu-");
      await tab.until("document.querySelector('.suggestions')");
      await tab.press("Escape");
      await tab.until("!document.querySelector('.suggestions')");
      await opened.shown.settle();
      const asks = "document.querySelector('.entry-foot').innerText.includes('not saved')";
      assert.equal(await tab.evaluate(asks), false);
      await tab.press("Escape");
      await tab.until(asks);
      assert.equal(await tab.evaluate("document.querySelector('[name=region]').value"), "eu-");
    },
  );

  await step("another section asks about what was entered in a form", "accounts", async (opened) => {
    const { tab } = opened.shown;
    await opened.clickText("1234 5678 9012");
    await opened.focus("region");
    await tab.type("eu-north-1");
    const region = "document.querySelector('[name=region]')?.value";
    const servers = "document.getElementById('tab-servers')";
    await tab.reach(servers);
    await tab.until("document.querySelector('.entry-foot').innerText.includes('not saved')");
    assert.equal(await tab.evaluate(region), "eu-north-1");
    // Opening Settings at another place discards nothing.
    for (const [key, value] of [["field", "perPage"], ["section", "servers"]] as const) {
      raise(opened.shown, { [key]: value });
      await opened.shown.settle();
      assert.equal(await tab.evaluate(region), "eu-north-1");
    }
    await opened.focus("region");
    await tab.type("eu-west-2");
    await tab.reach(servers);
    await tab.until("document.querySelector('.entry-foot').innerText.includes('not saved')");
    await tab.reach(servers);
    await tab.until(`${servers}.getAttribute("aria-selected") === "true"`);
    assert.equal(await opened.read(), TEXT);
  });

  await step(
    "another section asks once about a text that cannot be saved",
    "general",
    async (opened) => {
      const { tab } = opened.shown;
      const text = "document.querySelector('[name=perPage]')?.value";
      const accounts = "document.getElementById('tab-accounts')";
      const asks = "document.querySelector('.single [role=alert].small')?.innerText.includes('Not saved')";
      await opened.focus("perPage");
      await tab.type("many");
      await tab.reach(accounts);
      await tab.until(asks);
      assert.equal(await tab.evaluate(text), "many");
      // Text entered after the first warning needs a second one.
      await opened.focus("perPage");
      await tab.type("more");
      await tab.until(`!(${asks})`);
      raise(opened.shown, { section: "accounts" });
      await tab.until(asks);
      await tab.reach(accounts);
      await tab.until(`${accounts}.ariaSelected === "true"`);
      assert.equal(await opened.read(), TEXT);
      await tab.reach("document.getElementById('tab-general')");
      await tab.until(`${text} === "20"`);
      await opened.focus("perPage");
      await tab.type("30");
      // A valid text is saved.
      raise(opened.shown, { section: "accounts" });
      await tab.until(`${accounts}.ariaSelected === "true"`);
      await opened.saved((text) => text.includes('"perPage": 30'));
    },
  );

  const general = sceneOf("settings-general", { params: {} });
  await shownStep(
    "Settings that are open go to the section that they are opened at again",
    general,
    async (shown) => {
      const { tab } = shown;
      const tabOf = (section: string) => `document.getElementById("tab-${section}")`;
      for (const section of ["accounts", "sign-in", "file", "accounts"]) {
        raise(shown, { section });
        await tab.until(`${tabOf(section)}.ariaSelected === "true"`);
        await shown.settle();
        const inside =
          `document.activeElement.closest("[role=tabpanel]") !== null || document.activeElement === ${
            tabOf(section)
          }`;
        assert.equal(await tab.evaluate(inside), true, section);
        // The user selects another section, and the arrow keys move between sections.
        await tab.reach(tabOf("privacy"));
        await tab.reach(tabOf("privacy"), "focus");
        await tab.press("ArrowUp");
        await tab.until(`document.activeElement === ${tabOf("computer")}`);
      }
      // Without a section in the request the selected one stays.
      raise(shown, {});
      await shown.settle();
      assert.equal(await tab.evaluate(`${tabOf("computer")}.ariaSelected`), "true");
    },
  );

  for (const [field, section] of [["envRules", "environments"], ["accounts", "accounts"]] as const) {
    const opened = sceneOf("settings-general", { params: { field } });
    await shownStep(
      `Settings opened at ${field} begins at its section, not at another one`,
      opened,
      async ({ tab }) => {
        await tab.until(`document.getElementById("tab-${section}").ariaSelected === "true"`);
        assert.equal(await tab.evaluate("document.activeElement.id"), `tab-${section}`);
      },
    );
  }

  await step(
    "Enter on Reset resets a field with a wrong value",
    "general",
    async (opened) => {
      const { tab } = opened.shown;
      await opened.focus("perPage");
      await tab.type("many");
      await tab.until("document.querySelector('.wrong')");
      await tab.reach(
        "[...document.querySelectorAll('.link')].find((one) => one.innerText.startsWith('Reset'))",
        "focus",
      );
      await tab.press("Enter");
      await opened.saved((text) => !text.includes("perPage"));
      await tab.until("!document.querySelector('.wrong')");
    },
  );

  await step("what is guessed from names becomes a rule by one click", "environments", async (opened) => {
    const { tab } = opened.shown;
    const guessed = ["shop", "pay", "mail"].map((name, at) => ({
      ...accounts[0]!,
      accountId: `10000000000${at}`,
      name: `${name}-production`,
      env: "prd",
      envGuessed: true as const,
    }));
    opened.shown.pages.store.update((state) => ({ ...state, accounts: guessed }));
    await tab.until(`document.querySelector(".guesses").innerText.includes("Where none does")`);
    await opened.clickText("Mark 3 accounts named …production as prd");
    await opened.saved((text) => /"env": "prd",\s*"matchName": "[^"]*\(production\)/.test(text));
  });

  await step(
    "a guess is accepted once by Enter that is pressed twice",
    "environments",
    async (opened) => {
      const { shown, said } = opened;
      const { tab, pages: { store } } = shown;
      const guess = (...envs: ("production" | "staging")[]) =>
        store.update((state) => ({
          ...state,
          accounts: envs.map((word, at) => ({
            ...accounts[0]!,
            accountId: `10000000000${at}`,
            name: `shop-${word}`,
            env: word === "production" ? "prd" : "stg",
            envGuessed: true as const,
          })),
        }));
      const saved = () => said.filter(({ name }) => name === "editConfig").length;
      const button = "document.querySelector('.guesses .button')";
      guess("production", "staging");
      await tab.until(`${button}?.innerText.endsWith("as prd")`);
      await tab.reach(button, "focus");
      await tab.evaluate("{ const at = performance.now(); performance.now = () => at; }");
      await tab.press("Enter", "Enter");
      await shown.settle();
      assert.equal(saved(), 1);
      // The accounts have labels now, so the focus moves to the next guess.
      guess("staging");
      await tab.until(`document.activeElement.innerText.endsWith("as stg")`);
      await tab.press("Enter");
      await shown.settle();
      assert.equal(saved(), 1);
      await tab.evaluate("{ const at = performance.now() + 1000; performance.now = () => at; }");
      await tab.press("Enter");
      await shown.settle();
      assert.equal(saved(), 2);
    },
  );

  await step(
    "a rule shows what it labels while it is typed, and a runaway one is named",
    "environments",
    async (opened) => {
      const { tab } = opened.shown;
      // Names of accounts are known after signing in.
      opened.shown.pages.store.update((state) => ({ ...state, accounts }));
      await opened.clickText("Add rule");
      await tab.type("prd");
      await opened.focus("matchName");
      await tab.type("-production$");
      await tab.until(
        `[...document.querySelectorAll(".labelled li")].some((one) => one.innerText.includes("shop-production") && one.innerText.includes("rule 2"))`,
      );
      await opened.focus("try-name");
      await tab.type("mail-staging");
      await tab.until(`document.querySelector(".preview .row").innerText.includes("rule 1")`);
      await opened.focus("try-name");
      await tab.type("a".repeat(40) + "!");
      await opened.focus("matchName");
      await tab.type("^(a+)+$");
      await tab.until(`document.querySelector(".preview .notice")?.innerText.includes("switched off")`);
    },
  );

  await step(
    "a change made with an editor shows at once, and a broken file locks the window",
    "general",
    async (opened) => {
      const { tab } = opened.shown;
      await Deno.writeTextFile(opened.file, TEXT.replace("20", "33"));
      await tab.until(`document.querySelector('[name=perPage]').value === "33"`);
      await Deno.writeTextFile(opened.file, TEXT.replace("20,", "20"));
      await tab.until(
        `document.querySelector('[name=perPage]').disabled && document.querySelector(".notice.danger")`,
      );
      await Deno.writeTextFile(opened.file, TEXT);
      await tab.until(
        `document.querySelector('[name=perPage]').value === "20" && !document.querySelector('[name=perPage]').disabled`,
      );
    },
  );
});
