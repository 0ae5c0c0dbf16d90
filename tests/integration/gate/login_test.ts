import assert from "node:assert/strict";
import { agentLoginFault } from "../../../src/core/gate/login.ts";
import { startMariadb } from "../../support/servers/mariadb.ts";
import { startMysql } from "../../support/servers/mysql.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { sessionOn } from "../../support/sql/ask.ts";

type Case = readonly [what: string, made: string, says: RegExp | null];

const MYSQL_USER = "create user u identified by 'p'";
const READER = `${MYSQL_USER}; grant select on app.* to u`;
const ROLE =
  `${READER}; create role power; grant file on *.* to power; grant power to u; set default role power`;
const MYSQL: readonly Case[] = [
  ["reads", READER, null],
  ["writes tables", `${MYSQL_USER}; grant select, update on app.* to u`, null],
  ["reads files", `${READER}; grant file on *.* to u`, /FILE/],
  [
    "reads the binary log",
    `${READER}; grant replication client on *.* to u`,
    /REPLICATION CLIENT|BINLOG MONITOR/,
  ],
  ["is a superuser", `${MYSQL_USER}; grant all on *.* to u`, /ALL PRIVILEGES|SHUTDOWN|FILE/],
];
/** Returns a login that may read files by a role, with either syntax of default roles. */
const byRole = (word: "to" | "for"): Case => ["reads files by a role", `${ROLE} ${word} u`, /FILE|role/];

const POSTGRES_USER = "create role u login password 'p'";
const POSTGRES: readonly Case[] = [
  ["reads", POSTGRES_USER, null],
  ["reads files", `${POSTGRES_USER}; grant pg_read_server_files to u`, /pg_read_server_files/],
  ["replicates", "create role u login replication password 'p'", /replication/],
  ["is a superuser", "create role u login superuser password 'p'", /superuser/],
];

const postgres = { engine: "postgres", database: "postgres", drop: "drop role u" } as const;
const mysql = { engine: "mysql", database: "app", drop: "drop user u" } as const;
const SERVERS = [
  { name: "PostgreSQL", ...postgres, start: startPostgres, cases: POSTGRES },
  { name: "MySQL", ...mysql, start: startMysql, cases: [...MYSQL, byRole("to")] },
  { name: "MariaDB", ...mysql, start: startMariadb, cases: [...MYSQL, byRole("for")] },
];

for (const { name, engine, database, start, drop, cases } of SERVERS) {
  Deno.test(`agentLoginFault() refuses a login of ${name} that can do more than read`, async (t) => {
    const real = await start();
    try {
      for (const [what, made, says] of cases) {
        await t.step(what, async () => {
          await real.sql(made, database);
          const entry = { engine, database, allowCleartextPassword: true };
          const session = await sessionOn({ ...real, user: "u", password: "p" }, entry);
          try {
            const fault = await agentLoginFault(session, engine, new AbortController().signal);
            if (says === null) assert.equal(fault, null);
            else assert.match(fault?.message ?? "", says);
          } finally {
            await session.close();
            await real.sql(drop, database);
          }
        });
      }
    } finally {
      await real.stop();
    }
  });
}
