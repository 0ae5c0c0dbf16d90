import type {
  ClusterDetail,
  ContainerRow,
  ServiceDetail,
  ServiceRow,
} from "../../../src/pages/services/page.ts";
import type { ResourceListStatus } from "../../../src/pages/resources.ts";
import type { CommandResult } from "../../../src/core/app/command.ts";
import { fixedRows } from "../../../src/core/resources/rows.ts";
import type { PagesOptions } from "../../../src/pages/mod.ts";
import { buttonWith } from "../../support/browser/button.ts";
import type { LogLine } from "../../../src/core/state/state.ts";
import { failedRows, fixedList, fixedResources } from "../../support/pages/resources.ts";
import type { Scene } from "./scenes.ts";
import { fullState, scenesOf } from "./state.ts";

const MINUTE = 60_000;
const now = Date.now();

const shop = { cluster: "shop", status: "ACTIVE" };
const some: readonly ServiceRow[] = [
  { ...shop, name: "web", desired: 4, running: 3, pending: 1, rollout: "IN_PROGRESS" },
  { ...shop, name: "worker", desired: 2, running: 2, pending: 0, rollout: "COMPLETED" },
  { ...shop, name: "mailer", desired: 1, running: 0, pending: 0, rollout: "FAILED" },
  {
    cluster: "reports-and-other-nightly-work",
    name: "a-service-with-a-long-name",
    status: "DRAINING",
    desired: 0,
    running: 0,
    pending: 0,
  },
];

const cluster = (name: string, services: number, running: number): ContainerRow => ({
  kind: "cluster",
  cluster: name,
  status: "ACTIVE",
  services,
  running,
  pending: 0,
  instances: 0,
});

const rows: readonly ContainerRow[] = [
  ...some.map((row) => ({ ...row, kind: "service" as const })),
  cluster("shop", 3, 5),
  cluster("reports-and-other-nightly-work", 1, 2),
  cluster("sandbox", 0, 0),
];

const task = (id: string, parts: Partial<ServiceDetail["tasks"][number]> = {}) => ({
  id: `${id}0e8f5c2d4b6a4f1e9d3c7a5b2e8f`,
  status: "RUNNING",
  health: "HEALTHY",
  at: now - 50 * MINUTE,
  exec: true,
  containers: [{ name: "web", status: "RUNNING" }],
  ...parts,
});

const detail: ServiceDetail = {
  ...some[0]!,
  cut: false,
  runs: "web:42",
  cpu: "512",
  memory: "1024",
  containers: [
    {
      name: "web",
      image: "123456789012.dkr.ecr.eu-central-1.amazonaws.com/shop/web:2024-11-21.3",
      logs: { group: "/ecs/shop/web", prefix: "ecs" },
    },
    { name: "envoy", image: "public.ecr.aws/appmesh/aws-appmesh-envoy:v1.29" },
  ],
  deployments: [
    {
      id: "ecs-svc/2",
      status: "PRIMARY",
      rollout: "IN_PROGRESS",
      reason: "ECS deployment ecs-svc/2 in progress.",
      desired: 4,
      pending: 1,
      running: 1,
      failed: 2,
      runs: "web:42",
      at: now - 3 * MINUTE,
    },
    {
      id: "ecs-svc/1",
      status: "ACTIVE",
      rollout: "COMPLETED",
      desired: 2,
      pending: 0,
      running: 2,
      failed: 0,
      runs: "web:41",
      at: now - 2 * 24 * 60 * MINUTE,
    },
  ],
  events: [
    {
      at: now - MINUTE,
      text:
        "(service web) was unable to place a task because no container instance met all of its requirements.",
    },
    { at: now - 4 * MINUTE, text: "(service web) has started 2 tasks: (task 4be0e8f5) (task 91c0e8f5)." },
  ],
  tasks: [
    task("4be"),
    task("91c", { status: "PENDING", health: "UNKNOWN", at: now - MINUTE }),
    task("77d", { exec: false }),
    task("20a", {
      status: "STOPPED",
      health: "UNKNOWN",
      at: now - 6 * MINUTE,
      reason: "Essential container in task exited",
      containers: [{
        name: "web",
        status: "STOPPED",
        exitCode: 137,
        reason: "OutOfMemoryError: container killed",
      }],
    }),
  ],
};

const nightly: ClusterDetail = {
  cluster: "reports-and-other-nightly-work",
  status: "ACTIVE",
  services: 1,
  desired: 0,
  running: 2,
  pending: 1,
  instances: 3,
  cut: false,
  tasks: [
    {
      ...task("5d1", { health: "UNKNOWN", at: now - 12 * MINUTE }),
      runs: "sales-report:18",
      definition: "",
      startedBy: "events-rule/sales-report-every-hour",
      containers: [{ name: "report", status: "RUNNING", image: "example.com/reports/sales:2024-11-20.1" }],
    },
    {
      ...task("c07", { status: "PENDING", health: "UNKNOWN", at: now - MINUTE, exec: false }),
      runs: "migrate-orders:3",
      definition: "",
      containers: [{ name: "migrate", status: "PENDING", image: "example.com/shop/migrate:7" }],
    },
    {
      ...task("e93", { status: "STOPPED", health: "UNKNOWN", at: now - 72 * MINUTE }),
      runs: "sales-report:17",
      definition: "",
      startedBy: "events-rule/sales-report-every-hour",
      reason: "Essential container in task exited",
      containers: [{
        name: "report",
        status: "STOPPED",
        image: "example.com/reports/sales:2024-11-19.4",
        exitCode: 1,
      }],
    },
  ],
};

const lines: readonly LogLine[] = [
  '{"level":"info","time":"2026-11-22T07:12:01Z","msg":"listening","port":8080}',
  '{"level":"info","msg":"request","method":"GET","path":"/orders/812","status":200,"ms":14}',
  "a line of plain text, as some library prints it",
  '{"level":"warn","msg":"slow query","ms":2140,"sql":"select * from orders where customer = $1"}',
  '{"level":"error","msg":"payment refused","order":812,"reason":"card expired"}',
  "\u001b[31mTypeError: cannot read properties of undefined (reading 'id')\u001b[0m",
  "    at handle (/app/src/payment.js:88:21)",
].map((text, at) => ({ stream: "stdout", text, time: now - (10 - at) * 1700 }));

const cached = (
  parts: {
    readonly rows?: readonly ContainerRow[];
    readonly cluster?: ClusterDetail;
    readonly status?: Partial<ResourceListStatus>;
    readonly value?: ServiceDetail | null;
    readonly clusterFault?: ResourceListStatus["faults"][number];
    readonly fault?: ResourceListStatus["faults"][number];
    readonly logs?: ReturnType<PagesOptions["resources"]["services"]["logs"]>;
    readonly answer?: CommandResult;
  } = {},
): Partial<PagesOptions> => ({
  accountRoles: () => fixedRows(["Operator", "ReadOnlyAccess"]),
  resources: fixedResources({
    services: {
      list: () => fixedList<ContainerRow>(parts.rows ?? rows, parts.status ?? {}),
      cluster: () => fixedRows([{ value: parts.cluster ?? nightly, fault: parts.clusterFault ?? null }]),
      detail: ({ service, cluster }) =>
        fixedRows([{
          value: parts.value === undefined ? { ...detail, name: service, cluster } : parts.value,
          fault: parts.fault ?? null,
        }]),
      logs: () => parts.logs ?? fixedRows(lines),
    },
  }),
  dispatch: () => Promise.resolve(parts.answer ?? { ok: true }),
});

const usual = {
  params: { account: "123456789012" },
  state: fullState({ signIn: { status: "signed-in", detail: "team.awsapps.com" } }),
  pages: cached(),
};
const scene = scenesOf({ ...usual, page: "services", width: 960, height: 680 });
const logs = scenesOf({
  ...usual,
  page: "logs",
  params: { account: "123456789012", cluster: "shop", service: "web", container: "web" },
  width: 820,
  height: 520,
});

/** Presses a button of the service and waits until `then` is shown. */
const press = (label: string, then = ".question"): Scene["act"] => async (tab) => {
  await tab.until("document.querySelector('.service-lines')");
  await tab.reach(buttonWith(label));
  await tab.until(`document.querySelector('${then}')`);
};

/** The services page and the logs in all their states. */
export const serviceScenes: readonly Scene[] = [
  scene("services"),
  scene("services-redeploy", { act: press("Redeploy") }),
  scene("services-scale", { act: press("Scale") }),
  scene("services-stop", { act: press("Stop") }),
  scene("services-no-deployments", {
    pages: cached({ value: { ...detail, deployments: [], events: [], tasks: [], containers: [] } }),
  }),
  scene("services-gone", {
    pages: cached({
      fault: {
        code: "missing",
        message: "Asking about the service web in eu-central-1: it is not there any more",
        hint: "Refresh the list.",
      },
    }),
  }),
  scene("services-deleted", {
    pages: cached({
      value: { ...detail, status: "INACTIVE", desired: 0, running: 0, pending: 0, tasks: [] },
    }),
  }),
  scene("services-cluster-gone", {
    pages: cached({
      rows: [rows[5]!, ...rows],
      clusterFault: {
        code: "missing",
        message: "Asking about the cluster reports-and-other-nightly-work: it is not there any more",
        hint: "Refresh the list.",
      },
    }),
  }),
  scene("services-exec-refused", {
    pages: cached({
      answer: {
        ok: false,
        error: "No terminal program was found",
        hint: "Install one, for example xterm, or name yours in the variable TERMINAL.",
      },
    }),
    act: press("Terminal", ".notice.danger"),
  }),
  scene("services-cluster", { pages: cached({ rows: [rows[5]!, ...rows] }) }),
  scene("services-cluster-empty", {
    pages: cached({
      rows: [rows[6]!, ...rows],
      cluster: {
        ...nightly,
        cluster: "sandbox",
        services: 0,
        running: 0,
        pending: 0,
        instances: 0,
        tasks: [],
      },
    }),
  }),
  scene("services-cluster-stop", { pages: cached({ rows: [rows[5]!, ...rows] }), act: press("Stop") }),
  scene("services-redeploy-long", {
    pages: cached({ rows: [rows[3]!] }),
    act: press("Redeploy"),
  }),
  scene("services-same-name", {
    params: { account: "123456789012", cluster: "shop-green", service: "web" },
    pages: cached({
      rows: ["shop", "shop-blue", "shop-green"].map((cluster) => ({
        ...some[0]!,
        kind: "service" as const,
        cluster,
      })),
    }),
  }),
  scene("services-empty", { pages: cached({ rows: [] }) }),
  scene("services-narrow", { width: 340, height: 760 }),
  logs("logs"),
  logs("logs-filter", {
    act: async (tab) => {
      await tab.until("document.querySelector('.code')");
      await tab.type("error");
      await tab.until("document.shownText.includes('2 of 7 lines')");
    },
  }),
  logs("logs-ended", {
    params: { account: "123456789012", cluster: "shop", service: "web", container: "web", role: "Developer" },
    state: fullState({ signIn: { status: "expired", until: now - 4 * MINUTE, detail: "team.awsapps.com" } }),
    pages: cached({
      logs: fixedRows([...lines, {
        stream: "stderr",
        text: "(Reading the output: the session has ended. Sign in again.)",
        time: now,
      }]),
    }),
  }),
  logs("logs-none", { pages: cached({ logs: fixedRows([]) }) }),
  logs("logs-missing", {
    pages: cached({
      logs: failedRows(
        "The log group /ecs/shop/web does not exist in eu-central-1.",
        "It is made when the first task writes to it, if the task may make it.",
      ),
    }),
  }),
];
