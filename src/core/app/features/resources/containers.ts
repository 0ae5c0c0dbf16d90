import type { ClusterDetail } from "../../../aws/containers/clusters.ts";
import type { TaskDefinitions } from "../../../aws/containers/service_detail.ts";
import { CloudError } from "../../../aws/errors.ts";
import type { ResourceTarget } from "../../../aws/resources/target.ts";
import type { ListFault } from "../../../resources/list_fault.ts";
import type { ContainerRow } from "../../../resources/kinds/services/mod.ts";
import { type Polled, polled } from "../../../resources/polled.ts";
import type { RowSource } from "../../../resources/rows.ts";
import type { RoleRequest } from "../../as_role.ts";
import { present } from "../../../present.ts";
import type { CredentialServices } from "../credentials/credentials.ts";
import { onceAtATime } from "../../once_at_a_time.ts";
import type { Toasts } from "../toasts/toasts.ts";
import { createContainerChanges, type ServiceRequest, type TaskRequest } from "./container_changes.ts";
import { faultOf, type ListBase, type ListOf, type Lists } from "./list_of.ts";
import { type FollowedLine, followLines } from "./log_lines.ts";
import type { ContainerTools } from "./tools.ts";

/**
 * The output to read: that of one container, or of the first container that writes to CloudWatch Logs; of all
 * tasks of a service, or of one task.
 */
type LogsRequest =
  & RoleRequest
  & { readonly cluster: string; readonly container?: string | undefined }
  & (
    | { readonly service: string; readonly task?: string | undefined }
    | { readonly service?: undefined; readonly task: string }
  );

/** The dependencies of {@link createContainers}. */
interface ContainerParts extends Pick<ListBase<never>, "roleWork" | "targetOf" | "now" | "onError"> {
  readonly list: Lists<ContainerRow>;
  readonly toasts: Pick<Toasts, "show">;
  readonly tools: () => Promise<ContainerTools>;
  readonly openTerminal: CredentialServices["openTerminal"];
  /** Time between two requests of a service, ms. */
  readonly every?: number;
  /** Aborts when Kedge ends. */
  readonly ending: AbortSignal;
}

/**
 * Time between two requests, ms. Each takes four calls, some twenty for a thousand tasks, and AWS allows about
 * twenty per second.
 */
const EVERY = 5000;

/** More rows than any list has, so that one read returns all of them. */
const MAX_ROWS = 1_000_000;

/** Makes the operations on clusters, services and their tasks. */
export function createContainers(parts: ContainerParts) {
  const { roleWork, tools, list, every = EVERY } = parts;
  const definitions: TaskDefinitions = new Map();
  const describe = async ({ cluster, service }: ServiceRequest, at: ResourceTarget, signal: AbortSignal) =>
    await (await tools()).describeService(at, { cluster, name: service }, definitions, signal);

  /** Makes a value that is requested again and again while somebody watches. */
  const watched = <Value>(
    asked: RoleRequest,
    ask: (tools: ContainerTools, at: ResourceTarget, signal: AbortSignal) => Promise<Value>,
  ) => {
    const target = parts.targetOf(asked, list(asked).role()), region = roleWork.region(asked);
    return polled<Value, ListFault>({
      async ask(signal) {
        const { at } = await target(signal);
        return await ask(await tools(), at, signal);
      },
      every,
      faultOf: (error) => faultOf(error, region),
      onError: parts.onError,
    });
  };

  /** Returns the ARN of the task definition of a task without a service. Throws a CloudError when the task is gone. */
  async function definitionOf(
    { cluster, task }: { readonly cluster: string; readonly task: string },
    at: ResourceTarget,
    signal: AbortSignal,
  ): Promise<string> {
    const known = await (await tools()).describeTask(at, { cluster, task }, signal);
    if (known) return known.definition;
    throw new CloudError(
      `The task ${task.slice(0, 8)} is not there any more.`,
      "AWS tells of a task for about an hour after it has stopped.",
      undefined,
      "missing",
    );
  }

  /** Returns the log group and streams of a container's output. Throws a CloudError when there are none. */
  async function logStream({ container, ...asked }: LogsRequest, at: ResourceTarget, signal: AbortSignal) {
    const all = await tools();
    const { containers } = asked.service === undefined
      ? await all.readTaskDefinition(at, await definitionOf(asked, at, signal), definitions, signal)
      : await describe({ ...asked, service: asked.service }, at, signal);
    const wanted = containers.filter(({ name }) => container === undefined || name === container);
    const { name, logs } = wanted.find((one) => one.logs?.prefix) ?? wanted.find((one) => one.logs) ?? {};
    if (logs?.prefix !== undefined) return { ...logs, streams: `${logs.prefix}/${name}/${asked.task ?? ""}` };
    if (logs) {
      throw new CloudError(
        `Its lines are in ${logs.group}, in streams named by container ids.`,
        "Open that log group.",
        undefined,
        "missing",
      );
    }
    throw new CloudError(
      container === undefined
        ? "None of its containers writes to CloudWatch Logs."
        : `The container ${container} writes nothing to CloudWatch Logs.`,
      "Its task definition names another log driver, or none.",
      undefined,
      "missing",
    );
  }

  return {
    ...createContainerChanges({
      ...parts,
      every,
      describe: async ({ cluster, service }, at, signal) =>
        await (await tools()).serviceProgress(at, { cluster, name: service }, signal),
      changed: list.changed,
    }),
    list: list as ListOf<ContainerRow>,
    /** A service, requested again and again while somebody watches. */
    detail: (asked: ServiceRequest) => watched(asked, (_, at, signal) => describe(asked, at, signal)),
    /** A cluster with its tasks that belong to no service, requested again and again while somebody watches. */
    cluster(
      asked: RoleRequest & { readonly cluster: string },
    ): RowSource<Polled<ClusterDetail, ListFault>> {
      const { cluster, ...where } = asked;
      const served = new Set<string>();
      const rows = list(where).rows("");
      return watched(asked, async (all, at, signal) => {
        const [detail, known] = await Promise.all([
          all.describeCluster(at, cluster, served, signal),
          rows.read(0, MAX_ROWS, signal),
        ]);
        const services = (known.ok ? known.rows : []).flatMap((row) => row.kind === "service" ? row : []);
        const desired = services.reduce((sum, row) => sum + (row.cluster === cluster ? row.desired : 0), 0);
        return { ...detail, desired };
      });
    },
    /** Lines of output, followed while somebody watches. */
    logs(asked: LogsRequest): RowSource<FollowedLine> {
      let known: Awaited<ReturnType<typeof logStream>> | null = null;
      const from = parts.targetOf(asked), region = roleWork.region(asked);
      return followLines({
        ...present({ every: parts.every }),
        now: parts.now,
        onError: parts.onError,
        faultOf: (error) => faultOf(error, region),
        sources: [{
          async read(page, signal) {
            const { at } = await from(signal);
            known ??= await logStream(asked, at, signal);
            const target = { ...at, region: known.region ?? at.region };
            return await (await tools()).readLogEvents(target, known, page, signal);
          },
        }],
      });
    },
    /** Reads a page of the output between two times, ms since 1970, the oldest line first. Throws a CloudError. */
    async lines(
      asked: LogsRequest,
      window: { readonly from: number; readonly until: number; readonly page?: string | undefined },
      signal: AbortSignal,
    ) {
      const { at } = await parts.targetOf(asked)(signal);
      const known = await logStream(asked, at, signal);
      const target = { ...at, region: known.region ?? at.region };
      return await (await tools()).readLogEvents(target, known, window, signal);
    },
    /** Opens a terminal in a container. */
    exec: onceAtATime((asked: TaskRequest & { readonly container: string }) =>
      roleWork.as("Open a terminal in a container", asked, async (where) => {
        const { account, cluster, service, task, container } = asked;
        return await parts.openTerminal({
          ...where,
          title: `${container} of ${service ?? task.slice(0, 8)} · ${roleWork.title(account, where.role)}`,
          container: { cluster, service, task, name: container },
        });
      })
    ),
  };
}
