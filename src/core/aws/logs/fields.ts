import type { ResourceTarget } from "../resources/target.ts";
import { callLogs, groupMissing } from "./call.ts";

/** A field of the lines of a log group. */
export interface LogField {
  readonly name: string;
  /** Percentage of the lines of the last 15 minutes that have the field. */
  readonly percent: number;
}

/** Maximum fields that AWS returns, and maximum characters of a name. */
const MAX_COUNT = 1000, MAX_LENGTH = 1000;

/** Returns the fields of recent lines of a log group. Throws a CloudError. */
export async function logFields(at: ResourceTarget, group: string, signal: AbortSignal): Promise<LogField[]> {
  const answer = await callLogs(
    at,
    `looking for the fields of ${group}`,
    "GetLogGroupFields",
    { logGroupName: group },
    signal,
  ).catch(groupMissing(group, at.region, "It may have been deleted meanwhile."));
  return answer.maybeList("logGroupFields", MAX_COUNT).flatMap((field) => {
    const name = field.maybeText("name", MAX_LENGTH);
    return name === undefined ? [] : [{ name, percent: field.maybeNumber("percent", 0, 100) ?? 0 }];
  });
}

/** The position of a line: its log group, stream, and time in ms since 1970. */
export interface LinePointer {
  readonly group: string;
  readonly stream: string;
  readonly at: number;
}

/**
 * Returns the position of the line that a query's `@ptr` identifies; null when AWS does not return one.
 * Throws a CloudError.
 */
export async function lineOfPointer(
  target: ResourceTarget,
  pointer: string,
  signal: AbortSignal,
): Promise<LinePointer | null> {
  const answer = await callLogs(
    target,
    "looking for the line",
    "GetLogRecord",
    { logRecordPointer: pointer },
    signal,
    { largest: MAX_RECORD_SIZE },
  );
  const record = answer.maybeObject("logRecord");
  // The account ID precedes the group name: `123456789012:/aws/lambda/web`.
  const group = record?.maybeText("@log", MAX_LENGTH)?.replace(/^\d{12}:/, "");
  const stream = record?.maybeText("@logStream", MAX_LENGTH);
  const at = Number(record?.maybeText("@timestamp", 40) ?? NaN);
  return group && stream && at > 0 ? { group, stream, at } : null;
}

/** Maximum bytes of a response. A line has at most 1 MB, and the response contains it as a whole and in fields. */
const MAX_RECORD_SIZE = 8 << 20;
