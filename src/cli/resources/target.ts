import type { ResourceTarget } from "../../core/aws/resources/target.ts";
import { type AccountServices, targetOf } from "../accounts/surroundings.ts";
import type { Args } from "../args.ts";

/**
 * Returns the region and credentials for the account and role of the operand. Prints the reason and returns
 * null when the operand is invalid.
 */
export async function resourceTargetOf(
  args: Args,
  around: AccountServices,
  signal: AbortSignal,
): Promise<ResourceTarget | null> {
  const found = await targetOf(args, around);
  if (!found) return null;
  const { account, role, region } = found;
  return {
    region,
    credentials: await around.cloud.credentials({ account, role, region }, signal),
  };
}

/** Returns a target with credentials that are valid now. Throws a CloudError. */
export type TargetNow = (signal: AbortSignal) => Promise<ResourceTarget>;

/**
 * Returns the target of the operand for work that may outlast credentials. Prints the reason and returns null
 * when the operand is invalid. Throws a CloudError when there are no credentials.
 */
export async function lastingTargetOf(
  args: Args,
  around: AccountServices,
  signal: AbortSignal,
): Promise<TargetNow | null> {
  const found = await targetOf(args, around);
  if (!found) return null;
  const { account, region } = found;
  const target = async (role: string, signal: AbortSignal) => ({
    region,
    credentials: await around.cloud.credentials({ account, role, region }, signal),
  });
  await target(found.role, signal);
  // Without the name of the only role the portal would be asked for it each time.
  const roles = found.role === "" ? await around.cloud.roles(account, region, signal) : [];
  const role = roles.length === 1 ? roles[0]! : found.role;
  return (signal) => target(role, signal);
}
