import { callLogs } from "../../../src/core/aws/logs/call.ts";
import { CloudError } from "../../../src/core/aws/errors.ts";
import { wrap } from "../../../src/core/aws/credentials/credentials.ts";
import type { ResourceTarget } from "../../../src/core/aws/resources/target.ts";

/** Returns an account at an endpoint, with its owner's credentials. */
export function ownerAt(endpoint: string, region: string): ResourceTarget {
  return {
    region,
    env: (name) => name === "AWS_ENDPOINT_URL" ? endpoint : undefined,
    credentials: wrap({ accessKeyId: "AKIAPLANTED", secretAccessKey: "x" }),
  };
}

/** Calls an operation of CloudWatch Logs as the owner; many of these operations return nothing. */
export async function asOwner(
  at: ResourceTarget,
  operation: string,
  input: Record<string, unknown>,
): Promise<void> {
  await callLogs(at, "making it", operation, input, AbortSignal.timeout(120_000)).catch((error) => {
    if (!(error instanceof CloudError) || error.code !== "malformed") throw error;
  });
}

/** Writes lines into a stream of a log group, and creates both if they are missing. Times are in ms since 1970. */
export async function putLines(
  at: ResourceTarget,
  group: string,
  lines: readonly { readonly at: number; readonly text: string }[],
  stream = "2026/one",
): Promise<void> {
  await asOwner(at, "CreateLogGroup", { logGroupName: group }).catch(() => {});
  await asOwner(at, "CreateLogStream", { logGroupName: group, logStreamName: stream }).catch(() => {});
  if (lines.length === 0) return;
  await asOwner(at, "PutLogEvents", {
    logGroupName: group,
    logStreamName: stream,
    logEvents: lines.map(({ at, text }) => ({ timestamp: at, message: text })),
  });
}
