import { Buffer } from "node:buffer";
import { type Cell, type OpenSession, type RowSink, STATEMENT_LIMIT } from "./query.ts";

/** Opens a session of MySQL or MariaDB with one transaction. */
export const openMysql: OpenSession = async ({ server, user, password, database, wire, write, signal }) => {
  const { createConnection } = await import("mysql2");
  signal.addEventListener("abort", () => wire.socket.destroy());
  const connection = createConnection({
    host: server.host,
    port: server.port,
    user,
    password: password.open(),
    ...(database === undefined ? {} : { database }),
    // Encrypted, not verified: the specification's meaning of `tls`.
    ...(server.tls ? { ssl: { rejectUnauthorized: false } } : {}),
    stream: () => wire.socket.connect(server.port, server.host),
    // Exact values: what a number does not hold comes as text.
    dateStrings: true,
    supportBigNumbers: true,
    jsonStrings: true,
  });
  let lost = (_: Error) => {};
  // mysql2 ends nothing by itself when the server goes away in the middle of a result.
  connection.on("error", (error: Error) => lost(error));
  const run = (sql: string) =>
    new Promise<void>((resolve, reject) =>
      connection.query(sql, (error: Error | null) => error ? reject(error) : resolve())
    );
  await new Promise<void>((resolve, reject) =>
    connection.connect((error) => error ? reject(error) : resolve())
  );
  if (!write) await run("set session transaction read only");
  await run("set time_zone = '+00:00'");
  // MariaDB counts seconds, MySQL milliseconds; each knows only its own.
  await run(`set session max_statement_time = ${STATEMENT_LIMIT / 1000}`).catch(() =>
    run(`set session max_execution_time = ${STATEMENT_LIMIT}`).catch(() => {})
  );
  await run(write ? "start transaction" : "start transaction read only");
  return {
    async query(sql, args, sink) {
      const fault = write ? null : writeFault(sql);
      if (fault) throw Object.assign(new Error(fault), { errno: WRITES_IN_READ_ONLY });
      await new Promise<void>((resolve, reject) => {
        lost = reject;
        const options = { sql, rowsAsArray: true, values: [...args] };
        // Prepared where there are values: the server, not this program, puts them in.
        const query = args.length > 0 ? connection.execute(options) : connection.query(options);
        let open = true;
        query.on("error", reject);
        query.on(
          "fields",
          (fields: { name: string }[] | undefined) => sink.columns((fields ?? []).map(({ name }) => name)),
        );
        query.on("result", (row: unknown) => {
          if (open && Array.isArray(row)) open = take(row, sink);
          // What writes is read to its end: only then can it be committed.
          if (!open && !write) resolve();
        });
        query.on("end", () => resolve());
      });
      if (write) await run("commit");
    },
  };
};

/** What the servers say themselves: ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION. */
const WRITES_IN_READ_ONLY = 1792;

function take(row: readonly unknown[], sink: RowSink): boolean {
  return sink.row(row.map((value): Cell => {
    if (value === null || typeof value === "string") return value;
    if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
    return Buffer.isBuffer(value) ? `0x${value.toString("hex")}` : String(value);
  }));
}

const READING: ReadonlySet<string> = new Set([
  "select",
  "with",
  "show",
  "describe",
  "desc",
  "explain",
  "values",
  "table",
]);

/**
 * Why a statement is not let through, or null. A read-only transaction of MySQL and MariaDB does not hold
 * against statements that commit it first (`create`, `start transaction read write` …), so that only
 * statements which begin as reading ones are sent; the server then refuses to write within them.
 */
export function writeFault(sql: string): string | null {
  if (/\/\*M?!/.test(sql)) return "Comments that the server executes are not allowed in actions";
  const text = sql.replace(/^(?:\s|\(|--[ \t][^\n]*(?:\n|$)|#[^\n]*(?:\n|$)|\/\*[^]*?\*\/)+/, "");
  const word = /^[a-z]+/i.exec(text)?.[0]?.toLowerCase() ?? "";
  if (!READING.has(word)) {
    return `Actions may only read from servers: a statement may not begin with "${
      word || text.slice(0, 10)
    }"`;
  }
  if (/\binto\s+(?:outfile|dumpfile)\b/i.test(sql)) {
    return "Actions may only read from servers: INTO OUTFILE writes";
  }
  return null;
}
