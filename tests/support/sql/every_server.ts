import type { Server } from "../../../src/core/config/config.ts";
import { startMariadb } from "../servers/mariadb.ts";
import { startMysql } from "../servers/mysql.ts";
import { startPgbouncer } from "../servers/pgbouncer.ts";
import { type DatabaseServer, startPostgres } from "../servers/postgres.ts";

/** A real server under test, and its special properties. */
export interface TriedServer {
  readonly name: string;
  readonly server: Server;
  readonly real: DatabaseServer;
  /** Whether a pooler is in front, which may send statements of one session to several connections. */
  readonly pooled: boolean;
}

/** Starts all servers side by side: those of Debian, old versions that people still use, and the newest one. */
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
  // The pooler uses a separate database, because its objects can be created only once.
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
      // It was built with OpenSSL 1.0, whose TLS has no cipher suite in common with Deno.
      of("MySQL 8.0", "mysql", mysql!),
      of("MariaDB of Debian", "mysql", mariadb!, {}),
    ],
  };
}
