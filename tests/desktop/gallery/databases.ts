import type { DatabaseRow } from "../../../src/pages/databases/page.ts";
import type { ResourceListStatus } from "../../../src/pages/resources.ts";
import type { CommandResult } from "../../../src/core/app/command.ts";
import { fixedRows } from "../../../src/core/resources/rows.ts";
import type { PagesOptions } from "../../../src/pages/mod.ts";
import type { Tab } from "../../support/browser/mod.ts";
import type { ListedSecret } from "../../../src/core/resources/kinds/secrets/mod.ts";
import { fixedList, fixedResources } from "../../support/pages/resources.ts";
import type { Scene } from "./scenes.ts";
import { fullState, scenesOf } from "./state.ts";

const HOST = "c9akciq32.eu-central-1.rds.amazonaws.com";

const some: readonly DatabaseRow[] = [
  {
    kind: "aurora",
    id: "orders",
    engine: "aurora-postgresql",
    version: "16.4",
    status: "available",
    host: `orders.cluster-${HOST}`,
    readerHost: `orders.cluster-ro-${HOST}`,
    port: 5432,
    members: ["orders-1", "orders-2", "orders-3"],
    database: "orders",
    user: "postgres",
    iam: true,
    public: false,
    groups: ["sg-0a1b2c3d"],
    secretArn: "arn:aws:secretsmanager:eu-central-1:123456789012:secret:rds!cluster-0f3c",
  },
  {
    kind: "rds",
    id: "legacy-shop",
    engine: "mariadb",
    version: "10.11.9",
    status: "stopped",
    host: `legacy-shop.${HOST}`,
    port: 3306,
    user: "admin",
    iam: false,
    public: true,
  },
  {
    kind: "rds",
    id: "a-database-with-a-name-that-is-much-longer-than-its-column",
    engine: "mysql",
    version: "8.0.39",
    status: "modifying",
    host: `long.${HOST}`,
    port: 3306,
    user: "admin",
    iam: true,
    public: false,
  },
  {
    kind: "redshift-serverless",
    id: "facts",
    engine: "redshift",
    status: "available",
    host: "facts.123456789012.eu-central-1.redshift-serverless.amazonaws.com",
    port: 5439,
    iam: true,
    public: true,
  },
  {
    kind: "athena",
    id: "primary",
    engine: "athena",
    version: "version 3",
    status: "available",
    host: "athena.eu-central-1.amazonaws.com",
    port: 443,
    iam: true,
    public: true,
  },
  { kind: "redshift", id: "warehouse", engine: "redshift", status: "creating", iam: true, public: false },
];

/** A cluster that is reached by its Data API only, and not over the network. */
const DATA_API: DatabaseRow = {
  kind: "aurora",
  id: "shop",
  engine: "aurora-postgresql",
  version: "16.4",
  status: "available",
  host: `shop.cluster-${HOST}`,
  port: 5432,
  members: ["shop-1"],
  database: "shop",
  user: "postgres",
  iam: false,
  public: false,
  secretArn: "arn:aws:secretsmanager:eu-central-1:123456789012:secret:rds!cluster-77aa",
  dataApi: "arn:aws:rds:eu-central-1:123456789012:cluster:shop",
};

const SECRETS: readonly ListedSecret[] = [
  { kind: "secret", name: "shop/orders", label: "Orders, for reports" },
  { kind: "secret", name: "orders/reader" },
  { kind: "secret", name: "orders/writer" },
  { kind: "parameter", name: "/shop/legacy/login" },
  { kind: "secret", name: "a-secret-with-a-name/that-is-much-longer/than-the-column/in-which-it-stands" },
];

const cached = (
  rows: readonly DatabaseRow[] = some,
  status: Partial<ResourceListStatus> = {},
  answer: CommandResult = { ok: true },
  secrets: readonly ListedSecret[] = SECRETS,
): Partial<PagesOptions> => ({
  accountRoles: () => fixedRows(["Operator", "ReadOnlyAccess"]),
  resources: fixedResources({
    databases: { list: () => fixedList(rows, status) },
    secrets: { list: () => fixedList(secrets, {}), detail: () => fixedRows([]) },
  }),
  dispatch: () => Promise.resolve(answer),
});

const signIn = { status: "signed-in", detail: "team.awsapps.com" } as const;
const scene = scenesOf({
  page: "databases",
  params: { account: "123456789012" },
  state: fullState({ signIn }),
  width: 920,
  height: 640,
  pages: cached(),
});

const withSecret = async (tab: Tab) => {
  await tab.until("document.querySelector('.database-login')");
  await tab.reach("document.querySelector('.database-login input[value=secret]')");
  await tab.until("document.querySelector('.secret-choice [aria-selected=true]')");
  await tab.reach("document.querySelector('.secret-choice input')", "focus");
};

/** The databases page in all its states. */
export const databaseScenes: readonly Scene[] = [
  scene("databases"),
  scene("databases-opening", {
    state: fullState({
      signIn,
      databaseSteps: {
        "123456789012/eu-central-1/aurora/orders": {
          step: "shop/web: Waiting for the agent of shop/web of 123456789012…",
          at: Date.now() - 4000,
        },
      },
    }),
  }),
  scene("databases-data-api", {
    params: { account: "123456789012", database: "shop", kind: "aurora" },
    pages: cached([...some, DATA_API]),
  }),
  scene("databases-athena", { params: { account: "123456789012", database: "primary", kind: "athena" } }),
  scene("databases-redshift-data-api", {
    params: { account: "123456789012", database: "warehouse", kind: "redshift" },
    act: async (tab) => {
      await tab.until("document.querySelector('.database-login')");
      await tab.reach("document.querySelector('.database-login input[value=https]')");
      await tab.until("document.querySelectorAll('.database-login input[type=checkbox]').length > 0");
    },
  }),
  scene("databases-members", {
    act: async (tab) => {
      await tab.until("document.querySelector('.database-members')");
      await tab.evaluate("document.querySelector('.database-members').open = true");
    },
  }),
  scene("databases-password", {
    act: async (tab) => {
      await tab.until("document.querySelector('.database-login')");
      await tab.press("ArrowDown");
      await tab.until("document.querySelector('.resource-head').innerText.includes('legacy')");
    },
  }),
  scene("databases-secret", { act: withSecret }),
  scene("databases-secrets-many", {
    pages: cached(
      some,
      {},
      { ok: true },
      Array.from({ length: 400 }, (_, n) => ({
        kind: "secret" as const,
        name: `login-${String(n).padStart(3, "0")}`,
      })),
    ),
    act: withSecret,
  }),
  scene("databases-secret-typed", {
    act: async (tab) => {
      await withSecret(tab);
      await tab.type("not/listed");
      await tab.until("document.shownText.includes('taken as it is')");
    },
  }),
  scene("databases-remembered", {
    state: fullState({
      signIn,
      databaseLogins: {
        "123456789012/eu-central-1/aurora/orders": { way: "secret", secret: "orders/reader" },
      },
    }),
    act: (tab) => tab.until("document.querySelector('.secret-choice [aria-selected=true]')"),
  }),
  scene("databases-unreached", {
    pages: cached(some, {}, {
      ok: false,
      error:
        `orders.cluster-${HOST}:5432 does not answer: orders is not public, so that it is reached from within ` +
        "its network only.",
      hint: "Connect the VPN that leads there.",
    }),
    act: async (tab) => {
      await tab.until("document.querySelector('.database-login')");
      await tab.press("Enter");
      await tab.until("document.querySelector('.notice.danger')");
    },
  }),
  scene("databases-added", {
    pages: cached(some, {}, { ok: true, value: { server: "orders (shop-production)" } }),
    act: async (tab) => {
      await tab.until("document.querySelector('.database-login')");
      await tab.reach("document.querySelector('.resource-foot button')");
      await tab.until("document.shownText.includes('Added as')");
    },
  }),
  scene("databases-part", {
    pages: cached(some, {
      faults: [{
        code: "denied",
        message: "Listing the Redshift workgroups in eu-central-1: access is denied",
        hint: "The role needs the permission for this.",
      }],
    }),
  }),
  scene("databases-empty", { pages: cached([]) }),
  scene("databases-throttled", {
    pages: cached([], {
      at: null,
      faults: [{
        code: "throttled",
        message: "Listing the databases in eu-central-1: AWS gets too many requests",
        hint: "Try again in a moment.",
      }],
    }),
  }),
  scene("databases-narrow", { width: 340, height: 720 }),
];
