import { isProduction } from "../../../accounts/environments.ts";
import type { ServiceDetail, TaskKinds } from "../../../aws/containers/service_detail.ts";
import type { ServiceRow } from "../../../aws/containers/services.ts";
import type { ResourcePlace } from "../../../aws/resources/place.ts";
import type { ListFault } from "../../../resources/gathered.ts";
import { type Polled, polled, restFor } from "../../../resources/polled.ts";
import type { RowSource } from "../../../resources/rows.ts";
import type { LogLine } from "../../../state/state.ts";
import type { AskedRole } from "../../as_role.ts";
import type { CommandResult } from "../../result.ts";
import type { CredentialServices } from "../credentials/credentials.ts";
import type { Toasts } from "../toasts/toasts.ts";
import { createLists, faultOf, type ListBase, type PlaceList, placeList } from "./list_of.ts";
import { followLines } from "./log_lines.ts";
import type { ContainerTools } from "./tools.ts";

/** A service, and where it is. */
type AskedService = AskedRole & { readonly cluster: string; readonly service: string };
type AskedTask = AskedService & { readonly task: string };

/** What is done with services and their tasks. `typed` is the service's name, where it is asked for. */
export interface ContainerUses {
  readonly list: (asked: AskedRole) => PlaceList<ServiceRow>;
  /** A service as it is, followed while somebody watches. */
  detail(asked: AskedService): RowSource<Polled<ServiceDetail, ListFault>>;
  /** The output of a service, or of one of its tasks; followed while somebody watches. */
  logs(
    asked: AskedService & { readonly container: string; readonly task?: string | undefined },
  ): RowSource<LogLine>;
  redeploy(asked: AskedService, typed: string | undefined): Promise<CommandResult>;
  scale(asked: AskedService, desired: number, typed: string | undefined): Promise<CommandResult>;
  stop(asked: AskedTask, typed: string | undefined): Promise<CommandResult>;
  /** Opens a terminal in a container. */
  exec(asked: AskedTask & { readonly container: string }): Promise<CommandResult>;
}

/** What {@link createContainers} works with. */
interface ContainerParts extends ListBase<ServiceRow> {
  readonly toasts: Pick<Toasts, "show">;
  readonly tools: () => Promise<ContainerTools>;
  readonly perPage: () => number;
  readonly openTerminal: CredentialServices["openTerminal"];
  /** Where a program is; null when it is not there. */
  readonly program: (name: string) => Promise<string | null>;
  /** How long to wait between two looks at a service, ms. */
  readonly every?: number;
}

/** A list of this age is asked for anew, ms. */
const FRESH = 30_000;
/** How long to wait between two looks: four calls each, of which AWS allows some twenty a second. ms. */
const EVERY = 5000;
/** So long what was begun is followed, ms. */
const FOLLOWED = 30 * 60_000;

/** Makes what is done with services. */
export function createContainers(parts: ContainerParts): ContainerUses {
  const { roleWork, toasts, tools, every = EVERY } = parts;
  const kinds: TaskKinds = new Map();
  const refusal = (error: string, hint?: string): CommandResult => ({
    ok: false,
    error,
    ...(hint ? { hint } : {}),
  });
  const of = ({ cluster, service }: AskedService) => ({ cluster, name: service });

  const list = createLists((asked) => {
    const region = roleWork.region(asked);
    const curated = () => roleWork.known(asked.account)?.ecsClusters ?? [];
    return placeList<ServiceRow>({
      region,
      place: parts.placeOf(asked),
      sources: [async function* (at, signal) {
        yield* (await tools()).services(at, signal, parts.perPage());
      }],
      key: ({ cluster, name }) => `${cluster}/${name}`,
      title: ({ name }) => name,
      around: ({ cluster, status, rollout = "" }) => `${cluster} ${status} ${rollout}`,
      arrange: (rows) => arranged(rows, curated()),
      kept: parts.kept(`services ${asked.account} ${asked.role ?? "*"} ${region}`, keptRow),
      fresh: FRESH,
      now: parts.now,
      onError: parts.onError,
    });
  });

  async function describe(asked: AskedService, signal: AbortSignal): Promise<ServiceDetail> {
    const { at } = await parts.placeOf(asked)(signal);
    return await (await tools()).describeService(at, of(asked), kinds, signal);
  }

  /** Changes something slowly: in production with the name typed, and with what became of it told at the end. */
  function change(
    doing: string,
    asked: AskedService,
    typed: string | undefined,
    work: (tools: ContainerTools, at: ResourcePlace, signal: AbortSignal) => Promise<void>,
    outcome: (detail: ServiceDetail) => string | null,
  ): Promise<CommandResult> {
    const { service, account } = asked;
    if (isProduction(roleWork.known(account)?.env ?? null) && typed !== service) {
      return Promise.resolve(refusal(`Type the service's name, ${service}, to change production.`));
    }
    return roleWork.as(doing, asked, async (where, signal) => {
      const { at } = await parts.placeOf({ ...asked, role: where.role })(signal);
      await work(await tools(), at, signal);
      list({ account, role: asked.role, region: asked.region }).refresh();
      void follow({ ...asked, role: where.role }, doing, outcome).catch(parts.onError);
      return { ok: true };
    });
  }

  /** Looks until it is done, and tells how it ended, wherever the user is by then. */
  async function follow(
    asked: AskedService,
    doing: string,
    outcome: (detail: ServiceDetail) => string | null,
  ): Promise<void> {
    const end = AbortSignal.timeout(FOLLOWED);
    const id = `service:${asked.account}/${asked.cluster}/${asked.service}`;
    const tell = (type: "success" | "error" | "warning", message: string) =>
      toasts.show({ id, type, title: `${doing}: ${asked.service}`, message }, 30);
    for (let faults = 0; !end.aborted && faults < 3;) {
      await restFor(every, end);
      try {
        const said = outcome(await describe(asked, end));
        if (said === null) continue;
        return tell(said.startsWith("Failed") ? "error" : "success", said);
      } catch (error) {
        const fault = faultOf(error, roleWork.region(asked));
        if (!fault) throw error;
        if (++faults === 3) return tell("warning", `How it ended is not known: ${fault.message}`);
      }
    }
    tell("warning", "It is not done after half an hour. The service's window shows how it stands.");
  }

  return {
    list,
    detail: (asked) =>
      polled({
        ask: (signal) => describe(asked, signal),
        every,
        faultOf: (error) => faultOf(error, roleWork.region(asked)),
        onError: parts.onError,
      }),
    logs(asked) {
      let streams: { readonly group: string; readonly streams: string; readonly region?: string } | null =
        null;
      return followLines({
        ...(parts.every === undefined ? {} : { every: parts.every }),
        now: parts.now,
        onError: parts.onError,
        faultOf: (error) => faultOf(error, roleWork.region(asked)),
        async read(page, signal) {
          const { at } = await parts.placeOf(asked)(signal);
          if (!streams) {
            const { containers } = await describe(asked, signal);
            const logs = containers.find(({ name }) => name === asked.container)?.logs;
            if (!logs) return { lines: [], next: undefined };
            const { group, prefix, region } = logs;
            const name = `${prefix}/${asked.container}/${asked.task ?? ""}`;
            streams = { group, streams: name, ...(region === undefined ? {} : { region }) };
          }
          const place = { ...at, place: { ...at.place, region: streams.region ?? at.place.region } };
          return await (await tools()).readLogEvents(place, streams, page, signal);
        },
      });
    },
    redeploy(asked, typed) {
      let before: ReadonlySet<string> = new Set();
      return change(
        "Redeploy",
        asked,
        typed,
        async (all, at, signal) => {
          before = ids(await all.describeService(at, of(asked), kinds, signal));
          await all.redeployService(at, of(asked), signal);
        },
        (detail) => rolledOut(detail, before),
      );
    },
    scale: (asked, desired, typed) =>
      change(
        `Set to ${desired}`,
        asked,
        typed,
        (all, at, signal) => all.scaleService(at, of(asked), desired, signal),
        ({ running, pending }) => running === desired && pending === 0 ? `${desired} running.` : null,
      ),
    stop: (asked, typed) =>
      change(
        "Stop a task",
        asked,
        typed,
        (all, at, signal) => all.stopTask(at, asked, signal),
        ({ tasks }) => {
          const task = tasks.find(({ id }) => id === asked.task);
          return !task || task.status === "STOPPED" ? `${asked.task.slice(0, 8)} has stopped.` : null;
        },
      ),
    exec: (asked) =>
      roleWork.as("Open a terminal in a container", asked, async (where) => {
        const aws = await parts.program("aws");
        if (!aws) {
          return refusal(
            "The AWS command line is not there.",
            "Install AWS CLI version 2; kedge --doctor says where it looks.",
          );
        }
        if (!await parts.program("session-manager-plugin")) {
          return refusal(
            "session-manager-plugin is not there, which AWS needs for a terminal in a container.",
            "Install the Session Manager plugin for the AWS CLI from AWS's pages, then try again.",
          );
        }
        const { cluster, task, container } = asked;
        return await parts.openTerminal({
          ...where,
          title: `${container} of ${asked.service} · ${roleWork.title(asked.account, where.role)}`,
          command: [
            ...[aws, "ecs", "execute-command", "--cluster", cluster, "--task", task],
            ...["--container", container, "--interactive", "--command", "/bin/sh"],
          ],
        });
      }),
  };
}

const ids = ({ deployments }: ServiceDetail): ReadonlySet<string> => new Set(deployments.map(({ id }) => id));

/** How a deployment ended that was begun after those of `before`; null while it is under way or not there yet. */
function rolledOut({ deployments, running }: ServiceDetail, before: ReadonlySet<string>): string | null {
  const begun = deployments.filter(({ id }) => !before.has(id));
  // Where AWS goes back to what ran before, that is a new deployment too, which ends well.
  const failed = begun.find(({ rollout }) => rollout === "FAILED");
  if (failed) return `Failed: ${failed.reason ?? "AWS does not say why."}`;
  const newest = begun.find(({ status }) => status === "PRIMARY");
  return newest?.rollout === "COMPLETED" ? `Done: ${running} running.` : null;
}

/** Those that the configuration names first, in its order; then by cluster and name. */
function arranged(
  rows: readonly ServiceRow[],
  curated: readonly { readonly name: string; readonly services: readonly string[] }[],
): ServiceRow[] {
  const named = curated.flatMap(({ name, services }) => services.map((service) => `${name}/${service}`));
  const clusters = curated.map(({ name }) => name);
  const rank = ({ cluster, name }: ServiceRow) => {
    const at = named.indexOf(`${cluster}/${name}`);
    if (at >= 0) return at;
    return named.length + (clusters.includes(cluster) ? 0 : 1);
  };
  const key = ({ cluster, name }: ServiceRow) => `${cluster}/${name}`;
  return rows.toSorted((a, b) => rank(a) - rank(b) || (key(a) < key(b) ? -1 : 1));
}

/** What is kept of a service; its numbers are those of then. */
function keptRow(value: unknown): ServiceRow | null {
  const { cluster, name, status, desired, running, pending } =
    (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const isText = (one: unknown): one is string => typeof one === "string" && one.length <= 255;
  const count = (one: unknown) => typeof one === "number" ? one : 0;
  if (!isText(cluster) || !isText(name) || !isText(status)) return null;
  return { cluster, name, status, desired: count(desired), running: count(running), pending: count(pending) };
}
