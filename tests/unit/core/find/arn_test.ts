import { deepEqual, equal } from "node:assert/strict";
import { foundEntries } from "../../../../src/core/find/rows.ts";
import type { SeenNames } from "../../../../src/core/resources/names.ts";
import { rowsOf } from "../../../support/pages/resources.ts";
import { account, action, emptyState, extension } from "../../../support/pages/state.ts";
import { testStore } from "../../../support/pages/store.ts";

const SHOP = "111111111111", OTHER = "222222222222";
const STATE = emptyState({
  extensions: [extension("ops", [action("rotate", { account: SHOP })])],
  accounts: [
    account(SHOP, { name: "shop", region: "eu-west-1", secrets: [{ label: "Mail", id: "mail/key" }] }),
    account(OTHER, { name: "other", configured: false }),
  ],
});
const cached = { account: SHOP, region: "eu-west-1", role: "ReadOnly" };
const names: SeenNames = {
  service: [{ ...cached, name: "web", id: "jobs/web", of: "jobs" }],
  database: [{ ...cached, name: "orders", id: "rds/orders", kind: "rds", of: "mysql" }],
};
const source = { load: () => null, names: () => names, subscribe: () => () => {} };
const found = (typed: string) => rowsOf(foundEntries(testStore(STATE), typed, source), 500);

/** A pasted ARN, and the window that the first entry opens. */
const OPENED: readonly (readonly [arn: string, page: string, params: Readonly<Record<string, string>>])[] = [
  [`arn:aws:ecs:eu-west-1:${SHOP}:service/jobs/web`, "services", {
    account: SHOP,
    role: "ReadOnly",
    cluster: "jobs",
    service: "web",
  }],
  [`arn:aws:ecs:us-east-1:${SHOP}:service/jobs/web`, "services", {
    account: SHOP,
    region: "us-east-1",
    cluster: "jobs",
    service: "web",
  }],
  [`arn:aws:ecs:eu-west-1:${SHOP}:cluster/jobs`, "services", { account: SHOP, cluster: "jobs" }],
  [`arn:aws:rds:eu-west-1:${SHOP}:db:orders`, "databases", {
    account: SHOP,
    role: "ReadOnly",
    database: "orders",
    kind: "rds",
  }],
  [`arn:aws:secretsmanager:eu-west-1:${SHOP}:secret:mail/key-AbCdEf`, "secrets", {
    account: SHOP,
    secret: "mail/key",
    kind: "secret",
  }],
  [`arn:aws:ssm:eu-central-1:${OTHER}:parameter/mail/key`, "secrets", {
    account: OTHER,
    region: "eu-central-1",
    secret: "/mail/key",
    kind: "parameter",
  }],
  [`arn:aws:logs:eu-west-1:${SHOP}:log-group:/ecs/${"web".repeat(100)}:*`, "log_groups", {
    account: SHOP,
    group: `/ecs/${"web".repeat(100)}`,
  }],
];
for (const [arn, page, params] of OPENED) {
  Deno.test(`foundEntries() has the resource first and once for ${arn.slice(0, 70)}`, async () => {
    const rows = await found(` "${arn}",`);
    deepEqual(rows[0]?.command, { name: "openWindow", page, params });
    equal(new Set(rows.map(({ id }) => id)).size, rows.length);
    equal(rows[1]?.command?.name, "openConsole", "its account comes next");
  });
}

/** An account ID or an ARN without a window of its own, and the account that it leads to. */
const ACCOUNTS: readonly (readonly [arn: string, name: string | undefined])[] = [
  [SHOP, "shop"],
  [`arn:aws:iam::${SHOP}:role/Admin`, "shop"],
  [`arn:aws:lambda:eu-west-1:${OTHER}:function:web`, "other"],
  [`arn:aws:ecs:eu-west-1:${SHOP}:task/jobs/0123`, "shop"],
  ["arn:aws:ecs:eu-west-1:333333333333:service/jobs/web", undefined],
  ["arn:aws:s3:::bucket", undefined],
];
for (const [arn, name] of ACCOUNTS) {
  Deno.test(`foundEntries() has ${name ?? "nothing"} first for ${arn}`, async () => {
    const [first] = await found(arn);
    deepEqual([first?.title, first?.kind], [name, name && "Account"]);
  });
}
