import { outputLine } from "../../text/outside.ts";
import { pairCut } from "../../text/shorten.ts";
import type { RunLog } from "./run_log.ts";

/** Bytes of the end of a flood that are kept: errors stand there. */
const TAIL_LIMIT = 64_000;
/** A line without an end is broken here, in UTF-16 units. */
export const LINE_LIMIT = 64_000;

/** Turns a stream of bytes into lines of text that can be shown anywhere. */
interface LineSplitter {
  push(bytes: Uint8Array): void;
  /** Flushes what was kept back: the line that has not ended yet, and the end of a log that is full. */
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
      onLine(outputLine(rest + text.slice(from, end)));
      rest = "";
      from = end + 1;
    }
    rest += text.slice(from);
    while (rest.length > LINE_LIMIT) {
      const end = pairCut(rest, LINE_LIMIT);
      onLine(outputLine(rest.slice(0, end)));
      rest = rest.slice(end);
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
      const previous = tail;
      tail = [];
      tailSize = 0;
      for (const bytes of previous) split(bytes);
      rest += decoder.decode();
      if (rest !== "") onLine(outputLine(rest));
      rest = "";
    },
  };
}
