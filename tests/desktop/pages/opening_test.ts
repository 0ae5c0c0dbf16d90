/** What Kedge sends to a page before it is shown: of long lists only the visible part. */
import assert from "node:assert/strict";
import { parseConfig } from "../../../src/core/config/mod.ts";
import type { AppState, WindowState } from "../../../src/core/state/state.ts";
import type { PageName } from "../../../src/pages/registry.ts";
import { account } from "../../support/pages/state.ts";
import { ROUND_TRIP, type Stage } from "../gallery/show.ts";
import { fullState } from "../gallery/state.ts";
import { stageTest } from "./steps.ts";

/** Numbers of rows, more than any page shows at first. */
const SOME = 600, MANY = 5000;

/** A page, and a selector that matches once its list is shown. */
const PAGES: readonly (readonly [page: PageName, params: WindowState["params"], shown: string])[] = [
  ["settings", { section: "accounts" }, ".entries .list-row"],
  ["settings", { section: "servers" }, ".entries .list-row"],
  ["settings", { section: "environments" }, ".entries .list-row"],
  ["settings", { section: "computer" }, ".browser-of"],
  ["server", { server: "db-17" }, "[name=host]"],
  ["home", {}, "[aria-label=Servers] .list-row"],
  ["palette", {}, "[role=option]"],
  ["accounts", {}, "[role=option]"],
];

function stateOf(count: number): AppState {
  const many = <T>(make: (n: number) => T, most = count) =>
    Array.from({ length: Math.min(most, count) }, (_, n) => make(n));
  const document = {
    accounts: many((n) => ({ accountId: String(100_000_000_000 + n), region: "eu-west-1", env: "dev" })),
    servers: many((n) => ({ name: `db-${n}`, engine: "postgres", host: `h-${n}`, port: 5432 })),
    envRules: many((n) => ({ env: "prd", matchName: `-production-${n}$` }), 1000),
  };
  const { config, diagnostics } = parseConfig(JSON.stringify(document));
  assert.deepEqual(diagnostics, []);
  const state = fullState({});
  return {
    ...state,
    accounts: config!.accounts.map(({ accountId, env }, n) =>
      account(accountId, { env, name: `shop-${n}`, configured: true })
    ),
    config: { ...state.config, value: config!, document },
  };
}

/**
 * Returns the bytes that Kedge sends to a page until its list is drawn and nothing more follows.
 */
async function sentOnOpening(
  stage: Stage,
  [page, params, list]: (typeof PAGES)[number],
  state: AppState,
): Promise<number> {
  let bytes = 0;
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (data) {
    // Sockets of the page server have no address; the socket that controls the browser has one.
    const own = this.url === "" && !String(data).includes(`"id":${ROUND_TRIP}`);
    if (own) bytes += String(data).length;
    send.call(this, data);
  };
  try {
    const shown = await stage.show({ name: page, page, params, state, width: 900, height: 600 });
    await shown.tab.until(`document.querySelector(${JSON.stringify(list)})`);
    // The visible rows may be requested only once the list knows its height.
    for (let before = -1; before !== bytes;) {
      before = bytes;
      for (let rest = 0; rest < 3; rest++) await shown.settle();
    }
    assert.deepEqual(shown.tab.problems, []);
    await shown.close();
    return bytes;
  } finally {
    WebSocket.prototype.send = send;
  }
}

stageTest("with 5,000 accounts and servers a page gets no more bytes than with 600", async (_, stage, t) => {
  const [some, many] = [stateOf(SOME), stateOf(MANY)];
  for (const page of PAGES) {
    await t.step([page[0], ...Object.values(page[1])].join(" "), async () => {
      const [few, all] = [await sentOnOpening(stage, page, some), await sentOnOpening(stage, page, many)];
      assert.ok(few > 0);
      assert.ok(all < few * 1.02 + 500, `${few} bytes with ${SOME}, ${all} with ${MANY}`);
    });
  }
});
