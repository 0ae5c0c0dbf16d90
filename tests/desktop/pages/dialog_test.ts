import assert from "node:assert/strict";
import { fixedRows } from "../../../src/core/resources/rows.ts";
import { openStage, type Shown } from "../gallery/show.ts";
import { HOLD, rolesAfter, sceneOf } from "./steps.ts";

const focused = (shown: Shown) =>
  shown.tab.evaluate<string>(
    "document.activeElement.name || document.activeElement.textContent || document.activeElement.tagName",
  );

/** What a user does in a dialog, and the answer that must come of it. */
const answers: readonly [name: string, scene: string, keys: readonly string[], answer: unknown][] = [
  ["an alert is closed by Enter", "dialog-alert", ["Enter"], true],
  ["an alert is closed by Escape", "dialog-alert", ["Escape"], true],
  ["a confirm is Yes by Enter", "dialog-confirm", ["Enter"], true],
  ["a confirm is cancelled by Escape", "dialog-confirm", ["Escape"], null],
  ["a confirm is No by Shift+Tab and Enter", "dialog-confirm", ["Shift+Tab", "Enter"], false],
  ["a confirm in production is No by Enter out of habit", "dialog-confirm-production", ["Enter"], false],
  ["a confirm in production is Yes by Tab and Enter", "dialog-confirm-production", ["Tab", "Enter"], true],
  ["an ask gives what was typed by Enter", "dialog-ask", ["=ci-user", "Enter"], "ci-user"],
  ["an ask is cancelled by Escape", "dialog-ask", ["=ci-user", "Escape"], null],
  ["an untouched form is cancelled by Escape", "dialog-form", ["Escape"], null],
  ["a filled form is cancelled by Escape twice", "dialog-form", ["=OPS-1", "Escape", "Escape"], null],
  ["a login gives user and password, stored only when ticked", "dialog-login", ["=s3cret", "Enter"], {
    user: "app_reader",
    password: "s3cret",
    save: false,
  }],
  ["a passphrase is typed and sent by Enter", "dialog-way-passphrase", ["=two words", "Enter"], "two words"],
  ["a passphrase is cancelled by Escape", "dialog-way-passphrase", ["Escape"], null],
  ["a new host key is cancelled by Escape", "dialog-way-host-key", ["Escape"], null],
  [
    "a new host key is trusted by Enter once it was compared",
    "dialog-way-host-key",
    ["Enter", " ", "Enter"],
    true,
  ],
  ["a question of an agent is cancelled by Enter out of habit", "dialog-way-agent", ["Enter"], null],
  ["a question of an agent is answered by Tab and Enter", "dialog-way-agent", ["Tab", "Enter"], true],
  ["a touch is cancelled by Enter", "dialog-way-touch", ["Enter"], null],
  ["a report is closed by Escape", "dialog-html", ["Escape"], true],
  ["a report is closed by Enter", "dialog-html", ["Enter"], true],
  [
    "an account is found by typing and chosen by Enter",
    "dialog-account",
    ["=shst", "Tab", "ArrowDown", "Enter"],
    { account: "345634563456", role: "Operator", region: "eu-central-1", remember: false },
  ],
];

async function press(shown: Shown, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    if (key.startsWith("=")) await shown.tab.type(key.slice(1));
    else await shown.tab.press(key);
  }
}

/** An account's own region comes before the usual one, which is `us-east-2`. */
const REGIONS = [["sandbox", "567856785678", "eu-west-1"], [
  "999988887777",
  "999988887777",
  "us-east-2",
]] as const;

Deno.test("dialogs by keyboard in a real browser", async (t) => {
  const stage = await openStage();
  try {
    for (const [name, which, keys, answer] of answers) {
      await t.step(name, async () => {
        const shown = await stage.show(sceneOf(which));
        await press(shown, keys);
        const command = await shown.command("answerDialog");
        assert.deepEqual(command, { name: "answerDialog", dialog: "d", answer, knows: 0 });
        assert.deepEqual(shown.tab.problems, []);
        await shown.close();
      });
    }

    for (const [which, paused] of [["dialog-ask", true], ["dialog-account", false]] as const) {
      await t.step(
        `${which} ${paused ? "says" : "does not say"} that the run's clock is paused`,
        async () => {
          const shown = await stage.show(sceneOf(which));
          await shown.tab.until("document.shownText.includes('Cancel')");
          const text = await shown.tab.evaluate<string>("document.shownText");
          assert.equal(/clock is paused/.test(text), paused);
          await shown.close();
        },
      );
    }

    await t.step("a login says which environment it is for", async () => {
      const shown = await stage.show(sceneOf("dialog-login"));
      await shown.tab.until("document.querySelector('.who .pill')?.innerText === 'stg'");
      await shown.close();
    });

    for (const width of [420, 320]) {
      await t.step(`a head of ${width} px cuts names and not the number of the account`, async () => {
        const scene = sceneOf("dialog-ask");
        const long = "a name that is longer than the head of any dialog";
        const runs = scene.state.runs.map((run) => ({
          ...run,
          extensionName: long,
          context: run.context && { ...run.context, name: long },
        }));
        const shown = await stage.show({ ...scene, width, state: { ...scene.state, runs } });
        // Where the digits end, and the nearest place that could cut them.
        const [end, limit, text] = await shown.tab.evaluate<[number, number, string]>(`(() => {
          const texts = document.createTreeWalker(document.querySelector(".who-where"), NodeFilter.SHOW_TEXT);
          let last;
          while (texts.nextNode()) last = texts.currentNode;
          const range = document.createRange();
          range.setStart(last, last.length - 14);
          range.setEnd(last, last.length);
          const limits = [];
          for (let of = last.parentElement; of && !of.matches("form"); of = of.parentElement) {
            limits.push(of.getBoundingClientRect().right);
          }
          return [range.getBoundingClientRect().right, Math.min(...limits), range.toString()];
        })()`);
        assert.match(text, /^[0-9]{4} [0-9]{4} [0-9]{4}$/);
        assert.ok(end <= limit + 1, `ends at ${end} of ${limit}`);
        await shown.close();
      });
    }

    await t.step("a form does not close with a wrong value, and leads to it", async () => {
      const shown = await stage.show(sceneOf("dialog-form"));
      await press(shown, ["Tab", "Enter"]);
      assert.equal(
        await shown.tab.evaluate("document.querySelectorAll('.wrong').length"),
        0,
        "Enter in a text",
      );
      await press(shown, ["Control+Enter"]);
      await shown.tab.until("document.querySelector('.wrong')?.textContent === 'Required'");
      assert.equal(await focused(shown), "ticket");
      assert.equal(
        await shown.tab.evaluate("document.activeElement.getAttribute('aria-invalid')"),
        "true",
      );
      assert.deepEqual(shown.commands(), []);
      await shown.close();
    });

    await t.step("a form gives all eight kinds of value", async () => {
      const shown = await stage.show(sceneOf("dialog-form"));
      const typed = ["=OPS-1", "Tab", "=Because", "Tab", "ArrowUp", "Tab", "=t0ken"];
      await press(shown, [
        ...typed,
        "Tab",
        "Tab",
        "Tab",
        "ArrowDown",
        "Tab",
        "ArrowDown",
        "Tab",
        " ",
        "Tab",
        " ",
        "Enter",
      ]);
      const { answer } = await shown.command("answerDialog");
      assert.deepEqual(answer, {
        ticket: "OPS-1",
        reason: "Because",
        count: "11",
        token: "t0ken",
        size: "large",
        order: "newest first",
        dry: "false",
        regions: "frankfurt,ireland",
      });
      await shown.close();
    });

    await t.step("choices whose values hold commas stay those that were ticked", async () => {
      const scene = sceneOf("dialog-form");
      const dialogs = scene.state.dialogs.map((dialog) => {
        assert.ok(dialog.kind === "form");
        const [field] = dialog.fields.filter(({ kind }) => kind === "multiselect");
        const options = ["a", "b", "a,b"].map((value) => ({ label: `Table ${value}`, value }));
        return { ...dialog, fields: [{ ...field!, options, default: "" }] };
      });
      const shown = await stage.show({ ...scene, state: { ...scene.state, dialogs } });
      await press(shown, [" ", "ArrowDown", " "]);
      const ticked = `[...document.querySelectorAll(".choice input")].map(({ checked }) => checked).join()`;
      await shown.tab.until(`${ticked} === "true,true,false"`);
      await press(shown, ["Control+Enter"]);
      assert.deepEqual((await shown.command("answerDialog")).answer, { regions: '["a","b"]' });
      await shown.close();
    });

    await t.step("options of one value are ticked together and are one choice", async () => {
      const scene = sceneOf("dialog-form");
      const dialogs = scene.state.dialogs.map((dialog) => {
        assert.ok(dialog.kind === "form");
        const [field] = dialog.fields.filter(({ kind }) => kind === "multiselect");
        const options = [..."aabcdefgh"].map((value, i) => ({ label: `Machine ${i}`, value }));
        return { ...dialog, fields: [{ ...field!, options, default: "", max: 1 }] };
      });
      const shown = await stage.show({ ...scene, state: { ...scene.state, dialogs } });
      await shown.tab.click(".choice:nth-child(2) input");
      const ticked = "document.querySelectorAll('.choice input:checked').length";
      await shown.tab.until(`${ticked} === 2 && document.body.innerText.includes("2 of 9 chosen")`);
      await press(shown, ["Control+Enter"]);
      assert.deepEqual((await shown.command("answerDialog")).answer, { regions: "a" });
      await shown.close();
    });

    await t.step("Esc empties the filter of many choices first, and only then leaves the form", async () => {
      const shown = await stage.show(sceneOf("dialog-form-many"));
      const filter = "document.querySelector('[type=search]')";
      await shown.tab.reach(filter, "focus");
      await press(shown, ["=service-1", "Escape"]);
      await shown.tab.until(`${filter}.value === ""`);
      await shown.settle();
      assert.deepEqual(shown.commands(), []);
      await press(shown, ["Escape"]);
      assert.equal((await shown.command("answerDialog")).answer, null);
      await shown.close();
    });

    await t.step("a secret is dots, shown on request, and never in an attribute", async () => {
      const shown = await stage.show(sceneOf("dialog-login"));
      await press(shown, ["=s3cret"]);
      assert.equal(await shown.tab.evaluate("document.querySelector('[name=password]').type"), "password");
      await shown.tab.click(".trail .button:last-child");
      await shown.tab.until("document.querySelector('[name=password]').type === 'text'");
      assert.equal(await shown.tab.evaluate("document.documentElement.outerHTML.includes('s3cret')"), false);
      await shown.close();
    });

    await t.step("a secret that is shown hides itself after 30 s", async () => {
      const shown = await stage.show(sceneOf("dialog-login"));
      // The 30 s are over when the test says so.
      await shown.tab.evaluate(`(() => {
        const plain = window.setTimeout;
        window.setTimeout = (run, ms, ...rest) => ms === 30000 ? (window.over = run, 0) : plain(run, ms, ...rest);
      })()`);
      await shown.tab.click(".trail .button:last-child");
      await shown.tab.until("document.querySelector('[name=password]').type === 'text' && window.over");
      await shown.tab.evaluate("window.over()");
      await shown.tab.until("document.querySelector('[name=password]').type === 'password'");
      await shown.close();
    });

    await t.step("a dialog says how high it is, again when a problem comes", async () => {
      const shown = await stage.show(sceneOf("dialog-ask"));
      const heights = () =>
        shown.pages.commands.flatMap(({ command }) =>
          command.name === "resizeWindow" ? [command.height] : []
        );
      const before = heights().at(-1) ?? 0;
      assert.ok(before > 120 && before < 240, `${before}`);
      await press(shown, ["Enter"]);
      await shown.tab.until("document.querySelector('.wrong')");
      await shown.settle();
      assert.ok((heights().at(-1) ?? 0) > before, `${heights()}`);
      await shown.close();
    });

    for (
      const [what, keys, role] of [
        ["the last used role of the account that was found", [], "Operator"],
        ["another of its roles", ["Tab", "ArrowDown"], "AdministratorAccess"],
      ] as const
    ) {
      await t.step(`an account question offers ${what}`, async () => {
        const scene = sceneOf("dialog-account-roles");
        const shown = await stage.show(scene, { pages: scene.pages! });
        await shown.tab.type("shst");
        await shown.tab.until("document.querySelector('select[name=role]')?.value === 'Operator'");
        await press(shown, [...keys, "Enter"]);
        const command = await shown.command("answerDialog");
        const answer = { account: "345634563456", role, region: "eu-central-1", remember: false };
        assert.deepEqual(command, { name: "answerDialog", dialog: "d", answer, knows: 0 });
        await shown.close();
      });
    }

    await t.step(
      "an account question preselects no role in production, though one was used last",
      async () => {
        const scene = sceneOf("dialog-account-roles");
        const shown = await stage.show(scene, {
          pages: { accountRoles: () => fixedRows(["Operator", "ReadOnlyAccess"]) },
        });
        await shown.tab.type("shop-production");
        await shown.tab.until("document.querySelectorAll('select[name=role] option').length > 1");
        await press(shown, ["Enter"]);
        await shown.tab.until("document.activeElement.matches('select[name=role]')");
        assert.deepEqual(shown.commands(), []);
        assert.equal(await shown.tab.evaluate("document.activeElement.value"), "");
        await press(shown, ["ArrowDown", "ArrowDown", "Enter"]);
        const { answer } = await shown.command("answerDialog") as unknown as { answer: { role: string } };
        assert.equal(answer.role, "ReadOnlyAccess");
        await shown.close();
      },
    );

    await t.step("the focus stays in the role when its field becomes a list", async () => {
      const scene = sceneOf("dialog-account-roles");
      const come = Promise.withResolvers<void>();
      const shown = await stage.show(scene, { pages: { accountRoles: () => rolesAfter(come.promise) } });
      await shown.tab.type("shop-production");
      await press(shown, ["Enter"]);
      await shown.tab.until("document.activeElement.matches('input[name=role]')");
      come.resolve();
      await shown.tab.until("document.activeElement.matches('select[name=role]')");
      await shown.close();
    });

    await t.step("an account question takes no role of one account to another", async () => {
      const scene = sceneOf("dialog-account-roles");
      const shown = await stage.show(scene, { pages: scene.pages! });
      await shown.tab.type("shst");
      await shown.tab.until("document.querySelector('select[name=role]')?.value === 'Operator'");
      await press(shown, ["Tab", "ArrowDown", "Shift+Tab", "Control+a", "=sandbox"]);
      await shown.tab.until("document.querySelector('input[name=role]')?.value === ''");
      await press(shown, ["Enter"]);
      const command = await shown.command("answerDialog");
      const answer = { account: "567856785678", role: "", region: "eu-west-1", remember: false };
      assert.deepEqual(command, { name: "answerDialog", dialog: "d", answer, knows: 0 });
      await shown.close();
    });

    for (const [typed, account, region] of REGIONS) {
      await t.step(`an account question offers ${region} for ${typed}`, async () => {
        const scene = sceneOf("dialog-account-typed");
        const dialogs = scene.state.dialogs.map((dialog) => ({ ...dialog, usualRegion: "us-east-2" }));
        const shown = await stage.show({ ...scene, state: { ...scene.state, dialogs } });
        await press(shown, [`=${typed}`, "Enter"]);
        const command = await shown.command("answerDialog");
        const answer = { account, role: "", region, remember: false };
        assert.deepEqual(command, { name: "answerDialog", dialog: "d", answer, knows: 0 });
        await shown.close();
      });
    }

    await t.step("an account and a role are found by keys that are quicker than the rows", async () => {
      const shown = await stage.show(sceneOf("dialog-account"));
      await shown.tab.evaluate(HOLD);
      await press(shown, ["=shst", "Tab", "ArrowDown", "Enter"]);
      assert.deepEqual(shown.commands(), []);
      await shown.tab.evaluate("window.release()");
      const command = await shown.command("answerDialog");
      const answer = { account: "345634563456", role: "Operator", region: "eu-central-1", remember: false };
      assert.deepEqual(command, { name: "answerDialog", dialog: "d", answer, knows: 0 });
      await shown.close();
    });

    await t.step("the account that was used last is marked, and Enter runs there", async () => {
      const scene = sceneOf("dialog-account");
      const usage = { "account:345634563456": { score: 1, at: Date.now() } };
      const shown = await stage.show({ ...scene, state: { ...scene.state, usage } });
      await shown.tab.until("document.querySelector('[role=option][aria-selected=true]')");
      await press(shown, ["Tab", "ArrowDown", "Enter"]);
      const command = await shown.command("answerDialog");
      assert.equal((command as unknown as { answer: { account: string } }).answer.account, "345634563456");
      await shown.close();
      // Production is never what Enter does by habit.
      const production = scene.state.accounts.find(({ env }) => env === "prd")!;
      const slow = await stage.show({
        ...scene,
        state: {
          ...scene.state,
          usage: { [`account:${production.accountId}`]: { score: 9, at: Date.now() } },
        },
      });
      await slow.tab.until(
        `document.querySelector('[role=option]')?.innerText.includes(${JSON.stringify(production.name)})`,
      );
      await press(slow, ["Enter"]);
      await slow.settle();
      assert.deepEqual(slow.commands(), []);
      await slow.close();
    });

    await t.step("an account is not chosen by Enter alone", async () => {
      const base = sceneOf("dialog-account");
      const shown = await stage.show({ ...base, state: { ...base.state, usage: {} } });
      await press(shown, ["Enter"]);
      await shown.tab.until(
        "document.querySelector('[role=alert]')?.innerText.startsWith('Choose the account')",
      );
      assert.equal(await shown.tab.evaluate("document.shownText.includes('Required.')"), false);
      assert.deepEqual(shown.commands(), []);
      await shown.close();
    });

    await t.step("a report is printed by Ctrl+P, and its scripts do not run", async () => {
      const report = sceneOf("dialog-html");
      const [dialog] = report.state.dialogs;
      if (dialog?.kind !== "html") throw new Error("no report");
      const html =
        "<h1>Report</h1><script>document.body.textContent = 'ran'</script><img src=x onerror=alert(1)>";
      const shown = await stage.show({
        ...report,
        state: { ...report.state, dialogs: [{ ...dialog, html }] },
      });
      await shown.tab.until(
        "document.querySelector('iframe').contentDocument?.body?.innerText.includes('Report')",
      );
      await shown.tab.evaluate(
        "document.querySelector('iframe').contentWindow.print = () => { window.printed = true; }",
      );
      await shown.tab.press("Control+p");
      await shown.tab.until("window.printed");
      await shown.close();
    });

    await t.step("a screen reader hears who asks, what, and where the focus is", async () => {
      const shown = await stage.show(sceneOf("dialog-confirm-production"));
      const heard = await shown.tab.heard();
      assert.deepEqual(heard.filter(({ role }) => role === "alertdialog"), [{
        role: "alertdialog",
        name: "Rotate access keys",
        description: "Switch off AKIAIOSFODNN7EXAMPLE of backup?",
        focused: false,
      }]);
      assert.deepEqual(heard.findLast(({ focused }) => focused), {
        role: "button",
        name: "No",
        description: "",
        focused: true,
      });
      await shown.close();
    });

    await t.step("a screen reader hears label, help and problem of a field", async () => {
      const shown = await stage.show(sceneOf("dialog-form"));
      await press(shown, ["Control+Enter"]);
      await shown.tab.until("document.querySelector('.wrong')");
      const field = (await shown.tab.heard()).findLast(({ focused }) => focused);
      assert.equal(field?.role, "textbox");
      assert.match(field?.name ?? "", /^Ticket/);
      assert.equal(field?.description, "Required Stands in the audit log.");
      await shown.close();
    });

    await t.step("a refused answer is told in place", async () => {
      const refused = { ok: false, error: "The answer is too long.", hint: "Shorten it." } as const;
      const shown = await stage.show(sceneOf("dialog-ask"), {
        pages: { dispatch: () => Promise.resolve(refused) },
      });
      await press(shown, ["=x", "Enter"]);
      await shown.tab.until("document.querySelector('.notice.danger')?.textContent.includes('too long')");
      await shown.close();
    });
  } finally {
    await stage.close();
  }
});
