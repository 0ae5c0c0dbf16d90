import assert from "node:assert/strict";
import { entryCount, foundEntries } from "../../../../src/core/find/rows.ts";
import type { NameSource, SeenName } from "../../../../src/core/resources/names.ts";
import { engineAndAddress } from "../../../../src/core/sql/engines/mod.ts";
import { account, action, emptyState, extension, server } from "../../../support/pages/state.ts";
import { testStore } from "../../../support/pages/store.ts";
import { rowsOf } from "../../../support/pages/resources.ts";

/** Names as companies have them: 50 teams with 4 accounts, 900 roles, 40 servers, 60 actions. */
const TEAMS = [
  ...[
    "shop",
    "billing",
    "warehouse",
    "search",
    "identity",
    "payments",
    "orders",
    "catalog",
    "pricing",
    "tax",
  ],
  ...["mail", "push", "sms", "media", "images", "video", "reviews", "ratings", "loyalty", "coupons"],
  ...["returns", "shipping", "tracking", "routing", "fleet", "tariffs", "suppliers", "purchasing", "stock"],
  ...["forecast", "reports", "analytics", "datalake", "events", "streams", "ledger", "invoices", "dunning"],
  ...["payroll", "hiring", "intranet", "support", "chat", "telephony", "network", "security", "audit"],
  ...["backup", "sandbox", "platform"],
];
const STAGES = ["production", "staging", "development", "test"];
const ENVS = ["prd", "stg", "dev", "tst"];
const ROLES = ["ReadOnlyAccess", "Developer", "Support", "AdministratorAccess", "Billing"];
const numberOf = (team: number, stage: number) => String(100_000_000_000 + 104_729 * (4 * team + stage));
const ACCOUNTS = TEAMS.flatMap((team, at) =>
  STAGES.map((stage, nth) =>
    account(numberOf(at, nth), {
      name: `${team}-${stage}`,
      env: ENVS[nth]!,
      roles: ROLES.slice(0, (at + nth) % 2 === 0 ? 5 : 4),
    })
  )
);
const SERVERS = TEAMS.slice(0, 20).flatMap((team) => [
  server(`${team}-prod`, { env: "prd", host: `${team}.db.internal`, database: team }),
  server(`${team}-reports`, { env: "prd", host: `${team}.reports.internal`, database: team }),
]);
const VERBS = ["Rotate keys", "Replay failed jobs", "Clear cache", "Refund an order", "Export report"];
const EXTENSIONS = TEAMS.slice(0, 11).map((team) =>
  extension(team, VERBS.map((verb) => action(verb.toLowerCase().replaceAll(" ", "-"), { label: verb })), {
    name: `${team[0]!.toUpperCase()}${team.slice(1)} tools`,
  })
);
const OWN = extension("passwords", [
  action("generate", { label: "Generate password" }),
  action("check", { label: "Check a password" }),
  action("breached", { label: "Look for breaches" }),
  action("policy", { label: "Show the policy" }),
], { name: "Passwords" });
const DEVELOPED = extension("greeter", [action("greet", { label: "Say hello" })], {
  name: "Greeter",
  developed: true,
});

const named = (team: string, stage: string, id: string, name: string, of: string | null): SeenName => ({
  account: numberOf(TEAMS.indexOf(team), STAGES.indexOf(stage)),
  region: "eu-central-1",
  role: null,
  name,
  id,
  ...(of !== null && { of }),
});
const NAMES: NameSource = {
  load: () => null,
  names: () => ({
    secret: [
      ...TEAMS.slice(0, 20).flatMap((team) => [
        named(team, "production", `${team}/stripe`, `${team}/stripe`, null),
        named(team, "production", `${team}/orders-db`, `${team}/orders-db`, null),
      ]),
      named("reports", "production", "rds!cluster-0a1b2c", "rds!cluster-0a1b2c", null),
    ],
    database: [named("shop", "production", "shop-cluster", "shop-cluster", null)],
    logGroup: [
      "/ecs/reports/web",
      "/aws/rds/instance/reports/postgresql",
      "/aws/lambda/cloudwatch-forwarder",
      "/login/audit",
    ].map((name) => named("reports", "production", name, name, null)),
    service: TEAMS.slice(0, 11).flatMap((team) =>
      STAGES.slice(0, 2).map((stage) => named(team, stage, `${team}/web`, "web", team))
    ),
    cluster: [],
  }),
  subscribe: () => () => {},
};

const SHOP = numberOf(0, 0);
const STATE = emptyState({
  signIn: { status: "signed-out" },
  accounts: ACCOUNTS,
  servers: SERVERS,
  extensions: [...EXTENSIONS, OWN, DEVELOPED],
  development: [{
    folder: "/home/u/greeter",
    extension: "greeter",
    name: "Greeter",
    status: "ready",
    diagnostics: [],
    actions: 1,
    at: 0,
  }],
  knownTables: {
    [engineAndAddress(SERVERS[0]!)]: ["customers", "orders", "order_lines", "refunds"].map((name) => ({
      schema: "public",
      name,
    })),
  },
  pastQueries: [
    { id: "1", server: "shop-prod", title: "delete from orders", changes: true, rolledBack: true, at: 3 },
    { id: "2", server: "shop-prod", title: "select * from customers where email = 'a'", at: 2 },
  ],
  usage: { [`account:${SHOP}`]: { score: 3, at: 10 } },
});

const entries = (typed: string, state = STATE, count = 5) =>
  rowsOf(foundEntries(testStore(state), typed, NAMES), count);

/** A hurried input, and the first row that must be found: its kind and title, and its detail. */
const LIKELY: readonly (readonly [typed: string, first: string, detail?: RegExp])[] = [
  ["shpr", "Account: shop-production"],
  ["shop prod", "Account: shop-production"],
  ["warehouse st", "Account: warehouse-staging"],
  [numberOf(3, 1), "Account: search-staging"],
  ["console billing-d", "Open console: billing-development"],
  ["terminal shst", "Terminal: shop-staging"],
  ["secrets shpr", "List: Secrets", /shop-production/],
  ["databases bipr", "List: Databases", /billing-production/],
  ["services search-s", "List: Services", /search-staging/],
  ["ecs shpr", "List: Services", /shop-production/],
  ["rds bipr", "List: Databases", /billing-production/],
  ["parameter shpr", "List: Secrets", /shop-production/],
  ["cloudwatch shpr", "List: Log groups", /shop-production/],
  ["ecs", "List: Services"],
  ["rds", "List: Databases"],
  ["cloudwatch", "List: Log groups"],
  ["logs", "List: Log groups"],
  ["groups", "List: Log groups"],
  ["parameter store", "List: Secrets"],
  ["clusters shpr", "List: Services", /shop-production/],
  ["fargate web", "Service: web"],
  ["rds shop-cluster", "Database: shop-cluster"],
  ["parameter stri", "Secret: shop/stripe", /shop-production/],
  ["cloudwatch forw", "Log group: /aws/lambda/cloudwatch-forwarder"],
  ["logs forw", "Follow: /aws/lambda/cloudwatch-forwarder"],
  ["hotkey", "Setting: Global shortcut"],
  ["autostart", "Setting: Start at login"],
  ["start at login", "Setting: Start at login"],
  ["login start", "Setting: Start at login"],
  ["firefox", "Kedge: This computer"],
  ["search", "Account: search-test"],
  ["sql", "Server: tax-prod"],
  ["postgres", "Server: tax-prod"],
  ["shop/str", "Secret: shop/stripe", /shop-production/],
  ["stri shop-p", "Secret: shop/stripe", /shop-production/],
  ["logs w", "Logs: web", /shop-production/],
  ["logs web", "Logs: web", /shop-production/],
  ["logs web bill", "Logs: web", /billing-/],
  ["query shop-prod", "Server: shop-prod"],
  ["cus", "Table: customers", /shop-prod/],
  ["orders", "Table: orders", /shop-prod/],
  ["generate", "Action: Generate password"],
  ["pass gen", "Action: Generate password"],
  ["rotate billing", "Action: Rotate keys", /Billing tools/],
  ["greeter", "Action: Say hello", /Greeter/],
  ["settings", "Kedge: Settings"],
  ["sign", "Kedge: Sign in"],
  ["login", "Kedge: Sign in"],
  ["log in", "Kedge: Sign in"],
  ["sso", "Kedge: Sign in"],
  ["log", "List: Log groups"],
  ["logout", "Kedge: Sign out", /Nobody is signed in/],
  ["log out", "Kedge: Sign out", /Nobody is signed in/],
  ["shop admin", "Open console: shop-production", /as AdministratorAccess/],
  ["admin shst", "Open console: shop-staging", /as AdministratorAccess/],
  ["assume shop admin", "Open console: shop-production", /as AdministratorAccess/],
  ["switch role shop read", "Open console: shop-production", /as ReadOnlyAccess/],
  ["open shop", "Open console: shop-production"],
  ["open console shst", "Open console: shop-staging"],
  ["role shst", "Roles: shop-staging"],
  ["support prod", "Account: support-production"],
  ["shop_prod", "Account: shop-production"],
  ["shop–prod", "Account: shop-production"],
  ["orders-db", "Secret: shop/orders-db"],
  ["order-lines", "Table: order_lines"],
  ["public.customers", "Table: customers"],
  ["postgres://me@shop.db.internal:5432/shop", "Server: shop-prod"],
  ["shop.reports.internal:5432/shop", "Server: shop-reports"],
  ["ырщззк", "Account: shop-production"],
  ["σηοππρ", "Account: shop-production"],
  [`shop-production (${SHOP})`, "Account: shop-production"],
  [`"${SHOP}",`, "Account: shop-production"],
  ["shop-production · 1000 0000 0000", "Account: shop-production"],
  [`https://${SHOP}.signin.aws.amazon.com/console`, "Account: shop-production"],
  [`User: arn:aws:sts::${SHOP}:assumed-role/Developer/jane is not authorized`, "Account: shop-production"],
  [`arn:aws:iam::${SHOP}:role/Admin`, "Account: shop-production"],
  [`"arn:aws:ecs:eu-central-1:${SHOP}:service/shop/web",`, "Service: web", /shop-production/],
];
for (const [typed, first, detail = /(?:)/] of LIKELY) {
  Deno.test(`foundEntries() has ${first} first for "${typed}" among 200 accounts, 40 servers and 60 actions`, async () => {
    const found = await entries(typed);
    const rows = found.map(({ kind, title, detail }) => `${kind}: ${title} (${detail})`);
    assert.equal(rows[0]?.startsWith(`${first} (`), true, rows.join("\n"));
    assert.match(rows[0]!, detail, rows.join("\n"));
  });
}

Deno.test("Enter does nothing where the sign-out is typed and the user is not signed in", async () => {
  const found = await entries("logout");
  assert.deepEqual(found.map(({ title, command, byTyping }) => [title, command, byTyping]), [
    ["Sign out", null, true],
  ]);
  const unasked = await rowsOf(foundEntries(testStore(STATE), "", NAMES), 500);
  assert.equal(unasked.some(({ title }) => title === "Sign out"), false);
  assert.equal(entryCount(STATE), entryCount({ ...STATE, signIn: { status: "signed-in" } }) - 2);
});

Deno.test("an account and a role without a verb come behind what is called so, and Enter opens the console as the role", async () => {
  const kinds = (await entries("billing prod", STATE, 50)).map(({ kind }) => kind);
  assert.ok(kinds.indexOf("Open console") > kinds.lastIndexOf("Account"), kinds.join());
  const [shop] = await entries("shop admin");
  assert.deepEqual(shop?.command, { name: "openConsole", account: SHOP, role: "AdministratorAccess" });
  const used = { ...STATE, usage: { [`account:${numberOf(0, 2)}`]: { score: 1, at: 20 } } };
  for (const typed of ["shop read", "console shop read", "console shop"]) {
    assert.equal((await entries(typed, used))[0]?.title, "shop-development", typed);
  }
  assert.ok((await entries("shop ad")).every(({ detail }) => !detail.startsWith("as ")), "two letters");
});

Deno.test("an extension that does not run as it is shows its state first for its name", async () => {
  const broken = { ...STATE, development: [{ ...STATE.development[0]!, status: "broken" as const }] };
  assert.equal((await rowsOf(foundEntries(testStore(broken), "greeter"), 1))[0]?.verb, "Show its state");
});

Deno.test("the table of likely searches has 200 accounts with 900 roles, 40 servers and 60 actions", () => {
  const roles = ACCOUNTS.reduce((all, { roles }) => all + roles.length, 0);
  const actions = STATE.extensions.reduce((all, { actions }) => all + actions.length, 0);
  assert.deepEqual([ACCOUNTS.length, roles, SERVERS.length, actions], [200, 900, 40, 60]);
});
