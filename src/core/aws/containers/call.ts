import { jsonOperation } from "../service/json.ts";

/** Calls an operation of ECS. Throws a CloudError. */
export const callEcs = jsonOperation("ECS", "AmazonEC2ContainerServiceV20141113", { inRegion: true });

/** Returns the last part of an ARN, which is the name. */
export function nameIn(arn: string): string {
  return arn.slice(arn.lastIndexOf("/") + 1);
}
