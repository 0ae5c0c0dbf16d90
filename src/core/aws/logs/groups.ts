import { present } from "../../present.ts";
import type { ResourceTarget } from "../resources/target.ts";
import { pages } from "../wire/pages.ts";
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

/** Maximum groups per page, and maximum groups. */
const PAGE = 50, MAX_COUNT = 50_000;

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
  const doing = "listing the log groups", limit = Math.min(perPage, PAGE);
  yield* pages({
    doing,
    perPage: limit,
    most: MAX_COUNT,
    async ask(nextToken) {
      const answer = await callLogs(
        at,
        doing,
        "DescribeLogGroups",
        { limit, logGroupNamePattern: search, logGroupNamePrefix: prefix, nextToken },
        signal,
      );
      return { rows: answer.maybeList("logGroups", PAGE).map(groupRow), next: answer.maybeText("nextToken") };
    },
  });
}

function groupRow(item: Answer): LogGroupRow {
  const storage = item.maybeText("logGroupClass", 64);
  return {
    name: item.text("logGroupName", 512),
    ...present({
      bytes: item.maybeNumber("storedBytes", 0, 1e18),
      days: item.maybeNumber("retentionInDays", 0, 1e5),
      madeAt: item.maybeNumber("creationTime", 0, 1e14),
      storage: storage === "STANDARD" ? undefined : storage,
    }),
  };
}
