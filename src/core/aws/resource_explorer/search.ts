import type { ResourceTarget } from "../resources/target.ts";
import type { Answer } from "../wire/shape.ts";
import { callExplorer } from "./call.ts";

/** A resource in an index. */
export interface IndexedResource {
  readonly arn: string;
  /** When the index last saw the resource, ms since 1970. */
  readonly reportedAt?: number;
}

/** A page of matches. */
export interface IndexPage {
  readonly resources: readonly IndexedResource[];
  /** Whether the index has more matches than it returns. */
  readonly cut: boolean;
}

/** Maximum matches that an index returns per search, and maximum pages. */
const MAX_COUNT = 1000, MAX_PAGES = 100;

/** Maximum characters of a query. */
const MAX_QUERY_LENGTH = 1011;

/** Searches a view for a text, page by page. An index finds words by their prefixes only. Throws a CloudError. */
export async function* searchIndex(
  at: ResourceTarget,
  text: string,
  view: string,
  signal: AbortSignal,
): AsyncGenerator<IndexPage> {
  const query = queryOf(text);
  if (query === null) return;
  let left = MAX_COUNT;
  let next: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const input = { QueryString: query, ViewArn: view, MaxResults: left, NextToken: next };
    const answer = await callExplorer(at, `asking the index in ${at.region}`, "Search", input, signal);
    const resources = answer.maybeList("Resources", MAX_COUNT).slice(0, left).map(indexed);
    left -= resources.length;
    const following = answer.maybeText("NextToken");
    const more = following !== undefined && following !== next;
    const counted = answer.maybeObject("Count");
    yield { resources, cut: more && left <= 0 || counted !== undefined && !counted.flag("Complete") };
    if (!more || left <= 0) return;
    next = following;
  }
}

function indexed(item: Answer): IndexedResource {
  const reportedAt = Date.parse(item.maybeText("LastReportedAt", 64) ?? "");
  return { arn: item.text("Arn", 4096), ...(Number.isFinite(reportedAt) ? { reportedAt } : {}) };
}

/** Minimum letters of a preferred prefix. Shorter ones match too much. */
const SHORTEST = 3;

/**
 * Returns the query for a text: a prefix of its longest word; null when the text has no word. A query with
 * all words would match resources with any of them, and a resource with all words also has the longest.
 * Punctuation has a meaning in queries, and AWS does not document where an index splits words, so only the
 * first letters are used.
 */
export function queryOf(text: string): string | null {
  const words = text.split(/\s+/).map((word) => word.match(/[\p{L}\p{N}]+/gu) ?? []);
  const longest = words.reduce((best, word) => word.join("").length > best.join("").length ? word : best, []);
  const first = longest.find(({ length }) => length >= SHORTEST) ?? longest[0];
  return first === undefined ? null : `${first.slice(0, MAX_QUERY_LENGTH - 1)}*`;
}
