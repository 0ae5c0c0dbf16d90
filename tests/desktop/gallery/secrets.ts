import type { ListedSecret, SecretDetail, SecretShape } from "../../../src/pages/secrets/page.ts";
import type { ResourceListStatus } from "../../../src/pages/resources.ts";
import type { CommandResult } from "../../../src/core/app/command.ts";
import { fixedRows } from "../../../src/core/resources/rows.ts";
import type { PagesOptions } from "../../../src/pages/mod.ts";
import { buttonWith } from "../../support/browser/button.ts";
import type { Tab } from "../../support/browser/mod.ts";
import { failedRows, fixedList, fixedResources, SILENT_ROWS } from "../../support/pages/resources.ts";
import type { Scene } from "./scenes.ts";
import { fullState, scenesOf } from "./state.ts";

const HOUR = 3_600_000, DAY = 24 * HOUR;
const now = Date.now();

const some: readonly ListedSecret[] = [
  { kind: "secret", name: "shop/orders-db", label: "Database", changedAt: now - 3 * DAY },
  { kind: "secret", name: "shop/payment", label: "Payment", changedAt: now - 40 * DAY },
  { kind: "parameter", name: "/shop/production/api key", changedAt: now - 5 * HOUR },
  { kind: "secret", name: "rds!cluster-0f3c2a4e-3f51-4c0b-9a2e-6d1e5f7a8b90", changedAt: now - 2 * DAY },
  { kind: "secret", name: "shop/mail/smtp", changedAt: now - 90 * DAY },
  { kind: "secret", name: "shop/tls certificate", changedAt: now - 200 * DAY },
];

/** As many secrets as large organisations have in one account. */
const many: readonly ListedSecret[] = Array.from({ length: 10_000 }, (_, n) => ({
  kind: "secret",
  name: `team-${n % 40}/service-${n}`,
  changedAt: now - n * HOUR,
}));

const detail: SecretDetail = {
  name: "shop/orders-db",
  kind: "secret",
  arn: "arn:aws:secretsmanager:eu-central-1:123456789012:secret:shop/orders-db-AbCdEf",
  description: "The login of the orders database",
  changedAt: now - 3 * DAY,
  rotates: true,
  versions: [
    { id: "7d1f3c5e-8f4d-4a8e-9a0e-3f2f5b0d9c11", labels: ["AWSCURRENT"], at: now - 3 * DAY },
    { id: "0c9b7a6d-1f2e-4c3b-8a7d-6e5f4d3c2b1a", labels: ["AWSPREVIOUS"], at: now - 33 * DAY },
  ],
};

const shape: SecretShape = {
  kind: "secret",
  binary: false,
  bytes: 148,
  keys: ["username", "password", "host", "port", "connection string with a long name"],
  version: "7d1f3c5e-8f4d-4a8e-9a0e-3f2f5b0d9c11",
};

const ANSWERS: Readonly<Record<string, CommandResult>> = {
  readSecret: { ok: true, value: { ...shape, keys: [...shape.keys!] } },
  showSecret: { ok: true, value: { text: "a value that is only shown for a while" } },
  copySecret: { ok: true, value: { seconds: 45, marked: true } },
  writeSecret: {
    ok: true,
    value: { added: [], changed: ["username"], removed: [], same: 4, replaced: false },
  },
  compareSecret: {
    ok: true,
    value: { added: ["replica"], changed: ["password"], removed: ["port"], same: 3, replaced: false },
  },
};

const cached = (
  rows: readonly ListedSecret[] = some,
  status: Partial<ResourceListStatus> = {},
  answers: Readonly<Record<string, CommandResult>> = ANSWERS,
): Partial<PagesOptions> => ({
  accountRoles: () => fixedRows(["Operator", "ReadOnlyAccess"]),
  resources: fixedResources({
    secrets: {
      list: () => fixedList(rows, status),
      detail: ({ id }) => fixedRows([{ ...detail, name: id }]),
    },
  }),
  dispatch: ({ name }) => Promise.resolve(answers[name] ?? { ok: true }),
});

const scene = scenesOf({
  page: "secrets",
  params: { account: "123456789012" },
  state: fullState({ signIn: { status: "signed-in", detail: "team.awsapps.com", until: now + 6 * HOUR } }),
  width: 920,
  height: 600,
  pages: cached(),
});

/** Returns a scene of a list that could not be read. */
const unlisted = (
  name: string,
  code: string,
  message: string,
  hint: string,
  more: Partial<ResourceListStatus> = {},
): Scene =>
  scene(name, { pages: cached([], { at: null, count: 0, faults: [{ code, message, hint }], ...more }) });

async function read(tab: Tab): Promise<void> {
  await tab.until("document.querySelector('.secret-closed')");
  await tab.press("Enter");
  await tab.until("document.querySelector('.secret-dots')");
}

async function change(tab: Tab): Promise<void> {
  await read(tab);
  await tab.reach(buttonWith("Change", ".resource-foot"));
  await tab.until("document.querySelector('.question')");
}

/** The secrets page in all its states. */
export const secretScenes: readonly Scene[] = [
  scene("secrets"),
  scene("secrets-read", { act: read }),
  scene("secrets-shown", {
    act: async (tab) => {
      await read(tab);
      await tab.press("ArrowDown", "ArrowRight", "Enter");
      await tab.until("document.querySelector('.secret-value')");
    },
  }),
  scene("secrets-copied", {
    act: async (tab) => {
      await read(tab);
      await tab.press("Enter");
      await tab.until("document.shownText.includes('is cleared in 45 s')");
    },
  }),
  scene("secrets-change", { act: change }),
  scene("secrets-difference", {
    act: async (tab) => {
      await change(tab);
      await tab.type("new-user");
      await tab.press("Enter");
      await tab.until("document.querySelector('.secret-difference')");
    },
  }),
  scene("secrets-many", { pages: cached(many) }),
  scene("secrets-empty", { pages: cached([]) }),
  scene("secrets-nothing-fits", {
    act: async (tab) => {
      await tab.type("zzz");
      await tab.until("document.shownText.includes('Nothing fits')");
    },
  }),
  scene("secrets-loading", {
    pages: {
      ...cached(),
      resources: fixedResources({
        secrets: {
          detail: () => fixedRows([detail]),
          list: () => ({
            ...fixedList<ListedSecret>([], { loading: true, at: null, role: null }),
            rows: () => SILENT_ROWS,
          }),
        },
      }),
    },
  }),
  scene("secrets-part", {
    pages: cached(some, {
      loading: false,
      faults: [{
        code: "denied",
        message: "Listing the parameters in eu-central-1: access is denied",
        hint: "The role needs the permission for this.",
      }],
    }),
  }),
  scene("secrets-expired", {
    pages: cached(some, {
      at: now - 3 * HOUR,
      faults: [{ code: "expired", message: "The session has ended.", hint: "Sign in again." }],
    }),
  }),
  unlisted(
    "secrets-denied",
    "denied",
    "Listing the secrets in eu-central-1: access is denied",
    "The role needs the permission for this.",
  ),
  unlisted("secrets-signed-out", "signed-out", "Nobody is signed in.", "Sign in first."),
  unlisted(
    "secrets-region-off",
    "region",
    "eu-south-2 does not take this account's credentials: it is probably switched off for the account.",
    "Choose another region. Who looks after the account can switch it on.",
  ),
  scene("secrets-gone", {
    pages: {
      ...cached(),
      resources: fixedResources({
        secrets: {
          list: () => fixedList(some, {}),
          detail: () =>
            failedRows(
              "Asking about the secret shop/orders-db: it does not exist in this account and region",
              "Check the name and the region.",
              "missing",
            ),
        },
      }),
    },
  }),
  scene("secrets-deleted", {
    pages: {
      ...cached(),
      resources: fixedResources({
        secrets: {
          list: () => fixedList(some, {}),
          detail: ({ id }) => fixedRows([{ ...detail, name: id, deletedAt: now + 7 * DAY }]),
        },
      }),
    },
  }),
  unlisted(
    "secrets-timeout",
    "timeout",
    "Listing the secrets in eu-central-1: AWS did not answer in time",
    "Check the network.",
  ),
  unlisted(
    "secrets-offline",
    "offline",
    "Listing the secrets in eu-central-1: it cannot be reached",
    "Check the network.",
  ),
  unlisted(
    "secrets-choose-role",
    "choose",
    "You have several roles in shop-production.",
    "Choose the one to look as.",
    { role: null },
  ),
  scene("secrets-refused", {
    pages: cached(some, {}, {
      ...ANSWERS,
      readSecret: {
        ok: false,
        error: "Reading the secret shop/orders-db in eu-central-1: it cannot be decrypted with its key",
        hint: "The role needs kms:Decrypt on the key.",
      },
    }),
    act: async (tab) => {
      await tab.until("document.querySelector('.secret-closed')");
      await tab.press("Enter");
      await tab.until("document.querySelector('.notice.danger')");
    },
  }),
  scene("secrets-narrow", { width: 340, height: 640 }),
];
