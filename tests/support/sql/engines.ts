import type { Server } from "../../../src/core/config/config.ts";
import { type Browser, startBrowser } from "../browser/mod.ts";
import { startMariadb } from "../servers/mariadb.ts";
import { startPostgres } from "../servers/postgres.ts";
import type { DatabaseServer } from "../servers/server.ts";
import { type QueryApp, startQueryApp } from "./query_app.ts";

/** A real server of each engine, and its database for tests. */
export const ENGINES = {
  postgres: { start: startPostgres, database: "postgres" },
  mysql: { start: startMariadb, database: "app" },
} as const;

type Engine = keyof typeof ENGINES;

/** Parts that a test on a real server gets. */
interface OnEngine {
  readonly engine: Engine;
  readonly database: string;
  readonly real: DatabaseServer;
  /** Starts Kedge with the server as `shop`, and ends the previously started one. */
  start(options?: Omit<NonNullable<Parameters<typeof startQueryApp>[1]>, "browser">): Promise<QueryApp>;
}

/**
 * Tests the query window in a browser on a real server of each engine; `own` is the SQL that
 * prepares each.
 */
export function engineTest<Own extends { readonly setup: string }>(
  name: string,
  own: Readonly<Record<Engine, Own>>,
  run: (t: Deno.TestContext, on: OnEngine & Own) => Promise<void>,
): void {
  for (const engine of ["postgres", "mysql"] as const) {
    Deno.test(`${name} over a real ${engine}`, async (t) => {
      const { start, database } = ENGINES[engine];
      const real = await start();
      const browser: Browser = await startBrowser();
      const { host, port } = real;
      const server: Server = { name: "shop", engine, host, port, database, tls: false };
      let running: QueryApp | null = null;
      try {
        await real.sql(own[engine].setup, database);
        await run(t, {
          ...own[engine],
          engine,
          database,
          real,
          async start(options = {}) {
            await running?.close();
            return running = await startQueryApp([{ server, real }], { ...options, browser });
          },
        });
      } finally {
        await (running as QueryApp | null)?.close();
        await browser.close();
        await real.stop();
      }
    });
  }
}
