import assert from "node:assert/strict";
import type { Session } from "../../../src/core/sql/session/mod.ts";
import { startMariadb } from "../../support/servers/mariadb.ts";
import { relay } from "../../support/servers/relay.ts";
import { sessionOn } from "../../support/sql/ask.ts";

/**
 * Settings of a server, and whether the client must set the character set before the first
 * statement.
 */
const SETUPS: readonly (readonly [what: string, settings: readonly string[], sets: boolean])[] = [
  ["takes the client's own character set", [], false],
  [
    "has another one, whatever the client says",
    ["--skip-character-set-client-handshake", "--character-set-server=latin1"],
    true,
  ],
];

for (const [what, settings, sets] of SETUPS) {
  Deno.test(`openSession() reads and writes every text where a MariaDB ${what}`, async () => {
    const real = await startMariadb({ settings });
    const between = relay(real.port);
    const session = await sessionOn(real, { engine: "mysql", port: between.port, database: "app" });
    try {
      // One query, and a second one only if the answer requires it.
      assert.equal(between.passed().match(/\bselect connection_id\b/g)?.length, 1);
      assert.equal(between.passed().split("\0\0\x03").length - 1, sets ? 2 : 1);
      assert.equal(/set names utf8mb4/.test(between.passed()), sets);
      await write(session, "create table t (s varchar(20) character set utf8mb4)");
      await write(session, "insert into t values ('h\u00fcllo \u{1f600}')");
      const hex = (await real.sql("select hex(s) from t", "app")).trim();
      assert.equal(hex, "68C3BC6C6C6F20F09F9880");
      let read = "";
      const end = await session.run({ sql: "select s from t", write: false }, {
        columns: () => {},
        row: (bytes, bounds) => (read = bytes.toString("utf8", bounds[0], bounds[1])) !== "",
      }, new AbortController().signal);
      assert.ok(end.ok, JSON.stringify(end));
      assert.equal(read, "h\u00fcllo \u{1f600}");
    } finally {
      await session.close();
      between.close();
      await real.stop();
    }
  });
}

Deno.test("openSession() makes writes count where a MariaDB begins sessions without autocommit", async () => {
  const real = await startMariadb();
  try {
    await real.sql("create table t (n int primary key) engine=innodb; set global autocommit = 0", "app");
    const session = await sessionOn(real, { engine: "mysql", database: "app" });
    try {
      await write(session, "insert into t values (1)");
      assert.equal((await real.sql("select n from t", "app")).trim(), "1");
      // The user's own setting stays: a script may end its own transaction.
      await write(session, "set autocommit = 0");
      await write(session, "insert into t values (2)");
      assert.equal((await real.sql("select n from t", "app")).trim(), "1");
      await write(session, "commit");
      assert.equal((await real.sql("select n from t", "app")).trim(), "1\n2");
    } finally {
      await session.close();
    }
  } finally {
    await real.stop();
  }
});

async function write(session: Session, sql: string): Promise<void> {
  const none = { columns: () => {}, row: () => true };
  const end = await session.run({ sql, write: true }, none, new AbortController().signal);
  assert.ok(end.ok, JSON.stringify(end));
}
