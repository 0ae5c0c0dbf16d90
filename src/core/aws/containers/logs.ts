import { CloudError } from "../errors.ts";
import type { ResourceTarget } from "../resources/target.ts";
import { callJson } from "../service/json.ts";

/** Output of containers in CloudWatch Logs. */
interface LogStream {
  readonly group: string;
  /** What the names of its streams begin with: `prefix/container/` or, of one task, `prefix/container/task`. */
  readonly streams: string;
}

/** One line of output. `at` is ms since 1970. */
export interface CloudLine {
  readonly id: string;
  readonly at: number;
  readonly text: string;
}

/** The most lines of one page. */
const PAGE = 5000;
/** The longest line, in characters, and the largest page, bytes: AWS takes 256 KB, and gives about a megabyte. */
const LONGEST = 1 << 20, LARGEST = 8 << 20;

/**
 * A page of lines from a time on, and before another one where it is given, the oldest first. With `next` there are others behind them, which `page` asks for; a
 * page may be empty. Throws a CloudError.
 */
export async function readLogEvents(
  { place, credentials }: ResourceTarget,
  { group, streams }: LogStream,
  { from, until, page }: {
    readonly from: number;
    readonly until?: number;
    readonly page?: string | undefined;
  },
  signal: AbortSignal,
): Promise<{ readonly lines: readonly CloudLine[]; readonly next: string | undefined }> {
  const answer = await callJson({
    doing: `reading the log group ${group} in ${place.region}`,
    service: "CLOUDWATCH_LOGS",
    place,
    credentials,
    signal,
    largest: LARGEST,
    target: "Logs_20140328.FilterLogEvents",
    input: {
      logGroupName: group,
      logStreamNamePrefix: streams,
      startTime: Math.max(0, Math.floor(from)),
      ...(until === undefined ? {} : { endTime: Math.max(0, Math.floor(until)) }),
      limit: PAGE,
      ...(page ? { nextToken: page } : {}),
    },
  }).catch((error) => {
    if (!(error instanceof CloudError) || error.trouble !== "missing") throw error;
    throw new CloudError(
      `The log group ${group} does not exist in ${place.region}.`,
      "It is made when the first task writes to it, if the task may make it.",
      error,
      "missing",
    );
  });
  const lines = answer.maybeList("events", PAGE).map((event) => {
    const at = event.number("timestamp", 0, 1e14);
    const text = event.maybeText("message", LONGEST) ?? "";
    return { at, text, id: event.maybeText("eventId", 255) ?? `${at} ${text}` };
  });
  return { lines, next: answer.maybeText("nextToken") };
}
