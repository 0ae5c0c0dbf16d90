import assert from "node:assert/strict";
import { fixedRows } from "../../../src/core/resources/rows.ts";
import type { Scene } from "../gallery/scenes.ts";
import type { Shown } from "../gallery/show.ts";
import { HOLD, presses, rolesAfter, sceneOf, stageTest } from "./steps.ts";

const focused = (shown: Shown) =>
  shown.tab.evaluate<string>(
    "document.activeElement.name || document.activeElement.textContent || document.activeElement.tagName",
  );

/** Keys pressed in a dialog, and the answer that Kedge must get. */
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

/** Waits for the answer and checks it. */
async function answered(shown: Shown, answer: unknown): Promise<void> {
  const command = await shown.command("answerDialog");
  assert.deepEqual(command, { name: "answerDialog", dialog: "d", answer, knows: 0 });
}

/** The region of an account comes before the default region, which is `us-east-2`. */
const REGIONS = [
  ["sandbox", "567856785678", "eu-west-1"],
  ["999988887777", "999988887777", "us-east-2"],
] as const;

/** Returns the form with only a multiple choice of these options. */
function choosing(
  options: readonly { readonly label: string; readonly value: string }[],
  max?: number,
): Scene {
  const dialogs = sceneOf("dialog-form").state.dialogs.map((dialog) => {
    assert.ok(dialog.kind === "form");
    const [field] = dialog.fields.filter(({ kind }) => kind === "multiselect");
    return { ...dialog, fields: [{ ...field!, options, default: "", ...(max && { max }) }] };
  });
  return sceneOf("dialog-form", { state: { dialogs } });
}

stageTest("dialogs by keyboard in a real browser", async (step, stage, t) => {
  for (const [name, which, keys, answer] of answers) {
    await step(name, which, async (shown) => {
      await presses(shown, keys);
      await answered(shown, answer);
    });
  }

  for (const [which, paused] of [["dialog-ask", true], ["dialog-account", false]] as const) {
    await step(
      `${which} ${paused ? "says" : "does not say"} that the run's clock is paused`,
      which,
      async ({ tab }) => {
        await tab.until("document.shownText.includes('Cancel')");
        const text = await tab.evaluate<string>("document.shownText");
        assert.equal(/clock is paused/.test(text), paused);
      },
    );
  }

  await step("a login says which environment it is for", "dialog-login", async ({ tab }) => {
    await tab.until("document.querySelector('.who .pill')?.innerText === 'stg'");
  });

  for (const width of [420, 320]) {
    const long = "a name that is longer than the head of any dialog";
    const runs = sceneOf("dialog-ask").state.runs.map((run) => ({
      ...run,
      extensionName: long,
      context: run.context && { ...run.context, name: long },
    }));
    const scene = sceneOf("dialog-ask", { width, state: { runs } });
    await step(`a head of ${width} px cuts names and not the number of the account`, scene, async (shown) => {
      const { tab } = shown;
      // Where the digits end, and the edge of the nearest element that could cut them off.
      const [end, limit, text] = await tab.evaluate<[number, number, string]>(`(() => {
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
    });
  }

  await step("a form does not close with a wrong value, and leads to it", "dialog-form", async (shown) => {
    await presses(shown, ["Tab", "Enter"]);
    assert.equal(
      await shown.tab.evaluate("document.querySelectorAll('.wrong').length"),
      0,
      "Enter in a text",
    );
    await presses(shown, ["Control+Enter"]);
    await shown.tab.until("document.querySelector('.wrong')?.textContent === 'Required'");
    assert.equal(await focused(shown), "ticket");
    assert.equal(
      await shown.tab.evaluate("document.activeElement.getAttribute('aria-invalid')"),
      "true",
    );
    assert.deepEqual(shown.commands(), []);
  });

  await step("a form gives all eight kinds of value", "dialog-form", async (shown) => {
    await presses(shown, ["=OPS-1", "Tab", "=Because", "Tab", "ArrowUp", "Tab", "=t0ken"]);
    await presses(shown, [
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
    await answered(shown, {
      ticket: "OPS-1",
      reason: "Because",
      count: "11",
      token: "t0ken",
      size: "large",
      order: "newest first",
      dry: "false",
      regions: "frankfurt,ireland",
    });
  });

  const tables = choosing(["a", "b", "a,b"].map((value) => ({ label: `Table ${value}`, value })));
  await step("choices whose values contain commas stay ticked", tables, async (shown) => {
    await presses(shown, [" ", "ArrowDown", " "]);
    const ticked = `[...document.querySelectorAll(".choice input")].map(({ checked }) => checked).join()`;
    await shown.tab.until(`${ticked} === "true,true,false"`);
    await presses(shown, ["Control+Enter"]);
    await answered(shown, { regions: '["a","b"]' });
  });

  const machines = choosing([..."aabcdefgh"].map((value, i) => ({ label: `Machine ${i}`, value })), 1);
  await step("options of one value are ticked together and are one choice", machines, async (shown) => {
    await shown.tab.click(".choice:nth-child(2) input");
    const ticked = "document.querySelectorAll('.choice input:checked').length";
    await shown.tab.until(`${ticked} === 2 && document.body.innerText.includes("2 of 9 chosen")`);
    await presses(shown, ["Control+Enter"]);
    await answered(shown, { regions: "a" });
  });

  await step(
    "Esc empties the filter of many choices first, and only then leaves the form",
    "dialog-form-many",
    async (shown) => {
      const filter = "document.querySelector('[type=search]')";
      await shown.tab.reach(filter, "focus");
      await presses(shown, ["=service-1", "Escape"]);
      await shown.tab.until(`${filter}.value === ""`);
      await shown.settle();
      assert.deepEqual(shown.commands(), []);
      await presses(shown, ["Escape"]);
      await answered(shown, null);
    },
  );

  await step(
    "a secret is dots, shown on request, and never in an attribute",
    "dialog-login",
    async (shown) => {
      await presses(shown, ["=s3cret"]);
      assert.equal(await shown.tab.evaluate("document.querySelector('[name=password]').type"), "password");
      await shown.tab.click(".trail .button:last-child");
      await shown.tab.until("document.querySelector('[name=password]').type === 'text'");
      assert.equal(await shown.tab.evaluate("document.documentElement.outerHTML.includes('s3cret')"), false);
    },
  );

  await step("a secret that is shown hides itself after 30 s", "dialog-login", async ({ tab }) => {
    // The test decides when the 30 s are over.
    await tab.evaluate(`(() => {
      const plain = window.setTimeout;
      window.setTimeout = (run, ms, ...rest) => ms === 30000 ? (window.over = run, 0) : plain(run, ms, ...rest);
    })()`);
    await tab.click(".trail .button:last-child");
    await tab.until("document.querySelector('[name=password]').type === 'text' && window.over");
    await tab.evaluate("window.over()");
    await tab.until("document.querySelector('[name=password]').type === 'password'");
  });

  await step("a dialog says how high it is, again when a problem comes", "dialog-ask", async (shown) => {
    const heights = () => shown.of("resizeWindow").map(({ height }) => Number(height));
    const before = heights().at(-1) ?? 0;
    assert.ok(before > 120 && before < 240, `${before}`);
    await presses(shown, ["Enter"]);
    await shown.tab.until("document.querySelector('.wrong')");
    await shown.settle();
    assert.ok((heights().at(-1) ?? 0) > before, `${heights()}`);
  });

  for (
    const [what, keys, role] of [
      ["the last used role of the account that was found", [], "Operator"],
      ["another of its roles", ["Tab", "ArrowDown"], "AdministratorAccess"],
    ] as const
  ) {
    await step(`an account question offers ${what}`, "dialog-account-roles", async (shown) => {
      await shown.tab.type("shst");
      await shown.tab.until("document.querySelector('select[name=role]')?.value === 'Operator'");
      await presses(shown, [...keys, "Enter"]);
      await answered(shown, { account: "345634563456", role, region: "eu-central-1", remember: false });
    });
  }

  await step(
    "an account question preselects no role in production, though one was used last",
    sceneOf("dialog-account-roles", {
      pages: { accountRoles: () => fixedRows(["Operator", "ReadOnlyAccess"]) },
    }),
    async (shown) => {
      await shown.tab.type("shop-production");
      await shown.tab.until("document.querySelectorAll('select[name=role] option').length > 1");
      await presses(shown, ["Enter"]);
      await shown.tab.until("document.activeElement.matches('select[name=role]')");
      assert.deepEqual(shown.commands(), []);
      assert.equal(await shown.tab.evaluate("document.activeElement.value"), "");
      await presses(shown, ["ArrowDown", "ArrowDown", "Enter"]);
      const { answer } = await shown.command("answerDialog") as unknown as { answer: { role: string } };
      assert.equal(answer.role, "ReadOnlyAccess");
    },
  );

  const roles = Promise.withResolvers<void>();
  await step(
    "the focus stays in the role when its field becomes a list",
    sceneOf("dialog-account-roles", { pages: { accountRoles: () => rolesAfter(roles.promise) } }),
    async ({ tab }) => {
      await tab.type("shop-production");
      await tab.press("Enter");
      await tab.until("document.activeElement.matches('input[name=role]')");
      roles.resolve();
      await tab.until("document.activeElement.matches('select[name=role]')");
    },
  );

  await step(
    "an account question takes no role of one account to another",
    "dialog-account-roles",
    async (shown) => {
      await shown.tab.type("shst");
      await shown.tab.until("document.querySelector('select[name=role]')?.value === 'Operator'");
      await presses(shown, ["Tab", "ArrowDown", "Shift+Tab", "Control+a", "=sandbox"]);
      await shown.tab.until("document.querySelector('input[name=role]')?.value === ''");
      await presses(shown, ["Enter"]);
      await answered(shown, { account: "567856785678", role: "", region: "eu-west-1", remember: false });
    },
  );

  const dialogs = sceneOf("dialog-account-typed").state.dialogs
    .map((dialog) => ({ ...dialog, usualRegion: "us-east-2" }));
  const usual = sceneOf("dialog-account-typed", { state: { dialogs } });
  for (const [typed, account, region] of REGIONS) {
    await step(`an account question offers ${region} for ${typed}`, usual, async (shown) => {
      await presses(shown, [`=${typed}`, "Enter"]);
      await answered(shown, { account, role: "", region, remember: false });
    });
  }

  await step(
    "an account and a role are found by keys that are quicker than the rows",
    "dialog-account",
    async (shown) => {
      await shown.tab.evaluate(HOLD);
      await presses(shown, ["=shst", "Tab", "ArrowDown", "Enter"]);
      assert.deepEqual(shown.commands(), []);
      await shown.tab.evaluate("window.release()");
      const answer = { account: "345634563456", role: "Operator", region: "eu-central-1", remember: false };
      await answered(shown, answer);
    },
  );

  /** Returns the question asked after this account was used last. */
  const usedLast = (account: string) =>
    sceneOf("dialog-account", { state: { usage: { [`account:${account}`]: { score: 1, at: Date.now() } } } });

  await step(
    "the account that was used last is marked, and Enter runs there",
    usedLast("345634563456"),
    async (shown) => {
      await shown.tab.until("document.querySelector('[role=option][aria-selected=true]')");
      await presses(shown, ["Tab", "ArrowDown", "Enter"]);
      const { answer } = await shown.command("answerDialog") as unknown as { answer: { account: string } };
      assert.equal(answer.account, "345634563456");
    },
  );

  const fixed = "999988887777";
  await step(
    "an account question has no other account in the place of the decided one, which no list has",
    sceneOf("dialog-account", {
      state: {
        dialogs: sceneOf("dialog-account-typed").state.dialogs
          .map((dialog) => ({ ...dialog, account: fixed, role: "Reader" })),
        usage: usedLast("345634563456").state.usage,
      },
    }),
    async (shown) => {
      await shown.tab.until("document.shownText.includes('9999 8888 7777')");
      assert.equal(
        await shown.tab.evaluate("document.querySelectorAll('[type=search], [role=option]').length"),
        0,
      );
      await presses(shown, ["Enter"]);
      await shown.tab.until("document.activeElement.name === 'region'");
      await presses(shown, ["=eu-west-1", "Enter"]);
      await answered(shown, { account: fixed, role: "Reader", region: "eu-west-1", remember: false });
    },
  );

  const production = sceneOf("dialog-account").state.accounts.find(({ env }) => env === "prd")!;
  await step(
    "Enter alone never chooses production",
    usedLast(production.accountId),
    async (shown) => {
      await shown.tab.until(
        `document.querySelector('[role=option]')?.innerText.includes(${JSON.stringify(production.name)})`,
      );
      await shown.tab.press("Enter");
      await shown.settle();
      assert.deepEqual(shown.commands(), []);
    },
  );

  const unused = sceneOf("dialog-account", { state: { usage: {} } });
  await step("an account is not chosen by Enter alone", unused, async ({ tab, commands }) => {
    await tab.press("Enter");
    await tab.until("document.querySelector('[role=alert]')?.innerText.startsWith('Choose the account')");
    assert.equal(await tab.evaluate("document.shownText.includes('Required.')"), false);
    assert.deepEqual(commands(), []);
  });

  await t.step("a report is printed by Ctrl+P, and its scripts do not run", async () => {
    const [dialog] = sceneOf("dialog-html").state.dialogs;
    if (dialog?.kind !== "html") throw new Error("no report");
    const html =
      "<h1>Report</h1><script>document.body.textContent = 'ran'</script><img src=x onerror=alert(1)>";
    const shown = await stage.show(sceneOf("dialog-html", { state: { dialogs: [{ ...dialog, html }] } }));
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

  await step(
    "a screen reader announces the action that asks, the question, and the focus",
    "dialog-confirm-production",
    async ({ tab }) => {
      const heard = await tab.heard();
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
    },
  );

  await step("a screen reader hears label, help and problem of a field", "dialog-form", async (shown) => {
    await presses(shown, ["Control+Enter"]);
    await shown.tab.until("document.querySelector('.wrong')");
    const field = (await shown.tab.heard()).findLast(({ focused }) => focused);
    assert.equal(field?.role, "textbox");
    assert.match(field?.name ?? "", /^Ticket/);
    assert.equal(field?.description, "Required Stands in the audit log.");
  });

  await step("a refused answer is explained in place", "dialog-ask", async (shown) => {
    shown.on("answerDialog", () => ({ ok: false, error: "The answer is too long.", hint: "Shorten it." }));
    await presses(shown, ["=x", "Enter"]);
    await shown.tab.until("document.querySelector('.notice.danger')?.textContent.includes('too long')");
  });
});
