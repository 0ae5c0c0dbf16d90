/** Columns that are hidden from agents: the columns of a statement are checked before it runs. */
import type { Server } from "../../config/config.ts";
import type { Origin } from "../../sql/driver/mod.ts";
import { ENGINES } from "../../sql/engines/mod.ts";
import type { Session, StatementFailure } from "../../sql/session/mod.ts";
import { type HiddenPatterns, hiddenPatterns } from "../../config/hidden_columns.ts";
import { hiddenRefusal } from "./refusal.ts";

/** The properties of a server that determine its hidden columns. */
export type HidingServer = Pick<Server, "engine" | "agents" | "https">;

/** The hidden columns of a server. */
export interface HiddenColumns {
  /** Returns why a statement may not run for an agent, before any of it has run; null when it may. */
  fault(sql: string, signal: AbortSignal): Promise<StatementFailure | null>;
  /** Returns why a result's column may not be shown, by the origin that the server reports; null when it may. */
  originFault(origin: Origin): StatementFailure | null;
  readonly patterns: HiddenPatterns;
}

/** Returns the hidden columns of a server; null when it has none. */
export function hiddenColumns(
  server: HidingServer,
  session: Pick<Session, "run" | "begin">,
): HiddenColumns | null {
  const patterns = hiddenPatterns(server);
  if (patterns === null) return null;
  return {
    patterns,
    async fault(sql, signal) {
      const { engine, https } = server;
      const { name, protocol } = ENGINES[engine];
      if (https || engine === "redshift" || protocol === "trino") {
        return hiddenRefusal(
          `${
            https && engine !== "redshift" && protocol !== "trino" ? "The Data API" : name
          } does not tell which columns a statement needs, and this server has hidden ones: agents do not read it.`,
          "The catalog can be asked. Talk to the user.",
        );
      }
      if (protocol === "mysql") {
        const { mysqlFault } = await import("./mysql.ts");
        return await mysqlFault(session, sql, patterns, signal);
      }
      const { postgresFault } = await import("./postgres.ts");
      return await postgresFault(session, sql, patterns, signal);
    },
    originFault(origin) {
      // PostgreSQL reports numbers, and those columns were checked before.
      if (!("schema" in origin) || !patterns.hides(origin.schema, origin.table, origin.column)) return null;
      return hiddenRefusal(`${origin.schema}.${origin.table}.${origin.column} is hidden from agents.`);
    },
  };
}
