import * as z from "zod";
import { dialectOf } from "../../text/dialect.ts";
import type { Cell, Connection, Outcome, RowSink, Statement } from "../connection.ts";
import { DriverError, ServerError } from "../errors.ts";
import { withTexts } from "./bind.ts";
import { connectionOf } from "./connection.ts";
import { commandOf, controlOf, isQuery } from "./control.ts";
import { cellsOf, column, columnOf, field } from "./rds_values.ts";
import { handRows } from "./row.ts";
import { createCalls, createLine, type HttpsService } from "./service.ts";
import { lookAgain, read } from "./waiting.ts";

const sent = z.object({ Id: z.string().min(1).max(200) });

const state = {
  Id: z.string().max(200),
  Status: z.string().max(50).nullish(),
  Error: z.string().nullish(),
  HasResultSet: z.boolean().nullish(),
  ResultRows: z.number().nullish(),
};
const described = z.object({ ...state, SubStatements: z.array(z.object(state)).max(100).nullish() });

const page = z.object({
  Records: z.array(z.array(field).max(5000)),
  ColumnMetadata: z.array(column).max(5000).nullish(),
  NextToken: z.string().max(20_000).nullish(),
});

/** Why no write is held back over this API, for people. */
const NO_TRANSACTIONS =
  "The Data API of Redshift keeps no transaction open: what is written takes effect at once.";

/**
 * Opens a connection over the Data API of Redshift. It sends a statement, asks for its status until it is
 * over, and reads the rows in pages. Statements prepared before it in a transaction are sent with it, as one
 * transaction of the service.
 */
export function openRedshiftData(service: HttpsService): Connection {
  const dialect = dialectOf("redshift");
  const line = createLine();
  /** Statements to be sent before the next one. */
  let before: string[] = [];
  let running: string | null = null;

  const { call, callLast } = createCalls(service, line);

  async function runOne({ sql, args = [] }: Statement, sink: RowSink): Promise<Outcome> {
    const first = before;
    before = [];
    const { Id } = read(sent, await begin(first, sql, args));
    running = Id;
    const ended = await end(Id);
    running = null;
    const last = ended.SubStatements?.at(-1) ?? ended;
    const command = commandOf(sql);
    if (!last.HasResultSet) {
      const affected = last.ResultRows ?? -1;
      return { command, ...(affected >= 0 && !isQuery(sql) ? { affected } : {}), cut: false };
    }
    return { command, cut: !await rows(last.Id, sink) };
  }

  /** Starts a statement. A token of its own lets the service recognise a call that is sent twice. */
  function begin(first: readonly string[], sql: string, args: readonly Cell[]) {
    const { sql: bound, parameters } = withTexts(sql, args, dialect);
    const more = {
      ClientToken: crypto.randomUUID(),
      ...(parameters.length > 0 ? { Parameters: parameters } : {}),
    };
    return first.length === 0
      ? call("ExecuteStatement", { Sql: bound, ...more })
      : call("BatchExecuteStatement", { Sqls: [...first, bound], ...more });
  }

  /** Waits for the end of a statement. Throws a ServerError when the server refuses it. */
  async function end(Id: string) {
    for (let look = 0;; look++) {
      const now = read(described, await call("DescribeStatement", { Id }));
      switch (now.Status) {
        case "FINISHED":
          return now;
        case "ABORTED":
          throw new ServerError("57014", "the statement was stopped");
        case "FAILED":
          throw refused(
            now.SubStatements?.find(({ Status }) => Status === "FAILED")?.Error ?? now.Error ?? "",
          );
      }
      await lookAgain(look, line.signal);
    }
  }

  /** Passes the rows of a statement on, page by page. Returns false when no more are wanted. */
  async function rows(Id: string, sink: RowSink): Promise<boolean> {
    let columns: ReturnType<typeof columnOf>[] | null = null;
    let NextToken: string | undefined;
    for (;;) {
      const part = read(page, await call("GetStatementResult", { Id, ...(NextToken ? { NextToken } : {}) }));
      if (!columns) {
        columns = (part.ColumnMetadata ?? []).map((one) => columnOf(one, false));
        sink.columns(columns);
      }
      if (!await handRows(sink, cellsOf(part.Records, columns))) return false;
      if (!part.NextToken) return true;
      NextToken = part.NextToken;
    }
  }

  /** Ends the statement of a reader that has gone. */
  function abandon(): void {
    if (running === null || line.over) return;
    void callLast("CancelStatement", { Id: running });
  }

  return connectionOf(line, {
    noTransactions: NO_TRANSACTIONS,
    runOne,
    abandon,
    prepare(statements) {
      for (const sql of statements) {
        const control = controlOf(sql);
        if (control.kind === "begin") {
          before = control.modes === "" ? [] : [`set transaction ${control.modes}`];
        } else if (control.kind === "commit" || control.kind === "rollback") before = [];
        else before.push(sql);
      }
      return Promise.resolve();
    },
    async cancel() {
      if (running === null || line.over) return;
      await call("CancelStatement", { Id: running }).catch((error) => {
        // The service refuses to end a statement that is over by now.
        if (error instanceof DriverError) throw error;
      });
    },
  });
}

/** Returns the server's error about a statement, without the text that the service adds to it. */
function refused(message: string): ServerError {
  const position = /Position: *(\d{1,7})/i.exec(message)?.[1];
  const state = /SQLState: *(\w{5})/i.exec(message)?.[1];
  const text = message.replace(/^ERROR: */, "").replace(/[;\n]? *(Position|SQLState):.*$/is, "") ||
    "the statement failed";
  const writes = /read-only transaction|transaction is read-only/i.test(text);
  const tooEarly = /set transaction|TRANSACTION READ ONLY/i.test(text);
  return new ServerError(writes ? "25006" : state ?? "XX000", text, {
    ...(position === undefined ? {} : { position: Number(position) }),
    ...(tooEarly && !writes
      ? {
        hint:
          "This Redshift takes no transaction that only reads over its Data API: it is asked by Writing alone.",
      }
      : {}),
  });
}
