/**
 * A service of the fake ECS and CloudWatch Logs, which replace moto where it is not realistic: paged
 * services, roll-outs, events, tasks and followed logs.
 */
interface FakeService {
  readonly cluster: string;
  readonly name: string;
  desired: number;
  running: number;
  rollout: "COMPLETED" | "IN_PROGRESS" | "FAILED";
  reason?: string;
  /** Number of deployments so far, and a deployment that AWS rolled back. */
  deployments?: number;
  takenBack?: { id: string; reason: string };
  events: string[];
  tasks: { id: string; status: string; stoppedReason?: string; exitCode?: number }[];
}

/** A task that belongs to no service. */
interface FakeTask {
  readonly cluster: string;
  readonly id: string;
  readonly family: string;
  status: string;
  readonly startedBy?: string;
  stoppedReason?: string;
  readonly exitCode?: number;
}

/** One event of a log stream. */
interface FakeEvent {
  readonly stream: string;
  readonly at: number;
  readonly message: string;
}

/** The fake, with the shapes of Amazon's published interfaces (2014-11-13, 2014-03-28). */
export interface FakeEcs {
  readonly url: string;
  readonly services: FakeService[];
  readonly loose: FakeTask[];
  /** Names of clusters, including those without a service. */
  readonly clusters: Set<string>;
  readonly groups: Map<string, FakeEvent[]>;
  /** Names of the called operations, in order. */
  readonly calls: string[];
  /** The access key that last signed each operation. */
  readonly keys: Map<string, string>;
  /** Called before an operation is answered; a returned response replaces the answer. */
  before: ((operation: string, input: Readonly<Record<string, unknown>>) => Response | undefined) | null;
  stop(): Promise<void>;
}

const arn = (kind: string, name: string) => `arn:aws:ecs:eu-central-1:123456789012:${kind}/${name}`;
const fault = (name: string, message: string) => Response.json({ __type: name, message }, { status: 400 });

/** Returns a service with one running task. */
export function webService(): FakeService {
  return {
    cluster: "shop",
    name: "web",
    desired: 1,
    running: 1,
    rollout: "COMPLETED",
    events: [],
    tasks: [{ id: "web0001", status: "RUNNING" }],
  };
}

/** Starts the fake on a free port of 127.0.0.1. */
export function startFakeEcs(): FakeEcs {
  const services: FakeService[] = [], loose: FakeTask[] = [], clusters = new Set<string>();
  const groups = new Map<string, FakeEvent[]>(), calls: string[] = [], keys = new Map<string, string>();
  const isThere = (cluster: unknown) => clusterNames().includes(String(last(cluster)));
  const clusterNames = () => [...new Set([...services.map(({ cluster }) => cluster), ...clusters])];
  /** Returns all tasks of a cluster, each with the service that it belongs to. */
  const tasksIn = (cluster: unknown) => [
    ...services.filter((one) => one.cluster === last(cluster)).flatMap(({ name, tasks }) =>
      tasks.map((task) => ({
        ...task,
        service: name,
        family: "web" as string,
        startedBy: "ecs-svc/1" as string,
      }))
    ),
    ...loose.filter((one) => one.cluster === last(cluster)).map((task) => ({ ...task, service: null })),
  ];
  const last = (text: unknown) => String(text).split("/").at(-1);
  const of = (input: Readonly<Record<string, unknown>>, name: unknown) =>
    services.find((one) => one.cluster === last(input.cluster) && one.name === last(name));
  const page = (
    all: readonly string[],
    { maxResults, nextToken }: { maxResults?: number; nextToken?: string },
  ) => {
    const from = Number(nextToken ?? 0), to = from + (maxResults ?? 10);
    return { items: all.slice(from, to), ...(to < all.length ? { nextToken: String(to) } : {}) };
  };
  const described = (one: FakeService) => ({
    serviceName: one.name,
    status: "ACTIVE",
    desiredCount: one.desired,
    runningCount: one.running,
    pendingCount: Math.max(0, one.desired - one.running),
    taskDefinition: arn("task-definition", "web:42"),
    deployments: [
      {
        id: `ecs-svc/${one.deployments ?? 1}`,
        status: "PRIMARY",
        rolloutState: one.rollout,
        ...(one.reason ? { rolloutStateReason: one.reason } : {}),
        desiredCount: one.desired,
        runningCount: one.running,
        pendingCount: 0,
        failedTasks: one.rollout === "FAILED" ? 3 : 0,
        taskDefinition: arn("task-definition", "web:42"),
        updatedAt: Date.now() / 1000,
      },
      ...(one.takenBack
        ? [{
          id: one.takenBack.id,
          status: "INACTIVE",
          rolloutState: "FAILED",
          rolloutStateReason: one.takenBack.reason,
        }]
        : []),
    ],
    events: one.events.map((message, at) => ({ id: `e${at}`, message, createdAt: Date.now() / 1000 })),
  });

  function answer(operation: string, input: Record<string, unknown>): Response {
    switch (operation) {
      case "ListClusters": {
        const { items, nextToken } = page(clusterNames().map((name) => arn("cluster", name)), input);
        return Response.json({ clusterArns: items, nextToken });
      }
      case "DescribeClusters": {
        const names = (input.clusters as string[]).map(last).filter(isThere);
        return Response.json({
          clusters: names.map((name) => {
            const tasks = tasksIn(name);
            return {
              clusterName: name,
              status: "ACTIVE",
              activeServicesCount: services.filter(({ cluster }) => cluster === name).length,
              runningTasksCount: tasks.filter(({ status }) => status === "RUNNING").length,
              pendingTasksCount: tasks.filter(({ status }) => status === "PENDING").length,
              registeredContainerInstancesCount: 0,
            };
          }),
        });
      }
      case "ListServices": {
        const own = services.filter(({ cluster }) => cluster === last(input.cluster));
        if (!isThere(input.cluster)) return fault("ClusterNotFoundException", "Cluster not found.");
        const { items, nextToken } = page(
          own.map(({ cluster, name }) => arn("service", `${cluster}/${name}`)),
          input,
        );
        return Response.json({ serviceArns: items, nextToken });
      }
      case "DescribeServices": {
        const names = input.services as string[];
        if (names.length > 10) {
          return fault("InvalidParameterException", "services can have at most 10 items.");
        }
        return Response.json({
          services: names.flatMap((name) => of(input, name) ?? []).map(described),
          failures: names.filter((name) => !of(input, name)).map((name) => ({
            arn: name,
            reason: "MISSING",
          })),
        });
      }
      case "ListTasks": {
        const stopped = input.desiredStatus === "STOPPED";
        if (!isThere(input.cluster)) return fault("ClusterNotFoundException", "Cluster not found.");
        const fitting = tasksIn(input.cluster).filter(({ status, service }) =>
          (status === "STOPPED") === stopped &&
          (input.serviceName === undefined || service === input.serviceName)
        );
        const { items, nextToken } = page(
          fitting.map(({ id }) => arn("task", `${last(input.cluster)}/${id}`)),
          input,
        );
        return Response.json({ taskArns: items, nextToken });
      }
      case "DescribeTasks": {
        const wanted = (input.tasks as string[]).map(last);
        if (wanted.length > 100) {
          return fault("InvalidParameterException", "tasks can have at most 100 items.");
        }
        const tasks = tasksIn(input.cluster).filter(({ id }) => wanted.includes(id));
        return Response.json({
          tasks: tasks.map(({ id, status, stoppedReason, exitCode, service, family, startedBy }) => ({
            taskArn: arn("task", `${last(input.cluster)}/${id}`),
            taskDefinitionArn: arn("task-definition", `${family}:42`),
            group: service === null ? `family:${family}` : `service:${service}`,
            ...(startedBy === undefined ? {} : { startedBy }),
            lastStatus: status,
            enableExecuteCommand: true,
            createdAt: Date.now() / 1000,
            ...(stoppedReason ? { stoppedReason } : {}),
            containers: [{
              name: "web",
              runtimeId: `runtime-${id}`,
              image: "example.com/shop/web:7",
              lastStatus: status,
              ...(exitCode === undefined ? {} : { exitCode }),
            }],
          })),
        });
      }
      case "DescribeTaskDefinition":
        return Response.json({
          taskDefinition: {
            cpu: "256",
            memory: "512",
            containerDefinitions: [{
              name: "web",
              image: "example.com/shop/web:7",
              logConfiguration: {
                logDriver: "awslogs",
                options: { "awslogs-group": "/ecs/shop", "awslogs-stream-prefix": "ecs" },
              },
            }],
          },
        });
      case "ExecuteCommand": {
        const task = tasksIn(input.cluster).find(({ id }) => id === last(input.task));
        if (!task || task.status !== "RUNNING") {
          return fault("InvalidParameterException", "The task is not running.");
        }
        return Response.json({
          clusterArn: arn("cluster", String(last(input.cluster))),
          taskArn: arn("task", `${last(input.cluster)}/${task.id}`),
          containerName: input.container,
          interactive: input.interactive,
          session: {
            sessionId: "ecs-execute-command-1",
            streamUrl: "wss://example.com",
            tokenValue: "a token",
          },
        });
      }
      case "UpdateService": {
        const one = of(input, input.service);
        if (!one) return fault("ServiceNotFoundException", "Service not found.");
        if (typeof input.desiredCount === "number") one.desired = input.desiredCount;
        else one.deployments = (one.deployments ?? 1) + 1;
        one.rollout = "IN_PROGRESS";
        return Response.json({ service: described(one) });
      }
      case "StopTask": {
        const task = [...services.flatMap(({ tasks }) => tasks), ...loose].find(({ id }) =>
          id === last(input.task)
        );
        if (!task) return fault("InvalidParameterException", "The referenced task was not found.");
        task.status = "STOPPED";
        task.stoppedReason = String(input.reason);
        return Response.json({ task: {} });
      }
      case "FilterLogEvents": {
        const all = groups.get(String(input.logGroupName));
        if (!all) return fault("ResourceNotFoundException", "The specified log group does not exist.");
        const fitting = all.filter(({ stream, at }) =>
          stream.startsWith(String(input.logStreamNamePrefix ?? "")) && at >= Number(input.startTime) &&
          at <= Number(input.endTime ?? Infinity)
        );
        const from = Number(input.nextToken ?? 0), to = from + Number(input.limit);
        return Response.json({
          events: fitting.slice(from, to).map(({ stream, at, message }) => ({
            eventId: `${stream} ${at} ${message}`.slice(0, 255),
            logStreamName: stream,
            timestamp: at,
            message,
          })),
          ...(to < fitting.length ? { nextToken: String(to) } : {}),
        });
      }
      default:
        return fault("UnknownOperationException", operation);
    }
  }

  const fake: Omit<FakeEcs, "url" | "stop"> = {
    services,
    loose,
    clusters,
    groups,
    calls,
    keys,
    before: null,
  };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const operation = (request.headers.get("x-amz-target") ?? "").split(".").at(-1)!;
    // The client may have disconnected.
    const input = await request.json().catch(() => null) as Record<string, unknown> | null;
    if (input === null) return fault("SerializationException", operation);
    calls.push(operation);
    keys.set(operation, /Credential=([^/]+)/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "");
    return fake.before?.(operation, input) ?? answer(operation, input);
  });
  return Object.assign(fake, {
    url: `http://127.0.0.1:${(server.addr as Deno.NetAddr).port}`,
    stop: () => server.shutdown(),
  });
}
