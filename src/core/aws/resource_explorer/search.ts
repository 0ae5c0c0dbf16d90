import type { ResourceTarget } from "../resources/target.ts";
import type { Answer } from "../wire/shape.ts";
import { callExplorer } from "./call.ts";

/** Something that an index knows. */
export interface IndexedResource {
  readonly arn: string;
  /** When the index looked at it last, ms since 1970. */
  readonly reportedAt?: number;
}

/** A page of what was found. */
export interface IndexPage {
  readonly resources: readonly IndexedResource[];
  /** More fit than an index gives. */
  readonly cut: boolean;
}

/** The most that an index gives of one search, and more pages than it needs for that. */
const MOST = 1000, MOST_PAGES = 100;

/** The longest query that AWS takes, in characters. */
const LONGEST_QUERY = 1011;

/**
 * Finds what a text names by a view, page by page. Words are found by their beginnings only. Throws a CloudError.
 */
export async function* searchIndex(
  at: ResourceTarget,
  text: string,
  view: string,
  signal: AbortSignal,
): AsyncGenerator<IndexPage> {
  const query = queryOf(text);
  if (query === null) return;
  let left = MOST;
  let next: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await callExplorer(at, `asking the index in ${at.region}`, "Search", {
      QueryString: query,
      ViewArn: view,
      MaxResults: left,
      ...(next === undefined ? {} : { NextToken: next }),
    }, signal);
    const resources = answer.maybeList("Resources", MOST).slice(0, left).map(indexed);
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

/** A beginning that is shorter fits too much. */
const SHORTEST = 3;

/**
 * What an index is asked for a text: its longest word, by its beginning; null when no word is left. All words at once would
 * find what has one of them, and what has all of them has the longest. Other marks mean something in a query, and where an
 * index divides words is not told: the first letters of a word fit in any case.
 */
export function queryOf(text: string): string | null {
  const words = text.split(/\s+/).map((word) => word.match(/[\p{L}\p{N}]+/gu) ?? []);
  const longest = words.reduce((best, word) => word.join("").length > best.join("").length ? word : best, []);
  const first = longest.find(({ length }) => length >= SHORTEST) ?? longest[0];
  return first === undefined ? null : `${first.slice(0, LONGEST_QUERY - 1)}*`;
}
