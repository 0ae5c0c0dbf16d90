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
type Format = keyof typeof FORMATS;

/** Rows of a table, where nothing else is asked for. */
const TABLE_LIMIT = 100;
/** Writes results in a format: a table on a terminal fits it. */
export function writerOf(format: Format, args: Args, write: Output["write"]): ResultWriter {
  return format === "table" && args.output === undefined && Deno.stdout.isTerminal()
    ? tableWriter(write, terminalColumns())
    : FORMATS[format](write);
}

/** The format that results are asked for in; null when there is no such format, after a message. */
export function formatOf({ json, format }: Args): Format | null {
  const named = format ?? (json ? "json" : "table");
  if (!Object.hasOwn(FORMATS, named)) {
    say(`there is no format "${named}"; there is ${Object.keys(FORMATS).join(", ")}`, EXIT.usage);
    return null;
  }
  if (json && named !== "json") {
    say(`--json prints one JSON document, not ${named}`, EXIT.usage);
    return null;
  }
  return named as Format;
}

/** The number of rows that are asked for; undefined: all; null when it is no number, after a message. */
export function limitOf({ limit }: Args, format: Format | null): number | undefined | null {
  if (limit === undefined) return format === "table" ? TABLE_LIMIT : undefined;
  if (/^\d{1,15}$/.test(limit)) return Number(limit);
  say(`--limit is a number of rows, not "${limit}"`, EXIT.usage);
  return null;
}
