// Simulates the Data API of Redshift, which only AWS has. Statements run on a real PostgreSQL of the suite.
import type { Buffer } from "node:buffer";
import { type Cell, type Column, ServerError } from "../../../../src/core/sql/driver/mod.ts";
import { dialectOf } from "../../../../src/core/sql/text/dialect.ts";
import { bindParameters } from "../../../../src/core/sql/text/parameters.ts";
import type { DatabaseServer } from "../server.ts";
import { type Backend, type BackendResult, openBackend } from "./backend.ts";
import { metadata, ServiceError } from "./rds_data.ts";

/** A cluster or workgroup of Redshift. */
export interface Warehouse {
  readonly real: DatabaseServer;
  readonly cluster?: string;
  readonly workgroup?: string;
  /** Whether results are no longer available. */
  forgetful?: boolean;
}

interface Input {
  readonly Id: string;
  readonly Sql?: string;
  readonly Sqls?: readonly string[];
  readonly Parameters?: readonly { readonly name: string; readonly value: string }[];
  readonly ClusterIdentifier?: string;
  readonly WorkgroupName?: string;
  readonly NextToken?: string;
}

interface Running {
  readonly backend: Backend;
  Status: "STARTED" | "FINISHED" | "FAILED" | "ABORTED";
  Error?: string;
  result?: BackendResult;
  readonly count: number;
  readonly at: Warehouse;
}

/** Maximum rows per page. */
const PAGE = 1000;

/** Creates the service for these clusters and workgroups. */
export function redshiftData(warehouses: readonly Warehouse[]) {
  const all = new Map<string, Running>();
  const tokens = new Map<string, string>();

  async function send(input: Input & { readonly ClientToken?: string }): Promise<object> {
    const known = input.ClientToken === undefined ? undefined : tokens.get(input.ClientToken);
    if (known !== undefined) return { Id: known };
    const at = warehouses.find(({ cluster, workgroup }) =>
      cluster !== undefined && cluster === input.ClusterIdentifier ||
      workgroup !== undefined && workgroup === input.WorkgroupName
    );
    if (!at) {
      throw new ServiceError("ValidationException", "Redshift endpoint doesn't exist in this region.");
    }
    const backend = await openBackend(at.real, "postgres", "postgres");
    const sqls = input.Sqls ?? [input.Sql!];
    const Id = crypto.randomUUID();
    const running: Running = { backend, Status: "STARTED", count: sqls.length, at };
    all.set(Id, running);
    if (input.ClientToken !== undefined) tokens.set(input.ClientToken, Id);
    void carryOut(running, sqls, input).catch((error) => {
      running.Status = running.Status === "ABORTED" ? "ABORTED" : "FAILED";
      const { code, more } = error as ServerError;
      running.Error = `ERROR: ${error.message}${
        more?.position ? `\n  Position: ${more.position}` : ""
      }; SQLState: ${code}`;
    }).finally(() => backend.connection.close());
    return { Id, CreatedAt: Date.now() / 1000 };
  }

  /** Runs the statements of a batch in one transaction. */
  async function carryOut(
    running: Running,
    sqls: readonly string[],
    { Parameters = [] }: Input,
  ): Promise<void> {
    const { backend } = running;
    if (sqls.length > 1) await backend.run("begin");
    for (const sql of sqls) {
      const { sql: text, names } = bindParameters(sql, dialectOf("redshift"));
      const args: Cell[] = names.map((name) => Parameters.find((one) => one.name === name)!.value);
      running.result = await backend.run(
        Parameters.length > 0 ? text : sql,
        Parameters.length > 0 ? args : [],
      );
    }
    if (sqls.length > 1) await backend.run("commit");
    if (running.Status === "STARTED") running.Status = "FINISHED";
  }

  const found = (Id: string): Running => {
    const running = all.get(Id.split(":")[0]!);
    if (!running) throw new ServiceError("ResourceNotFoundException", "Query does not exist.", 404);
    return running;
  };
  const resultOf = ({ result, Status }: Running) => ({
    HasResultSet: Status === "FINISHED" && (result?.columns.length ?? 0) > 0,
    ResultRows: result ? result.affected ?? result.rows.length : -1,
  });

  const operations: Record<string, (input: Input) => Promise<object>> = {
    ExecuteStatement: send,
    BatchExecuteStatement: send,
    DescribeStatement({ Id }) {
      const running = found(Id);
      const { Status, Error, count } = running;
      const told = { Status, ...(Error ? { Error } : {}), ...resultOf(running) };
      if (count === 1) return Promise.resolve({ Id, ...told });
      const SubStatements = Array.from({ length: count }, (_, i) => ({
        Id: `${Id}:${i + 1}`,
        ...(i === count - 1 ? told : { Status: "FINISHED", HasResultSet: false, ResultRows: 0 }),
      }));
      return Promise.resolve({ Id, Status, ...(Error ? { Error } : {}), SubStatements });
    },
    CancelStatement({ Id }) {
      const running = found(Id);
      if (running.Status !== "STARTED") {
        throw new ServiceError("ValidationException", "Could not cancel a query that is already finished");
      }
      running.Status = "ABORTED";
      void running.backend.connection.cancel().catch(() => {});
      return Promise.resolve({ Status: true });
    },
    GetStatementResult({ Id, NextToken = "0" }) {
      const { result, at } = found(Id);
      if (at.forgetful) {
        throw new ServiceError("ResourceNotFoundException", "Query result has expired.", 404);
      }
      const { columns, rows } = result!;
      const from = Number(NextToken);
      return Promise.resolve({
        Records: rows.slice(from, from + PAGE).map((row) => row.map((cell, i) => value(cell, columns[i]!))),
        ColumnMetadata: columns.map((one) => {
          const { schemaName: _, arrayBaseColumnType: __, type: ___, ...told } = metadata(one, "postgres");
          return told;
        }),
        TotalNumRows: rows.length,
        ...(from + PAGE < rows.length ? { NextToken: String(from + PAGE) } : {}),
      });
    },
  };
  return {
    operations,
    /** Returns the number of running statements. */
    running: () => [...all.values()].filter(({ Status }) => Status === "STARTED").length,
    async stop() {
      await Promise.all([...all.values()].map(({ backend }) => backend.connection.close()));
    },
  };
}

function value(cell: Buffer | null, { kind }: Column) {
  if (cell === null) return { isNull: true };
  const text = cell.toString("utf8");
  if (kind === "boolean") return { booleanValue: text === "t" };
  // Eight-byte numbers are sent exactly; the client must cope with them.
  if (kind === "integer") return { longValue: new BigNumber(text) };
  return kind === "float" ? { doubleValue: Number(text) } : { stringValue: text };
}

/** A number that JSON writes with all its digits. */
class BigNumber {
  constructor(readonly digits: string) {}
  toJSON(): unknown {
    return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(this.digits);
  }
}
