/** Enter pressed before the row that the user has typed has arrived. */
import assert from "node:assert/strict";
import { type RowSource, slice } from "../../../src/core/resources/rows.ts";
import type { PagesOptions } from "../../../src/pages/mod.ts";
import type { Scene } from "../gallery/scenes.ts";
import { type Answering, sceneOf, stageTest } from "./steps.ts";

type Resources = PagesOptions["resources"];

/** Returns a list that stays unfinished, with rows missing, until `come` is called. */
function underWay() {
  const listeners = new Set<(from: number) => void>();
  let here = false;
  return {
    /** Returns a list that has the rows `before` at first, and all rows after `come`. */
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

/**
 * Returns the scene with a list of resources that AWS has not answered yet; `before` are the rows
 * known so far.
 */
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

/** Returns the scene with the choice of a secret before AWS has listed any. */
function lateSecrets(scene: Scene) {
  const { late, come } = underWay();
  const resources = scene.pages!.resources!;
  const list: Resources["secrets"]["list"] = (asked) => {
    const whole = resources.secrets.list(asked);
    return { ...whole, rows: (search) => late(whole.rows(search), []) };
  };
  return { pages: { resources: { ...resources, secrets: { ...resources.secrets, list } } }, come };
}

/** Returns the scene with a catalogue that is still being read. */
function lateCatalogue(scene: Scene) {
  const { late, come } = underWay();
  const catalogue = scene.pages!.catalogue!;
  return {
    pages: { catalogue: { ...catalogue, entries: (text: string) => late(catalogue.entries(text), []) } },
    come,
  };
}

/** Returns the scene with a server whose tables are still being read; no name is cached. */
function lateTables(scene: Scene) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const windows = scene.pages!.queryWindows!;
  const catalog: typeof windows.catalog = (...asked) => {
    const whole = windows.catalog(...asked)!;
    return { ...whole, read: async (...part) => (await promise, whole.read(...part)) };
  };
  return { pages: { queryWindows: { ...windows, catalog } }, come: resolve };
}

/**
 * Delays the page's animation frames, as a busy machine does, until `window.releaseFrames()` is
 * called.
 */
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

/** The window of the secret `shop/payment`. */
const PAYMENT = sceneOf("secrets", { params: { ...sceneOf("secrets").params, secret: "shop/payment" } });

/** Functions that deliver the delayed parts of a page. */
interface Coming {
  come(): void;
  comeStatus?(): void;
}

/**
 * The opened scene, the text typed before Enter, and the command expected once the row has arrived.
 */
const CASES: readonly (readonly [
  name: string,
  scene: Scene,
  late: (scene: Scene) => Coming & { readonly pages: Partial<PagesOptions> },
  typed: string,
  done: readonly (readonly [command: string, told: RegExp])[],
])[] = [
  [
    "the first key of the secret that its window was opened at",
    PAYMENT,
    (scene) => lateResources(scene, "secrets"),
    "",
    [["readSecret", /"shop\/payment"/], ["copySecret", /"shop\/payment".*"username"/]],
  ],
  [
    "the secret that its window was opened at, and not one like it that came first",
    PAYMENT,
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

stageTest("Enter before the typed row is listed", async (shownStep) => {
  /** Defines a step on a scene with delayed rows, whose field has the focus. */
  const step = (
    name: string,
    scene: Scene,
    late: (typeof CASES)[number][2],
    run: (shown: Answering & Coming) => Promise<void>,
  ) => {
    const { pages, ...coming } = late(scene);
    return shownStep(name, { ...scene, pages: { ...scene.pages, ...pages } }, async (shown) => {
      const { tab } = shown;
      if (late === lateSecrets) {
        await tab.until("document.querySelector('.database-login')");
        await tab.reach("document.querySelector('.database-login input[value=secret]')");
        await tab.reach("document.querySelector('.secret-choice input')", "focus");
      }
      if (scene.page === "query") {
        await tab.press("Control+Shift+f");
        await tab.until("document.activeElement.closest('.catalog-head')");
      }
      await run({ ...shown, ...coming });
    });
  };

  await step(
    "copies the first key once, with one reading, on a machine that draws late",
    PAYMENT,
    (scene) => lateResources(scene, "secrets", [OLD_PAYMENT]),
    async ({ tab, settle, of, sent, come }) => {
      await tab.evaluate(HOLD_FRAMES);
      await tab.press("Enter");
      come();
      await tab.until("document.querySelector('.secret-key')");
      await tab.evaluate("releaseFrames()");
      const [copied] = await sent("copySecret", 1);
      await settle();
      assert.deepEqual([copied!.key, of("readSecret").length, of("copySecret").length], ["username", 1, 1]);
    },
  );

  for (const [name, scene, late, typed, done] of CASES) {
    await step(`is kept until it is: ${name}`, scene, late, async (shown) => {
      const { tab, settle, of } = shown;
      if (typed !== "") await tab.type(typed);
      await tab.press("Enter");
      await settle();
      // The status of a list may arrive long before its last rows.
      shown.comeStatus?.();
      await settle();
      for (const [command] of done) assert.deepEqual(of(command), []);
      shown.come();
      for (const [command, told] of done) {
        const all = await shown.sent(command, 1);
        await settle();
        assert.deepEqual([all.length, of(command).length], [1, 1]);
        assert.match(JSON.stringify(all[0]), told);
      }
    });

    if (typed === "") continue;
    for (
      const [when, letters, then] of [["once another is typed", typed, ["Backspace"]], [
        "while nothing is named",
        "",
        [],
      ]] as const
    ) {
      await step(`does nothing ${when}: ${name}`, scene, late, async ({ tab, settle, of, come }) => {
        if (letters !== "") await tab.type(letters);
        await tab.press("Enter");
        await settle();
        await tab.press(...then);
        come();
        await tab.until("document.querySelector('[role=option], .catalog-row')");
        await settle();
        for (const [command] of done) assert.deepEqual(of(command), []);
      });
    }
  }
});

/** Returns the scene while its catalogues are read. */
function reading(name: string): Scene {
  const { catalogues } = sceneOf(name).state;
  return sceneOf(name, { state: { catalogues: catalogues.map((one) => ({ ...one, status: "reading" })) } });
}
