import type { ResourceListStatus } from "../../../src/core/app/features/resources/list_of.ts";
import { fixedRows, type RowSource } from "../../../src/core/resources/rows.ts";
import type { FollowedLine } from "../../../src/pages/logs/page.ts";
import type { LogGroupRow } from "../../../src/pages/log_groups/page.ts";
import type { PagesOptions } from "../../../src/pages/mod.ts";
import { failedRows, fixedList, fixedResources } from "../../support/pages/resources.ts";
import type { Scene } from "./scenes.ts";
import { fullState, scenesOf } from "./state.ts";

const MINUTE = 60_000;
const now = Date.now();
const GB = 1024 ** 3;

const groups: readonly LogGroupRow[] = [
  { name: "/aws/lambda/orders-import", bytes: 1.6 * GB, days: 30, madeAt: now - 400 * 24 * 60 * MINUTE },
  { name: "/aws/lambda/orders-mail", bytes: 84 * 1024 * 1024, days: 14, madeAt: now - 90 * 24 * 60 * MINUTE },
  { name: "/aws/lambda/thumbnails", bytes: 12 * 1024, madeAt: now - 3 * 24 * 60 * MINUTE },
  { name: "/aws/rds/cluster/shop/postgresql", bytes: 7.2 * GB, days: 7 },
  { name: "/ecs/shop/web", bytes: 212 * GB, days: 90, madeAt: now - 700 * 24 * 60 * MINUTE },
  { name: "/ecs/shop/worker", bytes: 18 * GB, days: 90 },
  { name: "API-Gateway-Execution-Logs_a1b2c3d4e5/prd", bytes: 0, storage: "INFREQUENT_ACCESS" },
  { name: "aws-waf-logs-shop", bytes: 940 * 1024 * 1024, days: 365 },
];

const web = "/ecs/shop/web", worker = "/ecs/shop/worker";
const lines: readonly FollowedLine[] = [
  [web, "GET /orders/812 200 14 ms"],
  [worker, '{"level":"info","msg":"picked up","order":812}'],
  [web, "GET /basket 200 8 ms"],
  [worker, '{"level":"error","msg":"payment refused","order":812,"reason":"card expired"}'],
  [web, "POST /orders 201 61 ms"],
  [worker, '{"level":"info","msg":"picked up","order":813}'],
].map(([group, text], at): FollowedLine => ({
  stream: "stdout",
  text: text!,
  time: now - (20 - at) * 1700,
  group: group!,
  of: `${group}/0f1e2d`,
}));
const leftOut: FollowedLine = {
  stream: "stderr",
  text: `(Lines of ${web} from 07:12:01 to 07:12:44 are left out: more come than AWS gives.)`,
  time: now,
};

/** A list that is not read, because the role must be chosen first. */
const UNCHOSEN = failedRows(
  "You have several roles in shop-production · 1234 5678 9012.",
  "Choose the one to look as.",
  "choose",
);

const cached = (
  parts: {
    readonly groups?: readonly LogGroupRow[];
    readonly status?: Partial<ResourceListStatus>;
    readonly lines?: RowSource<FollowedLine>;
    /** Nothing is read until a role is chosen. */
    readonly chooses?: true;
  } = {},
): Partial<PagesOptions> => ({
  accountRoles: () => fixedRows(["Operator", "ReadOnlyAccess"]),
  resources: fixedResources({
    logGroups: { list: () => fixedList(parts.groups ?? groups, parts.status ?? {}) },
    logs: {
      follow: ({ role }) =>
        parts.chooses && role === undefined ? UNCHOSEN : parts.lines ?? fixedRows([...lines, leftOut]),
      around: () => parts.lines ?? fixedRows(lines.filter(({ group }) => group === worker)),
    },
  }),
  dispatch: () => Promise.resolve({ ok: true }),
});

const usual = {
  params: { account: "123456789012" },
  state: fullState({ signIn: { status: "signed-in", detail: "team.awsapps.com" } }),
  pages: cached(),
};
const scene = scenesOf({ ...usual, page: "log_groups", width: 920, height: 600 });
const logs = scenesOf({
  ...usual,
  page: "logs",
  params: { account: "123456789012", groups: `${web} ${worker}` },
  width: 820,
  height: 520,
});

/** Log groups and their lines in all their states. */
export const logScenes: readonly Scene[] = [
  scene("log-groups"),
  scene("log-groups-taken", {
    act: async (tab) => {
      await tab.until("document.querySelector('.resource-head')");
      await tab.press("Control+b");
      await tab.press("ArrowDown");
      await tab.press("Control+b");
      await tab.until("document.shownText.includes('Follow 2 as one')");
    },
  }),
  scene("log-groups-empty", { pages: cached({ groups: [] }) }),
  scene("log-groups-denied", {
    pages: cached({
      groups: [],
      status: {
        faults: [{
          code: "denied",
          message: "Listing the log groups in eu-central-1: access is denied",
          hint: "The role needs the permission logs:DescribeLogGroups.",
        }],
      },
    }),
  }),
  scene("log-groups-narrow", { width: 340, height: 760 }),
  logs("logs-groups"),
  logs("logs-groups-chosen", {
    act: async (tab) => {
      await tab.until("document.querySelector('.code-row')");
      await tab.press("Alt+ArrowUp");
      await tab.press("Alt+ArrowUp");
      await tab.until("document.querySelector('.chosen-line')");
    },
  }),
  logs("logs-around", {
    params: { account: "123456789012", groups: worker, stream: "worker/0f1e2d", at: String(lines[3]!.time) },
    act: async (tab) => void await tab.until("document.querySelector('.chosen-line')"),
  }),
  logs("logs-choose", { pages: cached({ chooses: true }) }),
  logs("logs-groups-none", { pages: cached({ lines: fixedRows([]) }) }),
  logs("logs-group-gone", {
    params: { account: "123456789012", groups: web },
    pages: cached({
      lines: failedRows(
        `The log group ${web} does not exist in eu-central-1.`,
        "It may have been deleted meanwhile, or is in another region.",
      ),
    }),
  }),
];
