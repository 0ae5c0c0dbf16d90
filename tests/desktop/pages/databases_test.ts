import assert from "node:assert/strict";
import { sceneOf, stageTest, textAt } from "./steps.ts";

stageTest("the databases page", async (_, stage, t) => {
  const answering = async (name: string) => {
    const scene = sceneOf(name);
    const asked: { readonly name: string; readonly [field: string]: unknown }[] = [];
    const shown = await stage.show(scene, {
      pages: {
        ...scene.pages,
        dispatch(command, window) {
          asked.push(command);
          return scene.pages!.dispatch!(command, window);
        },
      },
    });
    await shown.tab.until("document.querySelector('.database-login')");
    return { shown, of: (name: string) => asked.filter((one) => one.name === name) };
  };

  await t.step("Enter opens the chosen one by a token, where it takes them", async () => {
    const { shown, of } = await answering("databases");
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

  await t.step("where there is neither a token nor a managed secret, the password is the way", async () => {
    const { shown, of } = await answering("databases");
    await shown.tab.press("ArrowDown");
    await shown.tab.until("document.querySelector('.resource-head').innerText.includes('legacy')");
    assert.doesNotMatch(await textAt(shown, ".database-login"), /token|manages/);
    await shown.tab.press("Enter");
    await shown.settle();
    assert.deepEqual(of("openDatabase").map(({ login }) => login), [{ way: "password" }]);
    await shown.close();
  });

  await t.step("a secret is picked from those of the account by typing; Enter opens with it", async () => {
    const { shown, of } = await answering("databases-secret");
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
    const { shown, of } = await answering("databases-secret");
    await sceneOf("databases-secret").act!(shown.tab);
    await shown.tab.type("not/listed");
    await shown.tab.until("document.body.innerText.includes('taken as it is')");
    await shown.tab.press("Enter");
    await shown.settle();
    assert.deepEqual(of("openDatabase").map(({ login }) => login), [{ way: "secret", secret: "not/listed" }]);
    await shown.close();
  });

  await t.step("the way of last time is the one that is chosen", async () => {
    const { shown, of } = await answering("databases-remembered");
    await sceneOf("databases-remembered").act!(shown.tab);
    await shown.tab.press("Enter");
    await shown.settle();
    assert.deepEqual(of("openDatabase").map(({ login }) => login), [{
      way: "secret",
      secret: "orders/reader",
    }]);
    await shown.close();
  });

  await t.step("a network that is not reached is told before anything is tried, and after", async () => {
    const { shown } = await answering("databases-unreached");
    assert.match(await textAt(shown, ".notice"), /Not public/);
    await shown.tab.press("Enter");
    await shown.tab.until("document.querySelector('.notice.danger')");
    assert.match(await textAt(shown, ".notice.danger"), /Connect the VPN/);
    await shown.close();
  });

  await t.step("its name is added to the servers", async () => {
    const { shown, of } = await answering("databases-added");
    await shown.tab.evaluate("document.querySelector('.resource-foot button').click()");
    await shown.tab.until("document.body.innerText.includes('Added as “orders (shop-production)”')");
    assert.deepEqual(of("addDatabase").map(({ id }) => id), ["orders"]);
    await shown.close();
  });
});
