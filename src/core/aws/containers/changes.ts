import type { ResourceTarget } from "../resources/target.ts";
import { callEcs, nameIn } from "./call.ts";
import type { ServiceRow } from "./services.ts";

type Of = Pick<ServiceRow, "cluster" | "name">;

/** Replaces every task of a service by a new one, in the service's own way of deploying. Throws a CloudError. */
export async function redeployService(at: ResourceTarget, of: Of, signal: AbortSignal): Promise<void> {
  await update(at, of, { forceNewDeployment: true }, `redeploying ${of.name}`, signal);
}

/** Sets how many tasks of a service should run. Throws a CloudError. */
export async function scaleService(
  at: ResourceTarget,
  of: Of,
  desiredCount: number,
  signal: AbortSignal,
): Promise<void> {
  await update(at, of, { desiredCount }, `setting ${of.name} to ${desiredCount}`, signal);
}

async function update(
  at: ResourceTarget,
  { cluster, name }: Of,
  change: Readonly<Record<string, unknown>>,
  doing: string,
  signal: AbortSignal,
): Promise<void> {
  await callEcs(at, doing, "UpdateService", { cluster, service: name, ...change }, signal, { again: false });
}

/** Stops one task. Throws a CloudError. */
export async function stopTask(
  at: ResourceTarget,
  { cluster, task }: { readonly cluster: string; readonly task: string },
  signal: AbortSignal,
): Promise<void> {
  const input = { cluster, task, reason: "Stopped by a user of Kedge" };
  await callEcs(at, `stopping the task ${nameIn(task)}`, "StopTask", input, signal);
}
