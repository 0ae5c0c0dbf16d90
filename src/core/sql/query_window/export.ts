import { join } from "node:path";
import { homedir } from "node:os";
import type { ExportState } from "../../state/query_window.ts";
import { csvWriter } from "../export/csv.ts";
import { jsonLinesWriter } from "../export/json.ts";
import type { Write } from "../export/chunks.ts";
import { fileOutput, type Output } from "../export/file.ts";
import { untilFault } from "../export/until_fault.ts";
import { xlsxWriter } from "../export/xlsx.ts";
import { OVER_BOUND, type RowSink } from "../driver/mod.ts";
import { readingFault } from "../text/reading.ts";
import { POINTER } from "../engines/mod.ts";
import { bindParameters } from "../text/parameters.ts";
import type { Dialect } from "../text/dialect.ts";
import { type Pick, pickStatements } from "../text/pick.ts";
import { isThere } from "./export_file.ts";
import type { ResultEntry } from "./entry.ts";
import { type Link, sessionOf } from "./link.ts";
import { type CommandResult, DONE, refusal } from "../../result.ts";
import type { Server } from "../../config/config.ts";
import { ownProperty } from "../../own_property.ts";
import { systemReason } from "../../files/reason.ts";

/** Writers of the formats, by the suffix of the file. */
const FORMATS = { csv: csvWriter, jsonl: jsonLinesWriter, xlsx: xlsxWriter } as const;

/**
 * What to write to a file: a result that is shown, or the statement that `pick` finds in `text`, which is not
 * shown.
 */
export interface ExportRequest {
  readonly format: keyof typeof FORMATS;
  /** Absolute path, or `~/…`. */
  readonly file: string;
  /** Whether an existing file may be replaced; otherwise nothing is written and the outcome says `exists`. */
  readonly replace?: boolean;
  readonly result?: string;
  readonly text?: string;
  readonly pick?: Pick;
  readonly values?: Readonly<Record<string, string | null>>;
}

/** Time in ms between two reports of the progress. */
const PACE = 150;

interface Parts {
  readonly server: () => Server;
  /** Returns the tab's own connection; null while something else needs it. */
  readonly link: () => Link | null;
  /** Makes a connection for one export. */
  readonly makeLink: () => Link;
  readonly dialect: () => Dialect;
  readonly find: (result: string) => ResultEntry | undefined;
  readonly changed: (state: ExportState) => void;
}

/** Writes results of a tab to files, one at a time. */
export function createExport({ server, link, makeLink, dialect, find, changed }: Parts) {
  let stop: AbortController | null = null;
  /** Whether the export uses the tab's own connection. */
  let taken = false;

  async function statement(
    request: ExportRequest,
    sink: RowSink,
    signal: AbortSignal,
  ): Promise<CommandResult> {
    const { text = "", pick = "all", values = {} } = request;
    const [range, ...more] = pickStatements(text, dialect(), pick);
    if (!range || more.length > 0) {
      return refusal("One statement is exported at a time.", "Put the cursor into it.");
    }
    const sql = text.slice(range.start, range.end);
    const fault = readingFault(sql, server().engine);
    if (fault !== null) return refusal(fault, "Only what reads can be exported.");
    // The tab's connection may be in use later, so the choice is made once.
    const tabLink = link();
    const used = tabLink ?? makeLink();
    taken = tabLink !== null;
    try {
      return await sent(used, { sql, values }, sink, signal);
    } finally {
      taken = false;
      if (!tabLink) await used.close();
    }
  }

  async function sent(
    link: Link,
    { sql, values }: { readonly sql: string; readonly values: NonNullable<ExportRequest["values"]> },
    sink: RowSink,
    signal: AbortSignal,
  ): Promise<CommandResult> {
    const session = await sessionOf(link, signal);
    if ("error" in session) return session;
    const bound = Object.keys(values).length === 0 ? { sql, names: [] } : bindParameters(sql, dialect());
    const args = bound.names.map((name) => ownProperty(values, name) ?? null);
    const end = await session.run({ sql: bound.sql, args, write: false }, sink, signal);
    // The driver's message is a question, which only a run in the tab can ask.
    if (!end.ok && "code" in end && end.code === OVER_BOUND) {
      return refusal("It reads more than is read without asking.", "Run it, agree, then export its result.");
    }
    return end.ok ? DONE : refusal(end.message, end.hint);
  }

  async function fetched(entry: ResultEntry, sink: RowSink, signal: AbortSignal): Promise<CommandResult> {
    // Fetch the rest first: the rows must be of one moment, not those of another run.
    entry.wantAll(signal);
    while (entry.state.status === "running" || entry.state.status === "more") {
      signal.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    if (!entry.result) return refusal("This result has no rows.");
    await entry.result.replay(sink, signal);
    const { status, message } = entry.state;
    return status === "done"
      ? DONE
      : refusal(`Not all rows were there: ${message ?? "the statement was ended"}`);
  }

  return {
    stop: () => stop?.abort(),
    /** Whether the running export uses the tab's own connection. */
    hasLink: () => taken,
    async begin(request: ExportRequest): Promise<CommandResult> {
      if (stop) return refusal("A result is being written to a file.", "Wait, or stop that.");
      const file = request.file.startsWith("~/") ? join(homedir(), request.file.slice(2)) : request.file;
      if (!file.startsWith("/") && !/^[A-Za-z]:[\\/]/.test(file)) {
        return refusal("The file needs a whole path.", "For example ~/Downloads/rows.csv.");
      }
      const entry = request.result === undefined ? null : find(request.result);
      if (entry === undefined) return refusal("This result is no longer open.");
      if (!request.replace && await isThere(file)) return { ok: true, value: { exists: true } };
      let out: Output;
      try {
        out = await fileOutput(file, { onlyFiles: true });
      } catch (error) {
        return refusal(`${file} cannot be written: ${systemReason(error)}`, "Choose another folder.");
      }
      stop = new AbortController();
      const { signal } = stop;
      let state: ExportState = { file, status: "running", rows: 0, size: 0 };
      let reported = 0;
      const tell = (change: Partial<ExportState>, always = true) => {
        state = { ...state, ...change };
        if (!always && performance.now() - reported < PACE) return;
        reported = performance.now();
        changed(state);
      };
      tell({});
      const write: Write = async (bytes) => {
        await out.write(bytes);
        tell({ size: state.size + bytes.length }, false);
      };
      const writer = untilFault(FORMATS[request.format](write));
      let columnCount = 0;
      const counted: RowSink = {
        columns(columns) {
          columnCount = columns.filter(({ type }) => type !== POINTER).length;
          writer.columns(columns.slice(0, columnCount));
        },
        row(bytes, bounds) {
          state = { ...state, rows: state.rows + 1 };
          return writer.row(bytes, bounds.subarray(0, 2 * columnCount));
        },
      };
      const finish = async (): Promise<void> => {
        let result: CommandResult;
        try {
          result = await (entry ? fetched(entry, counted, signal) : statement(request, counted, signal));
          if (result.ok && !signal.aborted) await writer.close();
        } catch (error) {
          result = refusal(`${file} was not written: ${systemReason(error)}`);
        }
        try {
          if (result.ok && !signal.aborted) await out.done();
          else await out.drop();
        } catch (error) {
          result = refusal(`${file} was not written: ${systemReason(error)}`);
        }
        stop = null;
        if (signal.aborted) tell({ status: "stopped" });
        else if (result.ok) {
          const loss = writer.loss?.() ?? null;
          tell({ status: "done", ...(loss === null ? {} : { message: loss }) });
        } else {
          const { error, hint } = result;
          tell({ status: "failed", message: error, ...(hint ? { hint } : {}) });
        }
      };
      void finish();
      return DONE;
    },
  };
}
