import { cancelled, CloudError } from "../errors.ts";
import type { ResourceTarget } from "../resources/target.ts";
import { pause } from "../wire/pause.ts";
import { byteSize } from "../../text/byte_size.ts";
import { formatNumber } from "../../text/locale.ts";
import type { Answer } from "../wire/shape.ts";
import { callLogs, groupMissing } from "./call.ts";

/** A query of Logs Insights. Times are ms since 1970. */
export interface InsightsQuery {
  readonly groups: readonly string[];
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Maximum rows. A `limit` in the text can only lower it. */
  readonly limit?: number;
}

/** The amount of data that a query has read, as AWS counts it. */
interface InsightsStatistics {
  readonly bytesScanned: number;
  readonly recordsScanned: number;
  readonly recordsMatched: number;
}

/** Progress of a query. */
interface InsightsAnswer {
  /** Status in AWS's words: `Scheduled`, `Running`, `Complete`, `Failed`, `Cancelled`, `Timeout`, `Unknown`. */
  readonly status: string;
  /** Rows with their fields in order. Before the query is complete, the first rows. */
  readonly rows: readonly (readonly InsightsField[])[];
  /** AWS's pointer (`@ptr`) to the line of each row; null for a row that is not a line. */
  readonly pointers: readonly (string | null)[];
  readonly statistics: InsightsStatistics;
}

/** One field of a row. */
interface InsightsField {
  readonly name: string;
  readonly value: string;
}

/** Returns the rows as a table with one column per field, in the order in which the fields first appear. */
export function insightsTable(
  rows: InsightsAnswer["rows"],
): { readonly names: string[]; readonly rows: (string | null)[][] } {
  const indexes = new Map<string, number>();
  for (const row of rows) {
    for (const { name } of row) if (!indexes.has(name)) indexes.set(name, indexes.size);
  }
  return {
    names: [...indexes.keys()],
    rows: rows.map((row) => {
      const cells: (string | null)[] = Array(indexes.size).fill(null);
      for (const { name, value } of row) cells[indexes.get(name)!] = value;
      return cells;
    }),
  };
}

/** Says in words how much a query has read. */
export function scannedWords({ bytesScanned, recordsScanned, recordsMatched }: InsightsStatistics): string {
  const matched = `${formatNumber(recordsMatched)} of ${formatNumber(recordsScanned)} lines matched`;
  return `${byteSize(bytesScanned)} scanned: ${matched}`;
}

/** Maximum rows of a query, and maximum run time in minutes. */
export const MAX_ROWS = 10_000;
const MAX_MINUTES = 60;
/** Maximum characters of a query. */
export const MAX_QUERY_LENGTH = 10_000;
/** Time between two requests for the result, ms. The first is short, because most queries take a second. */
const FIRST_LOOK = 300, LAST_LOOK = 2000;
/** Maximum bytes of a response: ten thousand rows with lines. */
const MAX_SIZE = 64 << 20;
/** Maximum fields per row, and maximum characters of a value. */
const MAX_FIELDS = 1000, MAX_VALUE_LENGTH = 1 << 20;
/** Maximum time for stopping a query, ms. */
const STOP_LIMIT = 5000;

/** Statuses of a query that still runs. */
const GOING: ReadonlySet<string> = new Set(["Scheduled", "Running"]);

/**
 * Runs a query until it ends. `target` is asked before each call, because the query may outlast credentials.
 * `progress` is called with the rows so far. When the signal aborts or a request fails, the query is stopped in
 * AWS too, because it would go on costing money. Throws a CloudError, also when AWS ended the query.
 */
export async function runInsights(
  target: (signal: AbortSignal) => Promise<ResourceTarget>,
  query: InsightsQuery,
  signal: AbortSignal,
  progress: (answer: InsightsAnswer) => void = () => {},
): Promise<InsightsAnswer> {
  const doing = "running the query";
  const now = () =>
    target(signal).catch((error) => {
      throw signal.aborted ? cancelled(doing) : error;
    });
  const id = await startKnown(await now(), query, signal);
  let ended = false;
  try {
    if (signal.aborted) throw cancelled(doing);
    for (let wait = FIRST_LOOK;; wait = Math.min(LAST_LOOK, wait * 1.5)) {
      const answer = await queryResults(await now(), id, signal);
      const { status } = answer;
      ended = !GOING.has(status);
      progress(answer);
      if (status === "Complete") return answer;
      if (ended) throw endedBadly(status);
      await pause(wait, signal).catch(() => {
        throw cancelled(doing);
      });
    }
  } finally {
    if (!ended) await stopQuery(target, id).catch(() => {});
  }
}

/** Returns why a query that AWS ended has no result. */
function endedBadly(status: string): CloudError {
  switch (status) {
    case "Timeout":
      return new CloudError(
        `The query ran for ${MAX_MINUTES} minutes, and AWS ended it.`,
        "Ask for a shorter time, or for fewer groups.",
        undefined,
        "timeout",
      );
    case "Cancelled":
      return new CloudError("The query was stopped.", "Somebody else stopped it.", undefined, "cancelled");
    default:
      return new CloudError(
        `The query failed at AWS (${status.toLowerCase()}).`,
        "AWS says no more. Ask for a shorter time, or a part of the query.",
      );
  }
}

/**
 * Starts a query. Waits for the query's ID even after the signal aborts, because without the ID the query
 * could not be stopped.
 */
async function startKnown(at: ResourceTarget, query: InsightsQuery, signal: AbortSignal): Promise<string> {
  if (signal.aborted) throw cancelled("starting the query");
  const late = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const giveUp = () => timer = setTimeout(() => late.abort(), STOP_LIMIT);
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    return await startQuery(at, query, late.signal);
  } finally {
    signal.removeEventListener("abort", giveUp);
    clearTimeout(timer);
  }
}

async function startQuery(
  at: ResourceTarget,
  { groups, text, from, to, limit = MAX_ROWS }: InsightsQuery,
  signal: AbortSignal,
): Promise<string> {
  const answer = await callLogs(
    at,
    "starting the query",
    "StartQuery",
    {
      logGroupNames: groups,
      queryString: text,
      startTime: Math.max(0, Math.floor(from / 1000)),
      endTime: Math.max(0, Math.floor(to / 1000)),
      limit: Math.min(limit, MAX_ROWS),
    },
    signal,
    // A repeated call would start a second query with an unknown ID.
    { again: false },
  ).catch(groupMissing(
    groups.length === 1 ? groups[0]! : "that was asked",
    at.region,
    "It may have been deleted meanwhile, or is in another region.",
  ));
  return answer.text("queryId", 256);
}

async function queryResults(at: ResourceTarget, id: string, signal: AbortSignal): Promise<InsightsAnswer> {
  const answer = await callLogs(at, "reading the result", "GetQueryResults", { queryId: id }, signal, {
    largest: MAX_SIZE,
  });
  const counted = answer.maybeObject("statistics");
  const count = (name: string) => counted?.maybeNumber(name, 0, 1e18) ?? 0;
  return {
    status: answer.maybeText("status", 64) ?? "Unknown",
    ...rowsOf(answer),
    statistics: {
      bytesScanned: count("bytesScanned"),
      recordsScanned: count("recordsScanned"),
      recordsMatched: count("recordsMatched"),
    },
  };
}

function rowsOf(answer: Answer): Pick<InsightsAnswer, "rows" | "pointers"> {
  const all = answer.lists("results", MAX_ROWS, MAX_FIELDS).map((row) =>
    row.map((field) => ({
      name: field.text("field", 1000),
      value: field.maybeText("value", MAX_VALUE_LENGTH) ?? "",
    }))
  );
  const isPointer = ({ name }: InsightsField) => name === "@ptr";
  return {
    // The pointer means nothing to users.
    rows: all.map((row) => row.filter((field) => !isPointer(field))),
    pointers: all.map((row) => row.find(isPointer)?.value ?? null),
  };
}

/** Stops a query in AWS. */
async function stopQuery(target: Parameters<typeof runInsights>[0], id: string): Promise<void> {
  const limit = AbortSignal.timeout(STOP_LIMIT);
  await callLogs(await target(limit), "stopping the query", "StopQuery", { queryId: id }, limit);
}
