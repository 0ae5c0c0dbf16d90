import assert from "node:assert/strict";
import { agentLoginFault } from "../../../src/core/gate/login.ts";
import { Secret } from "../../../src/core/secret.ts";
import { openSession } from "../../../src/core/sql/session/mod.ts";
import { startMariadb } from "../../support/servers/mariadb.ts";
import { startMysql } from "../../support/servers/mysql.ts";
import { startPostgres } from "../../support/servers/postgres.ts";

type Case = readonly [what: string, made: string, says: RegExp | null];

const MYSQL: readonly Case[] = [
  ["reads", "create user u identified by 'p'; grant select on app.* to u", null],
  ["writes tables", "create user u identified by 'p'; grant select, update on app.* to u", null],
  [
    "reads files",
    "create user u identified by 'p'; grant select on app.* to u; grant file on *.* to u",
    /FILE/,
  ],
  [
    "reads the binary log",
    "create user u identified by 'p'; grant select on app.* to u; grant replication client on *.* to u",
    /REPLICATION CLIENT|BINLOG MONITOR/,
  ],
  [
    "is a superuser",
    "create user u identified by 'p'; grant all on *.* to u",
    /ALL PRIVILEGES|SHUTDOWN|FILE/,
  ],
];
const ROLE =
  "create user u identified by 'p'; grant select on app.* to u; create role power; grant file on *.* to power; grant power to u; set default role power";

const SERVERS = [
  {
    name: "PostgreSQL",
    engine: "postgres",
    database: "postgres",
    start: startPostgres,
    drop: "drop role u",
    cases: [
      ["reads", "create role u login password 'p'", null],
      [
        "reads files",
        "create role u login password 'p'; grant pg_read_server_files to u",
        /pg_read_server_files/,
      ],
      ["replicates", "create role u login replication password 'p'", /replication/],
      ["is a superuser", "create role u login superuser password 'p'", /superuser/],
    ] as readonly Case[],
  },
  {
    name: "MySQL",
    engine: "mysql",
    database: "app",
    start: startMysql,
    drop: "drop user u",
    cases: [...MYSQL, ["reads files by a role", `${ROLE} to u`, /FILE|role/]] as readonly Case[],
  },
  {
    name: "MariaDB",
    engine: "mysql",
    database: "app",
    start: startMariadb,
    drop: "drop user u",
    cases: [...MYSQL, ["reads files by a role", `${ROLE} for u`, /FILE|role/]] as readonly Case[],
  },
] as const;

for (const { name, engine, database, start, drop, cases } of SERVERS) {
  Deno.test(`agentLoginFault() refuses a login of ${name} that can do more than read`, async (t) => {
    const real = await start();
    try {
      for (const [what, made, says] of cases) {
        await t.step(what, async () => {
          await real.sql(made, database);
          const session = await openSession(
            {
              name: "x",
              engine,
              host: real.host,
              port: real.port,
              database,
              tls: false,
              allowCleartextPassword: true,
            },
            { user: "u", password: new Secret("p") },
          );
          try {
            assert.ok(session.ok, JSON.stringify(session));
            const fault = await agentLoginFault(session, engine, new AbortController().signal);
            if (says === null) assert.equal(fault, null);
            else assert.match(fault?.message ?? "", says);
          } finally {
            if (session.ok) await session.close();
            await real.sql(drop, database);
          }
        });
      }
    } finally {
      await real.stop();
    }
  });
}
