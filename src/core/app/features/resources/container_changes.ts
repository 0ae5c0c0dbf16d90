import { isProduction } from "../../../accounts/environments.ts";
import type { ServiceProgress } from "../../../aws/containers/service_detail.ts";
import type { ResourceTarget } from "../../../aws/resources/target.ts";
import { restFor } from "../../../resources/polled.ts";
import type { RoleRequest, RoleWork } from "../../as_role.ts";
import { type CommandResult, refusal } from "../../../result.ts";
import type { Toasts } from "../toasts/toasts.ts";
import { faultOf, type ListBase } from "./list_of.ts";
import type { ContainerTools } from "./tools.ts";

/** A service with its cluster, account, role and region. */
export type ServiceRequest = RoleRequest & { readonly cluster: string; readonly service: string };
/** A task, with its service if it belongs to one, its cluster, account, role and region. */
export type TaskRequest = RoleRequest & {
  readonly cluster: string;
  readonly service?: string | undefined;
  readonly task: string;
};

/** The dependencies of a change. */
interface ChangeParts {
  readonly roleWork: RoleWork;
  readonly targetOf: ListBase<never>["targetOf"];
  readonly toasts: Pick<Toasts, "show">;
  readonly tools: () => Promise<ContainerTools>;
  readonly describe: (
    asked: ServiceRequest,
    at: ResourceTarget,
    signal: AbortSignal,
  ) => Promise<ServiceProgress>;
  /** Tells that a change was made, so that lists are read again. */
  readonly changed: (asked: RoleRequest) => void;
  /** Time between two requests while a change is followed, ms. */
  readonly every: number;
  /** Aborts when Kedge ends, so that changes are no longer followed. */
  readonly ending: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** How a change ended; null while it runs. */
type Ended = { readonly type: "success" | "error" | "warning"; readonly message: string } | null;
type Outcome = (at: ResourceTarget, signal: AbortSignal) => Promise<Ended>;

/**
 * Number of answers in a row with another wanted number that mean somebody changed it. AWS may still give the
 * old number once.
 */
const OVERTAKEN = 2;

/** Maximum time that a change is followed, ms. */
const FOLLOWED = 30 * 60_000;

/**
 * Makes the changes. In production they need the name that the user `typed`, which is undefined when none was
 * asked for. A message tells the outcome of each.
 */
export function createContainerChanges(parts: ChangeParts) {
  const { roleWork, toasts, tools, every, ending, describe } = parts;
  const of = ({ cluster, service }: ServiceRequest) => ({ cluster, name: service });

  function change(
    { doing, name, what }: { readonly doing: string; readonly name: string; readonly what: string },
    asked: RoleRequest & { readonly cluster: string; readonly service?: string | undefined },
    typed: string | undefined,
    work: (tools: ContainerTools, at: ResourceTarget, signal: AbortSignal) => Promise<void>,
    outcome: Outcome,
  ): Promise<CommandResult> {
    if (isProduction(roleWork.known(asked.account)?.env ?? null) && typed !== name) {
      return Promise.resolve(refusal(`Type the ${what}, ${name}, to change production.`));
    }
    return roleWork.as(doing, asked, async (where, signal) => {
      const as = { ...asked, role: where.role, region: where.region };
      const { at } = await parts.targetOf(as)(signal);
      await work(await tools(), at, signal);
      parts.changed(as);
      void follow(as, { doing, name }, outcome).catch(parts.onError);
      return { ok: true };
    });
  }

  /** Polls until the change is done, then shows its outcome as a message in any window. */
  async function follow(
    asked: RoleRequest & { readonly cluster: string; readonly service?: string | undefined },
    { doing, name }: { readonly doing: string; readonly name: string },
    outcome: Outcome,
  ): Promise<void> {
    const end = AbortSignal.any([AbortSignal.timeout(FOLLOWED), ending]), target = parts.targetOf(asked);
    const id = `service:${asked.account}/${asked.cluster}/${name}`;
    const { account, role, region, cluster, service } = asked;
    const where = Object.entries({ account, role, region, cluster, service });
    const opens = {
      label: service === undefined ? "Show the cluster" : "Show the service",
      page: "services",
      params: Object.fromEntries(where.flatMap(([key, value]) => value ? [[key, value]] : [])),
    };
    const tell = (type: "success" | "error" | "warning", message: string) =>
      toasts.show({ id, type, title: `${doing}: ${name}`, message, opens }, 30);
    for (let faults = 0; !end.aborted && faults < 3;) {
      await restFor(every, end);
      if (ending.aborted) return;
      try {
        const result = await outcome((await target(end)).at, end);
        faults = 0;
        if (result === null) continue;
        parts.changed(asked);
        return tell(result.type, result.message);
      } catch (error) {
        if (ending.aborted) return;
        const fault = faultOf(error, roleWork.region(asked));
        if (!fault) throw error;
        if (++faults === 3) return tell("warning", `How it ended is not known: ${fault.message}`);
      }
    }
    if (ending.aborted) return;
    tell("warning", "It is not done after half an hour. The service's window shows how it stands.");
  }

  const service = (doing: string, { service: name }: Pick<ServiceRequest, "service">) => ({
    doing,
    name,
    what: "service's name",
  });

  return {
    redeploy(asked: ServiceRequest, typed: string | undefined): Promise<CommandResult> {
      let before: ReadonlySet<string> = new Set();
      return change(
        service("Redeploy", asked),
        asked,
        typed,
        async (all, at, signal) => {
          before = ids(await describe(asked, at, signal));
          await all.redeployService(at, of(asked), signal);
        },
        async (at, signal) => rolledOut(await describe(asked, at, signal), before),
      );
    },
    scale(asked: ServiceRequest, desired: number, typed: string | undefined): Promise<CommandResult> {
      let others = 0;
      return change(
        service(`Set to ${desired}`, asked),
        asked,
        typed,
        (all, at, signal) => all.scaleService(at, of(asked), desired, signal),
        async (at, signal) => {
          const { running, pending, desired: wanted } = await describe(asked, at, signal);
          others = wanted === desired ? 0 : others + 1;
          // Somebody set another number, so this change will never complete.
          if (others === OVERTAKEN) return { type: "warning", message: `It was set to ${wanted} since.` };
          return wanted === desired && running === desired && pending === 0
            ? well(`${desired} running.`)
            : null;
        },
      );
    },
    /** Stops a task. For a task without a service, `typed` is the first eight characters of the task's ID. */
    stop(asked: TaskRequest, typed: string | undefined): Promise<CommandResult> {
      const of = asked.service;
      const short = asked.task.slice(0, 8);
      const named = of === undefined
        ? { doing: "Stop a task", name: short, what: "beginning of its id" }
        : service("Stop a task", { service: of });
      return change(
        named,
        asked,
        typed,
        (all, at, signal) => all.stopTask(at, asked, signal),
        async (at, signal) => {
          const task = await (await tools()).describeTask(at, asked, signal);
          return !task || task.status === "STOPPED" ? well(`${short} has stopped.`) : null;
        },
      );
    },
  };
}

const well = (message: string): Ended => ({ type: "success", message });

const ids = ({ deployments }: ServiceProgress): ReadonlySet<string> =>
  new Set(deployments.map(({ id }) => id));

/**
 * Returns the outcome of the deployment that began after those of `before`; null while it runs or is not
 * listed yet.
 */
function rolledOut({ deployments, running }: ServiceProgress, before: ReadonlySet<string>): Ended {
  const begun = deployments.filter(({ id }) => !before.has(id));
  // A rollback is a new deployment that completes, so a failed one counts first.
  const failed = begun.find(({ rollout }) => rollout === "FAILED");
  if (failed) return { type: "error", message: `Failed: ${failed.reason ?? "AWS does not say why."}` };
  const newest = begun.find(({ status }) => status === "PRIMARY");
  return newest?.rollout === "COMPLETED" ? well(`Done: ${running} running.`) : null;
}
