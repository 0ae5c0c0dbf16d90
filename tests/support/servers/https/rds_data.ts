// Simulates the Data API of RDS, which only AWS has. Statements run on a real PostgreSQL or MySQL of the
// suite.
import type { Buffer } from "node:buffer";
import { type Cell, type Column, ServerError } from "../../../../src/core/sql/driver/mod.ts";
import { dialectOf } from "../../../../src/core/sql/text/dialect.ts";
import { bindParameters } from "../../../../src/core/sql/text/parameters.ts";
import type { DatabaseServer } from "../server.ts";
import { type Backend, openBackend } from "./backend.ts";

/** Error of the service for a call that it refuses. */
export class ServiceError extends Error {
  constructor(override readonly name: string, message: string, readonly status = 400) {
    super(message);
  }
}

/** A cluster with its Data API. */
export interface DataApiCluster {
  readonly real: DatabaseServer;
  readonly engine: "postgres" | "mysql";
  readonly arn: string;
  readonly secret: string;
  /** Whether the Data API is switched off. */
  off?: boolean;
  /** Number of further calls that are refused because the cluster is resuming from a pause. */
  resuming?: number;
}

interface Input {
  readonly resourceArn: string;
  readonly secretArn: string;
  readonly database?: string;
  readonly sql: string;
  readonly transactionId?: string;
  readonly parameters?: readonly { name: string; value: Record<string, unknown> }[];
  readonly includeResultMetadata?: boolean;
  readonly resultSetOptions?: { decimalReturnType?: string; longReturnType?: string };
}

/**
 * Limits of the service: bytes of an answer and of a row, ms of a statement, and ms of a transaction without
 * a call.
 */
const ANSWER = 1 << 20, ROW = 64 << 10, STATEMENT = 45_000, IDLE = 180_000;

/** Creates the service for these clusters. */
export function rdsData(
  clusters: readonly DataApiCluster[],
  limits: { idle?: number; statement?: number } = {},
) {
  const transactions = new Map<string, { backend: Backend; timer: ReturnType<typeof setTimeout> }>();

  function clusterOf({ resourceArn, secretArn }: Input): DataApiCluster {
    const cluster = clusters.find(({ arn }) => arn === resourceArn);
    if (!cluster) throw new ServiceError("BadRequestException", `Cluster ${resourceArn} is not found.`);
    if (cluster.off) {
      throw new ServiceError("HttpEndpointNotEnabledException", "HttpEndpoint is not enabled.");
    }
    if (cluster.secret !== secretArn) {
      throw new ServiceError("InvalidSecretException", "The secret is not valid.");
    }
    if (cluster.resuming) {
      cluster.resuming--;
      throw new ServiceError(
        "DatabaseResumingException",
        "The Aurora DB instance is resuming after being auto-paused.",
      );
    }
    return cluster;
  }

  const open = (cluster: DataApiCluster, database?: string) =>
    openBackend(cluster.real, cluster.engine, database ?? (cluster.engine === "mysql" ? "app" : "postgres"));

  function keep(id: string, backend: Backend): void {
    const old = transactions.get(id);
    clearTimeout(old?.timer);
    const timer = setTimeout(() => {
      transactions.delete(id);
      void backend.connection.close();
    }, limits.idle ?? IDLE);
    transactions.set(id, { backend, timer });
  }

  function taken(id: string): Backend {
    const found = transactions.get(id);
    if (!found) {
      throw new ServiceError("TransactionNotFoundException", `Transaction ${id} is not found`, 404);
    }
    clearTimeout(found.timer);
    transactions.delete(id);
    return found.backend;
  }

  const operations: Record<string, (input: Input) => Promise<object>> = {
    async BeginTransaction(input) {
      const cluster = clusterOf(input);
      const backend = await open(cluster, input.database);
      await backend.run(cluster.engine === "mysql" ? "start transaction" : "begin");
      const transactionId = btoa(crypto.randomUUID());
      keep(transactionId, backend);
      return { transactionId };
    },
    async CommitTransaction(input) {
      clusterOf(input);
      const backend = taken(input.transactionId!);
      await backend.run("commit").catch(refused).finally(() => backend.connection.close());
      return { transactionStatus: "Transaction Committed" };
    },
    async RollbackTransaction(input) {
      clusterOf(input);
      const backend = taken(input.transactionId!);
      await backend.run("rollback").catch(() => {}).finally(() => backend.connection.close());
      return { transactionStatus: "Rollback Complete" };
    },
    async ExecuteStatement(input) {
      const cluster = clusterOf(input);
      const id = input.transactionId;
      const backend = id === undefined ? await open(cluster, input.database) : taken(id);
      try {
        return await executed(cluster, backend, input);
      } finally {
        if (id === undefined) await backend.connection.close();
        else if (backend.connection.over === null) keep(id, backend);
      }
    },
  };

  async function executed(cluster: DataApiCluster, backend: Backend, input: Input): Promise<object> {
    const { sql, args } = bound(cluster, input);
    const late = setTimeout(() => void backend.connection.cancel(), limits.statement ?? STATEMENT);
    const result = await backend.run(sql, args).catch(refused).finally(() => clearTimeout(late));
    if (result.rows.some((row) => row.reduce((sum, cell) => sum + (cell?.length ?? 0), 0) > ROW)) {
      throw new ServiceError("UnsupportedResultException", "Database row exceeded the size limit of 64 KB");
    }
    const answer = {
      numberOfRecordsUpdated: result.affected ?? 0,
      generatedFields: [],
      ...(result.columns.length === 0 ? {} : {
        records: result.rows.map((row) =>
          row.map((cell, i) => field(cell, result.columns[i]!, cluster, input))
        ),
        ...(input.includeResultMetadata
          ? { columnMetadata: result.columns.map((one) => metadata(one, cluster.engine)) }
          : {}),
      }),
    };
    if (JSON.stringify(answer.records ?? []).length > ANSWER) {
      throw new ServiceError(
        "BadRequestException",
        "Database returned more than the allowed response size limit",
      );
    }
    return answer;
  }

  return {
    operations,
    /** Returns the number of open transactions. */
    open: () => transactions.size,
    async stop() {
      for (const { backend, timer } of transactions.values()) {
        clearTimeout(timer);
        await backend.connection.close();
      }
      transactions.clear();
    },
  };
}

/** Binds named parameters as the service does, with the type varchar for texts. */
function bound({ engine }: DataApiCluster, { sql, parameters = [] }: Input): { sql: string; args: Cell[] } {
  if (parameters.length === 0) return { sql, args: [] };
  const { sql: text, names } = bindParameters(sql, dialectOf(engine));
  const values = names.map((name) => parameters.find((one) => one.name === name)!.value);
  const typed = engine === "mysql" ? text : text.replaceAll(/\$(\d+)/g, (all, n) => {
    const value = values[Number(n) - 1]!;
    return "stringValue" in value ? `${all}::varchar` : all;
  });
  return { sql: typed, args: values.map((value) => value.isNull ? null : Object.values(value)[0] as Cell) };
}

/** Throws the server's error in the form that the service returns. */
function refused(error: unknown): never {
  if (!(error instanceof ServerError)) throw error;
  const { position, hint } = error.more;
  const words = /^\d{4}$/.test(error.code)
    ? `Database error code: ${error.code}. Message: ${error.message}`
    : `ERROR: ${error.message}${hint ? `; Hint: ${hint}` : ""}${
      position ? `; Position: ${position}` : ""
    }; SQLState: ${error.code}`;
  throw error.code === "57014" && /statement timeout/.test(error.message)
    ? new ServiceError("StatementTimeoutException", words)
    : new ServiceError("DatabaseErrorException", words);
}

const SHORT: Readonly<Record<string, string>> = {
  "boolean": "bool",
  "smallint": "int2",
  "integer": "int4",
  "bigint": "int8",
  "real": "float4",
  "double precision": "float8",
  "character varying": "varchar",
  "character": "bpchar",
  "timestamp without time zone": "timestamp",
  "timestamp with time zone": "timestamptz",
  "time without time zone": "time",
};

/** Returns a column in the form of both Data APIs. */
export function metadata({ name, type }: Column, engine: DataApiCluster["engine"]) {
  const [, base = type, precision = "0", scale = "0"] = /^([^(]+)(?:\((\d+)(?:,(\d+))?\))?/.exec(type) ?? [];
  const array = type.endsWith("[]");
  const plain = base.replace(/\[\]$/, "");
  const typeName = engine === "mysql" ? type.toUpperCase() : `${array ? "_" : ""}${SHORT[plain] ?? plain}`;
  return {
    name,
    label: name,
    typeName,
    type: 0,
    precision: Number(precision),
    scale: Number(scale),
    schemaName: "",
    tableName: "",
    nullable: 1,
    arrayBaseColumnType: 0,
  };
}

function field(
  cell: Buffer | null,
  { type, kind }: Column,
  { engine }: DataApiCluster,
  { resultSetOptions }: Input,
) {
  if (cell === null) return { isNull: true };
  const text = cell.toString("utf8");
  if (type.endsWith("[]")) return { arrayValue: { stringValues: items(text) } };
  switch (kind) {
    case "boolean":
      return { booleanValue: text === "t" };
    case "integer":
      return resultSetOptions?.longReturnType === "STRING"
        ? { stringValue: text }
        : { longValue: Number(text) };
    case "float":
      // Java prints a four-byte number with the digits of an eight-byte one.
      return { doubleValue: type === "real" || type === "float" ? Math.fround(Number(text)) : Number(text) };
    case "binary":
      return {
        blobValue: btoa(String.fromCharCode(
          ...text.slice(2).match(/../g)?.map((hex) => parseInt(hex, 16)) ?? [],
        )),
      };
    case "blob":
      return { blobValue: cell.toString("base64") };
    default:
      return { stringValue: engine === "mysql" ? text : text };
  }
}

/** Returns the items of a simple array; the tests use no others. */
const items = (text: string) =>
  text === "{}" ? [] : text.slice(1, -1).split(",").map((one) => one.replace(/^"(.*)"$/, "$1"));
