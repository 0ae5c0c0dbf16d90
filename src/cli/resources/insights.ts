import {
  type InsightsQuery,
  insightsTable,
  MAX_QUERY_LENGTH,
  MAX_ROWS,
  runInsights,
  scannedWords,
} from "../../core/aws/logs/insights.ts";
import { sendTextRows, textColumns } from "../../core/sql/text_rows.ts";
import { formatNumber } from "../../core/text/locale.ts";
import { tell } from "../accounts/reporting.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { type Format, formatOf, limitOf, writerOf } from "../query/format.ts";
import { ReaderGoneError, standardOutput } from "../query/output.ts";
import type { say } from "../query/server.ts";
import { atLastingResources, type TargetNow } from "./target.ts";

/** Prints the rows of a query of Logs Insights, in the formats of `--query SERVER`. */
export async function printRows(args: Args, query: InsightsQuery): Promise<number> {
  // Wrong usage is told before AWS is asked, and once, because it is the one document of `--json`.
  const fail: typeof say = (message, status, hint) => tell(args, message, hint, status);
  const format = formatOf(args, fail);
  if (format === null) return EXIT.usage;
  const limit = limitOf(args, format, fail);
  if (limit === null) return EXIT.usage;
  if (query.text.length > MAX_QUERY_LENGTH) {
    return fail(`a query has at most ${MAX_QUERY_LENGTH} characters`, EXIT.usage);
  }
  return await atLastingResources(
    args,
    (target, signal) => rowsOf(args, target, query, { format, limit }, signal),
  );
}

async function rowsOf(
  args: Args,
  target: TargetNow,
  query: InsightsQuery,
  { format, limit }: { readonly format: Format; readonly limit: number | undefined },
  signal: AbortSignal,
): Promise<number> {
  const began = performance.now();
  // One more row than the limit shows whether there are more rows.
  const asked = { ...query, limit: Math.min(MAX_ROWS, limit === undefined ? MAX_ROWS : limit + 1) };
  const { rows, statistics } = await runInsights(target, asked, signal);
  const writer = writerOf(format, args, standardOutput().write);
  const table = insightsTable(rows);
  try {
    const complete = await sendTextRows(table, textColumns(table), writer, limit);
    await writer.end({ cut: !complete, ms: Math.round(performance.now() - began) });
    await writer.close();
  } catch (error) {
    if (error instanceof ReaderGoneError) return EXIT.done;
    throw error;
  }
  if (rows.length >= MAX_ROWS) {
    console.error(`kedge: AWS gives at most ${formatNumber(MAX_ROWS)} rows: there may be more`);
  }
  console.error(`kedge: ${scannedWords(statistics)}`);
  return EXIT.done;
}
