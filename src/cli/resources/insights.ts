import {
  type InsightsQuery,
  insightsTable,
  LONGEST_QUERY,
  MOST_ROWS,
  runInsights,
  scannedWords,
} from "../../core/aws/logs/insights.ts";
import type { ResourceTarget } from "../../core/aws/resources/target.ts";
import { sendTextRows, textColumns } from "../../core/sql/text_rows.ts";
import { formatNumber } from "../../core/text/locale.ts";
import { tell } from "../accounts/reporting.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { formatOf, limitOf, writerOf } from "../query/format.ts";
import { ReaderGone, standardOutput } from "../query/output.ts";

/** Prints the rows of a query of Logs Insights, in the formats of `--query SERVER`. */
export async function printRows(
  args: Args,
  at: ResourceTarget,
  query: InsightsQuery,
  signal: AbortSignal,
): Promise<number> {
  const format = formatOf(args);
  const limit = limitOf(args, format);
  if (format === null || limit === null) return EXIT.usage;
  if (query.text.length > LONGEST_QUERY) {
    return tell(args, `a query has at most ${LONGEST_QUERY} characters`, undefined, EXIT.usage);
  }
  const began = performance.now();
  // One more row than the limit shows whether there are more rows.
  const asked = { ...query, limit: Math.min(MOST_ROWS, limit === undefined ? MOST_ROWS : limit + 1) };
  const { rows, statistics } = await runInsights(at, asked, signal);
  const writer = writerOf(format, args, standardOutput().write);
  const table = insightsTable(rows);
  try {
    const complete = await sendTextRows(table, textColumns(table), writer, limit);
    await writer.end({ cut: !complete, ms: Math.round(performance.now() - began) });
    await writer.close();
  } catch (error) {
    if (error instanceof ReaderGone) return EXIT.done;
    throw error;
  }
  if (rows.length >= MOST_ROWS) {
    console.error(`kedge: AWS gives at most ${formatNumber(MOST_ROWS)} rows: there may be more`);
  }
  console.error(`kedge: ${scannedWords(statistics)}`);
  return EXIT.done;
}
