import { CloudError } from "../errors.ts";
import { jsonOperation } from "../service/json.ts";

/** Calls an operation of CloudWatch Logs. Throws a CloudError. */
export const callLogs = jsonOperation("CLOUDWATCH_LOGS", "Logs_20140328", { inRegion: true });

/** Returns a handler that rewords the error for a missing log group, and throws every other error unchanged. */
export function groupMissing(group: string, region: string, hint: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof CloudError) || error.code !== "missing") throw error;
    throw new CloudError(`The log group ${group} does not exist in ${region}.`, hint, error, "missing");
  };
}
