// Simulates Athena, which only AWS has. Statements run on a real PostgreSQL of the suite, whose SQL is
// similar to Trino's.
import type { Column } from "../../../../src/core/sql/driver/mod.ts";
import { dialectOf } from "../../../../src/core/sql/text/dialect.ts";
import { tokens } from "../../../../src/core/sql/text/tokens.ts";
import type { DatabaseServer } from "../server.ts";
import { type Backend, type BackendResult, openBackend } from "./backend.ts";
import { ServiceError } from "./rds_data.ts";

/** A workgroup of a test. */
export interface Workgroup {
  readonly real: DatabaseServer;
  readonly name: string;
  /** Location of results; absent for none. */
  readonly output?: string;
  /** Number of bytes after which a query is ended. */
  readonly cutoff?: number;
  /** Number of bytes that each query scans. */
  readonly scans?: number;
}

interface Input {
  readonly QueryString: string;
  readonly WorkGroup: string;
  readonly QueryExecutionId: string;
  readonly ClientRequestToken?: string;
  readonly ExecutionParameters?: readonly string[];
  readonly NextToken?: string;
}

interface Execution {
  readonly backend: Backend;
  readonly at: Workgroup;
  readonly query: boolean;
  State: "RUNNING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
  reason?: string;
  result?: BackendResult;
}

/** Maximum rows per page; Athena returns a thousand. */
const PAGE = 1000;

/** Creates the service for these workgroups. */
export function athenaService(workgroups: readonly Workgroup[]) {
  const all = new Map<string, Execution>();
  const known = new Map<string, string>();
  const groupOf = (name: string) => {
    const group = workgroups.find((one) => one.name === name);
    if (!group) throw new ServiceError("InvalidRequestException", `WorkGroup ${name} is not found.`);
    return group;
  };
  const found = (id: string) => {
    const execution = all.get(id);
    if (!execution) throw new ServiceError("InvalidRequestException", `QueryExecution ${id} was not found`);
    return execution;
  };

  async function carryOut(execution: Execution, sql: string): Promise<void> {
    const { at, backend } = execution;
    if (at.cutoff !== undefined && (at.scans ?? 0) > at.cutoff) {
      throw new Error("Bytes scanned limit was exceeded");
    }
    execution.result = await backend.run(sql);
    if (execution.State === "RUNNING") execution.State = "SUCCEEDED";
  }

  const operations: Record<string, (input: Input) => Promise<object>> = {
    GetWorkGroup({ WorkGroup }) {
      const { name, output, cutoff } = groupOf(WorkGroup);
      return Promise.resolve({
        WorkGroup: {
          Name: name,
          State: "ENABLED",
          Configuration: {
            ResultConfiguration: output === undefined ? {} : { OutputLocation: output },
            ...(cutoff === undefined ? {} : { BytesScannedCutoffPerQuery: cutoff }),
          },
        },
      });
    },
    ListWorkGroups: () =>
      Promise.resolve({ WorkGroups: workgroups.map(({ name }) => ({ Name: name, State: "ENABLED" })) }),
    async StartQueryExecution({ QueryString, WorkGroup, ClientRequestToken = "", ExecutionParameters = [] }) {
      const again = known.get(ClientRequestToken);
      if (again !== undefined) return { QueryExecutionId: again };
      const at = groupOf(WorkGroup);
      if (at.output === undefined) {
        throw new ServiceError("InvalidRequestException", "No output location provided.");
      }
      const backend = await openBackend(at.real, "postgres", "postgres");
      const id = crypto.randomUUID();
      const query = /^\s*(select|with|values|table|insert|delete|update)\b/i.test(QueryString);
      const execution: Execution = { backend, at, query, State: "RUNNING" };
      all.set(id, execution);
      known.set(ClientRequestToken, id);
      void carryOut(execution, filled(QueryString, ExecutionParameters)).catch((error: Error) => {
        if (execution.State === "RUNNING") execution.State = "FAILED";
        execution.reason = error.message;
      }).finally(() => backend.connection.close());
      return { QueryExecutionId: id };
    },
    GetQueryExecution({ QueryExecutionId }) {
      const { State, reason, query, at } = found(QueryExecutionId);
      return Promise.resolve({
        QueryExecution: {
          QueryExecutionId,
          StatementType: query ? "DML" : "UTILITY",
          Status: { State, ...(reason === undefined ? {} : { StateChangeReason: reason }) },
          Statistics: { DataScannedInBytes: at.scans ?? 0 },
        },
      });
    },
    GetQueryResults({ QueryExecutionId, NextToken = "0" }) {
      const { result, query } = found(QueryExecutionId);
      const { columns, rows, affected } = result!;
      const from = Number(NextToken);
      const Rows = rows.slice(from, from + PAGE).map((row) => ({
        Data: row.map((cell, i) =>
          cell === null ? {} : { VarCharValue: textOf(cell.toString("utf8"), columns[i]!) }
        ),
      }));
      const head = { Data: columns.map(({ name }) => ({ VarCharValue: name })) };
      return Promise.resolve({
        ...(columns.length === 0 ? { UpdateCount: affected ?? 0 } : {}),
        ResultSet: {
          Rows: from === 0 && query && columns.length > 0 ? [head, ...Rows] : Rows,
          ResultSetMetadata: {
            ColumnInfo: columns.map(({ name, type }) => ({ Name: name, Type: TYPES[type] ?? type })),
          },
        },
        ...(from + PAGE < rows.length ? { NextToken: String(from + PAGE) } : {}),
      });
    },
    StopQueryExecution({ QueryExecutionId }) {
      const execution = found(QueryExecutionId);
      if (execution.State === "RUNNING") {
        execution.State = "CANCELLED";
        void execution.backend.connection.cancel().catch(() => {});
      }
      return Promise.resolve({});
    },
  };
  return {
    operations,
    async stop() {
      await Promise.all([...all.values()].map(({ backend }) => backend.connection.close()));
    },
  };
}

const TYPES: Readonly<Record<string, string>> = {
  text: "varchar",
  numeric: "decimal",
  "double precision": "double",
};

const textOf = (text: string, { type }: Column) =>
  type === "boolean" ? text === "t" ? "true" : "false" : text;

/** Returns the statement with values in place of its parameters, as EXECUTE … USING does. */
function filled(sql: string, values: readonly string[]): string {
  let text = "", at = 0, count = 0;
  for (const { kind, start, end } of tokens(sql, dialectOf("athena"))) {
    if (kind !== "symbol" || sql[start] !== "?") continue;
    text += sql.slice(at, start) + values[count++];
    at = end;
  }
  if (count !== values.length) {
    throw new ServiceError("InvalidRequestException", "Incorrect number of parameters");
  }
  return text + sql.slice(at);
}
