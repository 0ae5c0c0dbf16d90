import assert from "node:assert/strict";
import type { RowSource } from "../../../src/core/resources/rows.ts";
import type { PagesOptions } from "../../../src/pages/mod.ts";
import type { Scene } from "../gallery/scenes.ts";
import { FIRST_VIEW } from "../../../src/ui/system/lists/virtual_options.tsx";
import { heldResources } from "../../support/pages/resources.ts";
import { answering, HOLD, sceneOf, stageTest, textAt } from "./steps.ts";

/** A list whose rows come only after `come`, where `waits` says so. */
function late<Row, List extends { rows(search: string): RowSource<Row> }>(
  list: List,
  come: Promise<void>,
  waits: (search: string, count: number) => boolean,
): List {
  return {
    ...list,
    rows: (search: string): RowSource<Row> => ({
      ...list.rows(search),
      async read(from, count, signal) {
        if (waits(search, count)) await come;
        return await list.rows(search).read(from, count, signal);
      },
    }),
  };
}

stageTest("the databases page", async (_, stage, t) => {
  const show = async (scene: Scene, more: Partial<PagesOptions> = {}) => {
    const page = await answering(stage, scene, more);
    await page.shown.tab.until("document.querySelector('.database-login')");
    return page;
  };

  await t.step("Enter opens the chosen one by a token, where it takes them", async () => {
    const { shown, of } = await show(sceneOf("databases"));
    await shown.tab.press("Enter");
    await shown.settle();
    assert.deepEqual(of("openDatabase").map(({ kind, id, login, role }) => ({ kind, id, login, role })), [{
      kind: "aurora",
      id: "orders",
      login: { way: "iam", user: "postgres" },
      role: "Operator",
    }]);
    await shown.close();
  });

  await t.step("a private one may be opened over another way, and its opening is cancelled", async () => {
    const { shown, of } = await show(sceneOf("databases"));
    const press = (label: string) =>
      shown.tab.reach(
        `[...document.querySelectorAll('.resource-foot button')].find((one) => one.innerText === '${label}')`,
      );
    await press("Another way…");
    await shown.settle();
    assert.deepEqual(of("openDatabase").map(({ id, choose }) => [id, choose]), [["orders", true]]);
    await shown.close();
    const opening = await show(sceneOf("databases-opening"));
    await opening.shown.tab.until(
      "document.querySelector('.resource-foot').innerText.includes('Waiting for the agent')",
    );
    await opening.shown.tab.reach(
      "[...document.querySelectorAll('.resource-foot button')].find((one) => one.innerText === 'Cancel')",
    );
    await opening.shown.settle();
    assert.deepEqual(opening.of("cancelOpenDatabase").map(({ kind, id }) => [kind, id]), [[
      "aurora",
      "orders",
    ]]);
    await opening.shown.close();
  });

  await t.step("a click on a row takes no key away: arrows and Enter go on from there", async () => {
    const { shown, of } = await show(sceneOf("databases"));
    await shown.tab.click(".resource-side [role=option]:nth-child(3)");
    await shown.tab.until("document.querySelector('.resource-head').innerText.includes('much-longer')");
    await shown.tab.press("ArrowDown");
    await shown.tab.until("document.querySelector('.resource-head').innerText.includes('facts')");
    await shown.tab.press("Enter");
    await shown.settle();
    assert.deepEqual(of("openDatabase").map(({ id }) => id), ["facts"]);
    await shown.close();
  });

  await t.step("where there is neither a token nor a managed secret, the password is the way", async () => {
    const { shown, of } = await show(sceneOf("databases"));
    await shown.tab.press("ArrowDown");
    await shown.tab.until("document.querySelector('.resource-head').innerText.includes('legacy')");
    assert.doesNotMatch(await textAt(shown, ".database-login"), /token|manages/);
    await shown.tab.press("Enter");
    await shown.settle();
    assert.deepEqual(of("openDatabase").map(({ login }) => login), [{ way: "password" }]);
    await shown.close();
  });

  await t.step("a secret is picked from those of the account by typing; Enter opens with it", async () => {
    const { shown, of } = await show(sceneOf("databases-secret"));
    await sceneOf("databases-secret").act!(shown.tab);
    await shown.tab.type("writer");
    await shown.tab.until(
      "document.querySelector('.secret-choice [aria-selected=true]')?.innerText.includes('orders/writer')",
    );
    await shown.tab.press("Enter");
    await shown.settle();
    assert.deepEqual(of("openDatabase").map(({ login }) => login), [{
      way: "secret",
      secret: "orders/writer",
    }]);
    await shown.close();
  });

  await t.step("what is in no list is taken as it is typed", async () => {
    const { shown, of } = await show(sceneOf("databases-secret"));
    await sceneOf("databases-secret").act!(shown.tab);
    await shown.tab.type("not/listed");
    await shown.tab.until("document.shownText.includes('taken as it is')");
    await shown.tab.press("Enter");
    await shown.settle();
    assert.deepEqual(of("openDatabase").map(({ login }) => login), [{ way: "secret", secret: "not/listed" }]);
    await shown.close();
  });

  await t.step("a name that no list has is taken by Enter right behind its last letter", async () => {
    const { shown, sent } = await show(sceneOf("databases-secret"));
    await sceneOf("databases-secret").act!(shown.tab);
    await shown.settle();
    await shown.tab.evaluate(HOLD);
    await shown.tab.reach("document.querySelector('.secret-choice input')", "select");
    await shown.tab.type("not/listed");
    await shown.tab.press("Enter");
    await shown.tab.evaluate("release()");
    const [opened] = await sent("openDatabase", 1);
    assert.deepEqual(opened!.login, { way: "secret", secret: "not/listed" });
    await shown.close();
  });

  for (
    const [does, typed, meanwhile, after] of [
      ["letters are no name on an Enter before it is known that they find none", "not/listed", [], []],
      ["an ARN is a name by itself", "arn:aws:secretsmanager:eu-central-1:1:secret:x", ["arn"], ["arn"]],
    ] as const
  ) {
    await t.step(`while AWS is asked for the secrets ${does}`, async () => {
      const scene = sceneOf("databases-secret");
      const resources = scene.pages!.resources!;
      let loading = true, tell = () => {};
      const { shown, of } = await show(scene, {
        resources: heldResources({
          ...resources,
          secrets: {
            ...resources.secrets,
            list: (where) => {
              const whole = resources.secrets.list(where);
              return {
                ...whole,
                rows: (search) => ({
                  async read(...part) {
                    const read = await whole.rows(search).read(...part);
                    return read.ok && loading ? { ...read, unfinished: loading } : read;
                  },
                  subscribe: (listener) => (tell = () => listener(0), () => {}),
                }),
              };
            },
          },
        }),
      });
      await scene.act!(shown.tab);
      const opened = () =>
        of("openDatabase").map(({ login }) => (login as { secret: string }).secret.slice(0, 3));
      await shown.tab.type(typed);
      await shown.tab.press("Enter");
      await shown.settle();
      assert.deepEqual(opened(), meanwhile);
      loading = false;
      tell();
      await shown.tab.until("document.shownText.includes('taken as it is')");
      await shown.settle();
      assert.deepEqual(opened(), after);
      await shown.close();
    });
  }

  await t.step("a secret that was picked stays when the list is scrolled away from it", async () => {
    const { shown, sent } = await show(sceneOf("databases-secrets-many"));
    await sceneOf("databases-secrets-many").act!(shown.tab);
    await shown.tab.press("ArrowDown");
    await shown.tab.until(
      "document.querySelector('.secret-choice [aria-selected=true]')?.innerText.includes('login-001')",
    );
    await shown.tab.evaluate("document.querySelector('.secret-choice .virtual').scrollTop = 8000");
    await shown.tab.until("!document.querySelector('.secret-choice').innerText.includes('login-001')");
    await shown.settle();
    await shown.tab.reach("document.querySelector('.resource-foot .marked')");
    await sent("openDatabase", 1);
    await shown.settle();
    await shown.tab.reach("document.querySelector('.secret-choice input')", "focus");
    await shown.tab.press("Enter");
    const login = { way: "secret", secret: "login-001" };
    assert.deepEqual((await sent("openDatabase", 2)).map((one) => one.login), [login, login]);
    await shown.close();
  });

  await t.step("a secret that is picked while more of its list are on their way stays picked", async () => {
    const scene = sceneOf("databases-secrets-many");
    const resources = scene.pages!.resources!;
    const come = Promise.withResolvers<void>();
    const { shown, sent } = await show(scene, {
      resources: heldResources({
        ...resources,
        secrets: {
          ...resources.secrets,
          list: (where) =>
            late(resources.secrets.list(where), come.promise, (_, count) => count !== FIRST_VIEW.count),
        },
      }),
    });
    await scene.act!(shown.tab);
    await shown.tab.press("ArrowDown");
    await shown.tab.until(
      "document.querySelector('.secret-choice [aria-selected=true]')?.innerText.includes('login-001')",
    );
    await shown.tab.evaluate("document.querySelector('.secret-choice .virtual').scrollTop = 8000");
    await shown.settle();
    come.resolve();
    await shown.tab.until("document.querySelector('.secret-choice').innerText.includes('login-251')");
    await shown.tab.press("Enter");
    const opened = await sent("openDatabase", 1);
    assert.deepEqual(opened.map(({ login }) => login), [{ way: "secret", secret: "login-001" }]);
    await shown.close();
  });

  await t.step("Enter right after the last letter opens what was typed, not what was chosen", async () => {
    const scene = sceneOf("databases");
    const resources = scene.pages!.resources!;
    const come = Promise.withResolvers<void>();
    const { shown, of } = await show(scene, {
      resources: heldResources({
        ...resources,
        databases: {
          list: (where) => late(resources.databases.list(where), come.promise, (search) => search !== ""),
        },
      }),
    });
    const opened = () => of("openDatabase").map(({ id }) => id);
    await shown.tab.type("facts");
    await shown.tab.press("Enter");
    await shown.settle();
    assert.deepEqual(opened(), []);
    come.resolve();
    await shown.tab.until("document.querySelector('.resource-head').innerText.includes('facts')");
    await shown.settle();
    assert.deepEqual(opened(), ["facts"]);
    await shown.close();
  });

  await t.step("the way of last time is the one that is chosen", async () => {
    const { shown, of } = await show(sceneOf("databases-remembered"));
    await sceneOf("databases-remembered").act!(shown.tab);
    await shown.tab.press("Enter");
    await shown.settle();
    assert.deepEqual(of("openDatabase").map(({ login }) => login), [{
      way: "secret",
      secret: "orders/reader",
    }]);
    await shown.close();
  });

  await t.step("the way of last time is chosen where the rows come before the region", async () => {
    const scene = sceneOf("databases-remembered");
    const resources = scene.pages!.resources!;
    const come = Promise.withResolvers<void>();
    const { shown, sent } = await answering(stage, scene, {
      resources: heldResources({
        ...resources,
        databases: {
          list: (where) => {
            const { status, ...list } = resources.databases.list(where);
            return {
              ...list,
              status: { ...status, read: async (...part) => (await come.promise, status.read(...part)) },
            };
          },
        },
      }),
    });
    await shown.tab.until("document.querySelector('.resource-side [role=option]')");
    await shown.tab.press("Enter");
    await shown.settle();
    come.resolve();
    const opened = await sent("openDatabase", 1);
    assert.deepEqual(opened.map(({ login }) => login), [{ way: "secret", secret: "orders/reader" }]);
    await shown.close();
  });

  await t.step("a network that is not reached is told before anything is tried, and after", async () => {
    const { shown } = await show(sceneOf("databases-unreached"));
    assert.match(await textAt(shown, ".notice"), /Not public/);
    await shown.tab.press("Enter");
    await shown.tab.until("document.querySelector('.notice.danger')");
    assert.match(await textAt(shown, ".notice.danger"), /Connect the VPN/);
    await shown.close();
  });

  await t.step("its name is added to the servers", async () => {
    const { shown, of } = await show(sceneOf("databases-added"));
    await shown.tab.reach("document.querySelector('.resource-foot button')");
    await shown.tab.until("document.shownText.includes('Added as “orders (shop-production)”')");
    assert.deepEqual(of("addDatabase").map(({ id }) => id), ["orders"]);
    await shown.close();
  });
});
