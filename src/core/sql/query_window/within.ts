import type { ResultState } from "../../state/query_window.ts";
import type { Cell, RowSink } from "../driver/mod.ts";
import type { Engine } from "../engines/mod.ts";
import { type Session, type StatementFailure, wouldWrite } from "../session/mod.ts";
import type { Control } from "../text/control.ts";
import { withinFault, type WriteNature } from "../text/writes.ts";
import type { ResultEntry } from "./entry.ts";
import { countsOf, decided, finished } from "./outcome.ts";
import { titleOf } from "./title.ts";
import type { TabTransaction } from "./transaction.ts";

/** Maximum rows of a statement that reads within a transaction, because waiting rows would keep it open. */
const MAX_ROWS = 10_000;
/** Number of rows fetched at a time from a PostgreSQL server. */
const BATCH = 500;

/** A statement that belongs to a transaction, or begins or ends one. */
interface Part {
  readonly text: string;
  readonly sql: string;
  readonly args: readonly Cell[];
  readonly engine: Engine;
  readonly control: Control | null;
  readonly nature: WriteNature;
  readonly writing: boolean;
  readonly explain: "plan" | "analyze" | undefined;
  readonly entry: ResultEntry;
  /** Returns the sink of the rows, anew each time that the statement runs. */
  readonly anew: () => RowSink;
  readonly signal: AbortSignal;
  readonly fail: (failure: StatementFailure) => boolean;
  readonly took: () => number;
  readonly ran: () => void;
  /** Called when what the statement did was rolled back. */
  readonly undone: () => void;
}

/** Why there is no plan with times of a statement that writes. */
const RUNS = {
  ok: false,
  kind: "refused",
  message: "A plan with times would run it.",
  hint: "Ask for the plan alone.",
} as const;

const HELD = "Held in the transaction: it takes effect with Commit.";

/** Runs a statement that belongs to a transaction. Returns whether the next statement may run. */
export async function runWithin(
  transaction: TabTransaction,
  session: Session,
  part: Part,
): Promise<boolean> {
  const { control, entry, text, fail, took, signal } = part;
  const done = (to: Partial<ResultState>) => {
    entry.patch({ status: "done", ...to, ms: took() });
    return true;
  };
  const refuse = (message: string, hint = "") => fail({ ok: false, kind: "refused", message, hint });
  const { open } = transaction;
  if (control?.kind === "refused") return refuse(control.why);
  if (!open) {
    if (control?.kind !== "begin") {
      return refuse(
        "No transaction is open in this tab.",
        "BEGIN opens one. Outside of it each write waits by itself.",
      );
    }
    const begun = await session.begin(control, { signal });
    if (!begun.ok) return fail(begun);
    transaction.adopt(begun);
    return done({ command: "BEGIN", message: "A transaction is open: nothing takes effect before Commit." });
  }
  switch (control?.kind) {
    case "begin":
      return refuse("A transaction is open already.", "Commit it or roll it back first.");
    case "commit": {
      const end = await transaction.ask(signal);
      if (end === null) return false;
      entry.patch({ ...decided(end), ms: took() });
      return end.kind === "committed";
    }
    case "rollback": {
      const end = await open.rollback();
      entry.patch({ ...decided(end), ms: took() });
      return end.kind === "rolled-back" && end.by === "user";
    }
  }
  const fault = withinFault(text, part.engine);
  if (control === null && fault !== null) {
    return refuse(fault, "Commit or roll back first, and run it by itself.");
  }
  if (control === null && !part.nature.reads) {
    if (part.explain === "analyze") return fail(RUNS);
    if (!part.writing) return refuse("This tab is reading.", "Switch it to Writing to let statements write.");
  }
  return await runIn(transaction, part, done);
}

/** Runs a statement in the open transaction. Returns whether the next statement may run. */
async function runIn(
  transaction: TabTransaction,
  part: Part,
  done: (to: Partial<ResultState>) => boolean,
): Promise<boolean> {
  const { control, nature, entry, text, sql, args, anew, signal, fail, ran } = part;
  const open = transaction.open!;
  const reads = control === null && (nature.reads || part.explain !== undefined);
  transaction.running();
  let end = await open.run(
    {
      sql,
      args,
      kind: control ? "control" : reads ? "read" : "write",
      ...(reads ? { batch: BATCH } : {}),
    },
    reads ? firstOf(anew()) : anew(),
    signal,
  );
  const refused = reads && !end.ok && !open.readOnly && wouldWrite(end);
  // The text only reads, but it may write, for example because of a function. Nothing has happened yet.
  const again = refused && part.writing && part.explain === undefined;
  if (again) end = await open.run({ sql, args, kind: "write" }, anew(), signal);
  if (!end.ok) {
    transaction.ran();
    if (refused && !again) return fail(part.explain === "analyze" ? RUNS : end);
    const left = transaction.open === open
      ? "It was undone alone: the transaction is open as it was before."
      : "The transaction is over.";
    return fail({ ...end, hint: [end.hint, left].filter((part) => part !== "").join(" ") });
  }
  if (control && "name" in control) {
    transaction.savepoint(control.kind, control.name);
    return done({ command: end.outcome.command });
  }
  ran();
  if (reads && !again) {
    transaction.ran();
    const rest = finished(end, entry);
    if (!end.outcome.cut) return done(rest);
    const message = `Within a transaction only so many rows are fetched: these are the first.`;
    entry.patch({
      ...rest,
      status: "cut",
      message,
      hint: "Export the statement to have all.",
      ms: part.took(),
    });
    return true;
  }
  const counts = countsOf(end.outcome);
  done({ ...counts, command: end.outcome.command, message: HELD });
  const write = {
    result: entry.state.id,
    title: titleOf(text),
    verb: nature.verb,
    everyRow: nature.everyRow,
  };
  transaction.wrote([{ ...write, ...counts }], end.sample, (to) => {
    if (to.status === "stopped" || to.end === "refused") part.undone();
    entry.patch(to);
  });
  // When the server has ended the transaction, the statements after this one must not run, because they were
  // meant to be part of it.
  return transaction.open === open;
}

/** Returns a sink that takes the first rows, so that the server is not asked for more. */
function firstOf(sink: RowSink): RowSink {
  let left = MAX_ROWS;
  return {
    columns: (columns) => sink.columns(columns),
    row: (bytes, bounds) => left-- > 0 && sink.row(bytes, bounds),
  };
}
