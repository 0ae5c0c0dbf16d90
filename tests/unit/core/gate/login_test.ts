import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { agentLoginFault } from "../../../../src/core/gate/login.ts";
import type { RowSink } from "../../../../src/core/sql/driver/mod.ts";
import type { Session } from "../../../../src/core/sql/session/mod.ts";

/** Returns a session of a server that shows one grant. */
const granted = (grant: string) =>
  ({
    run(_: unknown, sink: RowSink) {
      const bytes = Buffer.from(grant);
      sink.row(bytes, Int32Array.of(0, bytes.length));
      return Promise.resolve({ ok: true });
    },
  }) as unknown as Session;

/** Grants as MySQL and MariaDB show them, and the powers that Kedge warns about. */
const CASES: readonly (readonly [grant: string, told: string | null])[] = [
  ["GRANT USAGE ON *.* TO `u`@`%`", null],
  ["GRANT SELECT, SHOW VIEW ON *.* TO `u`@`%`", null],
  ["GRANT SELECT, INSERT ON `app`.* TO `u`@`%` WITH GRANT OPTION", null],
  // The name of a user may look like a privilege.
  ["GRANT SELECT ON *.* TO `db_admin`@`%`", null],
  ["GRANT SELECT ON *.* TO `file`@`%`", null],
  ["GRANT SELECT ON *.* TO `u`@`%` WITH GRANT OPTION", "GRANT OPTION"],
  [
    "GRANT SELECT ON *.* TO `u`@`%` IDENTIFIED BY PASSWORD '*00' WITH GRANT OPTION MAX_USER_CONNECTIONS 1",
    "GRANT OPTION",
  ],
  ["GRANT ALL PRIVILEGES ON *.* TO `u`@`%` WITH GRANT OPTION", "ALL PRIVILEGES, GRANT OPTION"],
  ["GRANT SELECT, PROCESS, FILE ON *.* TO `u`@`%`", "PROCESS, FILE"],
  ["GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO `u`@`%`", "REPLICATION SLAVE, REPLICATION CLIENT"],
  ["GRANT BINLOG MONITOR ON *.* TO `u`@`%`", "BINLOG MONITOR"],
  ["GRANT BINLOG ADMIN, BINLOG REPLAY ON *.* TO `u`@`%`", "BINLOG ADMIN, BINLOG REPLAY"],
  ["GRANT CONNECTION ADMIN ON *.* TO `u`@`%`", "CONNECTION ADMIN"],
  ["GRANT FEDERATED ADMIN, READ_ONLY ADMIN ON *.* TO `u`@`%`", "FEDERATED ADMIN, READ_ONLY ADMIN"],
  ["GRANT REPLICATION SLAVE ADMIN ON *.* TO `u`@`%`", "REPLICATION SLAVE ADMIN"],
  ["GRANT REPLICATION MASTER ADMIN ON *.* TO `u`@`%`", "REPLICATION MASTER ADMIN"],
  ["GRANT SLAVE MONITOR ON *.* TO `u`@`%`", "SLAVE MONITOR"],
  ["GRANT REPLICA MONITOR ON *.* TO `u`@`%`", "REPLICA MONITOR"],
  ["GRANT SET USER ON *.* TO `u`@`%`", "SET USER"],
  ["GRANT SET_USER_ID,SYSTEM_USER ON *.* TO `u`@`%`", "SET_USER_ID, SYSTEM_USER"],
  ["GRANT SET_ANY_DEFINER ON *.* TO `u`@`%`", "SET_ANY_DEFINER"],
  ["GRANT AUDIT_ADMIN,FIREWALL_ADMIN ON *.* TO `u`@`%`", "AUDIT_ADMIN, FIREWALL_ADMIN"],
  ["GRANT BINLOG_ADMIN,CONNECTION_ADMIN ON *.* TO `u`@`%`", "BINLOG_ADMIN, CONNECTION_ADMIN"],
  ["GRANT SYSTEM_VARIABLES_ADMIN ON *.* TO `u`@`%`", "SYSTEM_VARIABLES_ADMIN"],
  ["GRANT INNODB_REDO_LOG_ARCHIVE ON *.* TO `u`@`%`", "INNODB_REDO_LOG_ARCHIVE"],
];
for (const [grant, told] of CASES) {
  Deno.test(`agentLoginFault() tells ${told ?? "nothing"} when the server shows ${grant}`, async () => {
    const fault = await agentLoginFault(granted(grant), "mysql", new AbortController().signal);
    if (told === null) assert.equal(fault, null);
    else assert.equal(fault?.message.match(/\((.*)\)/)?.[1], told);
  });
}
