import type { ResultState } from "../../state/query_window.ts";
import type { Outcome } from "../driver/mod.ts";
import {
  isRefusal,
  LOOK_FIRST,
  type StatementEnd,
  type StatementFailure,
  wouldWrite,
  type WriteEnd,
} from "../session/mod.ts";
import { afterCharacters } from "../../text/position.ts";
import type { Range } from "../text/split.ts";
import type { ResultEntry } from "./entry.ts";

/** A statement as it was sent. */
export interface Sent {
  /** The statement's range in the tab's text. */
  readonly at: Range;
  /** Number of characters that were sent before the statement. */
  readonly before: number;
  /** Whether the statement was sent as written, so that the server's positions are positions in it. */
  readonly asWritten: boolean;
}

/** How a write ended that its server could not hold back. */
export const BY_ITSELF = {
  status: "done",
  message: "The server committed it by itself.",
  end: "committed",
} as const;

/** Returns the numbers of rows that the server reports. */
export const countsOf = ({ affected, changed }: Outcome): Pick<ResultState, "affected" | "changed"> => ({
  ...(affected === undefined ? {} : { affected }),
  ...(changed === undefined ? {} : { changed }),
});

/** Returns the state of a result whose statement ran to its end. */
export function finished(end: StatementEnd & { ok: true }, entry: ResultEntry): Partial<ResultState> {
  const { command } = end.outcome;
  const full = entry.result?.full ?? null;
  return {
    ...(command ? { command } : {}),
    ...countsOf(end.outcome),
    ...(full === null ? { status: "done" } : {
      status: "cut",
      message: `No more rows fit on the disk: ${full}`,
      hint: "Export it to another disk.",
    }),
  };
}

/** Returns the state of a result whose held write is over. */
export function decided(end: WriteEnd): Partial<ResultState> {
  return { ...decidedWords(end), end: end.kind };
}

function decidedWords(end: WriteEnd): Partial<ResultState> {
  switch (end.kind) {
    case "committed":
      return { status: "done", message: "Committed." };
    case "rolled-back": {
      const by = {
        user: "Rolled back: nothing was changed.",
        time: "Rolled back, because nobody decided in time: nothing was changed.",
        server: "The server ended the transaction and rolled it back: nothing was changed.",
        loss:
          "The connection ended before a commit: nothing was changed. Until the server has noticed that " +
          "and undone the write, rows may stay locked.",
      }[end.by];
      return { status: "stopped", message: end.stays ? `${by} But: ${end.stays}` : by };
    }
    case "refused":
      return { status: "failed", message: `The server refused to commit and rolled back: ${end.message}` };
    case "unknown":
      return {
        status: "failed",
        message:
          `The connection broke at the commit, so nobody here knows whether it was committed: ${end.message}`,
        hint: LOOK_FIRST,
      };
  }
}

/** Returns how a transaction ended, for its tab. */
export function endOf(end: WriteEnd): { ok: boolean; message: string; hint?: string } {
  const { message = "", hint } = decidedWords(end);
  return { ok: end.kind === "committed", message, ...(hint === undefined ? {} : { hint }) };
}

/**
 * Returns the state of a result whose statement failed, with the position in the tab's text. `writing`:
 * whether the tab may write.
 */
export function failedResult(
  failure: StatementFailure,
  ready: Sent | undefined,
  text: string,
  writing: boolean,
): Partial<ResultState> {
  const { message, hint } = failure;
  if (!isRefusal(failure)) {
    return { status: "failed", message, hint, ...(failure.mayCount && { end: "unknown" }) };
  }
  const { code, position, kind, detail = "" } = failure;
  const at = ready?.asWritten && position !== undefined
    ? afterCharacters(text, ready.at.start, ready.at.end, position - 1 - ready.before)
    : ready?.at.start;
  const writes = !writing && (kind === "refused" || wouldWrite(failure));
  return {
    status: "failed",
    message,
    hint: [detail, hint].filter((part) => part !== "").join(" ") ||
      (writes ? "This tab is reading. Switch it to Writing to let statements write." : ""),
    ...(writes ? { wouldWrite: true } : {}),
    ...(code === undefined ? {} : { code }),
    ...(at === undefined ? {} : { at }),
  };
}
