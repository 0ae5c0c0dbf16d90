import type { ResourceTarget } from "../resources/target.ts";
import type { Answer } from "../wire/shape.ts";
import { GROUP_NAME } from "./group_name.ts";
import { callLogs } from "./call.ts";

/** A log group in a list. */
export interface LogGroupRow {
  readonly name: string;
  /** Compressed bytes stored, as AWS counted them some hours ago; absent when AWS does not say. */
  readonly bytes?: number;
  /** Days that lines are kept; absent for ever, or when AWS does not say. */
  readonly days?: number;
  /** When the group was created, ms since 1970. */
  readonly madeAt?: number;
  /** Name of the API whose executions the group holds, if known. */
  readonly api?: string;
  /** Storage class, such as `INFREQUENT_ACCESS`; absent for the standard class. */
  readonly storage?: string;
}

/** Maximum groups per page, and maximum pages: 50,000 groups. */
const PAGE = 50, MOST_PAGES = 1000;

/**
 * Lists the log groups of an account and region, page by page: with `search` those whose name contains it,
 * with `prefix` those whose name begins with it. Throws a CloudError.
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
  // AWS would reject this search, and no group can have such a name.
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
