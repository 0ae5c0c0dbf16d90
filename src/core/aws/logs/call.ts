import { CloudError } from "../errors.ts";
import type { ResourceTarget } from "../resources/target.ts";
import { callJson } from "../service/json.ts";
import type { Answer } from "../wire/shape.ts";

/** Options of a call that differ from the defaults. */
interface CallOptions {
  /** False for a call that must not be repeated, because a second one would have another effect. */
  readonly again?: boolean;
  /** Maximum bytes of the response. */
  readonly largest?: number;
}

/** Calls an operation of CloudWatch Logs. Throws a CloudError. */
export function callLogs(
  target: ResourceTarget,
  doing: string,
  operation: string,
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  { again = true, largest }: CallOptions = {},
): Promise<Answer> {
  return callJson({
    doing: `${doing} in ${target.region}`,
    service: "CLOUDWATCH_LOGS",
    ...target,
    signal,
    again,
    ...(largest === undefined ? {} : { largest }),
    target: `Logs_20140328.${operation}`,
    input,
  });
}

/** Returns a handler that rewords the error for a missing log group, and throws every other error unchanged. */
export function groupMissing(group: string, region: string, hint: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof CloudError) || error.trouble !== "missing") throw error;
    throw new CloudError(`The log group ${group} does not exist in ${region}.`, hint, error, "missing");
  };
}
