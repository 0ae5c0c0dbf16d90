import { startMariadb } from "../servers/mariadb.ts";
import { startPostgres } from "../servers/postgres.ts";
import type { DatabaseServer } from "../servers/server.ts";

/** A real server that tests start, and the database in which they work. */
export interface RealServer {
  readonly engine: "postgres" | "mysql";
  readonly database: string;
  readonly start: () => Promise<DatabaseServer>;
}

export const REAL_POSTGRES: RealServer = { engine: "postgres", database: "postgres", start: startPostgres };
export const REAL_MARIADB: RealServer = { engine: "mysql", database: "app", start: startMariadb };
