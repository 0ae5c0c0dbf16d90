import { Buffer } from "node:buffer";
import { outputLine } from "../../text/outside.ts";
import { pairCut } from "../../text/shorten.ts";
import type { RunLog } from "./run_log.ts";
import { createSecrets } from "./secrets.ts";

/** Bytes kept of the end when the log is full, because errors come last. */
const TAIL_LIMIT = 64_000;
/** UTF-16 units after which a line without an end is broken. */
export const LINE_LIMIT = 64_000;

/**
 * Whether what follows a part of a long line continues it. Not after a carriage return: progress that
 * overwrites itself has such endless lines, and its states must not be glued together.
 */
export const isContinued = (part: string) => !part.includes("\r");

/**
 * Turns a stream of bytes into lines of text that are safe to show. `more` means that the next line continues
 * this one, which was too long. While the log is full, bytes are not split into lines; only the last 64 kB
 * are kept, so that a flood costs little more than reading.
 */
export function createLineSplitter(
  onLine: (text: string, more: boolean) => void,
  log: Pick<RunLog, "full" | "skip" | "secrets"> = { full: false, skip: () => {}, secrets: createSecrets() },
) {
  const decoder = new TextDecoder();
  let rest = "";
  let tail: Uint8Array[] = [];
  let tailSize = 0;
  /** Whether bytes are missing between the unfinished line and the kept end. */
  let torn = false;
  const { secrets } = log;
  const emit = (line: string, more = false) => onLine(outputLine(line), more);

  function split(text: string): void {
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      emit(rest + text.slice(from, end));
      rest = "";
      from = end + 1;
    }
    rest += text.slice(from);
    if (rest.length <= LINE_LIMIT) return;
    // A cut through a secret would show both halves, so what may be the beginning of one waits for its end.
    rest = secrets.hide(rest);
    for (let left = secrets.beginningIn(rest), end; rest.length > LINE_LIMIT && left > 0; left -= end) {
      end = Math.max(1, pairCut(rest, Math.min(LINE_LIMIT, left)));
      const part = rest.slice(0, end);
      emit(part, isContinued(part));
      rest = rest.slice(end);
    }
  }

  return {
    push(bytes: Uint8Array) {
      if (!log.full) return split(decoder.decode(bytes, { stream: true }));
      tail.push(bytes.slice());
      tailSize += bytes.length;
      while (tailSize - tail[0]!.length >= TAIL_LIMIT) {
        torn = true;
        log.skip(tail[0]!.length);
        tailSize -= tail.shift()!.length;
      }
    },
    /** Emits what was held back: the unfinished line, and the end of a full log. */
    flush() {
      let text = decoder.decode(Buffer.concat(tail));
      if (torn) {
        // On either side there may be a part of a secret whose other part is missing.
        rest = secrets.hide(rest);
        const known = rest.slice(0, secrets.beginningIn(rest));
        if (known !== "") emit(known);
        rest = "";
        text = text.slice(secrets.endIn(text));
      }
      tail = [];
      tailSize = 0;
      torn = false;
      split(text);
      if (rest !== "") emit(rest);
      rest = "";
    },
  };
}
