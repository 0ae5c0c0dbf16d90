import { isProduction } from "../../../accounts/environments.ts";
import type { ServiceDetail } from "../../../aws/containers/service_detail.ts";
import type { ResourceTarget } from "../../../aws/resources/target.ts";
import { restFor } from "../../../resources/polled.ts";
import type { RoleRequest, RoleWork } from "../../as_role.ts";
import { type CommandResult, refusal } from "../../result.ts";
import type { Toasts } from "../toasts/toasts.ts";
import { faultOf, type ListBase } from "./list_of.ts";
import type { ContainerTools } from "./tools.ts";

/** A service, and where it is. */
export type ServiceRequest = RoleRequest & { readonly cluster: string; readonly service: string };
/** A task of a service or of none, and where it is. */
export type TaskRequest = RoleRequest & {
  readonly cluster: string;
  readonly service?: string | undefined;
  readonly task: string;
};

/** What is changed slowly. `typed` is the name of what is changed, where it is asked for. */
export interface ContainerChanges {
  redeploy(asked: ServiceRequest, typed: string | undefined): Promise<CommandResult>;
  scale(asked: ServiceRequest, desired: number, typed: string | undefined): Promise<CommandResult>;
  /** Of a task without a service the first eight characters are typed. */
  stop(asked: TaskRequest, typed: string | undefined): Promise<CommandResult>;
}

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
  ) => Promise<ServiceDetail>;
  /** Something has been changed there: lists are old. */
  readonly changed: (asked: RoleRequest) => void;
  /** How long to wait between two looks, ms. */
  readonly every: number;
  /** Aborts when Kedge ends: nothing is followed any more. */
  readonly ending: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** How something ended; null while it is under way. */
type Ended = { readonly type: "success" | "error" | "warning"; readonly message: string } | null;
type Outcome = (at: ResourceTarget, signal: AbortSignal) => Promise<Ended>;

/** Looks in a row at which another number is set: AWS may tell the one of before for a moment. */
const OVERTAKEN = 2;

/** How long a change is followed, in ms. */
const FOLLOWED = 30 * 60_000;

/** Makes them: in production only with the typed name, and with a message about the outcome at the end. */
export function createContainerChanges(parts: ChangeParts): ContainerChanges {
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
      const as = { ...asked, role: where.role };
      const { at } = await parts.targetOf(as)(signal);
      await work(await tools(), at, signal);
      parts.changed(asked);
      void follow(as, { doing, name }, asked.role, outcome).catch(parts.onError);
      return { ok: true };
    });
  }

  /** Polls until the change is done, and tells the user how it ended, whichever window is open then. */
  async function follow(
    asked: RoleRequest & { readonly cluster: string; readonly service?: string | undefined },
    { doing, name }: { readonly doing: string; readonly name: string },
    /** As whom the list is looked at. */
    given: string | undefined,
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
        parts.changed({ account, role: given, region });
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

  const service = (doing: string, { service }: ServiceRequest) => ({
    doing,
    name: service,
    what: "service's name",
  });

  return {
    redeploy(asked, typed) {
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
    scale(asked, desired, typed) {
      let others = 0;
      return change(
        service(`Set to ${desired}`, asked),
        asked,
        typed,
        (all, at, signal) => all.scaleService(at, of(asked), desired, signal),
        async (at, signal) => {
          const { running, pending, desired: wanted } = await describe(asked, at, signal);
          others = wanted === desired ? 0 : others + 1;
          // Another number is wanted by now, here or elsewhere: this change will never run.
          if (others === OVERTAKEN) return { type: "warning", message: `It was set to ${wanted} since.` };
          return wanted === desired && running === desired && pending === 0
            ? well(`${desired} running.`)
            : null;
        },
      );
    },
    stop(asked, typed) {
      const of = asked.service;
      const short = asked.task.slice(0, 8);
      const named = of === undefined
        ? { doing: "Stop a task", name: short, what: "beginning of its id" }
        : service("Stop a task", { ...asked, service: of });
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

const ids = ({ deployments }: ServiceDetail): ReadonlySet<string> => new Set(deployments.map(({ id }) => id));

/** How a deployment ended that was begun after those of `before`; null while it is under way or not there yet. */
function rolledOut({ deployments, running }: ServiceDetail, before: ReadonlySet<string>): Ended {
  const begun = deployments.filter(({ id }) => !before.has(id));
  // Where AWS goes back to what ran before, that is a new deployment too, which ends well.
  const failed = begun.find(({ rollout }) => rollout === "FAILED");
  if (failed) return { type: "error", message: `Failed: ${failed.reason ?? "AWS does not say why."}` };
  const newest = begun.find(({ status }) => status === "PRIMARY");
  return newest?.rollout === "COMPLETED" ? well(`Done: ${running} running.`) : null;
}
