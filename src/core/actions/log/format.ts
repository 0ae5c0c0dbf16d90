import type { LogLine } from "../../state/state.ts";
import type { RunOutcome } from "../run/surface.ts";
import { outputLine } from "../../text/outside.ts";

/**
 * The text of a run's log file: a head, one line for each line of the log, and the end, in which the lines of an
 * error after the first are indented. `cat` on a terminal must be safe from the action's output.
 */

/** Which run a log file is about. */
export interface LogHead {
  readonly extension: string;
  readonly action: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** How the run of a log file ended. */
export type LogEnd = Pick<RunOutcome, "status" | "error" | "ms">;

const HEAD = /^([A-Za-z0-9._-]+)\/([A-Za-z0-9._-]+) (\d{4}-\S+Z)$/;
const LINE = /^ *(\d+\.\d{3}) (log|stdout|stderr) +?(.*)$/s;
const END = /(?:^|\n)(ok|failed|timeout|stopped|refused) after (\d+) ms(?:: ([^\n]*(?:\n {2}[^\n]*)*))?\n?$/;

/** The widest name of a stream: the texts stand in one column. */
const STREAM_WIDTH = "stdout".length;

/** The first line of a log file. */
export function headText({ extension, action, startedAt }: LogHead): string {
  return `${extension}/${action} ${new Date(startedAt).toISOString()}\n`;
}

/** Reads the first line of a log file; null when it is none. */
export function parseHead(line: string): LogHead | null {
  const [, extension, action, began] = HEAD.exec(line) ?? [];
  const startedAt = Date.parse(began ?? "");
  return Number.isNaN(startedAt) ? null : { extension: extension!, action: action!, startedAt };
}

let known = { time: -1, text: "" };

/** A time as it stands before a line; many lines come in one millisecond. */
function timeText(time: number): string {
  if (known.time !== time) known = { time, text: (time / 1000).toFixed(3).padStart(8) };
  return known.text;
}

/** One line of the log. Its text holds no line feed. */
export function lineText({ stream, text, time }: LogLine): string {
  return `${timeText(time)} ${stream.padEnd(STREAM_WIDTH)} ${text}\n`;
}

/** Reads one line of the log. What Kedge did not write is shown as it stands. */
export function parseLine(line: string): LogLine {
  const [, seconds, stream, rest] = LINE.exec(line) ?? [];
  if (seconds === undefined) return { stream: "log", text: outputLine(line), time: 0 };
  const text = rest!.slice(Math.max(0, STREAM_WIDTH - stream!.length));
  return { stream: stream as LogLine["stream"], text, time: Math.round(Number(seconds) * 1000) };
}

/** The most of an error that a log file keeps, in UTF-16 units. */
const LONGEST_ERROR = 8000;
/** Bytes at the end of a log file in which its end stands, however long the error is. */
export const LONGEST_END = 64 * 1024;

/** The end of a log file. */
export function endText({ status, error, ms }: LogEnd): string {
  const why = error?.slice(0, LONGEST_ERROR).toWellFormed().split("\n").map(outputLine).join("\n  ");
  return `${status} after ${ms} ms${why ? `: ${why}` : ""}\n`;
}

/** Finds the end in the last part of a log file; null when the run's end is not in it. `at` is where it begins. */
export function parseEnd(tail: string): LogEnd & { readonly at: number } | null {
  const match = END.exec(tail);
  if (!match) return null;
  const [text, status, ms, error] = match;
  return {
    status: status as LogEnd["status"],
    ms: Number(ms),
    ...(error ? { error: error.replaceAll("\n  ", "\n") } : {}),
    at: match.index + (text.startsWith("\n") ? 1 : 0),
  };
}
