import assert from "node:assert/strict";
import type { RowSource } from "../../../src/core/resources/rows.ts";
import type { PagesOptions } from "../../../src/pages/mod.ts";
import type { Scene } from "../gallery/scenes.ts";
import { FIRST_VIEW } from "../../../src/ui/system/lists/virtual_options.tsx";
import { fixedResources } from "../../support/pages/resources.ts";
import { type Answering, button, HOLD, sceneOf, stageTest, textAt } from "./steps.ts";

type Lists = PagesOptions["resources"];

/** Returns the scene with another list of that kind. */
function withList<Kind extends "secrets" | "databases">(
  name: string,
  kind: Kind,
  other: (list: Lists[Kind]["list"]) => Lists[Kind]["list"],
): Scene {
  const resources = sceneOf(name).pages!.resources!;
  const held = fixedResources({
    ...resources,
    [kind]: { ...resources[kind], list: other(resources[kind].list) },
  });
  return sceneOf(name, { pages: { resources: held } });
}

/** Returns a list whose rows arrive only after `come`, for reads of which `waits` returns true. */
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

/** Whether the first of many secrets is selected. */
const FIRST_LOGIN =
  "document.querySelector('.secret-choice [aria-selected=true]')?.innerText.includes('login-001')";

stageTest("the databases page", async (shownStep) => {
  /** Defines a step that begins once the methods to sign in are shown. */
  const step = (name: string, scene: string | Scene, run: (shown: Answering) => Promise<void>) =>
    shownStep(name, scene, async (shown) => {
      await shown.tab.until("document.querySelector('.database-login')");
      await run(shown);
    });

  await step("Enter opens the chosen one by a token, where it takes them", "databases", async (shown) => {
    const { tab, settle, of } = shown;
    await tab.press("Enter");
    await settle();
    assert.deepEqual(of("openDatabase").map(({ kind, id, login, role }) => ({ kind, id, login, role })), [{
      kind: "aurora",
      id: "orders",
      login: { way: "iam", user: "postgres" },
      role: "Operator",
    }]);
  });

  for (
    const [what, field] of [
      ["field of the user", "input[type=text]"],
      ["logins to choose from", "input[type=radio]:checked"],
      ["choice of the readers", "input[type=checkbox]"],
    ] as const
  ) {
    await step(`Enter in the ${what} opens the chosen one`, "databases", async ({ tab, settle, of }) => {
      const at = `document.querySelector('.database-login ${field}')`;
      await tab.until(at);
      await tab.reach(at, "focus");
      await tab.press("Enter");
      await settle();
      assert.deepEqual(of("openDatabase").map(({ id }) => id), ["orders"]);
    });
  }

  await step("a private one may be opened over another way", "databases", async ({ tab, settle, of }) => {
    await tab.reach(button("Another way…", ".resource-foot"));
    await settle();
    assert.deepEqual(of("openDatabase").map(({ id, choose }) => [id, choose]), [["orders", true]]);
  });

  await step("its opening is cancelled", "databases-opening", async ({ tab, settle, of }) => {
    await tab.until("document.querySelector('.resource-foot').innerText.includes('Waiting for the agent')");
    await tab.reach(button("Cancel", ".resource-foot"));
    await settle();
    assert.deepEqual(of("cancelOpenDatabase").map(({ kind, id }) => [kind, id]), [["aurora", "orders"]]);
  });

  await step(
    "a click on a row takes no key away: arrows and Enter go on from there",
    "databases",
    async ({ tab, settle, of }) => {
      await tab.click(".resource-side [role=option]:nth-child(3)");
      await tab.until("document.querySelector('.resource-head').innerText.includes('much-longer')");
      await tab.press("ArrowDown");
      await tab.until("document.querySelector('.resource-head').innerText.includes('facts')");
      await tab.press("Enter");
      await settle();
      assert.deepEqual(of("openDatabase").map(({ id }) => id), ["facts"]);
    },
  );

  await step(
    "where there is neither a token nor a managed secret, the password is the way",
    "databases",
    async (shown) => {
      await shown.tab.press("ArrowDown");
      await shown.tab.until("document.querySelector('.resource-head').innerText.includes('legacy')");
      assert.doesNotMatch(await textAt(shown, ".database-login"), /token|manages/);
      await shown.tab.press("Enter");
      await shown.settle();
      assert.deepEqual(shown.of("openDatabase").map(({ login }) => login), [{ way: "password" }]);
    },
  );

  await step(
    "a secret is picked from those of the account by typing; Enter opens with it",
    "databases-secret",
    async ({ tab, act, settle, of }) => {
      await act();
      await tab.type("writer");
      await tab.until(
        "document.querySelector('.secret-choice [aria-selected=true]')?.innerText.includes('orders/writer')",
      );
      await tab.press("Enter");
      await settle();
      assert.deepEqual(of("openDatabase").map(({ login }) => login), [{
        way: "secret",
        secret: "orders/writer",
      }]);
    },
  );

  await step("a name that is in no list is used as typed", "databases-secret", async (shown) => {
    const { tab, act, settle, of } = shown;
    await act();
    await tab.type("not/listed");
    await tab.until("document.shownText.includes('taken as it is')");
    await tab.press("Enter");
    await settle();
    assert.deepEqual(of("openDatabase").map(({ login }) => login), [{
      way: "secret",
      secret: "not/listed",
    }]);
  });

  await step(
    "Enter right after the last letter accepts a name that no list has",
    "databases-secret",
    async ({ tab, act, sent }) => {
      await act();
      await tab.evaluate(HOLD);
      await tab.reach("document.querySelector('.secret-choice input')", "select");
      await tab.type("not/listed");
      await tab.press("Enter");
      await tab.evaluate("release()");
      const [opened] = await sent("openDatabase", 1);
      assert.deepEqual(opened!.login, { way: "secret", secret: "not/listed" });
    },
  );

  for (
    const [does, typed, meanwhile, after] of [
      ["letters are no name on an Enter before it is known that they find none", "not/listed", [], []],
      ["an ARN is a name by itself", "arn:aws:secretsmanager:eu-central-1:1:secret:x", ["arn"], ["arn"]],
    ] as const
  ) {
    let loading = true, tell = () => {};
    const scene = withList("databases-secret", "secrets", (list) => (where) => {
      const whole = list(where);
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
    });
    await step(`while AWS is asked for the secrets ${does}`, scene, async ({ tab, act, settle, of }) => {
      await act();
      const opened = () =>
        of("openDatabase").map(({ login }) => (login as { secret: string }).secret.slice(0, 3));
      await tab.type(typed);
      await tab.press("Enter");
      await settle();
      assert.deepEqual(opened(), meanwhile);
      loading = false;
      tell();
      await tab.until("document.shownText.includes('taken as it is')");
      await settle();
      assert.deepEqual(opened(), after);
    });
  }

  await step(
    "a secret that was picked stays when the list is scrolled away from it",
    "databases-secrets-many",
    async ({ tab, act, settle, sent }) => {
      await act();
      await tab.press("ArrowDown");
      await tab.until(FIRST_LOGIN);
      await tab.evaluate("document.querySelector('.secret-choice .virtual').scrollTop = 8000");
      await tab.until("!document.querySelector('.secret-choice').innerText.includes('login-001')");
      await settle();
      await tab.reach("document.querySelector('.resource-foot .marked')");
      await sent("openDatabase", 1);
      await settle();
      await tab.reach("document.querySelector('.secret-choice input')", "focus");
      await tab.press("Enter");
      const login = { way: "secret", secret: "login-001" };
      assert.deepEqual((await sent("openDatabase", 2)).map((one) => one.login), [login, login]);
    },
  );

  const more = Promise.withResolvers<void>();
  await step(
    "a secret that is picked while more of its list are on their way stays picked",
    withList(
      "databases-secrets-many",
      "secrets",
      (list) => (where) => late(list(where), more.promise, (_, count) => count !== FIRST_VIEW.count),
    ),
    async ({ tab, act, settle, sent }) => {
      await act();
      await tab.press("ArrowDown");
      await tab.until(FIRST_LOGIN);
      await tab.evaluate("document.querySelector('.secret-choice .virtual').scrollTop = 8000");
      await settle();
      more.resolve();
      await tab.until("document.querySelector('.secret-choice').innerText.includes('login-251')");
      await tab.press("Enter");
      const opened = await sent("openDatabase", 1);
      assert.deepEqual(opened.map(({ login }) => login), [{ way: "secret", secret: "login-001" }]);
    },
  );

  const found = Promise.withResolvers<void>();
  await step(
    "Enter right after the last letter opens the typed secret, not the chosen one",
    withList(
      "databases",
      "databases",
      (list) => (where) => late(list(where), found.promise, (search) => search !== ""),
    ),
    async ({ tab, settle, of }) => {
      const opened = () => of("openDatabase").map(({ id }) => id);
      await tab.type("facts");
      await tab.press("Enter");
      await settle();
      assert.deepEqual(opened(), []);
      found.resolve();
      await tab.until("document.querySelector('.resource-head').innerText.includes('facts')");
      await settle();
      assert.deepEqual(opened(), ["facts"]);
    },
  );

  await step("the way used last is selected", "databases-remembered", async (shown) => {
    const { tab, act, settle, of } = shown;
    await act();
    await tab.press("Enter");
    await settle();
    assert.deepEqual(of("openDatabase").map(({ login }) => login), [{
      way: "secret",
      secret: "orders/reader",
    }]);
  });

  const region = Promise.withResolvers<void>();
  await shownStep(
    "the way of last time is chosen where the rows come before the region",
    withList("databases-remembered", "databases", (list) => (where) => {
      const { status, ...rest } = list(where);
      const read: typeof status.read = async (...part) => (await region.promise, status.read(...part));
      return { ...rest, status: { ...status, read } };
    }),
    async ({ tab, settle, sent }) => {
      await tab.until("document.querySelector('.resource-side [role=option]')");
      await tab.press("Enter");
      await settle();
      region.resolve();
      const opened = await sent("openDatabase", 1);
      assert.deepEqual(opened.map(({ login }) => login), [{ way: "secret", secret: "orders/reader" }]);
    },
  );

  await step(
    "an unreachable network is reported before anything is tried, and after",
    "databases-unreached",
    async (shown) => {
      assert.match(await textAt(shown, ".notice"), /Not public/);
      await shown.tab.press("Enter");
      await shown.tab.until("document.querySelector('.notice.danger')");
      assert.match(await textAt(shown, ".notice.danger"), /Connect the VPN/);
    },
  );

  await step("its name is added to the servers", "databases-added", async ({ tab, of }) => {
    await tab.reach("document.querySelector('.resource-foot button')");
    await tab.until("document.shownText.includes('Added as “orders (shop-production)”')");
    assert.deepEqual(of("addDatabase").map(({ id }) => id), ["orders"]);
  });
});
