import type { Server } from "../../../src/core/config/config.ts";
import { startMariadb } from "../servers/mariadb.ts";
import { startMysql } from "../servers/mysql.ts";
import { startPgbouncer } from "../servers/pgbouncer.ts";
import { type DatabaseServer, startPostgres } from "../servers/postgres.ts";

/** A real server that is tried, and what is so with it alone. */
export interface TriedServer {
  readonly name: string;
  readonly server: Server;
  readonly real: DatabaseServer;
  /** Behind a pooler: statements of one session may go to several connections. */
  readonly pooled: boolean;
}

/** Starts all of them side by side: those of Debian, those that people still have, and the newest one. */
export async function startEveryServer(): Promise<{ servers: TriedServer[]; stop: () => Promise<void> }> {
  const started: { stop(): Promise<void> }[] = [];
  const begun = async <T extends { stop(): Promise<void> }>(starting: Promise<T>) => {
    const one = await starting;
    started.push(one);
    return one;
  };
  const stop = async () => void await Promise.all(started.map((one) => one.stop()));
  const outcomes = await Promise.allSettled([
    begun(startPostgres({ version: "9.6" })),
    begun(startPostgres({ version: "14" })),
    begun(startPostgres()),
    begun(startPostgres({ version: "18" })),
    begun(startMysql()),
    begun(startMariadb()),
  ]);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const [old, middle, debian, newest, mysql, mariadb] = outcomes.map((outcome) =>
    (outcome as PromiseFulfilledResult<DatabaseServer>).value
  );
  const pooler = await begun(startPgbouncer(newest!, "transaction"));
  // It has a database of its own, for what is made there is made once.
  await newest!.sql("create database pooled");
  for (const one of [mysql!, mariadb!]) await one.sql("set global max_allowed_packet = 268435456");
  const of = (
    name: string,
    engine: Server["engine"],
    real: DatabaseServer,
    more: Partial<Server> = {},
  ): TriedServer => ({
    name,
    real,
    pooled: more.port !== undefined,
    server: {
      ...{ name, engine, host: "127.0.0.1", port: real.port, tls: engine === "postgres" },
      database: engine === "postgres" ? "postgres" : "app",
      ...more,
    },
  });
  return {
    stop,
    servers: [
      of("PostgreSQL 9.6", "postgres", old!),
      of("PostgreSQL 14", "postgres", middle!),
      of("PostgreSQL of Debian", "postgres", debian!),
      of("PostgreSQL 18", "postgres", newest!),
      of("PgBouncer before PostgreSQL 18", "postgres", newest!, {
        port: pooler.port,
        tls: false,
        database: "pooled",
      }),
      // Built with OpenSSL 1.0: its TLS has none of the keys that Deno has.
      of("MySQL 8.0", "mysql", mysql!),
      of("MariaDB of Debian", "mysql", mariadb!, {}),
    ],
  };
}
