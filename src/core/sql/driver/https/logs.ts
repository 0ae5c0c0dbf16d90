import { POINTER } from "../../engines/mod.ts";
import type {
  Cell,
  Column,
  Connection,
  ConnectionListener,
  Kind,
  Outcome,
  RowSink,
  Statement,
} from "../connection.ts";
import { connectionOf } from "./connection.ts";
import type { LogsAnswer, LogsService } from "./logs_service.ts";
import { handRows } from "./row.ts";
import { createLine } from "./service.ts";

/** Opens a connection to log groups. Nothing is sent before a query runs. */
export function openLogs(service: LogsService, listener: ConnectionListener): Connection {
  const line = createLine();
  let running: AbortController | null = null;
  const tell = (message: string) => listener.notice?.({ severity: "COST", code: "", message });

  async function runOne({ sql, args = [], agreed = false }: Statement, sink: RowSink): Promise<Outcome> {
    const [since, until] = args.map(textOf);
    const stop = running = new AbortController();
    const signal = AbortSignal.any([line.signal, stop.signal]);
    try {
      return await hand(await service.query({ text: sql, since, until, agreed }, signal, tell), sink);
    } catch (error) {
      throw line.over ?? error;
    } finally {
      if (running === stop) running = null;
    }
  }

  return connectionOf(line, {
    noTransactions: "A query of logs writes nothing.",
    backslashEscapes: true,
    runOne,
    cancel() {
      running?.abort();
      return Promise.resolve();
    },
  });
}

/** Returns a moment as it was given; undefined when there is none. */
const textOf = (given: Cell) => typeof given === "string" && given.trim() !== "" ? given : undefined;

/** Passes the rows on, with the pointers to their lines as the last column. */
async function hand({ names, rows, pointers }: LogsAnswer, sink: RowSink): Promise<Outcome> {
  const lines = pointers.some((one) => one !== null);
  const columns: Column[] = names.map((name, i) => ({ name, ...typeOf(name, rows, i), typeNumber: 0 }));
  if (lines) columns.push({ name: "@ptr", type: POINTER, kind: "text", typeNumber: 0 });
  if (columns.length > 0) sink.columns(columns);
  const cells = rows.values().map((row, i) => lines ? [...row, pointers[i]!] : row);
  return { command: "QUERY", cut: !await handRows(sink, cells) };
}

/**
 * Returns the type of a column. AWS sends every value as text, so what all values look like decides how they
 * are sorted and drawn.
 */
function typeOf(name: string, rows: LogsAnswer["rows"], column: number): { type: string; kind: Kind } {
  if (/^@(timestamp|ingestionTime)$/.test(name)) return { type: "time", kind: "time" };
  const all = (form: RegExp) => {
    let some = false;
    for (const row of rows) {
      const value = row[column];
      if (value === null || value === undefined || value === "") continue;
      if (!form.test(value)) return false;
      some = true;
    }
    return some;
  };
  // Digits behind a leading zero are an id, and a float would round one of many digits.
  if (all(/^-?(0|[1-9]\d*)$/)) return { type: "integer", kind: "integer" };
  if (all(/^-?(0|[1-9]\d{0,14})(\.\d+)?([eE][+-]?\d+)?$/)) return { type: "number", kind: "float" };
  if (all(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/)) return { type: "time", kind: "time" };
  return { type: "text", kind: "text" };
}
