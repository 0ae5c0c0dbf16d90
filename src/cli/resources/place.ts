import type { ResourcePlace } from "../../core/aws/resources/place.ts";
import { type AccountServices, targetOf } from "../accounts/surroundings.ts";
import type { Args } from "../args.ts";

/** Where the command line's operand leads, with credentials for it; null when it leads nowhere, which is told. */
export async function resourcePlaceOf(
  args: Args,
  around: AccountServices,
  signal: AbortSignal,
): Promise<ResourcePlace | null> {
  const found = await targetOf(args, around);
  if (!found) return null;
  const { account, role, region } = found;
  return {
    place: { region },
    credentials: await around.cloud.credentials({ account, role, region }, signal),
  };
}
