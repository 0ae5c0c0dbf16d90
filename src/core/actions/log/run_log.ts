import type { LogLine } from "../../state/state.ts";

/** UTF-16 units of text that the log of one run keeps. */
const LOG_LIMIT = 5_000_000;
/** Of a longer log the end is kept too: errors stand there. */
const TAIL_LIMIT = 64_000;

/** The log of one run, bounded. */
export interface RunLog {
  add(stream: LogLine["stream"], text: string): void;
  /** Values that appear as `•••` from now on. */
  mask(value: string): void;
  /** Nothing but the end is kept from now on. */
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
      for (const part of value.split(/\r?\n/)) {
        if (part.trim().length >= 4) secrets.add(part);
      }
    },
    close() {
      if (left > 0) {
        const time = tail[0]?.time ?? 0;
        onLine({ stream: "log", text: `… ${(left / 1e6).toFixed(1)} MB left out, the end follows`, time });
      }
      for (const line of tail) onLine(line);
      tail = [];
    },
  };
}

/** The text with every secret in it hidden. */
export function hide(text: string, secrets: Iterable<string>): string {
  let hidden = text;
  for (const secret of secrets) hidden = hidden.replaceAll(secret, "•••");
  return hidden;
}
