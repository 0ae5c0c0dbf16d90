import type { RowSource } from "../../resources/rows.ts";
import type { HeldStatement } from "../../state/query_window.ts";
import { editableOf, editFault } from "../edit/editable.ts";
import { readFacts } from "../edit/facts.ts";
import { type ReadRow, runPlan } from "../edit/run.ts";
import { encodingFault } from "../edit/utf8.ts";
import { inZone, zoneFault } from "../edit/zone.ts";
import { type EditOf, type EditPlan, planOf } from "../edit/statements.ts";
import type { Server } from "../../config/config.ts";
import type { StatementFailure, WriteEnd } from "../session/mod.ts";
import { dialectOf } from "../text/dialect.ts";
import type { NewCell, PastedRows } from "./edit_cells.ts";
import type { ResultEntry } from "./entry.ts";
import { notEditable } from "./edits_state.ts";
import { type EditText, editText, idOf } from "./edit_text.ts";
import { type Link, sessionOf } from "./link.ts";
import { createResultEdits, type ResultEdits } from "./result_edits.ts";
import { type CommandResult, DONE, type Refusal, refusal } from "../../result.ts";
import type { Running } from "./run.ts";
import { titleOf } from "./title.ts";
import type { TabTransaction } from "./transaction.ts";

/**
 * Editing of the rows of a tab's results. A row is named by its number in the result, an added row by a
 * number below 0.
 */
export type TabEdits = ReturnType<typeof createTabEdits>;

/** Dependencies of the editing of a tab. */
interface Parts {
  readonly server: () => Server;
  readonly link: Link;
  /** Whether the tab's own connection is free for a question. */
  readonly isFree: () => boolean;
  readonly makeLink: () => Link;
  readonly transaction: TabTransaction;
  readonly writing: () => boolean;
  readonly find: (result: string) => ResultEntry | undefined;
  /** Returns why nothing may run now; null when something may. */
  readonly taken: () => CommandResult | null;
  readonly start: (running: Running, count: number) => void;
  readonly ended: (running: Running) => void;
  readonly onError: (error: unknown) => void;
}

const READING = refusal("This tab is reading.", "Switch it to Writing to edit rows.");
const NO_RESULT = refusal("This result is no longer open.");

/** Returns the editing of a tab. */
export function createTabEdits(parts: Parts) {
  const { find, link, transaction } = parts;
  const all = new Map<string, ResultEdits & { readonly server: Server }>();
  const beginning = new Map<string, Promise<CommandResult>>();
  /** The rows that wait for Commit as the server returned them, by result. */
  const held = new Map<string, ReadonlyMap<number, ReadRow>>();
  /** Ends the questions about tables that run on the tab's own connection. */
  let asking = new AbortController();

  async function facts(entry: ResultEntry) {
    const free = parts.isFree();
    const { signal } = free ? asking : new AbortController();
    const used = free ? link : parts.makeLink();
    try {
      const session = await sessionOf(used, signal);
      if ("error" in session) return session;
      const origins = entry.columns.flatMap(({ origin }) => origin ?? []);
      const read = await readFacts(session, parts.server().engine, origins, entry.zone, signal);
      return "of" in read ? read : refusal(read.message, read.hint);
    } finally {
      if (!free) await used.close();
    }
  }

  async function begin(entry: ResultEntry): Promise<CommandResult> {
    const server = parts.server();
    const { engine } = server;
    const { sql, columns } = entry;
    const dialect = { ...dialectOf(engine), backslash: link.state.backslash ?? dialectOf(engine).backslash };
    const fault = editFault(sql, engine, dialect, columns);
    if (typeof fault === "string") {
      entry.patch({ edits: notEditable(fault) });
      return DONE;
    }
    const read = await facts(entry);
    if ("ok" in read) return read;
    const editable = editableOf({ sql, engine, dialect, columns, facts: read });
    if (typeof editable === "string") entry.patch({ edits: notEditable(editable) });
    else {
      const edits = createResultEdits(entry, editable, engine);
      all.set(entry.state.id, Object.assign(edits, { server }));
      entry.patch({ edits: edits.state });
    }
    return DONE;
  }

  async function with_(result: string, act: (edits: ResultEdits) => Promise<CommandResult> | CommandResult) {
    const entry = find(result);
    if (!entry) return NO_RESULT;
    if (!parts.writing()) return READING;
    const known = all.get(result);
    if (known) return await act(known);
    const begun = await api.begin(result);
    if (!begun.ok) return begun;
    const made = all.get(result);
    return made ? await act(made) : refusal(entry.state.edits?.why ?? "These rows cannot be edited.");
  }

  /** Changes that are still being made, because they read rows first. */
  const changing = new Set<Promise<CommandResult>>();
  const follow = (work: Promise<CommandResult>) => {
    changing.add(work);
    return work.finally(() => changing.delete(work));
  };

  const ofEdits = (entry: ResultEntry, { editable }: ResultEdits, backslash: boolean): EditOf => ({
    editable,
    columns: entry.columns,
    literals: { engine: parts.server().engine, backslash },
  });
  const plan = (entry: ResultEntry, edits: ResultEdits, backslash: boolean): EditPlan =>
    planOf(ofEdits(entry, edits, backslash), edits.changes);

  async function run(
    entry: ResultEntry,
    edits: ResultEdits & { readonly server: Server },
    seen: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { id } = entry.state;
    const back = (message: string) => edits.status("open", { message });
    const failed = ({ message, hint }: Pick<StatementFailure, "message" | "hint">) =>
      back([`Not written: ${message}`, hint].filter((part) => part !== "").join(" "));
    const session = await link.session(signal);
    if (signal.aborted || session === null) return back("Stopped: nothing was written.");
    if ("kind" in session) return failed(session);
    if (parts.server() !== edits.server) {
      return back("Not written: this server is another one in config.json by now. Run the statement again.");
    }
    const planned = plan(entry, edits, session.backslashEscapes);
    if (idOf(planned) !== seen) {
      return back("Not written: these statements are others than those shown. Review them.");
    }
    const begun = await session.begin({ modes: "", readOnly: false }, { signal });
    if (!begun.ok) return signal.aborted ? back("Stopped: nothing was written.") : failed(begun);
    // The tab is free at once, and what runs in it next waits for a rollback that was asked for.
    signal.addEventListener("abort", () => void begun.rollback(), { once: true });
    const of = ofEdits(entry, edits, session.backslashEscapes);
    const fault = await encodingFault(begun, edits.server.engine, signal) ??
      await zoneFault(begun, of, entry.zone, signal);
    if (fault && !signal.aborted) {
      await begun.rollback();
      return failed(fault);
    }
    const end = await inZone(
      begun,
      entry.zone,
      session.zone,
      signal,
      () => runPlan(begun, of, planned, edits.changes, signal),
    );
    if (!end.ok || signal.aborted) {
      await begun.rollback();
      if (signal.aborted) return back("Stopped: nothing was written.");
      if (end.ok) return;
      if ("problems" in end) {
        return edits.status("open", {
          problems: end.problems,
          message: "Nothing was written: all of it was rolled back.",
        });
      }
      return failed(end);
    }
    held.set(id, end.rows);
    transaction.adopt(begun, id);
    const writes = planned.statements.map(({ verb, sql }, at): HeldStatement => ({
      ...{ result: `${id}/${at}`, title: titleOf(sql), verb, affected: 1, everyRow: false },
    }));
    edits.status("held");
    transaction.wrote(writes, end.sample, () => {});
  }

  const api = {
    /** Finds out whether and how the rows can be edited, and puts that into the result's state. */
    async begin(result: string): Promise<CommandResult> {
      const entry = find(result);
      if (!entry) return NO_RESULT;
      if (!parts.writing()) return READING;
      // Only results that can be edited are remembered. The reason against editing may be gone the next time,
      // for example because a key was added.
      if (all.has(result)) return DONE;
      const mine = beginning.get(result) ?? begin(entry).finally(() => beginning.delete(result));
      beginning.set(result, mine);
      return await mine;
    },
    set: (result: string, cells: readonly NewCell[]) => follow(with_(result, (edits) => edits.set(cells))),
    paste: (result: string, pasted: PastedRows) => follow(with_(result, (edits) => edits.paste(pasted))),
    add: (result: string, like: readonly number[]) => follow(with_(result, (edits) => edits.add(like))),
    remove: (result: string, rows: readonly number[]) => follow(with_(result, (edits) => edits.remove(rows))),
    /** Waits for changes that are still being made. */
    settled: async () => void await Promise.allSettled(changing),
    async step(result: string, how: "undo" | "redo" | "discard" | "take"): Promise<CommandResult> {
      const edits = all.get(result);
      if (!edits || !find(result)) return NO_RESULT;
      return how === "take" ? await edits.takeNow() : edits[how]();
    },
    /** The statements that would write the changes; null when the result is not being edited. */
    statements(result: string): RowSource<EditText> | null {
      const entry = find(result), edits = all.get(result);
      if (!entry || !edits) return null;
      return {
        read(from, count) {
          const { engine } = parts.server();
          const planned = plan(entry, edits, link.state.backslash ?? dialectOf(engine).backslash);
          return { ok: true, rows: [editText(planned, edits.changes)].slice(from, from + count), total: 1 };
        },
        subscribe: () => () => {},
      };
    },
    /** Runs the statements as one transaction, which waits for Commit. `seen` is the hash of those that were shown. */
    hold(result: string, seen: string): CommandResult {
      const entry = find(result), edits = all.get(result);
      if (!entry || !edits || edits.changes.length === 0) return refusal("There is nothing to write.");
      if (!parts.writing()) return READING;
      if (transaction.open) {
        return refusal("A transaction is open in this tab.", "Commit it or roll it back first.");
      }
      const busy = parts.taken();
      if (busy) return busy;
      const stop = new AbortController();
      edits.status("running");
      const work = async () => {
        try {
          await run(entry, edits, seen, stop.signal);
        } catch (error) {
          parts.onError(error);
          edits.status("open", { message: `Not written: Kedge failed: ${(error as Error).message}` });
        }
        parts.ended(mine);
      };
      const mine: Running = {
        done: Promise.resolve().then(work),
        stop: () => stop.abort(),
        cut: () => stop.abort(),
        decide: () => Promise.resolve(null),
      };
      parts.start(mine, edits.changes.length);
      return DONE;
    },
    of: (result: string) => all.get(result),
    /** Stops questions about tables on the tab's connection, because something else is going to run there. */
    leaveAsking() {
      asking.abort();
      asking = new AbortController();
    },
    /** The complete new value of a changed cell; undefined when the cell is not changed. */
    cell: (result: string, row: number, column: number) =>
      all.get(result)?.changes.find(({ rowNumber }) => rowNumber === row)?.values.get(column),
    /** Returns the refusal to close results whose unwritten changes would be lost; null when there are none. */
    unwritten(results: readonly string[]): Refusal | null {
      const edits = results.flatMap((result) => all.get(result) ?? [])
        .filter(({ changes, state }) => changes.length > 0 && state.status !== "held");
      if (edits.length === 0) return null;
      const rows = edits.reduce((sum, { changes }) => sum + changes.length, 0);
      const tables = [...new Set(edits.map(({ editable: { table } }) => table.name))].join(" and ");
      return refusal(
        `${rows === 1 ? "1 row" : `${rows} rows`} of ${tables} ${
          rows === 1 ? "is" : "are"
        } changed and not written.`,
        "Review the changes, or discard them first.",
      );
    },
    /** Whether a result has changes, including those that wait for Commit. */
    holds: (result: string) => (all.get(result)?.changes.length ?? 0) > 0,
    /** Reports how the transaction ended that held the changes of a result. */
    ended(result: string, end: WriteEnd) {
      const edits = all.get(result);
      const rows = held.get(result);
      held.delete(result);
      if (!edits || !rows) return;
      if (end.kind === "committed") return void edits.written(rows).catch(parts.onError);
      const message = end.kind === "unknown"
        ? "Nobody here knows whether these changes were committed: look at the rows before you write them again."
        : "These changes were rolled back and are still here.";
      edits.status("open", { message });
    },
  };
  return api;
}
