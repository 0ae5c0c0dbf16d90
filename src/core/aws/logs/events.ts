import { present } from "../../present.ts";
import type { ResourceTarget } from "../resources/target.ts";
import type { Answer } from "../wire/shape.ts";
import { callLogs, groupMissing } from "./call.ts";

/** The log group and streams to read. */
interface LogLines {
  readonly group: string;
  /**
   * Prefix of the names of its streams: `prefix/container/` or, for one task, `prefix/container/task`. Absent
   * for all streams.
   */
  readonly streams?: string;
}

/** One event of a log. `at` is ms since 1970 by the writer's clock; `stream` is the name of its stream if known. */
export interface CloudLine {
  readonly id: string;
  readonly at: number;
  readonly text: string;
  readonly stream?: string;
}

/** A page of lines. `next` is the token of the next page; undefined after the last page. */
export interface LinesPage {
  readonly lines: readonly CloudLine[];
  readonly next: string | undefined;
}

/** Maximum lines per page. */
const PAGE = 5000;
/**
 * Maximum characters of a line, and maximum bytes of a page. AWS accepts lines of 1 MB and returns about 1 MB
 * per page.
 */
const MAX_LENGTH = 1 << 20, MAX_SIZE = 8 << 20;
/** Maximum characters of a stream's name. */
const STREAM = 512;

/**
 * Reads a page of lines from a time on, the oldest first. A page may be empty although `next` leads to
 * another page. Times are ms since 1970. Throws a CloudError.
 */
export async function readLogEvents(
  at: ResourceTarget,
  { group, streams }: LogLines,
  { from, until, page }: {
    readonly from: number;
    readonly until?: number | undefined;
    readonly page?: string | undefined;
  },
  signal: AbortSignal,
): Promise<LinesPage> {
  const answer = await callLogs(
    at,
    `reading the log group ${group}`,
    "FilterLogEvents",
    {
      logGroupName: group,
      logStreamNamePrefix: streams,
      startTime: Math.max(0, Math.floor(from)),
      endTime: until === undefined ? undefined : Math.floor(until),
      limit: PAGE,
      nextToken: page || undefined,
    },
    signal,
    { largest: MAX_SIZE },
  ).catch(groupMissing(
    group,
    at.region,
    streams === undefined
      ? "It may have been deleted meanwhile, or is in another region."
      : "It is made when the first task writes to it, if the task may make it.",
  ));
  return { lines: answer.maybeList("events", PAGE).map(lineOf), next: answer.maybeText("nextToken") };
}

/** Lines before and after a time in one stream. */
interface Neighbours {
  readonly lines: readonly CloudLine[];
  /** Whether the stream has lines before the first of these. */
  readonly earlier: boolean;
  /** Whether the stream has lines after the last of these. */
  readonly later: boolean;
}

/**
 * Reads at most `count` lines of a stream before a time, and `count` lines from that time on. `at` is ms
 * since 1970. AWS returns pages that are not full, so at most {@link MAX_STEPS} pages are read in each
 * direction. Throws a CloudError.
 */
export async function neighbours(
  target: ResourceTarget,
  { group, stream, at, count }: {
    readonly group: string;
    readonly stream: string;
    readonly at: number;
    readonly count: number;
  },
  signal: AbortSignal,
): Promise<Neighbours> {
  const before = await towards("nextBackwardToken", { endTime: at, startFromHead: false });
  const after = await towards("nextForwardToken", { startTime: at, startFromHead: true });
  return { lines: [...before.lines, ...after.lines], earlier: before.more, later: after.more };

  async function towards(
    way: "nextBackwardToken" | "nextForwardToken",
    input: { readonly startTime?: number; readonly endTime?: number; readonly startFromHead: boolean },
  ): Promise<{ readonly lines: CloudLine[]; readonly more: boolean }> {
    let lines: CloudLine[] = [];
    let page: string | undefined;
    for (let step = 0; step < MAX_STEPS; step++) {
      const answer = await callLogs(
        target,
        `reading the lines around one of ${stream}`,
        "GetLogEvents",
        { logGroupName: group, logStreamName: stream, ...input, limit: count, nextToken: page },
        signal,
        { largest: MAX_SIZE },
      ).catch(
        groupMissing(`${group} or its stream ${stream}`, target.region, "Its retention may have ended."),
      );
      const found = answer.maybeList("events", PAGE)
        // AWS returns no IDs for these events.
        .map((event, index) => ({ ...lineOf(event), stream, id: `${way} ${step} ${index}` }))
        // A line at exactly this time counts as a later line.
        .filter((line) => (way === "nextBackwardToken") === (line.at < at));
      lines = way === "nextBackwardToken" ? [...found, ...lines] : [...lines, ...found];
      if (lines.length >= count) {
        const nearest = way === "nextBackwardToken" ? lines.slice(-count) : lines.slice(0, count);
        return { lines: nearest, more: true };
      }
      const next = answer.maybeText(way);
      // AWS repeats the token at the end of the stream.
      if (next === undefined || next === page) return { lines, more: false };
      page = next;
    }
    return { lines, more: true };
  }
}

/** Maximum pages read in one direction of a stream. Most pages of a quiet stream are empty. */
const MAX_STEPS = 6;

function lineOf(event: Answer): CloudLine {
  const at = event.number("timestamp", 0, 1e14);
  const text = event.maybeText("message", MAX_LENGTH) ?? "";
  return {
    at,
    text,
    id: event.maybeText("eventId", 255) ?? `${at} ${text}`,
    ...present({ stream: event.maybeText("logStreamName", STREAM) }),
  };
}
