import type { Server } from "../../config/config.ts";
import type { AskState, HoldState, QueryRun, ResultState } from "../../state/query_window.ts";
import { OVER_BOUND, type RowSink } from "../driver/mod.ts";
import {
  type HeldWrite,
  isRefusal,
  type Session,
  type StatementFailure,
  wouldWrite,
  type WriteEnd,
} from "../session/mod.ts";
import { forgetZone, readingZone } from "../edit/zone.ts";
import { createSinks } from "./sinks.ts";
import type { SpillFolder } from "../spill/mod.ts";
import type { Dialect } from "../text/dialect.ts";
import type { Range } from "../text/split.ts";
import { type WriteNature, writeNature } from "../text/writes.ts";
import { withoutWords } from "./crash.ts";
import type { ResultEntry } from "./entry.ts";
import { prepare, type Ready } from "./prepare.ts";
import type { Link } from "./link.ts";
import { BY_ITSELF, countsOf, decided, failedResult, finished } from "./outcome.ts";
import type { TabRequest } from "./request.ts";
import { titleOf } from "./title.ts";
import { controlOf } from "../text/control.ts";
import type { TabTransaction } from "./transaction.ts";
import { runWithin } from "./within.ts";

/** Number of rows fetched at a time from a PostgreSQL server, which is idle between two fetches. */
const BATCH = 500;

/** Statements that run one after another. */
export interface Running {
  /** Settles when nothing of these statements is left to do. Never rejects. */
  readonly done: Promise<void>;
  /** Ends the running statement on the server; the caller is free at once. */
  stop(): void;
  /** Ends a statement whose remaining rows were not read yet; the result shows `why` in their place. */
  cut(why: string): void;
  decide(how: "commit" | "rollback"): Promise<WriteEnd | null>;
}

/** What statements need to run in a tab. */
interface RunParts {
  readonly server: Server;
  /** False once the tab leads to another server, where statements that were begun must not run. */
  readonly isStill: () => boolean;
  readonly link: Link;
  /** The transaction that holds several statements back until the user decides. */
  readonly transaction: TabTransaction;
  readonly spillFolder: () => Promise<SpillFolder>;
  readonly request: TabRequest;
  readonly ranges: readonly Range[];
  /**
   * Index of the statement that the user agreed to run at once. Running begins with it, and it is not held
   * back. Null: none.
   */
  readonly agreed: number | null;
  readonly dialect: () => Dialect;
  readonly writing: boolean;
  readonly now: () => number;
  /** Adds the result of a statement that begins. */
  readonly add: (sql: string, kind: ResultState["kind"]) => ResultEntry;
  /** Called when a statement begins, with its number from 1. */
  readonly step: (number: number) => void;
  readonly hold: (hold: HoldState | null) => void;
  /** Asks the user about the statement at an index. Neither it nor those after it run before the answer. */
  readonly ask: (ask: Omit<AskState, "id">, index: number) => void;
  readonly ran: (sql: string) => () => void;
  /** Called when Kedge itself failed; the error contains nothing of a statement's text. */
  readonly onError: (error: unknown) => void;
}

/**
 * Settles when statements that wait for a decision go on behind it, or are over: a decision on the last of
 * them ends them, and so does one that undoes.
 */
export async function behind(
  decision: Promise<WriteEnd | null> | null,
  waiting: Running | null,
  run: QueryRun | null,
): Promise<void> {
  const end = await decision;
  if (end && (end.kind !== "committed" || run?.number === run?.count)) await waiting?.done;
}

/** Runs statements until one fails, is stopped, or waits for the user's answer. */
export function runStatements(parts: RunParts): Running {
  const { request, ranges, agreed, link, server } = parts;
  const stop = new AbortController();
  let cutBy: string | null = null;
  let held: HeldWrite | null = null;

  async function all(): Promise<void> {
    for (let index = agreed ?? 0; index < ranges.length; index++) {
      if (stop.signal.aborted) return;
      parts.step(index + 1);
      if (!(await one(ranges[index]!, index))) return;
    }
  }

  /** Runs one statement. Returns whether the next one may run. */
  async function one(at: Range, index: number): Promise<boolean> {
    const text = request.text.slice(at.start, at.end);
    const nature = writeNature(text, server.engine);
    const writes = parts.writing && !nature.reads && request.explain === undefined;
    const began = parts.transaction.open;
    const control = (parts.writing || began) && request.explain === undefined
      ? controlOf(text, server.engine)
      : null;
    const within = began !== null || control !== null;
    const atOnce = writes && !within && index === agreed;
    if (writes && !within && nature.atOnce !== null && !atOnce) {
      parts.ask({ title: titleOf(text), why: nature.atOnce }, index);
      return false;
    }
    const entry = parts.add(text, request.explain === undefined ? "rows" : "plan");
    const since = performance.now();
    let last: () => ResultEntry = () => entry;
    const took = () => Math.round(performance.now() - since - last().waited());
    let undone: (() => void) | null = null;
    const ran = () => void (undone ??= parts.ran(text));
    const fail = (failure: StatementFailure, ready?: Ready) => {
      last().patch({ ...failedResult(failure, ready, request.text, parts.writing), ms: took() });
      return false;
    };
    const stopped = (): false => {
      const end = atOnce
        ? {
          message: "You stopped it. What it had done by then may have taken effect.",
          end: "unknown",
        } as const
        : { message: "You stopped it." };
      if (cutBy === null) last().patch({ status: "stopped", ...end, ms: took() });
      else last().patch({ status: "cut", message: cutBy, ms: took() });
      return false;
    };
    const free = Promise.withResolvers<false>();
    const onStop = () => {
      last().release();
      free.resolve(stopped());
    };
    stop.signal.addEventListener("abort", onStop, { once: true });
    const work = async (): Promise<boolean> => {
      // Reaching another server would close the connection, and so roll back a transaction that is open there.
      const session = parts.isStill() ? await link.session(stop.signal) : null;
      if (stop.signal.aborted) return false;
      if (!parts.isStill()) {
        const message = "It was not run: this server is another one in config.json by now.";
        entry.patch({ status: "stopped", message, ms: took() });
        return false;
      }
      if (session === null) {
        entry.patch({ status: "stopped", message: "The sign-in was cancelled.", ms: took() });
        return false;
      }
      if ("kind" in session) return fail(session);
      if (!nature.reads) forgetZone(session);
      else entry.zone = await readingZone(session, parts.transaction.open, server.engine, stop.signal);
      const ready = prepare(text, at, request, server.engine, parts.dialect());
      const paused = () => {
        ran();
        last().patch({ ms: took() });
      };
      const sinks = createSinks(
        entry,
        await parts.spillFolder(),
        () => parts.add(text, "rows"),
        writes,
        paused,
        () => {
          // A rollback that the statement has waited for may have set another zone since.
          if (nature.reads && session.zone !== undefined) last().zone = session.zone;
        },
      );
      last = sinks.last;
      if (within) {
        if (parts.transaction.open !== began) {
          entry.patch({ status: "stopped", message: "It was not run: its transaction is over.", ms: took() });
          return false;
        }
        return await runWithin(parts.transaction, session, {
          ...ready,
          ...{ text, control, nature, entry, took, ran, engine: server.engine, writing: parts.writing },
          undone: () => undone?.(),
          explain: request.explain,
          anew: sinks.anew,
          signal: stop.signal,
          fail: (failure) => stop.signal.aborted ? false : fail(failure, ready),
        });
      }
      if (writes && nature.atOnce === null && index !== agreed) {
        return await hold(session, ready, nature, entry, sinks.sink, fail, took);
      }
      const end = await session.run(
        { sql: ready.sql, args: ready.args, batch: BATCH, write: writes, agreed: index === agreed },
        sinks.sink,
        stop.signal,
      );
      if (stop.signal.aborted) return false;
      if (!end.ok && parts.writing && !writes && request.explain === undefined && wouldWrite(end)) {
        // The text only reads, but the server has refused it as a write, for example because of a function.
        // Nothing has happened yet.
        return await hold(session, ready, nature, entry, sinks.anew(), fail, took);
      }
      if (!end.ok && "code" in end && end.code === OVER_BOUND) {
        entry.patch({ status: "stopped", message: "It reads more than is read without asking.", ms: took() });
        parts.ask({ title: titleOf(text), why: end.message }, index);
        return false;
      }
      if (!end.ok) return fail(end, ready);
      ran();
      sinks.last().patch({ ...finished(end, sinks.last()), ...(writes && { end: "committed" }), ms: took() });
      return sinks.last().state.status === "done";
    };
    try {
      return await Promise.race([free.promise, work()]);
    } catch (error) {
      parts.onError(withoutWords(error));
      last().patch({
        status: "failed",
        message: `Kedge failed: ${(error as Error).message}`,
        hint: "The log file says where.",
        ...(atOnce && { end: "unknown" }),
        ms: took(),
      });
      return false;
    } finally {
      stop.signal.removeEventListener("abort", onStop);
    }
  }

  /** Runs a write and waits for the decision on it. Returns whether the next statement may run. */
  async function hold(
    session: Session,
    ready: Ready,
    nature: WriteNature,
    entry: ResultEntry,
    sink: RowSink,
    fail: (failure: StatementFailure, ready?: Ready) => boolean,
    took: () => number,
  ): Promise<boolean> {
    const text = request.text.slice(ready.at.start, ready.at.end);
    const write = await session.hold({ sql: ready.sql, args: ready.args }, sink, { signal: stop.signal });
    if (!write.ok) {
      const atOnce = isRefusal(write) && write.atOnce;
      if (stop.signal.aborted || !atOnce) return !stop.signal.aborted && fail(write, ready);
      // Only the server knew that the write cannot be held back, so the user is asked now.
      entry.patch({ status: "stopped", message: "It was not run.", ms: took() });
      parts.ask({ title: titleOf(text), why: write.message }, ranges.indexOf(ready.at));
      return false;
    }
    // The write has succeeded, but the user has stopped it: undo it.
    if (stop.signal.aborted) {
      const end = await write.rollback();
      if (end.kind === "committed") entry.patch(BY_ITSELF);
      return false;
    }
    const counts = countsOf(write.outcome);
    entry.patch({ ...counts, command: write.outcome.command, ms: took() });
    held = write;
    const shown: HoldState = {
      result: entry.state.id,
      title: titleOf(text),
      verb: nature.verb,
      everyRow: nature.everyRow,
      ...counts,
      until: write.until,
      sample: write.sample,
      deciding: false,
    };
    if (write.held) parts.hold(shown);
    const undone = parts.ran(text);
    const end = await write.ended;
    if (end.kind === "rolled-back" || end.kind === "refused") undone();
    held = null;
    parts.hold(null);
    entry.patch(write.held ? decided(end) : BY_ITSELF);
    return end.kind === "committed";
  }

  return {
    // Start in the next microtask, so that the caller has the handle first.
    done: Promise.resolve().then(all),
    stop() {
      // A user who stops a held write does not want it committed.
      void held?.rollback();
      if (held === null) stop.abort();
    },
    cut(why) {
      cutBy = why;
      stop.abort();
    },
    decide: async (how) => held ? await (how === "commit" ? held.commit() : held.rollback()) : null,
  };
}
