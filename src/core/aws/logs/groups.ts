import type { ResourceTarget } from "../resources/target.ts";
import type { Answer } from "../wire/shape.ts";
import { GROUP_NAME } from "./group_name.ts";
import { callLogs } from "./call.ts";

/** A log group as lists show it. */
export interface LogGroupRow {
  readonly name: string;
  /** Bytes that are kept, compressed, as AWS counts them some hours later; absent where it does not say. */
  readonly bytes?: number;
  /** Days that lines are kept; absent: for ever, or AWS does not say. */
  readonly days?: number;
  /** When it was made, ms since 1970. */
  readonly madeAt?: number;
  /** The name of the API whose executions it holds, where that is known. */
  readonly api?: string;
  /** `INFREQUENT_ACCESS` and others than the standard one; absent for that. */
  readonly storage?: string;
}

/** The most groups of a page, and the most pages: 50,000 groups. */
const PAGE = 50, MOST_PAGES = 1000;

/**
 * The log groups of an account and region, page by page; with `search` those whose name holds it, with `prefix` those that
 * begin with it. Throws a CloudError.
 */
export async function* logGroups(
  at: ResourceTarget,
  signal: AbortSignal,
  { perPage = PAGE, search, prefix }: {
    readonly perPage?: number;
    readonly search?: string;
    readonly prefix?: string;
  } = {},
): AsyncGenerator<LogGroupRow[]> {
  // No group has such a name, and AWS would refuse the question.
  if ([search, prefix].some((text) => text !== undefined && !GROUP_NAME.test(text))) return;
  let next: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await callLogs(at, "listing the log groups", "DescribeLogGroups", {
      limit: Math.min(perPage, PAGE),
      ...(search === undefined ? {} : { logGroupNamePattern: search }),
      ...(prefix === undefined ? {} : { logGroupNamePrefix: prefix }),
      ...(next === undefined ? {} : { nextToken: next }),
    }, signal);
    yield answer.maybeList("logGroups", PAGE).map(groupRow);
    const following = answer.maybeText("nextToken");
    if (following === undefined || following === next) return;
    next = following;
  }
}

function groupRow(item: Answer): LogGroupRow {
  const bytes = item.maybeNumber("storedBytes", 0, 1e18);
  const days = item.maybeNumber("retentionInDays", 0, 1e5);
  const madeAt = item.maybeNumber("creationTime", 0, 1e14);
  const storage = item.maybeText("logGroupClass", 64);
  return {
    name: item.text("logGroupName", 512),
    ...(bytes === undefined ? {} : { bytes }),
    ...(days === undefined ? {} : { days }),
    ...(madeAt === undefined ? {} : { madeAt }),
    ...(storage === undefined || storage === "STANDARD" ? {} : { storage }),
  };
}
