import { Buffer } from "node:buffer";
import { type Cell, type Column, type Connection, ServerError } from "../../../../src/core/sql/driver/mod.ts";
import { openServer } from "../../../../src/core/sql/open.ts";
import { Secret } from "../../../../src/core/secret.ts";
import type { DatabaseServer } from "../server.ts";

/** Answer of a real server; cells contain its own bytes. */
export interface BackendResult {
  readonly columns: readonly Column[];
  readonly rows: readonly (Buffer | null)[][];
  readonly command: string;
  readonly affected?: number;
}

/** A connection of the simulated service to the real server behind it. */
export interface Backend {
  readonly connection: Connection;
  run(sql: string, args?: readonly Cell[]): Promise<BackendResult>;
}

/** Connects to the real server. */
export async function openBackend(
  real: DatabaseServer,
  engine: "postgres" | "mysql",
  database: string,
): Promise<Backend> {
  const opened = await openServer(
    { name: "behind", engine, host: real.host, port: real.port, database, tls: false },
    { user: real.user, password: new Secret(real.password) },
  );
  if (!opened.ok) throw new ServerError("3D000", opened.message);
  const { connection } = opened;
  return {
    connection,
    async run(sql, args = []) {
      let columns: readonly Column[] = [];
      const rows: (Buffer | null)[][] = [];
      const { command, affected } = await connection.run({ sql, args }, {
        columns: (next) => void (columns = next),
        row(bytes, bounds) {
          rows.push(
            columns.map((_, i) =>
              bounds[2 * i]! < 0 ? null : Buffer.from(bytes.subarray(bounds[2 * i], bounds[2 * i + 1]))
            ),
          );
          return true;
        },
      });
      return { columns, rows, command, ...(affected === undefined ? {} : { affected }) };
    },
  };
}
