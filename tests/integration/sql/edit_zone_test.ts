import assert from "node:assert/strict";
import { startMariadb } from "../../support/servers/mariadb.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { openEdits } from "../../support/sql/edits.ts";

/** A time zone like Berlin in 2024, where 02:30 occurs twice on October 27. */
const ZONE = `insert into mysql.time_zone (time_zone_id, use_leap_seconds) values (7, 'N');
  insert into mysql.time_zone_name (name, time_zone_id) values ('Test/Berlin', 7);
  insert into mysql.time_zone_transition_type values (7, 0, 3600, 0, 'CET'), (7, 1, 7200, 1, 'CEST');
  insert into mysql.time_zone_transition values (7, 0, 0), (7, 1711846800, 1), (7, 1729990800, 0)`;
const ROWS = `set time_zone = '+00:00';
  create table beats (at timestamp not null default '2000-01-01', s varchar(9), primary key (at)) engine=innodb;
  insert into beats values ('2024-10-27 00:30:00', 'first'), ('2024-10-27 01:30:00', 'second')`;

Deno.test("a row whose key is a TIMESTAMP is edited where that is surely its row", async (t) => {
  const real = await startMariadb();
  const edits = await openEdits(real, { engine: "mysql", database: "app", tls: false });
  const zone = async (name: string) => {
    await edits.run(`set time_zone = '${name}'`);
    const [set] = await edits.agree();
    assert.equal(set?.status, "done", JSON.stringify(set));
  };
  const read = async () => (await real.sql("select s from beats order by at", "app")).trim().split("\n");
  try {
    await real.sql(`${ZONE}; flush tables`);
    await real.sql(ROWS, "app");
    await t.step("not where its local time comes twice", async () => {
      await zone("Test/Berlin");
      const result = await edits.show("select at, s from beats order by s");
      assert.deepEqual((await edits.rows(result)).map(([at]) => at), [
        "2024-10-27 02:30:00",
        "2024-10-27 02:30:00",
      ]);
      await edits.tab.edits.begin(result);
      assert.equal(
        edits.state(result).why,
        "The key of app.beats has at in a time zone in which an hour comes twice: set time_zone = '+00:00' and " +
          "read it again.",
      );
    });
    for (const name of ["+00:00", "+09:00"]) {
      await t.step(`in ${name}`, async () => {
        await zone(name);
        const result = await edits.show("select at, s from beats order by at");
        for (const row of [0, 1]) {
          const value = `${row} ${name}`;
          await edits.good(edits.tab.edits.set(result, [{ row, column: 1, value }]));
          await edits.write(result);
          assert.equal((await read())[row], value);
        }
      });
    }
    for (
      const [what, change] of [
        ["a connection that was lost", async (id: string) => {
          await real.sql(`kill ${id}`);
          await edits.until(({ link }) => link.status === "lost");
        }],
        ["a statement since", () => zone("+00:00")],
      ] as const
    ) {
      await t.step(`not in another zone after ${what}`, async () => {
        await zone("+01:00");
        const [[id]] = await edits.rows(await edits.show("select connection_id()")) as [[string]];
        const result = await edits.show("select at from beats order by at");
        // In UTC this is the time of the other row.
        await edits.good(edits.tab.edits.remove(result, [0]));
        const before = await read();
        await change(id);
        const { status, message } = await edits.hold(result);
        assert.deepEqual([status, message, edits.tab.state.transaction], [
          "open",
          "Not written: times of these rows were read in another time zone. Run the statement again.",
          null,
        ]);
        assert.deepEqual(await read(), before);
      });
    }
    await t.step("again in the zone in which it was read", async () => {
      await zone("+02:00");
      const result = await edits.show("select at, s from beats order by at");
      await edits.good(edits.tab.edits.set(result, [{ row: 0, column: 1, value: "again" }]));
      await zone("+03:00");
      await zone("+02:00");
      await edits.write(result);
      assert.equal((await read())[0], "again");
    });
    await t.step("by the zone of its rows while more of them wait", async () => {
      const few = await openEdits(real, { engine: "mysql", database: "app", tls: false }, { page: 1 });
      try {
        await few.run("set time_zone = 'Test/Berlin'");
        await few.agree();
        const [shown] = await few.run("select at, s from beats order by s");
        assert.equal(shown?.status, "more");
        await few.tab.edits.begin(shown.id);
        assert.match(few.state(shown.id).why ?? "", /^The key of app\.beats has at in a time zone/);
        await few.run("set time_zone = '+02:00'");
        await few.agree();
        const [other] = await few.run("select at, s from beats order by at");
        assert.equal(other?.status, "more");
        await few.good(few.tab.edits.set(other.id, [{ row: 0, column: 1, value: "more" }]));
        await few.write(other.id);
        assert.equal((await read())[0], "more");
      } finally {
        await few.close();
      }
    });
  } finally {
    await edits.close();
    await real.stop();
  }
});

Deno.test("a row of PostgreSQL is found as it was read, whatever the session's zone is by now", async (t) => {
  const real = await startPostgres();
  const edits = await openEdits(real, { engine: "postgres", database: "postgres", tls: false });
  const zone = async (name: string) => {
    await edits.run(`set timezone to '${name}'`);
    const [set] = await edits.agree();
    assert.equal(set?.status, "done", JSON.stringify(set));
  };
  const now = async () => (await edits.rows(await edits.show("select current_setting('TimeZone')")))[0]![0]!;
  try {
    await real.sql(
      `create table beats (device int, at timestamptz, seen timestamptz, s text, primary key (device, at))`,
    );
    for (
      const [what, change] of [
        ["a connection that was lost", async (id: string) => {
          await real.sql(`select pg_terminate_backend(${id})`);
          await edits.until(({ link }) => link.status === "lost");
        }],
        ["a statement since", () => zone("UTC")],
      ] as const
    ) {
      await t.step(`after ${what}`, async () => {
        await real.sql(`truncate beats; insert into beats
          select n, '2024-10-27 00:30:00+00', '2024-10-27 00:30:00+00', 'old' from generate_series(1, 3) n`);
        await zone("Asia/Tokyo");
        const [[id]] = await edits.rows(await edits.show("select pg_backend_pid()")) as [[string]];
        const result = await edits.show("select device, at, seen, s from beats order by device");
        await edits.good(edits.tab.edits.set(result, [
          { row: 0, column: 2, value: "2024-10-27 10:30:00" },
          { row: 1, column: 3, value: "new" },
        ]));
        await edits.good(edits.tab.edits.remove(result, [2]));
        await change(id);
        const held = await edits.hold(result);
        assert.equal(held.status, "held", JSON.stringify(held));
        // Statements other than the changes keep the time zone of their session.
        assert.notEqual(await now(), "Asia/Tokyo");
        await edits.decide("commit");
        await edits.until(() => edits.state(result).version > held.version);
        assert.deepEqual((await edits.rows(result)).slice(0, 2), [
          ["1", "2024-10-27 09:30:00+09", "2024-10-27 10:30:00+09", "old"],
          ["2", "2024-10-27 09:30:00+09", "2024-10-27 09:30:00+09", "new"],
        ]);
        assert.equal((await real.sql("select count(*) from beats where seen >= at")).trim(), "2");
      });
    }
    await t.step("in rows that are read after a write that was stopped", async () => {
      const other = await openEdits(real, { engine: "postgres", database: "postgres", tls: false });
      try {
        await zone("Asia/Tokyo");
        const text = "select device, at, s from beats order by device";
        const result = await edits.show(text);
        await edits.good(edits.tab.edits.set(result, [{ row: 0, column: 2, value: "late" }]));
        await zone("UTC");
        await other.run("begin; update beats set s = 'locked'");
        await edits.good(edits.tab.edits.hold(result, (await edits.statements(result)).id));
        const waits = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'";
        const waiting = async () => Number(await real.sql(waits));
        while (await waiting() === 0) await new Promise((resolve) => setTimeout(resolve, 10));
        edits.tab.cancel();
        const again = await edits.show(text);
        await other.decide("rollback");
        await edits.good(edits.tab.edits.set(again, [{ row: 0, column: 2, value: "new" }]));
        await edits.write(again);
      } finally {
        await other.close();
      }
    });
  } finally {
    await edits.close();
    await real.stop();
  }
});
