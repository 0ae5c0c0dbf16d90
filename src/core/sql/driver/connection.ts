import type { Buffer } from "node:buffer";
import type { Engine } from "../engines/mod.ts";
import type { Way } from "../../ways/way.ts";
import type { Login } from "../login/mod.ts";
import type { DriverError } from "./errors.ts";
import type { LogsService } from "./https/logs_service.ts";
import type { HttpsService } from "./https/service.ts";

/** Value of a statement's parameter or of a cell: a number where that is exact, else the server's text. */
export type Cell = null | boolean | number | string;

/** What a driver needs to know about a server. */
export interface Target {
  readonly engine: Engine;
  readonly host: string;
  readonly port: number;
  readonly database?: string;
  readonly tls: boolean;
  /**
   * Authorities as PEM, one of which must have signed the server's certificate for exactly its host. Absent:
   * the certificate is not checked.
   */
  readonly authorities?: readonly string[];
  /** Certificate and key, as PEM, for a server that asks for a certificate. */
  readonly identity?: { readonly certificate: string; readonly key: Login["password"] };
  /** Whether the user lets the password itself be sent without TLS. */
  readonly allowCleartextPassword?: boolean;
  /** The server's own key as PEM, which encrypts a password where there is no TLS. */
  readonly serverPublicKey?: string;
  /** The way to the server; absent: the network of this computer. */
  readonly way?: Way;
  /** The service of AWS that runs statements for the server. */
  readonly service?: HttpsService;
  /** The log groups of CloudWatch that are queried instead of a server. */
  readonly logsService?: LogsService;
  /** Maximum bytes a query may read without the user's agreement; beyond them it fails with {@link OVER_BOUND}. */
  readonly askAbove?: number;
}

/** How the values of a column are to be read. All but `blob` are UTF-8 text, as the server writes it. */
export type Kind = "text" | "integer" | "float" | "decimal" | "boolean" | "json" | "time" | "binary" | "blob";

/**
 * The table column whose values a column of a result shows unchanged, as the server reports it: PostgreSQL by
 * the table's oid and the column's number, MySQL by names. An alias does not hide it; through a view it is
 * the view's column. When a table is twice in a statement, servers do not report which of the two it is, and
 * MariaDB reports a subquery in FROM as if it were a table.
 */
export type Origin =
  | { readonly table: number; readonly column: number }
  | { readonly schema: string; readonly table: string; readonly column: string };

/** A column of a result. */
export interface Column {
  readonly name: string;
  /** The type, named as in the server's SQL. */
  readonly type: string;
  /**
   * `binary` is text already (`\x…`); `blob` is the bytes themselves, to be shown as `0x…`. Numbers may have
   * more digits than a JavaScript number holds, and may be `NaN` or infinite.
   */
  readonly kind: Kind;
  /** The type's number: PostgreSQL's oid, MySQL's field type. */
  readonly typeNumber: number;
  /** Absent when the column is computed, or when the server does not report it. */
  readonly origin?: Origin;
}

/** Receives the rows of a statement as they arrive. */
export interface RowSink {
  /** Called when a result begins. On MySQL a statement may have several. */
  columns(columns: readonly Column[]): void;
  /**
   * Called with one row: cell `i` is `bytes` from `bounds[2 * i]` to `bounds[2 * i + 1]`, or NULL when the
   * first of these is -1. Both arguments are valid only during the call. `false` means that no more rows are
   * wanted. The server is paused until a returned promise has settled.
   */
  row(bytes: Buffer, bounds: Int32Array): boolean | Promise<boolean>;
}

/** One statement. */
export interface Statement {
  readonly sql: string;
  /** Values of the parameters (`$1` …, or `?`), which are sent apart from the text and never put into it. */
  readonly args?: readonly Cell[];
  /**
   * What happens when the sink wants no more rows: `cancel` ends the statement, `read` reads the rest and
   * drops it, which a statement that writes needs.
   */
  readonly whenEnough?: "cancel" | "read";
  /**
   * Number of rows fetched at a time, so that the server is idle while the sink holds it up. Counts only for
   * PostgreSQL within a transaction; elsewhere the server sends all, and waits in the middle of that.
   */
  readonly batch?: number;
  /** Whether the user has agreed to any number of bytes read. */
  readonly agreed?: boolean;
}

/** The outcome of a statement, or of one of its results. */
export interface Outcome {
  /** What was done, as the server calls it (`INSERT`); empty when the server does not report it. */
  readonly command: string;
  /** Number of rows written, or matched where the server counts these; undefined when it only reads. */
  readonly affected?: number;
  /** MySQL only: number of rows that changed. */
  readonly changed?: number;
  /** MySQL only: number of warnings. */
  readonly warnings?: number;
  /** Whether the sink wanted no more rows, so that there may be more. */
  readonly cut: boolean;
}

/** A remark of the server that is not an error. */
export interface ServerNotice {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
}

/** Events that a connection reports unasked. None is reported after the connection is gone. */
export interface ConnectionListener {
  notice?(notice: ServerNotice): void;
  /** Reports the current step of opening a way, for people. */
  step?(step: string): void;
}

/** A connection to a database server, signed in. One statement runs at a time. */
export interface Connection {
  /** The server's version, as the server reports it. */
  readonly version: string;
  /** Resolves when the connection is gone, with the reason. */
  readonly gone: Promise<DriverError>;
  /** Why the connection is gone; null while it is there. */
  readonly over: DriverError | null;
  /** Whether a transaction is open; `failed` means open and failed. */
  readonly transaction: "none" | "open" | "failed";
  /** Why transactions cannot stay open, for people; each statement then takes effect at once. Absent: they can. */
  readonly noTransactions?: string;
  /** A query about types that the driver needs, to be run by `prepare` in a transaction; null: none. */
  readonly driverQuery: string | null;
  /** Whether a backslash in a string literal escapes the character after it. */
  readonly backslashEscapes: boolean;
  /** Time zone in which the server gives moments now; absent where it does not report that. */
  readonly zone?: string | undefined;
  /**
   * Runs one statement to its end. Throws ServerError when the server refuses it, and DriverError when the
   * connection is gone.
   */
  run(statement: Statement, sink: RowSink): Promise<Outcome>;
  /** Runs statements of Kedge itself and drops their rows; in one round trip where the server can. */
  prepare(statements: readonly string[]): Promise<void>;
  /**
   * Tells the server to end the running statement; `run` then ends as the server reports. Rejects when the
   * server could not be told.
   */
  cancel(): Promise<void>;
  /** Ends the session politely, within 200 ms. */
  close(): Promise<void>;
  /** Ends the connection at once. */
  cut(reason: DriverError): void;
}

/** Signs in over a wire that is still connecting. */
export type Open = (parts: {
  readonly target: Target;
  readonly login: Login;
  readonly listener: ConnectionListener;
  readonly wire: import("./wire.ts").Wire;
}) => Promise<Connection>;
