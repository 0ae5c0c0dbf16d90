import { outputLine } from "../../text/outside.ts";
import { pairCut } from "../../text/shorten.ts";
import type { RunLog } from "./run_log.ts";

/** Bytes kept of the end when the log is full, because errors come last. */
const TAIL_LIMIT = 64_000;
/** UTF-16 units after which a line without an end is broken. */
export const LINE_LIMIT = 64_000;

/**
 * Turns a stream of bytes into lines of text that are safe to show. While the log is full, bytes are not
 * split into lines; only the last 64 kB are kept, so that a flood costs little more than reading.
 */
export function createLineSplitter(
  onLine: (text: string) => void,
  log: Pick<RunLog, "full" | "skip"> = { full: false, skip: () => {} },
) {
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
    push(bytes: Uint8Array) {
      if (!log.full) return split(bytes);
      tail.push(bytes.slice());
      tailSize += bytes.length;
      while (tailSize - tail[0]!.length >= TAIL_LIMIT) {
        log.skip(tail[0]!.length);
        tailSize -= tail.shift()!.length;
      }
    },
    /** Emits what was held back: the unfinished line, and the end of a full log. */
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
