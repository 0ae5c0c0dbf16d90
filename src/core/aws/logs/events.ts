import type { ResourceTarget } from "../resources/target.ts";
import type { Answer } from "../wire/shape.ts";
import { callLogs, groupMissing } from "./call.ts";

/** Which lines of CloudWatch Logs are meant. */
interface LogLines {
  readonly group: string;
  /**
   * What the names of its streams begin with: `prefix/container/` or, of one task, `prefix/container/task`. Without it
   * all of them are read.
   */
  readonly streams?: string;
}

/**
 * One event of a log. `at` is ms since 1970, by the clock of the writer; `stream` is its stream, where that is known.
 */
export interface CloudLine {
  readonly id: string;
  readonly at: number;
  readonly text: string;
  readonly stream?: string;
}

/** A page of lines; `next` leads to more. */
export interface LinesPage {
  readonly lines: readonly CloudLine[];
  readonly next: string | undefined;
}

/** The most lines of one page. */
const PAGE = 5000;
/** The longest line, in characters, and the largest page, bytes: AWS takes 1 MB, and gives about a megabyte. */
const LONGEST = 1 << 20, LARGEST = 8 << 20;
/** The longest name of a stream. */
const STREAM = 512;

/**
 * A page of lines from a time on, the oldest first. With `next` there are others behind them, which `page` asks for; a
 * page may be empty. Times are ms since 1970. Throws a CloudError.
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
      ...(streams === undefined ? {} : { logStreamNamePrefix: streams }),
      startTime: Math.max(0, Math.floor(from)),
      ...(until === undefined ? {} : { endTime: Math.floor(until) }),
      limit: PAGE,
      ...(page ? { nextToken: page } : {}),
    },
    signal,
    { largest: LARGEST },
  ).catch(groupMissing(
    group,
    at.region,
    streams === undefined
      ? "It may have been deleted meanwhile, or is in another region."
      : "It is made when the first task writes to it, if the task may make it.",
  ));
  return { lines: answer.maybeList("events", PAGE).map(lineOf), next: answer.maybeText("nextToken") };
}

/** The lines before and after a moment in one stream. */
interface Neighbours {
  readonly lines: readonly CloudLine[];
  /** There are others before the first of them. */
  readonly earlier: boolean;
  /** There are others behind the last of them. */
  readonly later: boolean;
}

/**
 * What a stream has around a moment: at most `count` lines before it, and `count` from it on. `at` is ms since 1970. AWS
 * gives pages that are not full, so it is asked at most {@link MOST_STEPS} times in each direction. Throws a CloudError.
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
  return {
    lines: [...before.lines, ...after.lines],
    earlier: before.more,
    later: after.more,
  };

  async function towards(
    way: "nextBackwardToken" | "nextForwardToken",
    input: { readonly startTime?: number; readonly endTime?: number; readonly startFromHead: boolean },
  ): Promise<{ readonly lines: CloudLine[]; readonly more: boolean }> {
    let lines: CloudLine[] = [];
    let page: string | undefined;
    for (let step = 0; step < MOST_STEPS; step++) {
      const answer = await callLogs(
        target,
        `reading the lines around one of ${stream}`,
        "GetLogEvents",
        {
          logGroupName: group,
          logStreamName: stream,
          ...input,
          limit: count,
          ...(page === undefined ? {} : { nextToken: page }),
        },
        signal,
        { largest: LARGEST },
      ).catch(
        groupMissing(
          `${group} or its stream ${stream}`,
          target.region,
          "Its retention may have ended.",
        ),
      );
      const found = answer.maybeList("events", PAGE)
        // These have no id of AWS's.
        .map((event, index) => ({ ...lineOf(event), stream, id: `${way} ${step} ${index}` }))
        // A line of the moment itself belongs to those behind it.
        .filter((line) => (way === "nextBackwardToken") === (line.at < at));
      lines = way === "nextBackwardToken" ? [...found, ...lines] : [...lines, ...found];
      if (lines.length >= count) {
        const nearest = way === "nextBackwardToken" ? lines.slice(-count) : lines.slice(0, count);
        return { lines: nearest, more: true };
      }
      const next = answer.maybeText(way);
      // The same token again is the end of the stream.
      if (next === undefined || next === page) return { lines, more: false };
      page = next;
    }
    return { lines, more: true };
  }
}

/** Calls that are made in one direction of a stream: most pages of a quiet stream are empty. */
const MOST_STEPS = 6;

function lineOf(event: Answer): CloudLine {
  const at = event.number("timestamp", 0, 1e14);
  const text = event.maybeText("message", LONGEST) ?? "";
  const stream = event.maybeText("logStreamName", STREAM);
  return {
    at,
    text,
    id: event.maybeText("eventId", 255) ?? `${at} ${text}`,
    ...(stream === undefined ? {} : { stream }),
  };
}
