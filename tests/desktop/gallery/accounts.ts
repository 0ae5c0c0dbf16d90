import { fixedRows } from "../../../src/core/resources/rows.ts";
import type { AccountState, AppState, SignInState } from "../../../src/core/state/state.ts";
import type { PagesOptions } from "../../../src/pages/mod.ts";
import { failedRows, SILENT_ROWS } from "../../support/pages/resources.ts";
import { account } from "../../support/pages/state.ts";
import type { Scene } from "./scenes.ts";
import { accounts, fullState } from "./state.ts";

const HOUR = 3_600_000;
const signedIn: SignInState = {
  status: "signed-in",
  detail: "team.awsapps.com",
  until: Date.now() + 6 * HOUR,
  renews: false,
};

const found = (accountId: string, name: string, env: string | null): AccountState =>
  account(accountId, {
    name,
    email: `aws+${name}@example.com`,
    env,
    region: "eu-central-1",
    configured: false,
    sources: ["portal"],
  });

/** Accounts of the configuration, and accounts that only a portal lists. */
const some: readonly AccountState[] = [
  {
    ...accounts[1]!,
    email: "aws+shop-production@example.com",
    secrets: [
      { label: "Database", id: "shop/db" },
      { label: "Payment", id: "shop/payment" },
      { label: "Mail", id: "shop/mail" },
    ],
    ecsClusters: [{ name: "shop", services: ["web", "worker"] }],
  },
  accounts[2]!,
  found("111122223333", "billing-production", "prd"),
  found("222211113333", "warehouse-production", "prd"),
  found("333311112222", "billing-staging", "stg"),
  found("444411112222", "warehouse-development", "dev"),
  found("555511112222", "a-name-that-is-much-longer-than-the-column-in-which-it-stands", "sandbox"),
  found("666611112222", "legacy", null),
];

/** As many accounts as the largest organisations have. */
const many: readonly AccountState[] = Array.from(
  { length: 5000 },
  (_, n) =>
    found(String(100_000_000_000 + n), `team-${n}`, ["prd", "stg", "dev"][Math.floor(n / 1700)] ?? null),
);

const rolesOf = (...names: string[]): Partial<PagesOptions> => ({ accountRoles: () => fixedRows(names) });
const ROLES = rolesOf("Operator", "AdministratorAccess", "Billing", "ReadOnlyAccess");

const scene = (
  name: string,
  parts: Partial<AppState> = {},
  more: Partial<Scene> = {},
): Scene => ({
  name,
  page: "accounts",
  state: { ...fullState({ accounts: some, signIn: signedIn }), ...parts },
  width: 880,
  height: 600,
  pages: ROLES,
  ...more,
});

const without = (name: string, signIn: SignInState) => scene(name, { accounts: [], signIn });

/** The accounts page in all its states. */
export const accountScenes: readonly Scene[] = [
  scene("accounts"),
  scene("accounts-many", { accounts: many }),
  scene("accounts-unnamed", { accounts: some.map(({ name: _name, email: _email, ...account }) => account) }),
  scene("accounts-search", {}, {
    act: async (tab) => {
      await tab.type("bill");
      await tab.until("document.querySelector('.account-head h2').innerText.startsWith('billing')");
    },
  }),
  scene("accounts-nothing-fits", {}, {
    act: async (tab) => {
      await tab.type("zzz");
      await tab.until("document.shownText.includes('Nothing fits')");
    },
  }),
  scene("accounts-copied", {}, {
    pages: {
      ...ROLES,
      dispatch: () => Promise.resolve({ ok: true, value: { seconds: 45, marked: true, shell: "sh" } }),
    },
    act: async (tab) => {
      await tab.until("document.querySelector('.role')");
      await tab.press("Control+Enter");
      await tab.until("document.shownText.includes('Copied for')");
    },
  }),
  scene("accounts-refused", {}, {
    pages: {
      ...ROLES,
      dispatch: () =>
        Promise.resolve({
          ok: false,
          error: "AWS does not let you be Operator in 1234 5678 9012.",
          hint: "Who looks after the portal can assign you the role.",
        }),
    },
    act: async (tab) => {
      await tab.until("document.querySelector('.role')");
      await tab.press("Enter");
      await tab.until("document.querySelector('.notice')");
    },
  }),
  scene("accounts-roles-failed", {}, {
    pages: { accountRoles: () => failedRows("AWS was not reached.", "Check the network.") },
  }),
  scene("accounts-roles-loading", {}, { pages: { accountRoles: () => SILENT_ROWS } }),
  scene("accounts-no-roles", {}, { pages: rolesOf() }),
  scene("accounts-pinned-signed-out", {
    signIn: { status: "expired", detail: "team.awsapps.com", until: Date.now() - HOUR },
    accounts: some.slice(0, 2),
  }, { pages: rolesOf() }),
  scene("accounts-many-roles", {}, {
    pages: rolesOf(...Array.from({ length: 40 }, (_, n) => `Role-with-a-longer-name-${n}`)),
  }),
  scene("accounts-own", {
    signIn: { status: "environment", detail: "profile shop" },
    accounts: [{ ...found("123456789012", "shop", "dev"), sources: ["chain"] }],
  }, { pages: rolesOf() }),
  scene("accounts-narrow", {}, { width: 320, height: 600 }),
  without("accounts-signed-out", { status: "signed-out", detail: "team.awsapps.com" }),
  without("accounts-unconfigured", { status: "unconfigured" }),
  without("accounts-none", signedIn),
  without("accounts-trouble", {
    status: "signed-in",
    detail: "team.awsapps.com",
    trouble: { kind: "offline", message: "The sign-in portal was not reached.", hint: "Check the network." },
  }),
  without("accounts-checking", { status: "checking" }),
];
