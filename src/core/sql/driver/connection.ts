import type { Buffer } from "node:buffer";
import type { Engine } from "../engines/mod.ts";
import type { Way } from "../../ways/way.ts";
import type { Login } from "../login/mod.ts";
import type { Fault } from "./fault.ts";
import type { LogsService } from "./https/logs_service.ts";
import type { HttpsService } from "./https/service.ts";

/** A value of a statement's parameter, or of a cell: exact numbers as numbers, else the server's text. */
export type Cell = null | boolean | number | string;

/** What a driver needs to know of a server. */
export interface Target {
  readonly engine: Engine;
  readonly host: string;
  readonly port: number;
  readonly database?: string;
  readonly tls: boolean;
  /**
   * One of these authorities, as PEM, must have signed its certificate, for exactly its host; without them none is
   * checked.
   */
  readonly authorities?: readonly string[];
  /** What Kedge shows to a server that asks for a certificate, as PEM. */
  readonly identity?: { readonly certificate: string; readonly key: Login["password"] };
  /** The user lets the password itself be sent without TLS. */
  readonly allowCleartextPassword?: boolean;
  /** The server's own key, as PEM, with which a password is sealed where there is no TLS. */
  readonly serverPublicKey?: string;
  /** How it is reached, where not by the computer's own network. */
  readonly way?: Way;
  /** The service of AWS that is asked in the place of the server itself. */
  readonly service?: HttpsService;
  /** Log groups that are asked in the place of a server. */
  readonly logsService?: LogsService;
  /** A query that reads more bytes than this is refused, or ended, with {@link OVER_BOUND} unless it was agreed to. */
  readonly askAbove?: number;
}

/** How the values of a column are to be taken. All but `blob` are text in UTF-8, as the server writes it. */
export type Kind = "text" | "integer" | "float" | "decimal" | "boolean" | "json" | "time" | "binary" | "blob";

/**
 * The column of a table whose values a column of a result shows as they stand there, as the server tells it: PostgreSQL by the
 * table's oid and the column's number in it, MySQL by names. Aliases do not hide it; through a view it is the view's. Servers
 * do not tell which of its rows it is where a table stands twice in a statement, and MariaDB names a query that stands in FROM
 * as if it was a table.
 */
export type Origin =
  | { readonly table: number; readonly column: number }
  | { readonly schema: string; readonly table: string; readonly column: string };

/** A column of a result. */
export interface Column {
  readonly name: string;
  /** The type, as the server's own SQL names it. */
  readonly type: string;
  /**
   * `binary` is text already (`\x…`); `blob` are the bytes themselves, to be shown as `0x…`. Numbers may have
   * more digits than one of JavaScript holds, and be `NaN` or infinite.
   */
  readonly kind: Kind;
  /** The type's number: PostgreSQL's oid, MySQL's field type. */
  readonly typeNumber: number;
  /** Absent where it is computed, or the server does not tell. */
  readonly origin?: Origin;
}

/** Takes the rows of a statement as they come. */
export interface RowSink {
  /** A result begins; a statement may have several of MySQL's. */
  columns(columns: readonly Column[]): void;
  /**
   * One row: cell `i` is `bytes` from `bounds[2 * i]` to `bounds[2 * i + 1]`, NULL when the first is -1. Both are
   * valid only during the call. False: no more rows are wanted. A promise holds the server up until it is there.
   */
  row(bytes: Buffer, bounds: Int32Array): boolean | Promise<boolean>;
}

/** One statement. */
export interface Statement {
  readonly sql: string;
  /** Values of its parameters (`$1` …, or `?`): sent apart from the text, never put into it. */
  readonly args?: readonly Cell[];
  /**
   * What to do when the sink wants no more rows: `cancel` ends the statement, `read` reads the rest and drops it,
   * as a statement that writes needs.
   */
  readonly whenEnough?: "cancel" | "read";
  /**
   * Fetches so many rows at a time, so that the server is idle while the sink holds it up. PostgreSQL only, within a
   * transaction; else the server waits in the middle of sending.
   */
  readonly batch?: number;
  /** The user has agreed to whatever it reads. */
  readonly agreed?: boolean;
}

/** The outcome of a statement, or of one of its results. */
export interface Outcome {
  /** What was done, as the server calls it (`INSERT`); empty where it does not say. */
  readonly command: string;
  /** Rows that the statement wrote, or matched where the server counts these; undefined for reading ones. */
  readonly affected?: number;
  /** MySQL: rows that really changed. */
  readonly changed?: number;
  /** MySQL: how many warnings there are. */
  readonly warnings?: number;
  /** The sink wanted no more: there may be more rows. */
  readonly cut: boolean;
}

/** A server's remark that is no error. */
export interface ServerNotice {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
}

/** Events that a connection reports unasked. Never called after the connection is gone. */
export interface ConnectionListener {
  notice?(notice: ServerNotice): void;
  /** While it is made over a way: what is done now, for people. */
  step?(step: string): void;
}

/** A connection to a database server, signed in. One statement runs at a time. */
export interface Connection {
  /** The server's version, as it says itself. */
  readonly version: string;
  /** Resolves when the connection is gone, with the reason. */
  readonly gone: Promise<Fault>;
  /** Why the connection is gone; null while it is there. */
  readonly over: Fault | null;
  /** A transaction is open (`open`), or open and failed. */
  readonly transaction: "none" | "open" | "failed";
  /** The reason why transactions cannot stay open, for people: each statement counts at once. Absent: they can. */
  readonly noTransactions?: string;
  /** A query of the driver about types, to be run by `prepare` in a transaction; null: there is none. */
  readonly driverQuery: string | null;
  /** Within string literals a backslash escapes what follows. */
  readonly backslashEscapes: boolean;
  /**
   * Runs one statement to its end. Throws ServerError when the server refuses it, Fault when the connection is gone.
   */
  run(statement: Statement, sink: RowSink): Promise<Outcome>;
  /** Runs statements of Kedge's own, whose rows are dropped, in one round trip where the server can. */
  prepare(statements: readonly string[]): Promise<void>;
  /**
   * Tells the server to end what runs; `run` then ends as the server says. Rejects when that could not be told.
   */
  cancel(): Promise<void>;
  /** Says goodbye; takes 200 ms at most. */
  close(): Promise<void>;
  /** Ends the connection at once. */
  cut(reason: Fault): void;
}

/** Signs in over a wire that is connecting. */
export type Open = (parts: {
  readonly target: Target;
  readonly login: Login;
  readonly listener: ConnectionListener;
  readonly wire: import("./wire.ts").Wire;
}) => Promise<Connection>;
