import type { DatabaseRow } from "../../../aws/resources/databases.ts";
import type { DatabaseLoginWay } from "../../../state/database_logins.ts";
import type { RoleRequest } from "../../as_role.ts";
import type { CommandResult } from "../../../result.ts";
import type { ListOf } from "./list_of.ts";

/** A database with its account, role and region. */
export type DatabaseRequest = RoleRequest & {
  readonly kind: DatabaseRow["kind"];
  readonly id: string;
  /** Whether to use the endpoint of the read replicas. */
  readonly reader?: boolean | undefined;
};

/** Operations on databases of accounts. */
export interface DatabaseUses {
  readonly list: ListOf<DatabaseRow>;
  /**
   * Opens a database in a query window with `login` or the login used last. Opens the database's page when
   * neither is known. `choose` asks the user for the way.
   */
  open(asked: DatabaseRequest, login: DatabaseLoginWay | undefined, choose?: boolean): Promise<CommandResult>;
  /** Cancels the opening of a database. */
  cancel(asked: DatabaseRequest): CommandResult;
  /** Opens a tunnel to a database for other programs. */
  tunnel(asked: DatabaseRequest): Promise<CommandResult>;
  /** Restores how databases were opened. */
  restore(saved: unknown): void;
  /**
   * Adds a database to config.json as a server, over HTTPS if `login` says so. The result's value is
   * `{server}`, the server's name.
   */
  add(asked: DatabaseRequest, login?: DatabaseLoginWay): Promise<CommandResult>;
}
