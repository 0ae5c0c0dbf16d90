import assert from "node:assert/strict";
import { fixedRows } from "../../../src/core/resources/rows.ts";
import type { ServiceDetail } from "../../../src/pages/services/page.ts";
import type { FollowedLine } from "../../../src/pages/logs/page.ts";
import type { PagesOptions } from "../../../src/pages/mod.ts";
import { fixedList, fixedResources, rowsOf } from "../../support/pages/resources.ts";
import type { Scene } from "../gallery/scenes.ts";
import type { Shown } from "../gallery/show.ts";
import { type Answering, button, sceneOf, stageTest, textAt } from "./steps.ts";

const click = ({ tab }: Shown, label: string) => tab.reach(button(label));
const MARKED = "document.querySelector('.question [type=submit]')";
const LINES = "document.querySelector('.service-lines')";

type Resources = PagesOptions["resources"];
const RESOURCES = sceneOf("services").pages!.resources!;

/** Returns the scene of the services with other resources. */
const sceneWith = (resources: Partial<Resources>) =>
  sceneOf("services", { pages: { resources: { ...RESOURCES, ...resources } } });

/** Returns the scene of the logs with other lines. */
function withLogs(logs: Resources["services"]["logs"]): Scene {
  const resources = sceneOf("logs").pages!.resources!;
  return sceneOf("logs", {
    pages: { resources: { ...resources, services: { ...resources.services, logs } } },
  });
}

/** Presses Enter, which must open nothing and show the reason. */
async function enterOnlySays({ tab, of }: Answering, words: string): Promise<void> {
  await tab.press("Enter");
  await tab.until(
    `document.querySelector('.resource-foot').innerText.includes(${JSON.stringify(words)})`,
  );
  assert.deepEqual(of("openWindow"), []);
}

/** Returns the scene of the services with a changed detail of the selected service. */
async function changed(change: (value: ServiceDetail) => Partial<ServiceDetail>): Promise<Scene> {
  const asked = { account: "123456789012", cluster: "shop", service: "web" };
  const [row] = await rowsOf(RESOURCES.services.detail(asked));
  const value = row!.value!;
  const detail = () => fixedRows([{ value: { ...value, ...change(value) }, fault: null }]);
  return sceneWith({ services: { ...RESOURCES.services, detail } });
}

stageTest("the services page and the logs", async (step) => {
  await step("Enter opens the logs of the chosen service", "services", async ({ tab, settle, of }) => {
    await tab.until("document.querySelector('.resource-foot .marked:not(:disabled)')");
    await tab.press("Enter");
    await settle();
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
  });

  const logless = await changed(({ containers }) => ({
    containers: containers.map(({ logs: _, ...one }) => one),
  }));
  await step("Enter says why there are no logs when no container writes any", logless, async (shown) => {
    await shown.tab.until(LINES);
    await enterOnlySays(shown, "No container writes to CloudWatch Logs.");
  });

  const PLAIN = { name: "web", image: "web:7", logs: { group: "/ecs/shop" } };
  const PREFIXED = { name: "proxy", image: "proxy:1", logs: { group: "/ecs/shop", prefix: "ecs" } };
  for (const containers of [[PLAIN], [PLAIN, PREFIXED]]) {
    const { name } = containers.at(-1)!;
    const title = `Enter opens the logs of ${name} among ${containers.length} that write some`;
    await step(title, await changed(() => ({ containers })), async ({ tab, settle, of }) => {
      await tab.until(LINES);
      await tab.press("Enter");
      await settle();
      const opened = of("openWindow").map(({ params }) => (params as Record<string, string>).container);
      assert.deepEqual(opened, [name]);
    });
  }

  for (const cut of [true, false]) {
    await step(
      `a service ${cut ? "says" : "does not say"} that it has more tasks than are read`,
      await changed(() => ({ cut })),
      async ({ tab }) => {
        await tab.until(LINES);
        const page = String(await tab.evaluate("document.body.innerText"));
        assert.equal(page.includes("There are more tasks than are read: some are not shown."), cut);
      },
    );
  }

  await step(
    "Enter says why there are no logs when a cluster runs no task of its own",
    "services-cluster-empty",
    async (shown) => {
      await shown.tab.until("document.querySelector('.resource-main h1, .resource-main h2')");
      await enterOnlySays(shown, "No task runs here without a service.");
    },
  );

  for (
    const [name, most, why] of [
      ["/ecs/shop", 10, "At most 10 are followed as one: deselect one first."],
      [`/ecs/${"long-".repeat(100)}`, 7, "The names are too long together: deselect one first."],
    ] as const
  ) {
    const groups = Array.from({ length: 12 }, (_, at) => ({ name: `${name}/${10 + at}`, bytes: 0 }));
    const resources = fixedResources({ logGroups: { list: () => fixedList(groups, {}) } });
    const scene = sceneOf("log-groups", { pages: { resources } });
    await step(
      `Ctrl+B on one log group more than ${most} says why it is not selected`,
      scene,
      async ({ tab }) => {
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
        // One is deselected, so the next one can be selected without a message.
        await tab.press("ArrowUp", "Control+b", "ArrowDown", "Control+b");
        await tab.until(`${said} === ""`);
        assert.equal(await tab.evaluate("document.querySelectorAll('.virtual .aside').length"), most);
      },
    );
  }

  for (
    const [label, command, field] of [
      ["Redeploy", "redeployService", null],
      ["Scale", "scaleService", "3"],
      ["Stop", "stopTask", null],
    ] as const
  ) {
    await step(
      `${label}: says what will happen, and asks for the name in production`,
      "services",
      async (shown) => {
        await shown.tab.until(LINES);
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
        assert.deepEqual(shown.of(command).map(({ service, typed }) => [service, typed]), [["web", "web"]]);
      },
    );
  }

  const left = sceneOf("services").state.accounts.map((one) => [one.accountId, one] as const);
  await step(
    "production asks for the name also when its account has left the list",
    sceneOf("services", { state: { accounts: [], leftAccounts: Object.fromEntries(left) } }),
    async (shown) => {
      await shown.tab.until(LINES);
      await click(shown, "Redeploy");
      await shown.tab.until("document.querySelector('.question [name=typed]')");
      assert.equal(await shown.tab.evaluate(`${MARKED}.disabled`), true);
    },
  );

  /** Returns what the service offers: buttons below it and rows that can be pressed. */
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
    await step(`${scene}: nothing is offered that cannot be done`, scene, async (shown) => {
      await shown.tab.until(`document.querySelector(".notice")?.innerText.includes("${says}")`);
      assert.deepEqual((await offered(shown)).map((one) => one.trim()), offers);
    });
  }

  const asked: (string | undefined)[] = [];
  const noted: typeof RESOURCES.list = (kind, where) => {
    asked.push(where.region);
    return RESOURCES.list(kind, where);
  };
  await step(
    "everything stays in the shown region when the account gets another one, until it is opened again",
    sceneWith({ list: noted }),
    async (shown) => {
      const { tab, pages: { store }, of } = shown;
      asked.length = 0;
      await tab.until(LINES);
      store.update((state) => ({
        ...state,
        accounts: state.accounts.map((one) => ({ ...one, region: "us-east-1" })),
      }));
      assert.deepEqual((await shown.sent("setWindowRegion", 1)).map(({ region }) => region), [
        "eu-central-1",
      ]);
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
    },
  );

  let earlier = true, tellNow = () => {};
  const anew: Resources["list"] = (kind, where) => {
    const list = RESOURCES.list(kind, where);
    return {
      ...list,
      status: {
        async read(from, count, signal) {
          const read = await list.status.read(from, count, signal);
          const is = { role: where.role ?? (earlier ? "Operator" : "ReadOnly"), loading: earlier };
          return read.ok ? { ...read, rows: read.rows.map((row) => ({ ...row, ...is })) } : read;
        },
        subscribe: (listener) => (tellNow = () => listener(0), () => {}),
      },
    };
  };
  await step(
    "a list that is requested again uses the role used last",
    sceneWith({ list: anew }),
    async ({ tab, settle }) => {
      const roleShown = "document.querySelector('.place-bar [aria-label=Role]').value";
      await tab.until(LINES);
      await tab.until(`${roleShown} === 'Operator'`);
      earlier = false;
      tellNow();
      await tab.until(`${roleShown} === 'ReadOnly'`);
      await settle();
      assert.equal(await tab.evaluate(roleShown), "ReadOnly");
    },
  );

  let usedLast = "Operator", tellRole = () => {};
  const rolesAsked: (string | undefined)[] = [];
  const byRole: Resources["list"] = (kind, where) => {
    const list = RESOURCES.list(kind, where);
    rolesAsked.push(where.role);
    return {
      ...list,
      status: {
        async read(from, count, signal) {
          const read = await list.status.read(from, count, signal);
          const role = where.role ?? usedLast;
          return read.ok ? { ...read, rows: read.rows.map((row) => ({ ...row, role })) } : read;
        },
        subscribe: (listener) => (tellRole = () => listener(0), () => {}),
      },
    };
  };
  await step(
    "everything stays in the shown role when the list was read with another one, until it is opened again",
    sceneWith({ list: byRole }),
    async (shown) => {
      const { tab, pages: { store }, of, settle } = shown;
      const roleShown = "document.querySelector('.place-bar [aria-label=Role]').value";
      await tab.until(LINES);
      await tab.until(`${roleShown} === 'Operator'`);
      rolesAsked.length = 0;
      usedLast = "ReadOnly";
      tellRole();
      await settle();
      await tab.press("F5");
      await settle();
      await click(shown, "Terminal");
      await settle();
      assert.deepEqual([...new Set(rolesAsked)], ["Operator"]);
      // The remembered role does not become the account's default role.
      const refreshed = of("refreshResources").map(({ role, passing }) => [role, passing]);
      assert.deepEqual(refreshed, [["Operator", true]]);
      assert.deepEqual(of("execTask").map(({ role }) => role), ["Operator"]);
      assert.equal(await tab.evaluate(roleShown), "Operator");
      store.update((state) => ({
        ...state,
        windows: state.windows.map((one) => ({ ...one, raised: one.raised + 1 })),
      }));
      await tab.until(`${roleShown} === 'ReadOnly'`);
    },
  );

  const ofCluster = sceneOf("services-cluster").pages!.resources!;
  const nightly = { account: "123456789012", cluster: "reports-and-other-nightly-work" };
  let [row] = await rowsOf(ofCluster.services.cluster(nightly)), tell = () => {};
  const cluster: typeof ofCluster.services.cluster = () => ({
    read: () => ({ ok: true, rows: [row!], total: 1 }),
    subscribe: (listener) => (tell = () => listener(0), () => {}),
  });
  const ending = sceneOf("services-cluster", {
    pages: { resources: { ...ofCluster, services: { ...ofCluster.services, cluster } } },
  });
  await step("a question about a task says when that has ended, and stops nothing", ending, async (shown) => {
    await shown.tab.until(LINES);
    await click(shown, "Stop");
    await shown.tab.until("document.querySelector('.question')");
    const { value } = row!;
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
  });

  await step(
    "a cluster: Enter opens the logs of its first task, which stops once its id is typed",
    "services-cluster",
    async (shown) => {
      await shown.tab.until("document.querySelector('.resource-foot .marked:not(:disabled)')");
      await shown.tab.press("Enter");
      await shown.settle();
      const [{ params }] = shown.of("openWindow") as unknown as [{ params: Record<string, string> }];
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
      assert.deepEqual(shown.of("stopTask").map(({ service, typed }) => [service, typed]), [[
        undefined,
        "5d10e8f5",
      ]]);
    },
  );

  const accounts = sceneOf("services").state.accounts.map(({ name: _, ...one }) => one);
  const nameless = sceneOf("services", { state: { accounts } });
  await step("a question calls an account without a name as its window does", nameless, async (shown) => {
    await shown.tab.until(LINES);
    await click(shown, "Redeploy");
    await shown.tab.until("document.querySelector('.question')");
    assert.match(await textAt(shown, ".question"), / in \d{4} \d{4} \d{4}/);
  });

  await step("the list of commands uses the names of buttons", "services", async (shown) => {
    await shown.tab.until(LINES);
    await shown.tab.press("Control+k");
    await shown.tab.until("document.querySelector('[aria-label=\"What can be done here\"]')");
    const words = await textAt(shown, "[role=listbox][aria-label='What can be done here']");
    assert.match(words, /Copy name\b/);
    assert.doesNotMatch(words, /Copied/);
  });

  await step("the list of commands follows the window while it is open", "services", async ({ tab }) => {
    await tab.until(LINES);
    await tab.press("Control+k");
    await tab.until("document.querySelector('[aria-label=\"What can be done here\"]')");
    await tab.evaluate(`(() => {
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
    await tab.until(`${LIST}.includes("Came later") && !${LIST}.includes("Scale")`);
    await tab.type("Redeploy");
    await tab.press("Enter");
    await tab.until("document.title === 'the new one'");
  });

  await step("an arrow right after Ctrl+K counts, however soon it comes", "services", async (shown) => {
    const { tab, settle } = shown;
    await tab.until(LINES);
    const options = "[...document.querySelectorAll('[aria-label=\"What can be done here\"] [role=option]')]";
    await tab.evaluate(`(async () => {
      const press = (more) => document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...more }));
      press({ key: "k", ctrlKey: true });
      // Press as soon as the list exists, before a frame is drawn.
      for (let turn = 0; turn < 1000 && ${options}.length === 0; turn++) await null;
      press({ key: "ArrowUp" });
    })()`);
    await settle();
    assert.equal(await tab.evaluate(`${options}.at(-1).ariaSelected`), "true");
  });

  await step(
    "the list of commands does nothing on Enter when the picked one has gone",
    "services",
    async ({ tab, settle }) => {
      await tab.until(LINES);
      await tab.evaluate(`(() => {
      const button = Object.assign(document.createElement("button"), { innerText: "Short-lived" });
      document.querySelector(".resource-foot").append(button);
      addEventListener("click", ({ target }) => target.closest("button") && (document.title = "pressed"));
    })()`);
      await tab.press("Control+k");
      const picked =
        "document.querySelector('[aria-label=\"What can be done here\"] [aria-selected=true]')?.innerText ?? ''";
      await tab.until(`(${picked}) !== ''`);
      // The rows after it are only commands that every window has.
      for (let turn = 0; turn < 30; turn++) {
        const before = await tab.evaluate<string>(picked);
        if (before.includes("Short-lived")) break;
        await tab.press("ArrowUp");
        await tab.until(`(${picked}) !== ${JSON.stringify(before)}`);
      }
      assert.match(await tab.evaluate<string>(picked), /Short-lived/);
      await tab.evaluate(`${button("Short-lived")}.remove()`);
      await tab.until(`(${picked}) === ''`);
      await tab.press("Enter");
      await settle();
      assert.notEqual(await tab.evaluate("document.title"), "pressed");
      await tab.press("ArrowDown");
      await tab.until(`(${picked}) !== ''`);
    },
  );

  await step(
    "the list of commands keeps the picked one when a button comes before it",
    "services",
    async ({ tab, settle }) => {
      await tab.until(LINES);
      await tab.press("Control+k");
      const picked =
        "document.querySelector('[aria-label=\"What can be done here\"] [aria-selected=true]')?.innerText";
      await tab.until(`${picked} !== undefined`);
      await tab.press("ArrowDown");
      await settle();
      const before = await tab.evaluate<string>(picked);
      await tab.evaluate(`document.querySelector(".place-bar").prepend(
      Object.assign(document.createElement("button"), { innerText: "Came before" }))`);
      await tab.until("document.querySelector('.here-list').innerText.includes('Came before')");
      await settle();
      assert.equal(await tab.evaluate<string>(picked), before);
    },
  );

  await step(
    "a window that is opened at a service shows that one, of whichever cluster it is",
    "services-same-name",
    async (shown) => {
      await shown.tab.until("document.querySelector('.resource-head')?.innerText.includes('shop-green')");
      assert.match(await textAt(shown, ".resource-side [aria-selected=true]"), /web\s+shop-green/);
      // Typing now searches instead of staying at the requested service.
      await shown.tab.type("mail");
      assert.equal(await shown.tab.evaluate("document.querySelector('[type=search]').value"), "mail");
    },
  );

  await step("a terminal names its task and container", "services", async (shown) => {
    await shown.tab.until(LINES);
    await click(shown, "Terminal");
    await shown.settle();
    assert.deepEqual(shown.of("execTask").map(({ container }) => container), ["web"]);
  });

  await step(
    "logs: lines of JSON are readable, as they are at a button, and filtered as one types",
    "logs",
    async ({ tab }) => {
      await tab.until(
        "document.querySelector('.code')?.innerText.includes('INFO listening port=8080')",
      );
      await tab.reach("document.querySelector('[aria-label=\"Read JSON lines\"]')");
      await tab.until("document.querySelector('.code')?.innerText.includes('\"level\":\"info\"')");
      await tab.type("payment");
      await tab.until("document.shownText.includes('2 of 7 lines')");
    },
  );

  const line =
    '{"time":"2026-11-29T10:00:00Z","level":"info","msg":"paid","order":1234567890123456789,"of":10.50}';
  await step(
    "logs: a line is shown with its own digits, and copied and saved as it was logged",
    withLogs(() => fixedRows([{ stream: "stdout", text: line, time: 0 }])),
    async (shown) => {
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
    },
  );

  const regions: (string | undefined)[] = [];
  const { logs } = sceneOf("logs").pages!.resources!.services;
  // More lines than the other region has, so a mix-up shows.
  const there: readonly FollowedLine[] = Array.from(
    { length: 10 },
    (_, at) => ({ stream: "stdout", text: `there ${at}`, time: at }),
  );
  await step(
    "logs: the lines are those of the region that is named",
    withLogs((where) => {
      regions.push(where.region);
      return where.region === "us-east-1" ? fixedRows(there) : logs(where);
    }),
    async ({ tab, pages: { store }, settle }) => {
      await tab.until("document.querySelector('.code')");
      store.update((state) => ({
        ...state,
        accounts: state.accounts.map((one) => ({ ...one, region: "us-east-1" })),
      }));
      await tab.until("document.querySelector('.place-bar').innerText.includes('us-east-1')");
      await settle();
      assert.deepEqual(regions, ["eu-central-1", "us-east-1"]);
      await tab.until("document.shownText.includes('there 9')");
      const shownText = await tab.evaluate<string>("document.shownText");
      assert.deepEqual(shownText.match(/there \d/g), there.map(({ text }) => text));
      assert.equal(shownText.includes("10 lines"), true);
    },
  );

  await step(
    "logs: where several roles could be meant one is chosen here, and its lines come",
    "logs-choose",
    async ({ tab }) => {
      await tab.until("document.activeElement?.innerText.trim() === 'Operator'");
      await tab.press("ArrowDown", "Enter");
      await tab.until("document.shownText.includes('POST /orders 201')");
      assert.equal(await tab.evaluate("document.activeElement.placeholder"), "Only lines with");
    },
  );

  for (const [name, offered] of [["logs-ended", true], ["logs-missing", false], ["logs", false]] as const) {
    await step(`${name}: a sign-in is ${offered ? "" : "not "}offered in place`, name, async (shown) => {
      const { tab, settle, sent } = shown;
      await tab.until("document.querySelector('.code, .state')");
      await settle();
      const signIn = button("Sign in", ".notice");
      assert.equal(await tab.evaluate(`Boolean(${signIn})`), offered);
      if (offered) {
        await tab.reach(signIn);
        assert.equal((await sent("signIn", 1)).length, 1);
      }
    });
  }
});
