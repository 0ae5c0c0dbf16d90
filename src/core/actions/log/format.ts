import type { LogLine } from "../../state/state.ts";
import type { RunOutcome } from "../run/surface.ts";
import { outputLine } from "../../text/outside.ts";

/**
 * The format of a run's log file: a head, one line per line of the log, and the end, where the lines of an
 * error after the first are indented. The action's output is written so that `cat` on a terminal is safe.
 */

/** The first line of a log file: its run. */
export interface LogHead {
  readonly extension: string;
  readonly action: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** The last line of a log file: how its run ended. */
export type LogEnd = Pick<RunOutcome, "status" | "error" | "ms">;

const HEAD = /^([A-Za-z0-9._-]+)\/([A-Za-z0-9._-]+) (\d{4}-\S+Z)$/;
const LINE = /^ *(\d+\.\d{3}) (log|stdout|stderr) +?(.*)$/s;
const END = /(?:^|\n)(ok|failed|timeout|stopped|refused) after (\d+) ms(?:: ([^\n]*(?:\n {2}[^\n]*)*))?\n?$/;

/** Length of the longest stream name; shorter ones are padded so that the texts are aligned. */
const STREAM_WIDTH = "stdout".length;

/** Returns the first line of a log file. */
export function headText({ extension, action, startedAt }: LogHead): string {
  return `${extension}/${action} ${new Date(startedAt).toISOString()}\n`;
}

/** Reads the first line of a log file; null when it is not the head of one. */
export function parseHead(line: string): LogHead | null {
  const [, extension, action, began] = HEAD.exec(line) ?? [];
  const startedAt = Date.parse(began ?? "");
  return Number.isNaN(startedAt) ? null : { extension: extension!, action: action!, startedAt };
}

let known = { time: -1, text: "" };

/** Returns the time that precedes a line; the last text is kept because many lines share one millisecond. */
function timeText(time: number): string {
  if (known.time !== time) known = { time, text: (time / 1000).toFixed(3).padStart(8) };
  return known.text;
}

/** Returns one line of the log. Its text contains no line feed. */
export function lineText({ stream, text, time }: LogLine): string {
  return `${timeText(time)} ${stream.padEnd(STREAM_WIDTH)} ${text}\n`;
}

/** Reads one line of the log. A line in an unknown form is returned as text of the log. */
export function parseLine(line: string): LogLine {
  const [, seconds, stream, rest] = LINE.exec(line) ?? [];
  if (seconds === undefined) return { stream: "log", text: outputLine(line), time: 0 };
  const text = rest!.slice(Math.max(0, STREAM_WIDTH - stream!.length));
  return { stream: stream as LogLine["stream"], text, time: Math.round(Number(seconds) * 1000) };
}

/** Maximum UTF-16 units of an error in a log file. */
const MAX_ERROR_LENGTH = 8000;
/** Bytes at the end of a log file that contain its end, whatever the length of the error. */
export const MAX_END_LENGTH = 64 * 1024;

/** Returns the end of a log file. */
export function endText({ status, error, ms }: LogEnd): string {
  const why = error?.slice(0, MAX_ERROR_LENGTH).toWellFormed().split("\n").map(outputLine).join("\n  ");
  return `${status} after ${ms} ms${why ? `: ${why}` : ""}\n`;
}

/**
 * Finds the end in the last part of a log file; null when that part does not contain one. `at` is the index
 * where the end starts.
 */
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
