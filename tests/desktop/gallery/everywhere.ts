import type { FoundResource } from "../../../src/pages/everywhere/page.ts";
import type { IndexStatus } from "../../../src/core/app/features/search/index_answers.ts";
import { fixedRows } from "../../../src/core/resources/rows.ts";
import type { PagesOptions } from "../../../src/pages/mod.ts";
import { fixedResources, NO_SEARCH } from "../../support/pages/resources.ts";
import { kindOfResource } from "../../../src/core/resources/kinds/mod.ts";
import type { SeenName, SeenNames } from "../../../src/core/resources/names.ts";
import { buttonWith } from "../../support/browser/button.ts";
import type { Scene } from "./scenes.ts";
import { accounts, fullState } from "./state.ts";

const hit = (
  account: number,
  kind: FoundResource["kind"],
  title: string,
  detail: string,
): FoundResource => {
  const { accountId, name, env } = accounts[account]!;
  return {
    kind,
    icon: kindOfResource(kind)!.icon,
    title,
    detail,
    region: "eu-central-1",
    account: { accountId, env, ...(name === undefined ? {} : { name }) },
    params: {},
    matches: [..."orders"].map((_, at) => title.indexOf("orders") + at),
  };
};

const some: readonly FoundResource[] = [
  hit(1, "secrets", "shop/orders-db", ""),
  hit(1, "databases", "orders", "aurora-postgresql"),
  hit(2, "databases", "orders", "aurora-postgresql"),
  hit(1, "services", "orders-worker", "shop"),
  hit(6, "secrets", "legacy/orders", ""),
];

const ROLES: readonly { readonly role: string; readonly accounts: number }[] = [
  { role: "ReadOnly", accounts: 78 },
  { role: "Operator", accounts: 64 },
  { role: "Billing", accounts: 12 },
];

const cached = (
  rows: readonly FoundResource[],
  { faults = [], ...status }: {
    readonly skipped?: number;
    readonly roles?: typeof ROLES;
    readonly taken?: typeof ROLES;
    readonly others?: typeof ROLES;
    readonly index?: IndexStatus;
    readonly byIndex?: number;
    readonly done?: number;
    readonly accounts?: number;
    readonly regions?: number;
    readonly faults?: { account: string; message: string }[];
    readonly moreFaults?: number;
  },
): Partial<PagesOptions> => ({
  search: {
    hits: () => fixedRows(rows),
    status: () =>
      fixedRows([{
        ...NO_SEARCH,
        done: 7,
        accounts: 7,
        regions: 7,
        blamed: faults.length,
        faults,
        moreFaults: 0,
        ...status,
      }]),
  },
});

const FAULTS = [
  { account: "222233334444", message: "Listing the secrets in us-east-1: access is denied" },
  {
    account: "333344445555",
    message: "Asking which regions are switched on: access is denied; those that are always on were asked.",
  },
];

/** An index whose oldest entry is three hours old and whose newest is four minutes old. */
const INDEX: IndexStatus = {
  account: { accountId: "111122223333", name: "shared-services" },
  accounts: 1,
  oldest: Date.now() - 3 * 3_600_000 - 60_000,
  newest: Date.now() - 4 * 60_000 - 1000,
  cut: false,
};

const scene = (
  name: string,
  pages: Partial<PagesOptions>,
  finds = true,
  then: NonNullable<Scene["act"]> = () => Promise.resolve(),
): Scene => ({
  name,
  page: "everywhere",
  state: fullState(finds ? { search: { id: "orders", text: "orders", regions: "own", going: true } } : {}),
  width: 720,
  height: 520,
  pages,
  act: async (tab) => {
    if (finds) await tab.until("document.querySelector('footer [role=status]').innerText !== ''");
    await then(tab);
  },
});

const seen = (name: string, parts: Partial<SeenName> = {}): SeenName => ({
  ...{ account: "123456789012", region: "eu-central-1", role: null, name, id: name },
  ...parts,
});
const NAMES: SeenNames = {
  secret: [
    seen("shop/orders-db"),
    seen("shop/orders-db", { account: "345634563456" }),
    seen("orders/key", { region: "us-east-1", role: "Admin" }),
  ],
  database: [seen("orders", { id: "aurora/orders", of: "aurora-postgresql", kind: "aurora" })],
  service: [seen("orders-worker", { id: "shop/orders-worker", of: "shop" })],
  cluster: [seen("orders-nightly", { account: "222233334444", region: "us-east-1" })],
};

/** The palette with cached names of resources. */
const cachedNamesScene: Scene = {
  name: "palette-cached",
  page: "palette",
  state: fullState({}),
  width: 640,
  height: 420,
  pages: {
    resources: fixedResources({ names: { load: () => null, names: () => NAMES, subscribe: () => () => {} } }),
  },
  act: async (tab) => {
    await tab.type("orders");
    await tab.until("document.shownText.includes('orders-nightly')");
  },
};

/** The palette with a verb typed before the name of a resource. */
const verbScene: Scene = {
  ...cachedNamesScene,
  name: "palette-verb",
  act: async (tab) => {
    await tab.type("terminal shop");
    await tab.until("document.querySelector('[aria-selected=true]')?.innerText.includes('Terminal')");
  },
};

/** The search in all accounts in all its states, and in the palette. */
export const everywhereScenes: readonly Scene[] = [
  scene("everywhere", cached([], {}), false),
  scene("everywhere-found", cached(some, {})),
  scene(
    "everywhere-searching",
    cached(some.slice(0, 2), {
      done: 3,
      faults: [{ account: "222233334444", message: "Listing the secrets in us-east-1: access is denied" }],
    }),
  ),
  scene(
    "everywhere-faults",
    cached(some, { regions: 34, faults: FAULTS, moreFaults: 12 }),
    true,
    async (tab) => {
      await tab.reach(buttonWith("gave only a part", "footer"));
      await tab.until("document.querySelector('.everywhere-faults')");
    },
  ),
  scene("everywhere-regions", cached([], {}), false, async (tab) => {
    await tab.until("document.activeElement?.type === 'search'");
    await tab.evaluate(`(() => {
      const select = document.querySelector('select[aria-label=Regions]');
      select.value = 'choose';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
    await tab.until("document.querySelector('.question')");
  }),
  scene("everywhere-nothing", cached([], {})),
  scene("everywhere-unasked", cached([], { faults: FAULTS })),
  scene(
    "everywhere-skipped",
    cached(some.slice(0, 2), {
      done: 40,
      accounts: 120,
      regions: 40,
      skipped: 80,
      roles: ROLES,
      faults: FAULTS,
    }),
  ),
  scene(
    "everywhere-role",
    cached(some.slice(0, 2), { done: 40, accounts: 120, regions: 40, skipped: 80, roles: ROLES }),
    true,
    async (tab) => {
      await tab.press("Control+Enter");
      await tab.until("document.querySelector('.search-role')");
    },
  ),
  scene(
    "everywhere-taken",
    cached(some, {
      done: 120,
      accounts: 120,
      regions: 120,
      taken: [{ role: "ReadOnly", accounts: 78 }],
      others: ROLES,
      faults: FAULTS,
    }),
  ),
  scene("everywhere-index", cached(some, { done: 0, regions: 0, byIndex: 7, index: INDEX })),
  scene(
    "everywhere-index-nothing",
    cached([], { done: 0, regions: 0, byIndex: 7, index: { ...INDEX, oldest: null, newest: null } }),
  ),
  scene("everywhere-index-asked", cached(some, { index: { ...INDEX, cut: true } })),
  { ...scene("everywhere-no-accounts", cached([], {}), false), state: fullState({ accounts: [] }) },
  cachedNamesScene,
  verbScene,
];
