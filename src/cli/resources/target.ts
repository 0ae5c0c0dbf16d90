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
