import { isRegion } from "../../text/aws_names.ts";
import type { ResourceTarget } from "../resources/target.ts";
import { rowsOfPages } from "../wire/pages.ts";
import { callExplorer } from "./call.ts";
import { parseViewArn } from "./view_arn.ts";

/** The Resource Explorer indexes of an account. */
export interface AccountIndexes {
  /** Region whose index contains those of all other regions; null for none. */
  readonly aggregator: string | null;
  /** Regions that have an index. */
  readonly regions: readonly string[];
}

/** Maximum indexes per page, and maximum pages. */
const PAGE = 100, MAX_PAGES = 5;

/** Lists the indexes of an account. Throws a CloudError. */
export async function accountIndexes(at: ResourceTarget, signal: AbortSignal): Promise<AccountIndexes> {
  const doing = `listing the indexes in ${at.region}`;
  const found = await rowsOfPages(MAX_PAGES, async (NextToken) => {
    const answer = await callExplorer(at, doing, "ListIndexes", { MaxResults: PAGE, NextToken }, signal);
    const rows = answer.maybeList("Indexes", PAGE).map((item) => ({
      region: item.text("Region", 64),
      isAggregator: item.maybeText("Type", 64) === "AGGREGATOR",
    }));
    return { rows, next: answer.maybeText("NextToken") };
  });
  const indexes = found.filter(({ region }) => isRegion(region));
  return {
    aggregator: indexes.findLast(({ isAggregator }) => isAggregator)?.region ?? null,
    regions: [...new Set(indexes.map(({ region }) => region))],
  };
}

/** Returns the ARN of a region's default view if that view has no filter, else null. Throws a CloudError. */
export async function fullView(at: ResourceTarget, signal: AbortSignal): Promise<string | null> {
  const doing = `asking for the usual view in ${at.region}`;
  const arn = (await callExplorer(at, doing, "GetDefaultView", {}, signal)).maybeText("ViewArn", 2048);
  if (arn === undefined || parseViewArn(arn)?.region !== at.region) return null;
  const answer = await callExplorer(at, doing, "GetView", { ViewArn: arn }, signal);
  const filter = answer.maybeObject("View")?.maybeObject("Filters")?.maybeText("FilterString");
  return filter === undefined ? arn : null;
}
