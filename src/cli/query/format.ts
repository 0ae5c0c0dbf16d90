import { csvWriter } from "../../core/sql/export/csv.ts";
import type { Output } from "../../core/sql/export/file.ts";
import { jsonLinesWriter, jsonWriter } from "../../core/sql/export/json.ts";
import type { ResultWriter } from "../../core/sql/export/writer.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { terminalColumns } from "../run/prompt.ts";
import { say } from "./server.ts";
import { tableWriter } from "./table.ts";

const FORMATS = {
  table: (write: Output["write"]) => tableWriter(write),
  csv: csvWriter,
  json: jsonWriter,
  jsonl: jsonLinesWriter,
} as const;
/** A format of results. */
export type Format = keyof typeof FORMATS;

/** Maximum rows of a table without `--limit`. */
const TABLE_LIMIT = 100;
/** Returns a writer of results in a format. A table on a terminal fits the terminal's width. */
export function writerOf(format: Format, args: Args, write: Output["write"]): ResultWriter {
  return format === "table" && args.output === undefined && Deno.stdout.isTerminal()
    ? tableWriter(write, terminalColumns())
    : FORMATS[format](write);
}

/** Returns the requested format of results. Prints a message and returns null for an unknown format. */
export function formatOf({ json, format }: Args, print: typeof say = say): Format | null {
  const named = format ?? (json ? "json" : "table");
  if (!Object.hasOwn(FORMATS, named)) {
    print(`there is no format "${named}"; there is ${Object.keys(FORMATS).join(", ")}`, EXIT.usage);
    return null;
  }
  if (json && named !== "json") {
    print(`--json prints one JSON document, not ${named}`, EXIT.usage);
    return null;
  }
  return named as Format;
}

/**
 * Returns the maximum number of rows; undefined for all rows. Prints a message and returns null when
 * `--limit` is not a number.
 */
export function limitOf(
  { limit }: Args,
  format: Format | null,
  print: typeof say = say,
): number | undefined | null {
  if (limit === undefined) return format === "table" ? TABLE_LIMIT : undefined;
  if (/^\d{1,15}$/.test(limit)) return Number(limit);
  print(`--limit is a number of rows, not "${limit}"`, EXIT.usage);
  return null;
}
