import assert from "node:assert/strict";
import { fixedRows } from "../../../src/core/resources/rows.ts";
import type { ServiceDetail } from "../../../src/pages/services/page.ts";
import { heldList, heldResources } from "../../support/pages/resources.ts";
import type { Shown } from "../gallery/show.ts";
import { answering, sceneOf, stageTest, textAt } from "./steps.ts";

const click = ({ tab }: Shown, label: string) =>
  tab.reach(
    `[...document.querySelectorAll('button')].find((one) => one.innerText.startsWith(${
      JSON.stringify(label)
    }))`,
  );
const MARKED = "document.querySelector('.question [type=submit]')";

stageTest("the services page and the logs", async (_, stage, t) => {
  const show = (name: string) => answering(stage, sceneOf(name));

  await t.step("Enter opens the logs of the chosen service", async () => {
    const { shown, of } = await show("services");
    await shown.tab.until("document.querySelector('.resource-foot .marked:not(:disabled)')");
    await shown.tab.press("Enter");
    await shown.settle();
    assert.deepEqual(of("openWindow").map(({ page, params }) => ({ page, params })), [{
      page: "logs",
      params: {
        account: "123456789012",
        role: "Operator",
        cluster: "shop",
        service: "web",
        container: "web",
      },
    }]);
    await shown.close();
  });

  /** Presses Enter, which opens nothing and says why. */
  async function enterOnlySays(
    words: string,
    shown: Shown,
    of: (command: "openWindow") => readonly unknown[],
  ) {
    await shown.tab.press("Enter");
    await shown.tab.until(
      `document.querySelector('.resource-foot').innerText.includes(${JSON.stringify(words)})`,
    );
    assert.equal(of("openWindow").length, 0);
    await shown.close();
  }

  /** Shows the services with another state of the chosen one. */
  async function showChanged(change: (value: ServiceDetail) => Partial<ServiceDetail>) {
    const scene = sceneOf("services"), { services } = scene.pages!.resources!;
    const asked = { account: "123456789012", cluster: "shop", service: "web" };
    const read = await services.detail(asked).read(0, 1, new AbortController().signal);
    assert.ok(read.ok);
    const value = read.rows[0]!.value!;
    const changed = { value: { ...value, ...change(value) }, fault: null };
    const showing = await answering(stage, scene, {
      resources: {
        ...scene.pages!.resources!,
        services: { ...services, detail: () => fixedRows([changed]) },
      },
    });
    await showing.shown.tab.until("document.querySelector('.service-lines')");
    return showing;
  }

  await t.step("Enter says why there are no logs when no container writes any", async () => {
    const { shown, of } = await showChanged(({ containers }) => ({
      containers: containers.map(({ logs: _, ...one }) => one),
    }));
    await enterOnlySays("No container writes to CloudWatch Logs.", shown, of);
  });

  const PLAIN = { name: "web", image: "web:7", logs: { group: "/ecs/shop" } };
  const PREFIXED = { name: "proxy", image: "proxy:1", logs: { group: "/ecs/shop", prefix: "ecs" } };
  for (const containers of [[PLAIN], [PLAIN, PREFIXED]]) {
    const { name } = containers.at(-1)!;
    await t.step(`Enter opens the logs of ${name} among ${containers.length} that write some`, async () => {
      const { shown, of } = await showChanged(() => ({ containers }));
      await shown.tab.press("Enter");
      await shown.settle();
      const opened = of("openWindow").map(({ params }) => (params as Record<string, string>).container);
      assert.deepEqual(opened, [name]);
      await shown.close();
    });
  }

  for (const cut of [true, false]) {
    await t.step(
      `a service ${cut ? "says" : "does not say"} that it has more tasks than are read`,
      async () => {
        const { shown } = await showChanged(() => ({ cut }));
        const page = String(await shown.tab.evaluate("document.body.innerText"));
        assert.equal(page.includes("There are more tasks than are read: some are not shown."), cut);
        await shown.close();
      },
    );
  }

  await t.step("Enter says why there are no logs when a cluster runs no task of its own", async () => {
    const { shown, of } = await show("services-cluster-empty");
    await shown.tab.until("document.querySelector('.resource-main h1, .resource-main h2')");
    await enterOnlySays("No task runs here without a service.", shown, of);
  });

  for (
    const [name, most, why] of [
      ["/ecs/shop", 10, "At most 10 are followed as one: deselect one first."],
      [`/ecs/${"long-".repeat(100)}`, 7, "The names are too long together: deselect one first."],
    ] as const
  ) {
    await t.step(`Ctrl+B on one log group more than ${most} says why it is not selected`, async () => {
      const names = Array.from({ length: 12 }, (_, at) => `${name}/${10 + at}`);
      const list = () => heldList(names.map((name) => ({ name, bytes: 0 })), {});
      const { shown } = await answering(stage, sceneOf("log-groups"), {
        resources: heldResources({ logGroups: { list } }),
      });
      const { tab } = shown;
      await tab.until("document.querySelector('.resource-head')");
      const said = "document.querySelector('.resource-head > [role=status]').innerText.trim()";
      for (let at = 1; at <= most; at++) {
        await tab.press("Control+b");
        await tab.until(`document.querySelectorAll('.virtual .aside').length === ${at}`);
        assert.equal(await tab.evaluate(said), "");
        await tab.press("ArrowDown");
      }
      await tab.press("Control+b");
      await tab.until(`${said} === ${JSON.stringify(why)}`);
      assert.equal(await tab.evaluate("document.querySelectorAll('.virtual .aside').length"), most);
      // Room is made, and the next one is selected without a word.
      await tab.press("ArrowUp", "Control+b", "ArrowDown", "Control+b");
      await tab.until(`${said} === ""`);
      assert.equal(await tab.evaluate("document.querySelectorAll('.virtual .aside').length"), most);
      await shown.close();
    });
  }

  for (
    const [label, command, field] of [
      ["Redeploy", "redeployService", null],
      ["Scale", "scaleService", "3"],
      ["Stop", "stopTask", null],
    ] as const
  ) {
    await t.step(`${label}: says what will happen, and asks for the name in production`, async () => {
      const { shown, of } = await show("services");
      await shown.tab.until("document.querySelector('.service-lines')");
      await click(shown, label);
      await shown.tab.until("document.querySelector('.question')");
      assert.match(await textAt(shown, ".question"), /AWS|should run now/);
      assert.equal(await shown.tab.evaluate(`${MARKED}.disabled`), true);
      if (field !== null) {
        await shown.tab.reach("document.querySelector('.question [name=number]')", "select");
        await shown.tab.type(field);
        await shown.tab.press("Tab");
      }
      await shown.tab.type("web");
      await shown.tab.until(`!${MARKED}.disabled`);
      await shown.tab.press("Enter");
      await shown.tab.until("!document.querySelector('.question')");
      assert.deepEqual(of(command).map(({ service, typed }) => [service, typed]), [["web", "web"]]);
      await shown.close();
    });
  }

  /** What is offered of it: buttons of its foot and its rows that can be pressed. */
  const offered = (shown: Shown) =>
    shown.tab.evaluate<string[]>(
      `[...document.querySelectorAll(".resource-foot button:not(:disabled), .resource-main .list button")]
        .map((one) => one.innerText.split(/\\n/)[0])`,
    );
  for (
    const [scene, says, offers] of [
      ["services-gone", "not there any more", []],
      ["services-cluster-gone", "not there any more", []],
      ["services-deleted", "This service was deleted.", ["Copy image", "Copy image", "Logs"]],
    ] as const
  ) {
    await t.step(`${scene}: nothing is offered that cannot be done`, async () => {
      const { shown } = await show(scene);
      await shown.tab.until(`document.querySelector(".notice")?.innerText.includes("${says}")`);
      assert.deepEqual((await offered(shown)).map((one) => one.trim()), offers);
      await shown.close();
    });
  }

  await t.step(
    "all stays in the shown region when the account gets another one, until it is opened anew",
    async () => {
      const scene = sceneOf("services"), resources = scene.pages!.resources!;
      const asked: (string | undefined)[] = [];
      const { shown, of, sent } = await answering(stage, scene, {
        resources: {
          ...resources,
          list(kind, where) {
            asked.push(where.region);
            return resources.list(kind, where);
          },
        },
      });
      const { tab, pages: { store } } = shown;
      await tab.until("document.querySelector('.service-lines')");
      store.update((state) => ({
        ...state,
        accounts: state.accounts.map((one) => ({ ...one, region: "us-east-1" })),
      }));
      assert.deepEqual((await sent("lookIn", 1)).map(({ region }) => region), ["eu-central-1"]);
      asked.length = 0;
      await tab.press("F5");
      await tab.type("web");
      await shown.settle();
      await click(shown, "Terminal");
      await shown.settle();
      assert.deepEqual([...new Set(asked)], ["eu-central-1"]);
      assert.deepEqual(
        [...of("refreshResources"), ...of("execTask")].map(({ region }) => region),
        ["eu-central-1", "eu-central-1"],
      );
      asked.length = 0;
      store.update((state) => ({
        ...state,
        windows: state.windows.map((one) => ({ ...one, raised: one.raised + 1 })),
      }));
      await shown.settle();
      assert.deepEqual([...new Set(asked)], [undefined]);
      await shown.close();
    },
  );

  await t.step("a question about a task says when that has ended, and stops nothing", async () => {
    const scene = sceneOf("services-cluster");
    const first = await scene.pages!.resources!.services.cluster({
      account: "123456789012",
      cluster: "reports-and-other-nightly-work",
    }).read(0, 1, new AbortController().signal);
    assert.ok(first.ok);
    let row = first.rows[0]!;
    let tell = () => {};
    const { shown } = await answering(stage, scene, {
      resources: {
        ...scene.pages!.resources!,
        services: {
          ...scene.pages!.resources!.services,
          cluster: () => ({
            read: () => ({ ok: true, rows: [row], total: 1 }),
            subscribe: (listener) => (tell = () => listener(0), () => {}),
          }),
        },
      },
    });
    await shown.tab.until("document.querySelector('.service-lines')");
    await click(shown, "Stop");
    await shown.tab.until("document.querySelector('.question')");
    const { value } = row;
    row = {
      value: value && { ...value, tasks: value.tasks.map((one) => ({ ...one, status: "STOPPED" })) },
      fault: null,
    };
    tell();
    await shown.tab.until(
      "document.querySelector('.question [role=alert]')?.innerText === 'This task has ended by now.'",
    );
    await shown.tab.type("5d10e8f5");
    await shown.settle();
    assert.equal(await shown.tab.evaluate(`${MARKED}.disabled`), true);
    await shown.close();
  });

  await t.step(
    "a cluster: Enter opens the logs of its first task, which stops once its id is typed",
    async () => {
      const { shown, of } = await show("services-cluster");
      await shown.tab.until("document.querySelector('.resource-foot .marked:not(:disabled)')");
      await shown.tab.press("Enter");
      await shown.settle();
      const [{ params }] = of("openWindow") as unknown as [{ params: Record<string, string> }];
      assert.deepEqual([
        params.cluster,
        params.service,
        params.task?.slice(0, 3),
        params.runs,
        params.container,
      ], [
        ...["reports-and-other-nightly-work", undefined, "5d1", "sales-report:18", "report"],
      ]);
      await click(shown, "Stop");
      await shown.tab.until("document.querySelector('.question')");
      assert.match(await textAt(shown, ".question"), /No service starts another in its place/);
      assert.equal(await shown.tab.evaluate(`${MARKED}.disabled`), true);
      await shown.tab.type("5d10e8f5");
      await shown.tab.until(`!${MARKED}.disabled`);
      await shown.tab.press("Enter");
      await shown.tab.until("!document.querySelector('.question')");
      assert.deepEqual(of("stopTask").map(({ service, typed }) => [service, typed]), [[
        undefined,
        "5d10e8f5",
      ]]);
      await shown.close();
    },
  );

  await t.step("a question calls an account without a name as its window does", async () => {
    const scene = sceneOf("services");
    const accounts = scene.state.accounts.map(({ name: _, ...one }) => one);
    const { shown } = await answering(stage, { ...scene, state: { ...scene.state, accounts } });
    await shown.tab.until("document.querySelector('.service-lines')");
    await click(shown, "Redeploy");
    await shown.tab.until("document.querySelector('.question')");
    assert.match(await textAt(shown, ".question"), / in \d{4} \d{4} \d{4}/);
    await shown.close();
  });

  await t.step("what can be done here is called as its buttons are", async () => {
    const { shown } = await show("services");
    await shown.tab.until("document.querySelector('.service-lines')");
    await shown.tab.press("Control+k");
    await shown.tab.until("document.querySelector('[aria-label=\"What can be done here\"]')");
    const words = await textAt(shown, "[role=listbox][aria-label='What can be done here']");
    assert.match(words, /Copy name\b/);
    assert.doesNotMatch(words, /Copied/);
    await shown.close();
  });

  await t.step("what can be done here follows the window while it is open", async () => {
    const { shown } = await show("services");
    await shown.tab.until("document.querySelector('.service-lines')");
    await shown.tab.press("Control+k");
    await shown.tab.until("document.querySelector('[aria-label=\"What can be done here\"]')");
    await shown.tab.evaluate(`(() => {
      const foot = document.querySelector(".resource-foot");
      for (const button of foot.querySelectorAll("button")) {
        if (button.innerText.startsWith("Scale")) button.remove();
        if (!button.innerText.startsWith("Redeploy")) continue;
        button.replaceWith(Object.assign(document.createElement("button"), {
          innerText: "Redeploy…", onclick: () => document.title = "the new one",
        }));
      }
      foot.append(Object.assign(document.createElement("button"), { innerText: "Came later" }));
    })()`);
    const LIST = "document.querySelector('[role=listbox][aria-label=\"What can be done here\"]').innerText";
    await shown.tab.until(`${LIST}.includes("Came later") && !${LIST}.includes("Scale")`);
    await shown.tab.type("Redeploy");
    await shown.tab.press("Enter");
    await shown.tab.until("document.title === 'the new one'");
    await shown.close();
  });

  await t.step("an arrow right behind Ctrl+K counts, however soon it comes", async () => {
    const { shown } = await show("services");
    await shown.tab.until("document.querySelector('.service-lines')");
    const options = "[...document.querySelectorAll('[aria-label=\"What can be done here\"] [role=option]')]";
    await shown.tab.evaluate(`(async () => {
      const press = (more) => document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...more }));
      press({ key: "k", ctrlKey: true });
      // As soon as it is there, before a frame was drawn.
      for (let turn = 0; turn < 1000 && ${options}.length === 0; turn++) await null;
      press({ key: "ArrowUp" });
    })()`);
    await shown.settle();
    assert.equal(await shown.tab.evaluate(`${options}.at(-1).ariaSelected`), "true");
    await shown.close();
  });

  await t.step("what can be done here does nothing on Enter when what was picked has gone", async () => {
    const { shown } = await show("services");
    await shown.tab.until("document.querySelector('.service-lines')");
    await shown.tab.evaluate(`(() => {
      const button = Object.assign(document.createElement("button"), { innerText: "Short-lived" });
      document.querySelector(".resource-foot").append(button);
      addEventListener("click", ({ target }) => target.closest("button") && (document.title = "pressed"));
    })()`);
    await shown.tab.press("Control+k");
    const picked =
      "document.querySelector('[aria-label=\"What can be done here\"] [aria-selected=true]')?.innerText ?? ''";
    await shown.tab.until(`(${picked}) !== ''`);
    // Behind it stand only commands that every window has.
    for (let turn = 0; turn < 30; turn++) {
      const before = await shown.tab.evaluate<string>(picked);
      if (before.includes("Short-lived")) break;
      await shown.tab.press("ArrowUp");
      await shown.tab.until(`(${picked}) !== ${JSON.stringify(before)}`);
    }
    assert.match(await shown.tab.evaluate<string>(picked), /Short-lived/);
    await shown.tab.evaluate(
      "[...document.querySelectorAll('button')].find((one) => one.innerText === 'Short-lived').remove()",
    );
    await shown.tab.until(`(${picked}) === ''`);
    await shown.tab.press("Enter");
    await shown.settle();
    assert.notEqual(await shown.tab.evaluate("document.title"), "pressed");
    await shown.tab.press("ArrowDown");
    await shown.tab.until(`(${picked}) !== ''`);
    await shown.close();
  });

  await t.step("what can be done here keeps what was picked when a button comes before it", async () => {
    const { shown } = await show("services");
    await shown.tab.until("document.querySelector('.service-lines')");
    await shown.tab.press("Control+k");
    const picked =
      "document.querySelector('[aria-label=\"What can be done here\"] [aria-selected=true]')?.innerText";
    await shown.tab.until(`${picked} !== undefined`);
    await shown.tab.press("ArrowDown");
    await shown.settle();
    const before = await shown.tab.evaluate<string>(picked);
    await shown.tab.evaluate(`document.querySelector(".place-bar").prepend(
      Object.assign(document.createElement("button"), { innerText: "Came before" }))`);
    await shown.tab.until("document.querySelector('.here-list').innerText.includes('Came before')");
    await shown.settle();
    assert.equal(await shown.tab.evaluate<string>(picked), before);
    await shown.close();
  });

  await t.step(
    "a window that is opened at a service shows that one, of whichever cluster it is",
    async () => {
      const { shown } = await show("services-same-name");
      await shown.tab.until("document.querySelector('.resource-head')?.innerText.includes('shop-green')");
      assert.match(await textAt(shown, ".resource-side [aria-selected=true]"), /web\s+shop-green/);
      // Whoever types there means something else.
      await shown.tab.type("mail");
      assert.equal(await shown.tab.evaluate("document.querySelector('[type=search]').value"), "mail");
      await shown.close();
    },
  );

  await t.step("a terminal names its task and container", async () => {
    const { shown, of } = await show("services");
    await shown.tab.until("document.querySelector('.service-lines')");
    await click(shown, "Terminal");
    await shown.settle();
    assert.deepEqual(of("execTask").map(({ container }) => container), ["web"]);
    await shown.close();
  });

  await t.step(
    "logs: lines of JSON are readable, as they are at a button, and filtered as one types",
    async () => {
      const { shown } = await show("logs");
      await shown.tab.until(
        "document.querySelector('.code')?.innerText.includes('INFO listening port=8080')",
      );
      await shown.tab.reach("document.querySelector('[aria-label=\"Read JSON lines\"]')");
      await shown.tab.until("document.querySelector('.code')?.innerText.includes('\"level\":\"info\"')");
      await shown.tab.type("payment");
      await shown.tab.until("document.shownText.includes('2 of 7 lines')");
      await shown.close();
    },
  );

  await t.step(
    "logs: a line is shown with its own digits, and copied and saved as it was logged",
    async () => {
      const line =
        '{"time":"2026-11-29T10:00:00Z","level":"info","msg":"paid","order":1234567890123456789,"of":10.50}';
      const scene = sceneOf("logs"), resources = scene.pages!.resources!;
      const logs = () => fixedRows([{ stream: "stdout" as const, text: line, time: 0 }]);
      const { shown } = await answering(stage, scene, {
        resources: { ...resources, services: { ...resources.services, logs } },
      });
      const { tab } = shown;
      await tab.until(
        "document.querySelector('.code')?.innerText.includes('INFO paid order=1234567890123456789 of=10.50')",
      );
      await tab.evaluate(`{
      navigator.clipboard.writeText = (text) => (globalThis.copied = text, Promise.resolve());
      URL.createObjectURL = (file) => (file.text().then((text) => globalThis.saved = text), "data:,");
      addEventListener("click", (event) => event.target.closest("a[download]") && event.preventDefault(), true);
    }`);
      await click(shown, "Copy");
      await click(shown, "Save");
      await tab.until("globalThis.copied && globalThis.saved");
      assert.deepEqual(await tab.evaluate("[copied, saved]"), [`${line}\n`, `${line}\n`]);
      assert.deepEqual(tab.problems, []);
      await shown.close();
    },
  );

  await t.step("logs: the lines are those of the region that is named", async () => {
    const scene = sceneOf("logs"), resources = scene.pages!.resources!;
    const asked: (string | undefined)[] = [];
    const { shown } = await answering(stage, scene, {
      resources: {
        ...resources,
        services: {
          ...resources.services,
          logs(where) {
            asked.push(where.region);
            return resources.services.logs(where);
          },
        },
      },
    });
    await shown.tab.until("document.querySelector('.code')");
    shown.pages.store.update((state) => ({
      ...state,
      accounts: state.accounts.map((one) => ({ ...one, region: "us-east-1" })),
    }));
    await shown.tab.until("document.querySelector('.place-bar').innerText.includes('us-east-1')");
    await shown.settle();
    assert.deepEqual(asked, ["eu-central-1", "us-east-1"]);
    await shown.close();
  });

  await t.step(
    "logs: where several roles could be meant one is chosen here, and its lines come",
    async () => {
      const { shown } = await show("logs-choose");
      await shown.tab.until("document.activeElement?.innerText.trim() === 'Operator'");
      await shown.tab.press("ArrowDown", "Enter");
      await shown.tab.until("document.shownText.includes('POST /orders 201')");
      assert.equal(await shown.tab.evaluate("document.activeElement.placeholder"), "Only lines with");
      await shown.close();
    },
  );

  for (const [name, offered] of [["logs-ended", true], ["logs-missing", false], ["logs", false]] as const) {
    await t.step(`${name}: a sign-in is ${offered ? "" : "not "}offered in place`, async () => {
      const { shown, sent } = await show(name);
      await shown.tab.until("document.querySelector('.code, .state')");
      await shown.settle();
      const button =
        "[...document.querySelectorAll('.notice button')].find((one) => one.innerText === 'Sign in')";
      assert.equal(await shown.tab.evaluate(`Boolean(${button})`), offered);
      if (offered) {
        await shown.tab.reach(button);
        assert.equal((await sent("signIn", 1)).length, 1);
      }
      await shown.close();
    });
  }
});
