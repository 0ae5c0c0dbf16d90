import assert from "node:assert/strict";
import { startMariadb } from "../../support/servers/mariadb.ts";
import { openEdits } from "../../support/sql/edits.ts";

/** A zone with the summer time of 2024 as in Berlin, where 02:30 comes twice on October 27. */
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
  } finally {
    await edits.close();
    await real.stop();
  }
});
