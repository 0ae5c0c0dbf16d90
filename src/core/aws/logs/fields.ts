import type { ResourceTarget } from "../resources/target.ts";
import { callLogs, groupMissing } from "./call.ts";

/** A field that lines of a log group have. */
export interface LogField {
  readonly name: string;
  /** In how many of a hundred lines of the last quarter of an hour. */
  readonly percent: number;
}

/** The most fields that AWS tells of, and the longest name. */
const MOST = 1000, LONGEST = 1000;

/** The fields of the lines that came to a log group lately. Throws a CloudError. */
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

/** Where a line stands: its log group, stream, and time in ms since 1970. */
export interface LinePointer {
  readonly group: string;
  readonly stream: string;
  readonly at: number;
}

/** Where the line stands that a query's `@ptr` points at; null where AWS does not say. Throws a CloudError. */
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
  // The account stands before the group: `123456789012:/aws/lambda/web`.
  const group = record?.maybeText("@log", LONGEST)?.replace(/^\d{12}:/, "");
  const stream = record?.maybeText("@logStream", LONGEST);
  const at = Number(record?.maybeText("@timestamp", 40) ?? NaN);
  return group && stream && at > 0 ? { group, stream, at } : null;
}

/** A line has a megabyte at most, once as it came and once in its fields. */
const LARGEST_RECORD = 8 << 20;
