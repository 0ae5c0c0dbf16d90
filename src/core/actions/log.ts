import type { LogLine } from "../state/state.ts";

/** Bytes of text (UTF-16 units) that the log of one run keeps. */
export const LOG_LIMIT = 5_000_000;
/** Of a longer log the end is kept too: errors stand there. */
const TAIL_LIMIT = 64_000;
/** A line without an end is broken here, in UTF-16 units. */
export const LINE_LIMIT = 64_000;

/** Turns a stream of bytes into lines of text that can be shown anywhere. */
export interface LineSplitter {
  push(bytes: Uint8Array): void;
  /**
   * Gives out all that was kept back: the line that has not ended yet, and what a full log keeps of the
   * end.
   */
  flush(): void;
}

/**
 * Makes a splitter of one stream. While the log takes no more, bytes are not made into lines: only the last
 * 64 kB are kept, so that a flood costs little more than reading it.
 */
export function createLineSplitter(
  onLine: (text: string) => void,
  log: Pick<RunLog, "full" | "skip"> = { full: false, skip: () => {} },
): LineSplitter {
  const decoder = new TextDecoder();
  let rest = "";
  let tail: Uint8Array[] = [];
  let tailSize = 0;

  function split(bytes: Uint8Array): void {
    const text = decoder.decode(bytes, { stream: true });
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      onLine(safeText(rest + text.slice(from, end)));
      rest = "";
      from = end + 1;
    }
    rest += text.slice(from);
    while (rest.length > LINE_LIMIT) {
      onLine(safeText(rest.slice(0, LINE_LIMIT)));
      rest = rest.slice(LINE_LIMIT);
    }
  }

  return {
    push(bytes) {
      if (!log.full) return split(bytes);
      tail.push(bytes.slice());
      tailSize += bytes.length;
      while (tailSize - tail[0]!.length >= TAIL_LIMIT) {
        log.skip(tail[0]!.length);
        tailSize -= tail.shift()!.length;
      }
    },
    flush() {
      const kept = tail;
      tail = [];
      tailSize = 0;
      for (const bytes of kept) split(bytes);
      rest += decoder.decode();
      if (rest !== "") onLine(safeText(rest));
      rest = "";
    },
  };
}

/** Control characters but tab and ESC, and the direction overrides that make text read otherwise. */
// deno-lint-ignore no-control-regex
const UNSAFE = /[\x00-\x08\x0a-\x1a\x1c-\x1f\x7f\x80-\x9f\u202a-\u202e\u2066-\u2069]/g;

/**
 * What a terminal obeys: commands to itself such as a new title or clipboard, and sequences that end in a
 * letter.
 */
// deno-lint-ignore no-control-regex
const ESCAPE = /\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[0-?]*[ -/]*[@-~]|\x1b/g;
// deno-lint-ignore no-control-regex
const COLOUR = /^\x1b\[[0-9;:]*m$/;

/**
 * One line as a terminal would leave it, without what could harm who looks at the log file in one: after a
 * carriage return the line starts anew, colours stay, other commands to the terminal go, other control
 * characters become U+FFFD.
 */
export function safeText(line: string): string {
  let text = line.endsWith("\r") ? line.slice(0, -1) : line;
  const restart = text.lastIndexOf("\r");
  if (restart >= 0) text = text.slice(restart + 1);
  if (text.includes("\x1b")) {
    text = text.replace(ESCAPE, (found) => COLOUR.test(found) ? found : found === "\x1b" ? "\ufffd" : "");
  }
  return text.replace(UNSAFE, "\ufffd");
}

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
  readonly lines: readonly LogLine[];
}

/**
 * Makes a run's log. Lines go to `onLine` as they come; over the limit they are left out, a line says how
 * much, and the last 64 kB follow.
 */
export function createRunLog(
  onLine: (line: LogLine) => void,
  now: () => number = () => performance.now(),
  limit = LOG_LIMIT,
): RunLog {
  const began = now();
  const lines: LogLine[] = [];
  const secrets = new Set<string>();
  let size = 0;
  let tail: LogLine[] = [];
  let tailSize = 0;
  let left = 0;
  let cut = false;

  function keep(line: LogLine) {
    lines.push(line);
    onLine(line);
  }

  return {
    lines,
    get full() {
      return size > limit;
    },
    skip: (bytes) => void (left += bytes),
    add(stream, text) {
      const line = { stream, text: hide(text, secrets), time: Math.round(now() - began) };
      // Every line costs memory beside its text.
      size += line.text.length + 16;
      if (size <= limit) return keep(line);
      if (!cut) {
        cut = true;
        keep({ stream: "log", text: `… the log is cut here: over ${limit / 1e6} MB`, time: line.time });
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
        keep({ stream: "log", text: `… ${(left / 1e6).toFixed(1)} MB left out, the end follows`, time });
      }
      for (const line of tail) keep(line);
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
