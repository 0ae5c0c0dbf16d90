import { NO_AGENTS } from "../../../src/core/state/agents.ts";
import type { AppState, ReviewedBundle, ReviewState, WindowState } from "../../../src/core/state/state.ts";
import assert from "node:assert/strict";
import { type PageName, pageOf, PAGES } from "../../../src/pages/registry.ts";
import type { QueryWindowState } from "../../../src/core/state/query_window.ts";
import { VIEWS } from "../../../src/ui/pages/registry.ts";
import { scenes } from "../../desktop/gallery/scenes.ts";
import { account, action, emptyState, extension, run, server } from "../../support/pages/state.ts";
import { windowOf } from "../../support/pages/pages_state.ts";

const names = Object.keys(PAGES) as PageName[];
const folders = async (path: string) =>
  (await Array.fromAsync(Deno.readDir(new URL(`../../../${path}`, import.meta.url))))
    .filter(({ isDirectory }) => isDirectory).map(({ name }) => name);

Deno.test("every page has a definition, a view, and a folder of its name for each", async () => {
  assert.deepEqual(Object.keys(VIEWS).sort(), [...names].sort());
  const views = await folders("src/ui/pages");
  assert.deepEqual(views.sort(), [...names].sort());
  const defined = await folders("src/pages");
  assert.deepEqual(defined.filter((name) => name !== "http").sort(), [...names].sort());
});

Deno.test("every page has a picture", () => {
  assert.deepEqual(names.filter((name) => !scenes.some(({ page }) => page === name)), []);
});

Deno.test("pageOf() refuses a page that there is not", () => {
  for (const page of ["homes", "toString", "__proto__"]) {
    const window: WindowState = { ...windowOf("home"), page };
    assert.throws(() => pageOf(window), /There is no page/);
  }
});

const A = "111111111111", B = "222222222222";
const ACCOUNTS = [account(A, { name: "shop-production", env: "prd" })];

const FOUND: QueryWindowState = {
  server: "orders (shop-production)",
  engine: "postgres",
  address: "PostgreSQL",
  env: "prd",
  found: { name: "orders", account: "shop-production", region: "eu-west-1" },
  tabs: [],
};
const WHO = { program: "/usr/bin/agent", digest: "", folder: "", parents: [] };
const STATE = {
  ...emptyState({
    accounts: ACCOUNTS,
    servers: [server("shop"), server("orders", { env: "prd" })],
    queryWindows: [FOUND],
    extensions: [extension("orders", [action("refund", { label: "Refund" })], { name: "Orders" })],
    runs: [run("r", {})],
  }),
  agents: {
    ...NO_AGENTS,
    questions: [{
      id: "q",
      who: WHO,
      thing: { kind: "server", name: "orders", at: "" },
      doing: "read",
      env: null,
      production: false,
      lengths: ["once"],
    }],
  },
} satisfies AppState;

const TITLES: readonly [
  page: PageName,
  params: Readonly<Record<string, string>>,
  title: string | undefined,
][] = [
  ["server", { server: "shop" }, "shop"],
  ["server", {}, "New server"],
  ["server", { server: "orders" }, "orders · prd"],
  ["query", { server: "shop" }, "shop · Query"],
  ["query", { server: "orders" }, "orders · prd · Query"],
  [
    "query",
    { server: "orders (shop-production)" },
    "orders · shop-production · prd · eu-west-1 · Query",
  ],
  ["configure", { extension: "orders", action: "refund" }, "Configure Refund · Orders"],
  ["preparing", { run: "r" }, "Preparing Deploy"],
  ["grant", { question: "q" }, "An agent asks for the server orders"],
  ["logs", { service: "web" }, "Logs · web"],
  ["logs", { service: "web", account: A }, "Logs · web · shop-production · prd · eu-west-1"],
  [
    "logs",
    { service: "web", account: A, region: "us-east-1" },
    "Logs · web · shop-production · prd · us-east-1",
  ],
  ["logs", { service: "web", account: B }, "Logs · web · 2222 2222 2222"],
  ["secrets", { account: A }, "Secrets · shop-production · prd · eu-west-1"],
  ["services", { account: A }, "Services · shop-production · prd · eu-west-1"],
  ["databases", { account: A, region: "us-east-1" }, "Databases · shop-production · prd · us-east-1"],
  ["logs", { task: "0123456789ab" }, undefined],
  ["logs", { groups: "/ecs/web", account: A }, "Logs · /ecs/web · shop-production · prd · eu-west-1"],
  ["logs", { groups: "/a /b", account: A }, "Logs · 2 log groups · shop-production · prd · eu-west-1"],
  ["logs", { groups: "/a", stream: "s", at: "1", account: B }, "Logs · /a · around a line · 2222 2222 2222"],
  ["log_groups", { account: A }, "Log groups · shop-production · prd · eu-west-1"],
  ["development", { folder: "/home/me/tools" }, "tools · development"],
  ["publish", { extension: "tools" }, "Publish tools"],
];

const REVIEWED: readonly [of: Partial<ReviewState>, title: string][] = [
  [{ bundle: { name: "Toolbox" } as ReviewedBundle, status: "ready" }, "Review · Toolbox"],
  [{ source: "/home/me/tool box.kedgeext" }, "Review · tool box.kedgeext"],
  [{ source: "C:\\tools\\box\\" }, "Review · box"],
  [{ source: "https://example.com/a/tools.kedgeext?token=x#y" }, "Review · tools.kedgeext"],
];

for (const [of, title] of REVIEWED) {
  Deno.test(`titleOf() of review is ${title} with ${JSON.stringify(of)}`, () => {
    const review: ReviewState = { id: "r", source: "/x", status: "reading", diagnostics: [], ...of };
    assert.equal(PAGES.review.titleOf?.(emptyState({ reviews: [review] }), { review: "r" }), title);
    assert.equal(PAGES.review.titleOf?.(emptyState(), { review: "r" }), undefined);
  });
}

for (const [page, params, title] of TITLES) {
  Deno.test(`titleOf() of ${page} says what its window is about with ${JSON.stringify(params)}`, () => {
    assert.equal(PAGES[page].titleOf?.(STATE, params), title);
  });
}

/**
 * Pages that concern no single account, server, run or bundle; the title of a dialog is set when it
 * is asked.
 */
const OF_ALL: readonly PageName[] = [
  ...["home", "agents", "palette", "accounts", "everywhere", "extensions", "settings", "import"] as const,
  ...["catalogue", "dialog", "guide", "link", "news", "sign_in", "tunnels", "welcome"] as const,
];

Deno.test("the title of every page says what it is about, or the page is about no one thing", () => {
  const told = new Set<PageName>([...TITLES.map(([page]) => page), "review", "console", ...OF_ALL]);
  assert.deepEqual(names.filter((name) => !told.has(name)), []);
  assert.deepEqual(OF_ALL.filter((name) => PAGES[name].titleOf), []);
});

Deno.test("titleOf() of a run says where it runs, once that is known", () => {
  const context = { account: A, role: "Admin", region: "eu-west-1", env: "prd" };
  const [before, after] = [run("r", {}), run("r", { context })].map((run) =>
    PAGES.console.titleOf?.(emptyState({ accounts: ACCOUNTS, runs: [run] }), { run: "r" })
  );
  assert.equal(after, `${before} · shop-production · prd · eu-west-1`);
});
