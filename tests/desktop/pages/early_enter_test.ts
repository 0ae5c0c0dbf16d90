/** Enter that is pressed before the row which the user has named is there. */
import assert from "node:assert/strict";
import { type RowSource, slice } from "../../../src/core/resources/rows.ts";
import type { PagesOptions } from "../../../src/pages/mod.ts";
import type { Scene } from "../gallery/scenes.ts";
import { answering, sceneOf, stageTest } from "./steps.ts";

type Resources = PagesOptions["resources"];

/** Something whose rows are on their way until `come` is called; until then its list is unfinished. */
function underWay() {
  const listeners = new Set<(from: number) => void>();
  let here = false;
  return {
    /** What is known of a list `before`, and then all of it. */
    late<Row>(list: RowSource<Row>, before: readonly Row[]): RowSource<Row> {
      return {
        read: (from, count, signal) =>
          here ? list.read(from, count, signal) : slice(before, from, count, true),
        subscribe(listener) {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      };
    },
    come() {
      here = true;
      for (const listener of [...listeners]) listener(0);
    },
  };
}

const LOADING = { loading: true, at: null, count: 0, faults: [], role: "Operator", region: "eu-central-1" };

/** The scene with a list of resources that AWS has not given yet; `before`: what it has given of it. */
function lateResources(scene: Scene, kind: string, before: readonly object[] = []) {
  const rows = underWay(), status = underWay();
  const resources = scene.pages!.resources!;
  const list: Resources["list"] = (of, asked) => {
    const whole = resources.list(of, asked);
    if (of.name !== kind) return whole;
    return {
      ...whole,
      rows: (search) => rows.late(whole.rows(search), before as never),
      status: status.late(whole.status, [LOADING]),
    };
  };
  return {
    pages: { resources: { ...resources, list } },
    comeStatus: status.come,
    come() {
      rows.come();
      status.come();
    },
  };
}

/** The scene with the choice of a secret, of which AWS has given none yet. */
function lateSecrets(scene: Scene) {
  const { late, come } = underWay();
  const resources = scene.pages!.resources!;
  const list: Resources["secrets"]["list"] = (asked) => {
    const whole = resources.secrets.list(asked);
    return { ...whole, rows: (search) => late(whole.rows(search), []) };
  };
  return { pages: { resources: { ...resources, secrets: { ...resources.secrets, list } } }, come };
}

/** The scene with a catalogue that is read. */
function lateCatalogue(scene: Scene) {
  const { late, come } = underWay();
  const catalogue = scene.pages!.catalogue!;
  return {
    pages: { catalogue: { ...catalogue, entries: (text: string) => late(catalogue.entries(text), []) } },
    come,
  };
}

/** The scene with a server whose tables are read; nothing of it is known before. */
function lateTables(scene: Scene) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const windows = scene.pages!.queryWindows!;
  const catalog: typeof windows.catalog = (...asked) => {
    const whole = windows.catalog(...asked)!;
    return { ...whole, read: async (...part) => (await promise, whole.read(...part)) };
  };
  return { pages: { queryWindows: { ...windows, catalog } }, come: resolve };
}

/** Holds the page's frames, as a busy machine does, until `window.releaseFrames()`. */
const HOLD_FRAMES = `(() => {
  const { requestAnimationFrame } = window;
  const held = [];
  window.requestAnimationFrame = (draw) => held.push(draw);
  window.releaseFrames = () => {
    window.requestAnimationFrame = requestAnimationFrame;
    held.forEach((draw) => requestAnimationFrame(draw));
  };
})()`;

const OLD_PAYMENT = { kind: "secret", name: "shop/payment-old", matches: [] };

/** What is opened, what is typed before Enter, and what that does once the row has come. */
const CASES: readonly (readonly [
  name: string,
  scene: Scene,
  late: (scene: Scene) => { readonly pages: Partial<PagesOptions>; come(): void; comeStatus?(): void },
  typed: string,
  done: readonly (readonly [command: string, told: RegExp])[],
])[] = [
  [
    "the first key of the secret that its window was opened at",
    at("secrets", { secret: "shop/payment" }),
    (scene) => lateResources(scene, "secrets"),
    "",
    [["readSecret", /"shop\/payment"/], ["copySecret", /"shop\/payment".*"username"/]],
  ],
  [
    "the secret that its window was opened at, and not one like it that came first",
    at("secrets", { secret: "shop/payment" }),
    (scene) => lateResources(scene, "secrets", [OLD_PAYMENT]),
    "",
    [["readSecret", /"shop\/payment"/], ["copySecret", /"shop\/payment".*"username"/]],
  ],
  ["a secret", sceneOf("secrets"), (scene) => lateResources(scene, "secrets"), "smtp", [
    ["readSecret", /"shop\/mail\/smtp"/],
  ]],
  ["the logs of a service", sceneOf("services"), (scene) => lateResources(scene, "services"), "web", [
    ["openWindow", /"logs".*"web"/],
  ]],
  ["a database", sceneOf("databases"), (scene) => lateResources(scene, "databases"), "orders", [
    ["openDatabase", /"orders"/],
  ]],
  ["a log group", sceneOf("log-groups"), (scene) => lateResources(scene, "log_groups"), "worker", [
    ["openWindow", /"logs".*worker/],
  ]],
  ["an extension of a catalogue", reading("catalogue"), lateCatalogue, "Clean", [
    ["installFromCatalogue", /"cleanup"/],
  ]],
  ["a secret to sign in with", sceneOf("databases-secret"), lateSecrets, "writer", [
    ["openDatabase", /"secret":"orders\/writer"/],
  ]],
  ["rows of a table", sceneOf("query"), lateTables, "cust", [["addQueryTab", /customers/]]],
];

stageTest("Enter before what was named is listed", async (_, stage, t) => {
  const show = async (scene: Scene, late: (typeof CASES)[number][2]) => {
    const { pages, come, comeStatus } = late(scene);
    const answered = await answering(stage, scene, pages);
    if (late === lateSecrets) {
      const { tab } = answered.shown;
      await tab.until("document.querySelector('.database-login')");
      await tab.reach("document.querySelector('.database-login input[value=secret]')");
      await tab.reach("document.querySelector('.secret-choice input')", "focus");
    }
    if (scene.page === "query") {
      await answered.shown.tab.press("Control+Shift+f");
      await answered.shown.tab.until("document.activeElement.closest('.catalog-head')");
    }
    return { ...answered, come, comeStatus };
  };

  await t.step("copies the first key once, with one reading, on a machine that draws late", async () => {
    const secrets = at("secrets", { secret: "shop/payment" });
    const { shown, of, sent, come } = await show(
      secrets,
      (scene) => lateResources(scene, "secrets", [OLD_PAYMENT]),
    );
    await shown.tab.evaluate(HOLD_FRAMES);
    await shown.tab.press("Enter");
    come();
    await shown.tab.until("document.querySelector('.secret-key')");
    await shown.tab.evaluate("releaseFrames()");
    const [copied] = await sent("copySecret", 1);
    await shown.settle();
    assert.deepEqual([copied!.key, of("readSecret").length, of("copySecret").length], ["username", 1, 1]);
    assert.deepEqual(shown.tab.problems, []);
    await shown.close();
  });

  for (const [name, scene, late, typed, done] of CASES) {
    await t.step(`is kept until it is: ${name}`, async () => {
      const { shown, of, sent, come, comeStatus } = await show(scene, late);
      if (typed !== "") await shown.tab.type(typed);
      await shown.tab.press("Enter");
      await shown.settle();
      // The status of a list may arrive long before its last rows.
      comeStatus?.();
      await shown.settle();
      for (const [command] of done) assert.deepEqual(of(command), []);
      come();
      for (const [command, told] of done) {
        const all = await sent(command, 1);
        await shown.settle();
        assert.deepEqual([all.length, of(command).length], [1, 1]);
        assert.match(JSON.stringify(all[0]), told);
      }
      assert.deepEqual(shown.tab.problems, []);
      await shown.close();
    });

    if (typed === "") continue;
    await t.step(`does nothing once another is typed: ${name}`, async () => {
      const { shown, of, come } = await show(scene, late);
      await shown.tab.type(typed);
      await shown.tab.press("Enter");
      await shown.settle();
      await shown.tab.press("Backspace");
      come();
      await shown.tab.until("document.querySelector('[role=option], .catalog-row')");
      await shown.settle();
      for (const [command] of done) assert.deepEqual(of(command), []);
      await shown.close();
    });

    await t.step(`does nothing while nothing is named: ${name}`, async () => {
      const { shown, of, come } = await show(scene, late);
      await shown.tab.press("Enter");
      await shown.settle();
      come();
      await shown.tab.until("document.querySelector('[role=option], .catalog-row')");
      await shown.settle();
      for (const [command] of done) assert.deepEqual(of(command), []);
      await shown.close();
    });
  }
});

function at(name: string, params: Record<string, string>): Scene {
  const scene = sceneOf(name);
  return { ...scene, params: { ...scene.params, ...params } };
}

/** The scene with its catalogues being read. */
function reading(name: string): Scene {
  const scene = sceneOf(name);
  const catalogues = scene.state.catalogues.map((one) => ({ ...one, status: "reading" as const }));
  return { ...scene, state: { ...scene.state, catalogues } };
}
