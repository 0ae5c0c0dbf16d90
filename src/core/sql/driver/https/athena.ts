import * as z from "zod";
import { dialectOf } from "../../text/dialect.ts";
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
import { DriverError, OVER_BOUND, ServerError } from "../errors.ts";
import { withSqlValues } from "./bind.ts";
import { commandOf } from "./control.ts";
import { connectionOf } from "./connection.ts";
import { handRows } from "./row.ts";
import { createCalls, createLine, type HttpsService } from "./service.ts";
import { lookAgain, positionAt, read } from "./waiting.ts";
import { byteSize } from "../../../text/byte_size.ts";

const text = z.string().max(2000).nullish();

const workgroup = z.object({
  WorkGroup: z.object({
    Configuration: z.object({
      ResultConfiguration: z.object({ OutputLocation: text }).nullish(),
      ManagedQueryResultsConfiguration: z.object({ Enabled: z.boolean().nullish() }).nullish(),
      BytesScannedCutoffPerQuery: z.number().nullish(),
    }).nullish(),
  }),
});

const started = z.object({ QueryExecutionId: z.string().min(1).max(200) });

const execution = z.object({
  QueryExecution: z.object({
    StatementType: text,
    Status: z.object({ State: z.string().max(50), StateChangeReason: z.string().nullish() }),
    Statistics: z.object({ DataScannedInBytes: z.number().nullish() }).nullish(),
  }),
});

const results = z.object({
  UpdateCount: z.number().nullish(),
  NextToken: z.string().max(20_000).nullish(),
  ResultSet: z.object({
    Rows: z.array(
      z.object({ Data: z.array(z.object({ VarCharValue: z.string().nullish() })).max(5000).nullish() }),
    )
      .nullish(),
    ResultSetMetadata: z.object({
      ColumnInfo: z.array(z.object({
        Name: z.string().max(2000),
        Type: z.string().max(500),
        Precision: z.number().nullish(),
        Scale: z.number().nullish(),
      })).max(5000).nullish(),
    }).nullish(),
  }).nullish(),
});

/** Why no write is held back on Athena, for people. */
const NO_TRANSACTIONS = "Athena has no transactions: what is written takes effect at once.";

/** Opens a connection to a workgroup of Athena. Throws a DriverError when it has no place for results. */
export async function openAthena(
  service: HttpsService,
  listener: ConnectionListener,
  askAbove = Infinity,
): Promise<Connection> {
  const dialect = dialectOf("athena");
  const line = createLine();
  const name = service.endpoint.workgroup ?? "";
  let running: string | null = null;

  const { call, callLast } = createCalls(service, line);

  const cutoff = await limitOf();

  /**
   * Returns the maximum bytes that a query of the workgroup may read; null: no maximum, or this role may not
   * see it.
   */
  async function limitOf(): Promise<number | null> {
    const answer = await call("GetWorkGroup", { WorkGroup: name }).catch((error) => {
      if (error instanceof DriverError && !/access is denied/.test(error.message)) throw error;
      return null;
    });
    if (answer === null) return null;
    const { Configuration: is } = read(workgroup, answer).WorkGroup;
    if (is && !is.ResultConfiguration?.OutputLocation && !is.ManagedQueryResultsConfiguration?.Enabled) {
      throw new DriverError(
        "HTTPS",
        `The workgroup ${name} has no place for results`,
        "Give it one in the console (a bucket, or results that Athena manages), or choose another workgroup.",
      );
    }
    return is?.BytesScannedCutoffPerQuery ?? null;
  }

  const limitWords = cutoff === null
    ? `The workgroup ${name} sets no limit to a query.`
    : `The workgroup ${name} ends a query after ${byteSize(cutoff)}.`;
  const tell = (message: string) => listener.notice?.({ severity: "COST", code: "", message });

  async function runOne({ sql, args = [], agreed = false }: Statement, sink: RowSink): Promise<Outcome> {
    tell(limitWords);
    const { QueryExecutionId } = read(started, await begin(sql, args));
    running = QueryExecutionId;
    const most = agreed ? Infinity : askAbove;
    const { StatementType, Statistics } = await end(QueryExecutionId, sql, args.length > 0, most);
    running = null;
    tell(`${byteSize(Statistics?.DataScannedInBytes ?? 0)} scanned.`);
    const outcome = await rows(QueryExecutionId, StatementType === "DML", sink);
    return { command: commandOf(sql), ...outcome };
  }

  /** Starts a statement. A token of its own lets the service recognise a call that is sent twice. */
  async function begin(sql: string, args: readonly Cell[]) {
    const { sql: bound, values } = withSqlValues(sql, args, dialect);
    return await call("StartQueryExecution", {
      QueryString: bound,
      ClientRequestToken: `${crypto.randomUUID()}`,
      ...(values.length > 0 ? { ExecutionParameters: values } : {}),
    });
  }

  /**
   * Waits for the end of a statement that may read `most` bytes. Throws a ServerError when Athena refuses it,
   * or when it read more. `valued`: whether values were sent with it.
   */
  async function end(QueryExecutionId: string, sql: string, valued: boolean, most: number) {
    for (let look = 0;; look++) {
      const { QueryExecution } = read(execution, await call("GetQueryExecution", { QueryExecutionId }));
      const { State, StateChangeReason } = QueryExecution.Status;
      const scanned = QueryExecution.Statistics?.DataScannedInBytes ?? 0;
      if (State === "SUCCEEDED") return QueryExecution;
      if (State === "CANCELLED" || State === "FAILED") tell(`${byteSize(scanned)} scanned.`);
      if (State === "CANCELLED") {
        throw new ServerError("57014", StateChangeReason || "the statement was stopped");
      }
      if (State === "FAILED") throw refused(StateChangeReason ?? "", sql, valued);
      if (scanned > most) {
        running = null;
        await call("StopQueryExecution", { QueryExecutionId });
        throw new ServerError(
          OVER_BOUND,
          `It has read ${byteSize(scanned)} and was ended. Run it again, to its end?`,
        );
      }
      await lookAgain(look, line.signal);
    }
  }

  /** Passes the rows of a statement on, page by page. */
  async function rows(
    QueryExecutionId: string,
    query: boolean,
    sink: RowSink,
  ): Promise<{ readonly cut: boolean; readonly affected?: number }> {
    let columns: readonly Column[] | null = null;
    let NextToken: string | undefined;
    for (;;) {
      const page = read(
        results,
        await call("GetQueryResults", { QueryExecutionId, ...(NextToken ? { NextToken } : {}) }),
      );
      let records = page.ResultSet?.Rows ?? [];
      if (!columns) {
        columns = (page.ResultSet?.ResultSetMetadata?.ColumnInfo ?? []).map(columnOf);
        // A statement without rows reports the number of rows written.
        if (columns.length === 0 || page.UpdateCount) {
          return {
            cut: false,
            ...(typeof page.UpdateCount === "number" ? { affected: page.UpdateCount } : {}),
          };
        }
        sink.columns(columns);
        const names = columns.map(({ name }) => name);
        // The first row of a query has the names of its columns.
        if (query && names.every((one, i) => records[0]?.Data?.[i]?.VarCharValue === one)) {
          records = records.slice(1);
        }
      }
      const known = columns;
      const cells = records.values().map(({ Data }) =>
        known.map((one, i) => cellOf(Data?.[i]?.VarCharValue ?? null, one))
      );
      if (!await handRows(sink, cells)) return { cut: true };
      if (!page.NextToken) return { cut: false };
      NextToken = page.NextToken;
    }
  }

  /** Ends the statement of a reader that has gone, because reading on costs money. */
  function abandon(): void {
    if (running === null || line.over) return;
    void callLast("StopQueryExecution", { QueryExecutionId: running });
  }

  return connectionOf(line, {
    noTransactions: NO_TRANSACTIONS,
    runOne,
    abandon,
    async cancel() {
      if (running !== null && !line.over) await call("StopQueryExecution", { QueryExecutionId: running });
    },
  });
}

const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [/^(tinyint|smallint|int|integer|bigint)$/, "integer"],
  [/^(float|real|double)$/, "float"],
  [/^decimal/, "decimal"],
  [/^boolean$/, "boolean"],
  [/^json$/, "json"],
  [/^(date|time)/, "time"],
];

function columnOf(
  { Name, Type, Precision, Scale }: {
    Name: string;
    Type: string;
    Precision?: number | null | undefined;
    Scale?: number | null | undefined;
  },
): Column {
  const kind = KINDS.find(([types]) => types.test(Type))?.[1] ?? "text";
  return {
    name: Name,
    type: Type === "decimal" ? `decimal(${Precision ?? 0},${Scale ?? 0})` : Type,
    kind,
    typeNumber: 0,
  };
}

/** Returns a cell with booleans written as by the other drivers. */
const cellOf = (value: string | null, { kind }: Column) =>
  value !== null && kind === "boolean" ? value === "true" ? "t" : "f" : value;

const LIMITED = "Read fewer partitions or columns, or ask who runs the workgroup for a larger limit.";
/** Athena takes each value with the type with which it is written, and does not convert texts. */
const TEXTS = "A value is sent as text: write cast(:id as bigint) or date(:day).";

/** Returns the error for Athena's message, with the position that the message names. */
function refused(reason: string, sql: string, valued: boolean): ServerError {
  const [, line, column] = /line (\d{1,6}):(\d{1,6}):/.exec(reason) ?? [];
  const position = line === undefined ? {} : { position: positionAt(sql, Number(line), Number(column)) };
  const hint = /bytes scanned limit/i.test(reason)
    ? LIMITED
    : valued && /cannot apply operator.*\bvarchar/i.test(reason)
    ? TEXTS
    : "";
  return new ServerError("XX000", reason.replace(/line \d+:\d+: */, "") || "the query failed", {
    ...position,
    ...(hint === "" ? {} : { hint }),
  });
}
