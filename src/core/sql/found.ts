import type { Server } from "../config/config.ts";
import type { FoundOrigin } from "../state/query_window.ts";
import type { CommandResult } from "../result.ts";
import type { AskLogin } from "./login/mod.ts";

/**
 * A server with what is needed to connect to it. With `trust`, AWS must vouch for the server's certificate;
 * without it, the entry's `tlsVerify` and `caFile` decide.
 */
export type ReachedServer = Server & {
  readonly trust?: "aws";
  /** Number of bytes above which Kedge asks before it reads them for a query; absent: it never asks. */
  readonly askAbove?: number;
  /** Log groups of CloudWatch that are queried instead of a server. */
  readonly logs?: { readonly region: string; readonly groups: readonly string[] };
};

/**
 * A server that was found outside the configuration. The query windows (`openFound` of
 * `src/core/app/features/query_windows/query_windows.ts`) open it like a configured one.
 */
export interface FoundServer {
  /**
   * How the server is reached. Its name is shown, and its texts and history are kept under that name, so the
   * name is the same each time and differs from that of every configured server.
   */
  readonly server: ReachedServer;
  /**
   * Returns the current environment label; on `prd`, actions ask for confirmation. Null: the server's name
   * may give the environment.
   */
  readonly env: () => string | null;
  /** The account and region in which the server was found, for people. */
  readonly origin: FoundOrigin;
  /** Names the login and the way to sign in, without a secret. Open windows reconnect when it changes. */
  readonly as: string;
  /** Set when the user gives the login: Kedge asks once for all tabs of a window. */
  readonly asks?: true;
  /**
   * Source of the logins. Unless the user gives the login, this is called for each new connection and nothing
   * is remembered, because such a login may be valid for minutes only. Throws a `LoginError` when there is
   * no login; the window shows that failure in place of the rows.
   */
  readonly login: AskLogin<Server>;
  /** Text of a new window that has no saved text. */
  readonly firstText?: string;
  /** Offers the ways to the server and opens it over the chosen one; absent when the server needs no way. */
  readonly anotherWay?: () => Promise<CommandResult>;
  /** Only for log groups: shows the lines around the one that AWS's pointer (`@ptr`) identifies. */
  readonly showAround?: (pointer: string) => Promise<CommandResult>;
}
