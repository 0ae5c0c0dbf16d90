import { CloudError } from "../errors.ts";
import type { ResourceTarget } from "../resources/target.ts";
import { callJson } from "../service/json.ts";
import type { Answer } from "../wire/shape.ts";

/** How a call of CloudWatch Logs differs from the usual one. */
interface Differs {
  /** False for a call that does something twice when it is made twice. */
  readonly again?: boolean;
  /** The largest answer that is read, bytes. */
  readonly largest?: number;
}

/** Calls an operation of CloudWatch Logs. Throws a CloudError. */
export function callLogs(
  target: ResourceTarget,
  doing: string,
  operation: string,
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  { again = true, largest }: Differs = {},
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

/** Gives an error for a log group that is not there its own words. */
export function groupMissing(group: string, region: string, hint: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof CloudError) || error.trouble !== "missing") throw error;
    throw new CloudError(`The log group ${group} does not exist in ${region}.`, hint, error, "missing");
  };
}
