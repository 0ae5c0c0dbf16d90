import type { ResourceTarget } from "../../core/aws/resources/target.ts";
import { atRole } from "../accounts/surroundings.ts";
import type { Args } from "../args.ts";

/** Runs the work of a command with the region and credentials for the account and role of the operand. */
export function atResources(
  args: Args,
  work: (at: ResourceTarget, signal: AbortSignal) => Promise<number>,
): Promise<number> {
  return atRole(args, async ({ cloud }, wanted, signal) => {
    const credentials = await cloud.credentials(wanted, signal);
    return await work({ region: wanted.region, credentials }, signal);
  });
}

/** Returns a target with credentials that are valid now. Throws a CloudError. */
export type TargetNow = (signal: AbortSignal) => Promise<ResourceTarget>;

/** Runs the work of a command, which may outlast credentials, with the target of the operand. */
export function atLastingResources(
  args: Args,
  work: (target: TargetNow, signal: AbortSignal) => Promise<number>,
): Promise<number> {
  return atRole(args, async ({ cloud }, { account, role: named, region }, signal) => {
    const target = async (role: string, signal: AbortSignal) => ({
      region,
      credentials: await cloud.credentials({ account, role, region }, signal),
    });
    // Without credentials the command fails before its work begins.
    await target(named, signal);
    // Without the name of the only role the portal would be asked for it each time.
    const roles = named === "" ? await cloud.roles(account, region, signal) : [];
    const role = roles.length === 1 ? roles[0]! : named;
    return await work((signal) => target(role, signal), signal);
  });
}
