import type { LogLine } from "../../state/state.ts";
import { formatNumber } from "../../text/locale.ts";

/** UTF-16 units of text that the log of one run keeps. */
const LOG_LIMIT = 5_000_000;
/** The end of a longer log is kept as well: errors stand there. */
const TAIL_LIMIT = 64_000;

/** The log of one run, bounded. */
export interface RunLog {
  add(stream: LogLine["stream"], text: string): void;
  /** Values that appear as `•••` from now on. */
  mask(value: string): void;
  /** From now on only the end is kept. */
  readonly full: boolean;
  /** Counts bytes that were left out before they became lines. */
  skip(bytes: number): void;
  /** Gives out the kept end of a log that was cut. Nothing may be added afterwards. */
  close(): void;
}

/**
 * Makes a run's log. Lines go to `onLine` as they come, at the time in ms that `clock` tells; over the limit they are left
 * out, a line says how much, and the last 64 kB follow.
 */
export function createRunLog(
  onLine: (line: LogLine) => void,
  clock: () => number,
  limit = LOG_LIMIT,
): RunLog {
  const secrets = new Set<string>();
  let size = 0;
  let tail: LogLine[] = [];
  let tailSize = 0;
  let left = 0;
  let cut = false;

  return {
    get full() {
      return size > limit;
    },
    skip: (bytes) => void (left += bytes),
    add(stream, text) {
      const line = { stream, text: hide(text, secrets), time: clock() };
      // Every line costs memory beside its text.
      size += line.text.length + 16;
      if (size <= limit) return onLine(line);
      if (!cut) {
        cut = true;
        onLine({ stream: "log", text: `… the log is cut here: over ${limit / 1e6} MB`, time: line.time });
      }
      tail.push(line);
      tailSize += line.text.length + 16;
      if (tailSize > 2 * TAIL_LIMIT) {
        // In one go and only now and then: a flood comes through here.
        let from = 0;
        for (; tailSize > TAIL_LIMIT; from++) {
          tailSize -= tail[from]!.text.length + 16;
          left += tail[from]!.text.length;
        }
        tail = tail.slice(from);
      }
    },
    mask(value) {
      for (const part of secretForms(value)) secrets.add(part);
    },
    close() {
      if (left > 0) {
        const time = tail[0]?.time ?? 0;
        onLine({
          stream: "log",
          text: `… ${formatNumber(left / 1e6, 1)} MB left out, the end follows`,
          time,
        });
      }
      for (const line of tail) onLine(line);
      tail = [];
    },
  };
}

/**
 * The forms in which a secret must be hidden: the value, each of its lines, and these as JSON and Go's `%q` write
 * them.
 */
export function secretForms(value: string): Set<string> {
  const parts = [value, ...value.split(/\r?\n/)].filter((part) => part.trim().length >= 4);
  return new Set(parts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1)]));
}

/** The text with every secret in it hidden, also where one begins within another. No secret is empty. */
export function hide(text: string, secrets: Iterable<string>): string {
  const spans: [from: number, to: number][] = [];
  for (const secret of secrets) {
    for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
      spans.push([at, at + secret.length]);
    }
  }
  if (spans.length === 0) return text;
  spans.sort(([a], [b]) => a - b);
  let hidden = "", shown = 0, end = -1;
  for (const [from, to] of spans) {
    if (from >= end) hidden += `${text.slice(shown, from)}•••`;
    shown = end = Math.max(end, to);
  }
  return hidden + text.slice(shown);
}
