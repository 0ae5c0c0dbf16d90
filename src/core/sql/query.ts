import type { Server } from "../config/config.ts";
import type { Secret } from "../secret.ts";
import { type ConnectionFailure, connectionFailure } from "./failure.ts";
import { clean, errorCode, errorText } from "./words.ts";
import { beginsAsMysql, beginsAsPostgres, createWire, type Wire } from "./wire.ts";

/** A cell: exact numbers as numbers, everything else that is no boolean as the server's text. */
export type Cell = null | boolean | number | string;

/** One statement for one server. */
export interface QueryRequest {
  readonly server: Server;
  readonly login: { readonly user: string; readonly password: Secret };
  readonly sql: string;
  /** Values of the statement's parameters. */
  readonly args: readonly Cell[];
  /** The user lets this statement write; otherwise the server itself refuses to. */
  readonly write: boolean;
}

/** What a result may take: more rows or bytes are left out and `truncated` says so. */
export const MOST_ROWS = 10_000;
/** Characters of all cells together. */
export const MOST_CHARACTERS = 4_000_000;
/** How long a statement may run, ms: the server itself ends it then. */
export const STATEMENT_LIMIT = 55_000;
/** How long connecting may take, ms. */
const CONNECT_LIMIT = 8000;

/** The rows of a statement. */
export interface QueryResult {
  readonly ok: true;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** The server had more than Kedge takes. */
  readonly truncated: boolean;
}

/** Why there are none. `kind` "query": connected, but the server refused the statement. */
export type QueryFailure = ConnectionFailure | {
  readonly ok: false;
  readonly kind: "query";
  readonly message: string;
  readonly hint: string;
};

/** What a driver does: connect (its errors are of the connection), then give rows. */
export interface Session {
  query(sql: string, args: readonly Cell[], rows: RowSink): Promise<void>;
}

/** Opens a session whose one transaction only reads, unless it may write. */
export type OpenSession = (parts: {
  readonly server: Server;
  readonly user: string;
  readonly password: Secret;
  readonly database: string | undefined;
  readonly wire: Wire;
  readonly write: boolean;
  readonly signal: AbortSignal;
}) => Promise<Session>;

/** Takes rows as they come and says when it has enough. */
export interface RowSink {
  columns(names: readonly string[]): void;
  /** False: no more are wanted. */
  row(cells: readonly Cell[]): boolean;
}

/** Databases that the specification (§2.3) and CONTRACT.md §3 give when the configuration names none. */
const DEFAULT_DATABASE = { postgres: "postgres", redshift: "dev", mysql: undefined };

/**
 * Runs one statement in a transaction of a connection of its own, which the server itself keeps from
 * writing unless the request may write. What a user can cause is a value; no text holds the password. Ends
 * at once when the signal is aborted.
 */
export async function runQuery(
  request: QueryRequest,
  signal: AbortSignal,
): Promise<QueryResult | QueryFailure> {
  const { server, login: { user, password } } = request;
  const database = server.database || DEFAULT_DATABASE[server.engine];
  const wire = createWire(server.engine === "mysql" ? beginsAsMysql : beginsAsPostgres);
  const connection = (error: unknown): ConnectionFailure =>
    connectionFailure({
      server,
      user,
      database,
      code: errorCode(error),
      text: clean(errorText(error), password),
      connected: wire.connected(),
      answered: wire.answered(),
    });
  const over = Promise.withResolvers<never>();
  over.promise.catch(() => {});
  const cut = (code: string) => over.reject(Object.assign(new Error(code), { code }));
  const stop = () => cut("ABORT");
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  const timer = setTimeout(() => cut("ETIMEDOUT"), CONNECT_LIMIT);
  wire.foreign.then(() => cut("FOREIGN"));
  const ended = new AbortController();
  try {
    let session: Session;
    try {
      const open: OpenSession = server.engine === "mysql"
        ? (await import("./mysql_query.ts")).openMysql
        : (await import("./postgres_query.ts")).openPostgres;
      session = await Promise.race([
        open({ server, user, password, database, wire, write: request.write, signal: ended.signal }),
        over.promise,
      ]);
    } catch (error) {
      return connection(error);
    }
    clearTimeout(timer);
    const sink = createSink();
    try {
      await Promise.race([session.query(request.sql, request.args, sink), over.promise]);
    } catch (error) {
      if (signal.aborted) return connection(Object.assign(new Error("ABORT"), { code: "ABORT" }));
      const { message, hint } = queryWords(error, password);
      return { ok: false, kind: "query", message, hint };
    }
    return sink.result();
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    ended.abort();
    wire.socket.destroy();
  }
}

function createSink(): RowSink & { result(): QueryResult } {
  let columns: readonly string[] = [];
  const rows: (readonly Cell[])[] = [];
  let characters = 0;
  let truncated = false;
  return {
    columns: (names) => void (columns = names),
    row(cells) {
      for (const cell of cells) characters += typeof cell === "string" ? cell.length + 2 : 8;
      if (rows.length >= MOST_ROWS || characters > MOST_CHARACTERS) {
        truncated = true;
        return false;
      }
      rows.push(cells);
      return true;
    },
    result: () => ({ ok: true, columns, rows, truncated }),
  };
}

/** What to do when an action must write. */
export const WRITE_HINT =
  "Actions only read from servers, unless you allow this one to write in its settings.";

/** Codes of a statement that wanted to write: PostgreSQL's SQLSTATE, MySQL's numbers. */
const WRITES: ReadonlySet<string> = new Set(["25006", "1792"]);
const TIMED_OUT: ReadonlySet<string> = new Set(["57014", "1969", "3024", "1317"]);

function queryWords(error: unknown, password: Secret): { message: string; hint: string } {
  const code = errorCode(error) ?? "";
  const message = clean(errorText(error), password);
  if (WRITES.has(code)) return { message, hint: WRITE_HINT };
  if (TIMED_OUT.has(code)) {
    return {
      message: `${message} (after ${STATEMENT_LIMIT / 1000} s)`,
      hint: "Ask for less, or add an index.",
    };
  }
  return { message, hint: "Check the statement." };
}

/** An integer as a number where a number holds it exactly, else as it is. */
export function exactInteger(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

/** A finite floating-point number as a number; NaN and infinities as they are. */
export function finite(text: string): number | string {
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}
