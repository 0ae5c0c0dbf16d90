import type { ResourceTarget } from "../resources/target.ts";
import { callLogs, groupMissing } from "./call.ts";

/** A field of the lines of a log group. */
export interface LogField {
  readonly name: string;
  /** Percentage of the lines of the last 15 minutes that have the field. */
  readonly percent: number;
}

/** Maximum fields that AWS returns, and maximum characters of a name. */
const MOST = 1000, LONGEST = 1000;

/** Returns the fields of recent lines of a log group. Throws a CloudError. */
export async function logFields(at: ResourceTarget, group: string, signal: AbortSignal): Promise<LogField[]> {
  const answer = await callLogs(
    at,
    `looking for the fields of ${group}`,
    "GetLogGroupFields",
    { logGroupName: group },
    signal,
  ).catch(groupMissing(group, at.region, "It may have been deleted meanwhile."));
  return answer.maybeList("logGroupFields", MOST).flatMap((field) => {
    const name = field.maybeText("name", LONGEST);
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
    { largest: LARGEST_RECORD },
  );
  const record = answer.maybeObject("logRecord");
  // The account ID precedes the group name: `123456789012:/aws/lambda/web`.
  const group = record?.maybeText("@log", LONGEST)?.replace(/^\d{12}:/, "");
  const stream = record?.maybeText("@logStream", LONGEST);
  const at = Number(record?.maybeText("@timestamp", 40) ?? NaN);
  return group && stream && at > 0 ? { group, stream, at } : null;
}

/** Maximum bytes of a response. A line has at most 1 MB, and the response contains it as a whole and in fields. */
const LARGEST_RECORD = 8 << 20;
