import type { ResourceTarget } from "../resources/target.ts";
import { callJson } from "../service/json.ts";
import type { Answer } from "../wire/shape.ts";

/** Calls an operation of ECS. `again` is false for an operation that must not be repeated. Throws a CloudError. */
export function callEcs(
  target: ResourceTarget,
  doing: string,
  operation: string,
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  again = true,
): Promise<Answer> {
  return callJson({
    doing: `${doing} in ${target.region}`,
    service: "ECS",
    ...target,
    signal,
    again,
    target: `AmazonEC2ContainerServiceV20141113.${operation}`,
    input,
  });
}

/** Returns the last part of an ARN, which is the name. */
export function nameIn(arn: string): string {
  return arn.slice(arn.lastIndexOf("/") + 1);
}
