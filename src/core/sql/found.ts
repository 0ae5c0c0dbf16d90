import type { Server } from "../config/config.ts";
import type { FoundOrigin } from "../state/query_window.ts";
import type { QueryResult } from "./query_window/result.ts";
import type { AskLogin } from "./login/mod.ts";

/** A server as it is reached: with `trust` AWS must vouch for its certificate, else it is not checked. */
export type ReachedServer = Server & {
  readonly trust?: "aws";
  /** A query that reads more bytes than this is asked about; absent: none is. */
  readonly askAbove?: number;
  /** Log groups of CloudWatch, which are asked in the place of a server. */
  readonly logs?: { readonly region: string; readonly groups: readonly string[] };
};

/**
 * A server that was found elsewhere than in the configuration. Handed to the query windows
 * (`openFound` of `src/core/app/features/query_windows/query_windows.ts`) it is opened like those that are configured.
 */
export interface FoundServer {
  /**
   * How it is reached. Its name is shown, and its texts and history are kept under it: it is the same each time, and
   * that of no configured server.
   */
  readonly server: ReachedServer;
  /** Its environment label as it is now; `prd` is touched slowly. Null: its name may say it. */
  readonly env: () => string | null;
  /** Where it was found, for people. */
  readonly origin: FoundOrigin;
  /** The login and the way to sign in: a changed one makes open windows reconnect. No secret. */
  readonly as: string;
  /** The user gives the login: they are asked once for all tabs of a window. */
  readonly asks?: true;
  /**
   * Where its logins come from. Unless the user gives them it is asked for each new connection and nothing is remembered,
   * so that what is good for minutes is fresh. What keeps it from giving one is thrown as a `LoginFailure`, which stands where the rows would.
   */
  readonly login: AskLogin<Server>;
  /** What stands in its window when nothing was written there before. */
  readonly firstText?: string;
  /** Offers the ways that lead to it, and opens it over the one that is chosen; absent where it needs none. */
  readonly anotherWay?: () => Promise<QueryResult>;
  /** Of log groups: shows what stands around the line that a pointer of AWS's (`@ptr`) finds. */
  readonly showAround?: (pointer: string) => Promise<QueryResult>;
}
