import { deepEqual, equal, match, ok } from "node:assert/strict";
import { type ContainerRow, servicesKind } from "../../../src/core/resources/kinds/services/mod.ts";
import { listsOf } from "../../../src/core/app/features/resources/list_of.ts";
import { createContainers } from "../../../src/core/app/features/resources/containers.ts";
import * as tools from "../../../src/core/aws/containers/mod.ts";
import { callEcs } from "../../../src/core/aws/containers/call.ts";
import type { LogLine } from "../../../src/core/state/state.ts";
import { type FakeEcs, startFakeEcs } from "../../support/cloud/fake_ecs.ts";
import { account } from "../../support/pages/state.ts";
import { listBase, placeIn, roleWork, store as storeOf, until } from "../../unit/core/app/fixtures.ts";
import { ACCOUNT, asUser } from "./stage.ts";

const { signal } = new AbortController();
const WEB = { account: ACCOUNT, role: "", cluster: "shop", service: "web" };

/** Runs `work` with the services of a fake ECS. */
async function withFake(
  work: (set: {
    fake: FakeEcs;
    uses: ReturnType<typeof createContainers>;
    told: string[];
    /** Pages that the button of a message opens. */
    led: string[];
    opened: unknown[];
    /** Roles, one for each list or watch that starts. */
    placed: string[];
    /** Ends Kedge. */
    end: () => void;
  }) => Promise<void>,
  env = "dev",
): Promise<void> {
  const fake = startFakeEcs();
  const placed: string[] = [],
    led: string[] = [],
    told: string[] = [],
    opened: unknown[] = [];
  const ending = new AbortController();
  const store = storeOf();
  const ecsClusters = [{ name: "shop", services: ["worker"] }];
  store.slice("accounts").update(() => [
    account(ACCOUNT, { name: "shop", env, region: "eu-central-1", ecsClusters }),
  ]);
  const at = {
    ...placeIn("eu-central-1"),
    env: (name: string) => name === "AWS_ENDPOINT_URL" ? fake.url : undefined,
  };
  const base = listBase({
    store,
    roleWork: roleWork({ store, roles: () => Promise.resolve([""]) }),
    targetOf: ({ role = "" }) => {
      placed.push(role);
      return () => Promise.resolve({ role: "", at });
    },
    perPage: () => 3,
    onError: (error) => void told.push(`fault ${String(error)}`),
  });
  const uses = createContainers({
    ...base,
    list: listsOf(servicesKind, base),
    tools: () => Promise.resolve(tools),
    toasts: {
      show({ type, title, message, opens }) {
        told.push(`${type} ${title}: ${message}`);
        led.push(JSON.stringify(opens?.params));
      },
    },
    openTerminal: (request) => (opened.push(request), Promise.resolve({ ok: true })),
    every: 5,
    ending: ending.signal,
  });
  const service = (name: string, cluster = "shop") => ({
    cluster,
    name,
    desired: 2,
    running: 2,
    rollout: "COMPLETED" as const,
    events: [`(service ${name}) has reached a steady state.`],
    tasks: [{ id: `${name}0001`, status: "RUNNING" }],
  });
  fake.services.push(
    ...["web", "worker", "a", "b", "c"].map((name) => service(name)),
    service("nightly", "reports"),
  );
  try {
    await work({ fake, uses, told, led, opened, placed, end: () => ending.abort() });
  } finally {
    ending.abort();
    await fake.stop();
  }
}

const listed = async (uses: ReturnType<typeof createContainers>) => {
  const list = uses.list({ account: ACCOUNT, role: "" });
  const end = list.status.subscribe(() => {});
  let status;
  do {
    await new Promise((resolve) => setTimeout(resolve, 5));
    const read = await list.status.read(0, 1, signal);
    status = read.ok ? read.rows[0]! : null;
  } while (status?.loading !== false || (status.at === null && status.faults.length === 0));
  end();
  const read = await list.rows("").read(0, 50, signal);
  const nameOf = (row: ContainerRow) => row.kind === "service" ? `${row.cluster}/${row.name}` : row.cluster;
  return { names: read.ok ? read.rows.map(nameOf) : [], status };
};

Deno.test("services of all clusters are listed by pages, those of the configuration first, then the clusters", async () => {
  await withFake(async ({ fake, uses }) => {
    const { names, status } = await listed(uses);
    deepEqual(names, [
      ...["shop/worker", "shop/a", "shop/b", "shop/c", "shop/web", "reports/nightly"],
      ...["shop", "reports"],
    ]);
    deepEqual(status?.faults, []);
    equal(fake.calls.filter((call) => call === "ListServices").length, 3);
  });
});

Deno.test("a cluster that is deleted in the middle of the list leaves what was loaded, and says so", async () => {
  await withFake(async ({ fake, uses }) => {
    fake.before = (operation, input) => {
      if (operation === "ListServices" && String(input.cluster).endsWith("reports")) fake.services.length = 5;
      return undefined;
    };
    const { names, status } = await listed(uses);
    equal(names.filter((name) => name.startsWith("shop/")).length, 5);
    match(
      status!.faults[0]!.message,
      /Listing the services of reports in eu-central-1: the cluster is not there any more/,
    );
  });
});

for (
  const [code, operations, words] of [
    ["AccessDeniedException", ["ListServices", "DescribeClusters"], "access is denied"],
    ["ClusterNotFoundException", ["ListServices"], "the cluster is not there any more"],
  ] satisfies [string, string[], string][]
) {
  Deno.test(`a cluster that gives ${code} does not hide the services and clusters after it`, async () => {
    await withFake(async ({ fake, uses }) => {
      fake.before = (operation, { cluster, clusters = [cluster] }) =>
        operations.includes(operation) && (clusters as string[]).some((one) => one.endsWith("shop"))
          ? Response.json({ __type: code }, { status: 400 })
          : undefined;
      const { names, status } = await listed(uses);
      deepEqual(names.filter((name) => name.startsWith("reports")), ["reports/nightly", "reports"]);
      deepEqual(status!.faults.map(({ message }) => message), [
        `Listing the services of shop in eu-central-1: ${words}`,
        ...operations.slice(1).map(() => `Listing the clusters in eu-central-1: ${words}`),
      ]);
    });
  });
}

Deno.test("AWS is asked again when it has too many calls, and the list comes whole", async () => {
  await withFake(async ({ fake, uses }) => {
    let left = 1;
    fake.before = (operation) =>
      operation === "DescribeServices" && left-- > 0
        ? Response.json({ __type: "ThrottlingException", message: "Rate exceeded" }, { status: 400 })
        : undefined;
    const { names, status } = await listed(uses);
    deepEqual([names.length, status?.faults], [8, []]);
  });
});

Deno.test("a service is shown with its deployments, events, images and tasks, and asks once what it runs", async () => {
  await withFake(async ({ fake, uses }) => {
    const [web] = fake.services;
    web!.rollout = "FAILED";
    web!.reason = "ECS deployment circuit breaker: tasks failed to start.";
    web!.tasks.push({
      id: "gone",
      status: "STOPPED",
      stoppedReason: "Essential container exited",
      exitCode: 137,
    });
    const source = uses.detail(WEB);
    const end = source.subscribe(() => {});
    await until(() => fake.calls.filter((call) => call === "DescribeServices").length > 2);
    const read = await source.read(0, 1, signal);
    end();
    const detail = (read.ok ? read.rows[0]?.value : null)!;
    deepEqual(
      detail.deployments.map(({ rollout, reason, failed, runs }) => [rollout, reason, failed, runs]),
      [
        ["FAILED", "ECS deployment circuit breaker: tasks failed to start.", 3, "web:42"],
      ],
    );
    deepEqual(detail.containers, [
      { name: "web", image: "example.com/shop/web:7", logs: { group: "/ecs/shop", prefix: "ecs" } },
    ]);
    deepEqual([detail.cpu, detail.memory, detail.events[0]?.text], [
      "256",
      "512",
      "(service web) has reached a steady state.",
    ]);
    deepEqual(
      detail.tasks.map(({ id, status, reason, containers }) => [id, status, reason, containers[0]?.exitCode]),
      [
        ["web0001", "RUNNING", undefined, undefined],
        ["gone", "STOPPED", "Essential container exited", 137],
      ],
    );
    equal(fake.calls.filter((call) => call === "DescribeTaskDefinition").length, 1);
  });
});

const MANY: readonly [
  running: number,
  stopped: number,
  shown: [running: number, stopped: number],
  cut: boolean,
][] = [
  [100, 3, [100, 3], false],
  [250, 120, [250, 120], false],
  [1001, 3, [1000, 3], true],
  [2, 301, [2, 300], true],
];
for (const [running, stopped, shown, cut] of MANY) {
  Deno.test(`${running} running and ${stopped} stopped tasks of a service are shown${cut ? " in part, which is told" : ""}`, async () => {
    await withFake(async ({ fake, uses }) => {
      const some = (status: string, count: number) =>
        Array.from({ length: count }, (_, n) => ({ id: `${status}${n}`, status }));
      fake.services[0]!.tasks = [...some("RUNNING", running), ...some("STOPPED", stopped)];
      const read = await uses.detail(WEB).read(0, 1, signal);
      const { tasks, cut: told } = (read.ok ? read.rows[0]?.value : null)!;
      const count = (wanted: string) => tasks.filter(({ status }) => status === wanted).length;
      deepEqual([count("RUNNING"), count("STOPPED"), told], [...shown, cut]);
    });
  });
}

Deno.test("a service that is deleted while it is watched stays as it was, with the reason", async () => {
  await withFake(async ({ fake, uses }) => {
    const source = uses.detail(WEB);
    let row: { value: unknown; fault: { message: string } | null } | null = null;
    const look = async () => {
      const read = await source.read(0, 1, signal);
      row = read.ok ? read.rows[0]! : null;
    };
    const end = source.subscribe(() => void look());
    await until(() => row?.value != null);
    fake.services.shift();
    await until(() => row?.fault != null);
    end();
    match(row!.fault!.message, /is not there any more/);
    equal(row!.value !== null, true);
  });
});

Deno.test("a service, its output and a redeployment are watched with the role chosen at the start", async () => {
  await withFake(async ({ fake, uses, told, placed }) => {
    fake.groups.set("/ecs/shop", [{ stream: "ecs/web/x", at: Date.now(), message: "first" }]);
    let looks = 0, reads = 0;
    fake.before = (operation) => {
      if (operation === "DescribeServices") looks++;
      if (operation === "FilterLogEvents") reads++;
      return undefined;
    };
    const watched = uses.detail(WEB).subscribe(() => {});
    const followed = uses.logs({ ...WEB, container: "web" }).subscribe(() => {});
    // The list is read with a role that the command does not name.
    const listed = uses.list({ account: ACCOUNT, role: "Reader" }).rows("").subscribe(() => {});
    await uses.redeploy(WEB, undefined);
    await until(() => looks > 8);
    await until(() => reads > 2);
    fake.services[0]!.rollout = "COMPLETED";
    await until(() => told.length > 0);
    watched();
    followed();
    listed();
    // Two watches, the command and its progress have no role; the list is read once and refreshed
    // twice, by two sources each.
    deepEqual(placed.toSorted(), [...Array(4).fill(""), ...Array(6).fill("Reader")]);
  });
});

Deno.test("a redeployment is followed to its end, which is reported", async () => {
  await withFake(async ({ fake, uses, told, led }) => {
    deepEqual(await uses.redeploy(WEB, undefined), { ok: true });
    await until(() => fake.calls.filter((call) => call === "DescribeServices").length > 4);
    deepEqual(told, []);
    fake.services[0]!.rollout = "COMPLETED";
    await until(() => told.length > 0);
    deepEqual(told, ["success Redeploy: web: Done: 2 running."]);
    deepEqual(led, [`{"account":"${ACCOUNT}","region":"eu-central-1","cluster":"shop","service":"web"}`]);
  });
});

Deno.test("a service is redeployed and followed as a role that may see neither its tasks nor what it runs", async () => {
  await withFake(async ({ fake, uses, told }) => {
    fake.before = (operation) =>
      operation === "ListTasks" || operation === "DescribeTaskDefinition"
        ? Response.json({ __type: "AccessDeniedException" }, { status: 400 })
        : undefined;
    deepEqual(await uses.redeploy(WEB, undefined), { ok: true });
    fake.services[0]!.rollout = "COMPLETED";
    await until(() => told.length > 0);
    deepEqual(told, ["success Redeploy: web: Done: 2 running."]);
  });
});

Deno.test("a redeployment that fails is reported with AWS's reason", async () => {
  await withFake(async ({ fake, uses, told }) => {
    await uses.redeploy(WEB, undefined);
    Object.assign(fake.services[0]!, { rollout: "FAILED", reason: "tasks failed to start." });
    await until(() => told.length > 0);
    deepEqual(told, ["error Redeploy: web: Failed: tasks failed to start."]);
  });
});

Deno.test("a redeployment that AWS rolls back has failed, although the former one ends well", async () => {
  await withFake(async ({ fake, uses, told }) => {
    await uses.redeploy(WEB, undefined);
    const [web] = fake.services;
    web!.takenBack = { id: `ecs-svc/${web!.deployments}`, reason: "circuit breaker: rolled back." };
    web!.deployments!++;
    web!.rollout = "COMPLETED";
    await until(() => told.length > 0);
    deepEqual(told, ["error Redeploy: web: Failed: circuit breaker: rolled back."]);
  });
});

Deno.test("a number is set, and a task stopped, each followed to its end", async () => {
  await withFake(async ({ fake, uses, told }) => {
    await uses.scale(WEB, 3, undefined);
    equal(fake.services[0]!.desired, 3);
    fake.services[0]!.running = 3;
    await until(() => told.length === 1);
    await uses.stop({ ...WEB, task: "web0001" }, undefined);
    await until(() => told.length === 2);
    deepEqual(told, ["success Set to 3: web: 3 running.", "success Stop a task: web: web0001 has stopped."]);
    equal(fake.services[0]!.tasks[0]!.stoppedReason, "Stopped by a user of Kedge");
  });
});

Deno.test("a running command is neither followed nor reported once Kedge ends", async () => {
  await withFake(async ({ fake, uses, told, end }) => {
    let looks = 0;
    fake.before = (operation, { services }) => {
      if (operation === "DescribeServices" && String(services) === "web") looks++;
      return undefined;
    };
    await uses.redeploy(WEB, undefined);
    await until(() => looks > 3);
    end();
    const known = looks;
    fake.services[0]!.rollout = "COMPLETED";
    // A command begun after the end is not watched either.
    await uses.scale(WEB, 5, undefined);
    for (let rests = 0; rests < 10; rests++) await new Promise((resolve) => setTimeout(resolve, 5));
    deepEqual(told, []);
    // One request may have been running already.
    ok(looks - known <= 1, `${looks - known} looks`);
  });
});

Deno.test("a number of tasks that another user changes is reported, and no longer waited for", async () => {
  await withFake(async ({ fake, uses, told }) => {
    await uses.scale(WEB, 5, undefined);
    await uses.scale(WEB, 3, undefined);
    await until(() => told.length === 1);
    fake.services[0]!.running = 3;
    await until(() => told.length === 2);
    deepEqual(told, ["warning Set to 5: web: It was set to 3 since.", "success Set to 3: web: 3 running."]);
  });
});

Deno.test("a running command is still followed when AWS sometimes gives no answer", async () => {
  await withFake(async ({ fake, uses, told }) => {
    let looks = 0;
    // The lists request several services at once, so this is the watch.
    fake.before = (operation, { services }) =>
      operation === "DescribeServices" && String(services) === "web" && ++looks > 1 && looks % 2 === 0
        ? Response.json({ __type: "AccessDeniedException" }, { status: 400 })
        : undefined;
    await uses.redeploy(WEB, undefined);
    await until(() => looks > 7);
    deepEqual(told, []);
    fake.services[0]!.rollout = "COMPLETED";
    await until(() => told.length > 0);
    deepEqual(told, ["success Redeploy: web: Done: 2 running."]);
  });
});

Deno.test("a task has stopped when AWS says so, however many its service has, or tells nothing of it any more", async () => {
  await withFake(async ({ fake, uses, told }) => {
    const { tasks } = fake.services[0]!;
    tasks.push(...Array.from({ length: 250 }, (_, n) => ({ id: `many${n}`, status: "RUNNING" })));
    let looks = 0;
    fake.before = (operation, { tasks: asked }) => {
      if (operation === "DescribeTasks" && (asked as string[]).includes("many200")) looks++;
      // The task stops slowly.
      return operation === "StopTask" ? Response.json({}) : undefined;
    };
    await uses.stop({ ...WEB, task: "many200" }, undefined);
    await until(() => looks > 3);
    deepEqual(told, []);
    tasks.splice(tasks.findIndex(({ id }) => id === "many200"), 1);
    await until(() => told.length > 0);
    deepEqual(told, ["success Stop a task: web: many200 has stopped."]);
  });
});

Deno.test("production is changed only with the service's name typed", async () => {
  await withFake(async ({ fake, uses }) => {
    const results = [
      await uses.redeploy(WEB, undefined),
      await uses.scale(WEB, 0, "Web"),
      await uses.stop({ ...WEB, task: "web0001" }, "shop"),
    ];
    deepEqual(results.map(({ ok }) => ok), [false, false, false]);
    deepEqual(fake.calls, []);
    deepEqual(await uses.redeploy(WEB, "web"), { ok: true });
    fake.services[0]!.rollout = "COMPLETED";
  }, "prd");
});

Deno.test("exec opens a terminal of Kedge's own in the container", async () => {
  await withFake(async ({ uses, opened }) => {
    deepEqual(await uses.exec({ ...WEB, task: "web0001", container: "web" }), { ok: true });
    const [{ container, account, title }] = opened as [Record<string, unknown>];
    equal(account, ACCOUNT);
    deepEqual(container, { cluster: "shop", service: "web", task: "web0001", name: "web" });
    match(String(title), /^web of web · /);
  });
});

/** Reads a log until it has at least `least` lines. */
async function lines(
  source: ReturnType<ReturnType<typeof createContainers>["logs"]>,
  least: number,
  act?: () => void,
) {
  let got: readonly LogLine[] = [];
  const look = async () => {
    const read = await source.read(0, 100_000, signal);
    got = read.ok ? read.rows : [];
  };
  const end = source.subscribe(() => void look());
  await look();
  act?.();
  await until(() => got.length >= least);
  end();
  return got.map(({ text }) => text);
}

Deno.test("logs give the last lines of the service or one task, each once, in pages, and follow", async () => {
  await withFake(async ({ fake, uses }) => {
    const start = Date.now() - 60_000;
    const events = Array.from({ length: 6000 }, (_, n) => ({
      stream: `ecs/web/${n % 2 === 0 ? "even" : "odd"}`,
      at: start + n,
      message: n === 3 ? "two\nlines\n" : `line ${n}`,
    }));
    fake.groups.set("/ecs/shop", events);
    const all = await lines(uses.logs({ ...WEB, container: "web" }), 6002, () => {
      events.push({ stream: "ecs/web/even", at: Date.now(), message: "the newest" });
    });
    deepEqual([all.length, all[0], all[3], all[4], all.at(-1)], [
      6002,
      "line 0",
      "two",
      "lines",
      "the newest",
    ]);
    const odd = await lines(uses.logs({ ...WEB, container: "web", task: "odd" }), 3001);
    equal(odd.every((text) => !/[02468]$/.test(text)), true);
  });
});

Deno.test("a log group that does not exist is reported, and appears when it is created", async () => {
  await withFake(async ({ fake, uses }) => {
    const source = uses.logs({ ...WEB, container: "web" });
    const end = source.subscribe(() => {});
    const read = await source.read(0, 10, signal);
    match(read.ok ? "" : read.error, /The log group \/ecs\/shop does not exist in eu-central-1/);
    end();
    fake.groups.set("/ecs/shop", [{ stream: "ecs/web/x", at: Date.now(), message: "first" }]);
    deepEqual(await lines(source, 1), ["first"]);
  });
});

/**
 * Adds a cluster with two tasks of a schedule and one that was started by hand, and an empty
 * cluster.
 */
function withLoose(fake: FakeEcs): void {
  fake.clusters.add("jobs").add("empty");
  fake.loose.push(
    {
      cluster: "jobs",
      id: "import01",
      family: "import",
      status: "RUNNING",
      startedBy: "events-rule/nightly",
    },
    {
      cluster: "jobs",
      id: "import00",
      family: "import",
      status: "STOPPED",
      startedBy: "events-rule/nightly",
      stoppedReason: "Essential container in task exited",
      exitCode: 1,
    },
    { cluster: "shop", id: "migrate1", family: "migrate", status: "PENDING" },
  );
}
const JOBS = { account: ACCOUNT, role: "", cluster: "jobs" };

Deno.test("a cluster is shown with the tasks that belong to no service, and an empty one as empty", async () => {
  await withFake(async ({ fake, uses }) => {
    withLoose(fake);
    const { names } = await listed(uses);
    deepEqual(names.slice(-4), ["shop", "empty", "jobs", "reports"]);
    const detail = async (cluster: string) => {
      const source = uses.cluster({ ...JOBS, cluster });
      const end = source.subscribe(() => {});
      const read = await source.read(0, 1, signal);
      end();
      return (read.ok ? read.rows[0]?.value : null)!;
    };
    const jobs = await detail("jobs");
    deepEqual([jobs.services, jobs.running, jobs.pending, jobs.desired, jobs.cut], [0, 1, 0, 0, false]);
    deepEqual(
      jobs.tasks.map((
        { id, runs, status, startedBy, reason, containers: [one] },
      ) => [id, runs, status, startedBy, reason, one?.image, one?.exitCode]),
      [
        [
          "import01",
          "import:42",
          "RUNNING",
          "events-rule/nightly",
          undefined,
          "example.com/shop/web:7",
          undefined,
        ],
        [
          ...["import00", "import:42", "STOPPED", "events-rule/nightly"],
          ...["Essential container in task exited", "example.com/shop/web:7", 1],
        ],
      ],
    );
    const shop = await detail("shop");
    deepEqual([shop.services, shop.desired, shop.tasks.map(({ id }) => id)], [5, 10, ["migrate1"]]);
    const empty = await detail("empty");
    deepEqual([empty.services, empty.running, empty.tasks], [0, 0, []]);
  });
});

Deno.test("tasks of services are not asked about again while a cluster is watched", async () => {
  await withFake(async ({ fake, uses }) => {
    const [web] = fake.services;
    web!.tasks.push(...Array.from({ length: 250 }, (_, n) => ({ id: `many${n}`, status: "RUNNING" })));
    fake.loose.push({ cluster: "shop", id: "migrate1", family: "migrate", status: "RUNNING" });
    const asked: number[] = [];
    fake.before = (operation, input) => {
      if (operation === "DescribeTasks") asked.push((input.tasks as string[]).length);
      return undefined;
    };
    const end = uses.cluster({ ...JOBS, cluster: "shop" }).subscribe(() => {});
    await until(() => asked.length > 4);
    end();
    deepEqual(asked.slice(0, 5), [100, 100, 56, 1, 1]);
  });
});

Deno.test("a task without a service has its logs, is stopped and followed, and opened in a terminal", async () => {
  await withFake(async ({ fake, uses, told, opened }) => {
    withLoose(fake);
    const task = { ...JOBS, task: "import01" };
    fake.groups.set("/ecs/shop", [
      { stream: "ecs/web/import01", at: Date.now(), message: "importing" },
      { stream: "ecs/web/import00", at: Date.now(), message: "of another task" },
    ]);
    deepEqual(await lines(uses.logs({ ...task, container: "web" }), 1), ["importing"]);
    deepEqual(await uses.exec({ ...task, container: "web" }), { ok: true });
    match(JSON.stringify(opened), /"container":\{"cluster":"jobs","task":"import01","name":"web"\}/);
    deepEqual(await uses.stop(task, undefined), { ok: true });
    await until(() => told.length === 1);
    deepEqual(told, ["success Stop a task: import01: import01 has stopped."]);
  });
});

Deno.test("a task without a service is stopped in production only with the beginning of its id typed", async () => {
  await withFake(async ({ fake, uses }) => {
    withLoose(fake);
    const task = { ...JOBS, task: "import01" };
    match(JSON.stringify(await uses.stop(task, "jobs")), /Type the beginning of its id, import01/);
    deepEqual(await uses.stop(task, "import01"), { ok: true });
    equal(fake.loose[0]!.status, "STOPPED");
  }, "prd");
});

Deno.test("logs of a container that writes elsewhere, and of a task that is gone, say so", async () => {
  await withFake(async ({ fake, uses }) => {
    withLoose(fake);
    const said = async (container: string, task: string) => {
      const source = uses.logs({ ...JOBS, container, task });
      const end = source.subscribe(() => {});
      const read = await source.read(0, 10, signal);
      end();
      return read.ok ? "" : read.error;
    };
    match(await said("envoy", "import01"), /The container envoy writes nothing to CloudWatch Logs/);
    match(
      await said("web", "longgone"),
      /task longgone in eu-central-1: it is not there any more|not there any more/,
    );
  });
});

/** Changes the containers of services; each has the prefix of its log streams, "" for none. */
function runContainers(fake: FakeEcs, prefixes: Readonly<Record<string, string>>): void {
  const containerDefinitions = Object.entries(prefixes).map(([name, prefix]) => ({
    name,
    logConfiguration: {
      logDriver: "awslogs",
      options: {
        "awslogs-group": "/ecs/shop",
        ...(prefix === "" ? {} : { "awslogs-stream-prefix": prefix }),
      },
    },
  }));
  fake.before = (operation) =>
    operation === "DescribeTaskDefinition"
      ? Response.json({ taskDefinition: { containerDefinitions } })
      : undefined;
}

Deno.test("logs of a container whose streams have no prefix say in which log group they are", async () => {
  await withFake(async ({ fake, uses }) => {
    runContainers(fake, { web: "" });
    for (const asked of [WEB, { ...WEB, container: "web" }]) {
      const source = uses.logs(asked);
      const end = source.subscribe(() => {});
      const read = await source.read(0, 10, signal);
      end();
      deepEqual(read.ok ? [] : [read.error, read.hint], [
        "Its lines are in /ecs/shop, in streams named by container ids.",
        "Open that log group.",
      ]);
    }
  });
});

Deno.test("logs of a service are those of the first container whose streams have a prefix", async () => {
  await withFake(async ({ fake, uses }) => {
    runContainers(fake, { web: "", proxy: "ecs" });
    fake.groups.set("/ecs/shop", [
      { stream: "0123456789ab", at: Date.now(), message: "of web" },
      { stream: "ecs/proxy/x", at: Date.now(), message: "of proxy" },
    ]);
    deepEqual(await lines(uses.logs(WEB), 1), ["of proxy"]);
  });
});

Deno.test("clusters, services and output of moto are listed, described and read", async () => {
  await asUser(async ({ at, moto }) => {
    const make = (operation: string, input: Record<string, unknown>) =>
      callEcs(at, "making it", operation, input, signal);
    await make("CreateCluster", { clusterName: "shop" });
    const containerDefinitions = [{ name: "web", image: "nginx:1.27", memory: 128, cpu: 64 }];
    await make("RegisterTaskDefinition", { family: "web", containerDefinitions });
    await make("CreateService", {
      cluster: "shop",
      serviceName: "web",
      taskDefinition: "web",
      desiredCount: 2,
    });
    const found = (await Array.fromAsync(tools.clusters(at, signal))).flat();
    deepEqual(found.map(({ cluster, status }) => [cluster, status]), [["shop", "ACTIVE"]]);
    const rows = (await Array.fromAsync(tools.services(at, signal))).flat();
    deepEqual(rows.map(({ cluster, name, desired }) => [cluster, name, desired]), [["shop", "web", 2]]);
    const detail = await tools.describeService(at, { cluster: "shop", name: "web" }, new Map(), signal);
    deepEqual(detail.containers, [{ name: "web", image: "nginx:1.27" }]);
    // Creating a log group has no answer, and Kedge never does that, so call it directly.
    const logs = async (operation: string, input: Record<string, unknown>) => {
      const answer = await fetch(moto.url, {
        method: "POST",
        headers: {
          "content-type": "application/x-amz-json-1.1",
          "x-amz-target": `Logs_20140328.${operation}`,
          authorization:
            "AWS4-HMAC-SHA256 Credential=own-key/20260101/eu-central-1/logs/aws4_request, SignedHeaders=host, Signature=0",
        },
        body: JSON.stringify({ logGroupName: "/ecs/shop", ...input }),
      });
      equal(answer.status, 200, await answer.text());
    };
    const now = Date.now();
    await logs("CreateLogGroup", {});
    for (const logStreamName of ["ecs/web/one", "ecs/web/two"]) {
      await logs("CreateLogStream", { logStreamName });
      await logs("PutLogEvents", {
        logStreamName,
        logEvents: [{ timestamp: now - 2000, message: "too early" }, {
          timestamp: now,
          message: logStreamName,
        }],
      });
    }
    // Moto returns events of all streams and ignores the prefix.
    const read = (streams: string) =>
      tools.readLogEvents(at, { group: "/ecs/shop", streams }, { from: now - 1000 }, signal);
    deepEqual((await read("ecs/web/")).lines.map(({ text, at }) => [text, at]), [
      ["ecs/web/one", now],
      ["ecs/web/two", now],
    ]);
    await tools.scaleService(at, { cluster: "shop", name: "web" }, 3, signal);
    const after = await tools.describeService(at, { cluster: "shop", name: "web" }, new Map(), signal);
    equal(after.desired, 3);
  });
});
