import assert from "node:assert/strict";
import { join } from "node:path";
import { openEdits, type TestEdits } from "../../support/sql/edits.ts";
import { startEveryServer, type TriedServer } from "../../support/sql/every_server.ts";
import { removeFolder } from "../../support/remove_folder.ts";

/** Parts that the cases need: `sql` runs as another user, outside the tab. */
interface Of {
  readonly edits: TestEdits;
  readonly sql: (text: string) => Promise<string>;
  readonly postgres: boolean;
  readonly tried: TriedServer;
}

const set = (row: number, ...cells: (readonly [column: number, value?: string | null])[]) =>
  cells.map(([column, value]) => ({ row, column, ...(value === undefined ? {} : { value }) }));

Deno.test("rows of a result are edited where they stand, on every server", async (t) => {
  const { servers, stop } = await startEveryServer();
  try {
    for (const tried of servers) {
      await t.step(tried.name, async (t) => {
        const { server, real } = tried;
        const postgres = server.engine === "postgres";
        const sql = (text: string) => real.sql(text, server.database!);
        await sql(postgres ? POSTGRES : MYSQL);
        const edits = await openEdits(real, server);
        try {
          for (const [name, work] of CASES) {
            await t.step(name, async () => {
              await sql(
                "delete from orders; delete from customers; insert into customers (id, name, email, note) values " +
                  "(1, 'Ann', 'ann@x', null), (2, 'Bob', 'bob@x', ''), (3, 'Cem', 'cem@x', 'n')",
              );
              await work({ edits, sql, postgres, tried });
              assert.equal(edits.tab.state.transaction, null);
            });
          }
        } finally {
          await edits.close();
        }
      });
    }
  } finally {
    await stop();
  }
});

const POSTGRES = `create table customers (id serial primary key, name varchar(9) not null, email text unique,
    note text, version int not null default 1);
  select setval('customers_id_seq', 100);
  create table orders (id int primary key, customer int references customers (id));
  create function counted() returns trigger language plpgsql as
    'begin if new.name = ''kept'' then return null; end if; new.version := old.version + 1; return new; end';
  create trigger counted before update on customers for each row execute procedure counted()`;
const MYSQL = `create table customers (id int primary key auto_increment, name varchar(9) not null,
    email varchar(99) unique, note text, version int not null default 1) engine=innodb;
  create table orders (id int primary key, customer int, foreign key (customer) references customers (id)) engine=innodb;
  create trigger counted before update on customers for each row set new.version = old.version + 1`;

const ALL = "select * from customers order by id";
const seen = async ({ sql }: Of, columns = "id, name") =>
  (await sql(`select ${columns} from customers order by id`)).trim().split("\n").map((line) =>
    line.replaceAll(/[\t|]/g, " ").trim()
  );

const CASES: readonly (readonly [name: string, work: (of: Of) => Promise<void>])[] = [
  ["a cell, a row and a removal become one transaction", async (of) => {
    const { edits, postgres } = of;
    const { tab } = edits;
    const result = await edits.show(ALL);
    await edits.good(tab.edits.set(result, set(0, [1, "Anna"])));
    await edits.good(tab.edits.remove(result, [1]));
    const added = await tab.edits.add(result, []);
    assert.ok(added.ok);
    const { rowNumber } = added.value as { rowNumber: number };
    await edits.good(tab.edits.set(result, set(rowNumber, [1, "Dee"], [3, "it's"])));
    assert.deepEqual((await edits.read(result)).map(({ edit }) => edit), [
      { kind: "change", columns: [1] },
      { kind: "remove", columns: [] },
      undefined,
      { kind: "add", columns: [1, 3] },
    ]);
    const { text } = await edits.statements(result);
    const table = `${postgres ? "public" : "app"}.customers`;
    assert.deepEqual(
      text.replaceAll("`name`", "name").split("\n").slice(0, 4).map((line) =>
        line.replace(/ returning .*/, ";")
      ),
      [
        `select id, name, email, note, version from ${table} where id in (1, 2) for update;`,
        `update ${table} set name = 'Anna' where id = 1;`,
        `delete from ${table} where id = 2;`,
        `insert into ${table} (name, note) values ('Dee', 'it''s');`,
      ].map((line) => line.replace("app.", text.includes("pooled") ? "" : "app.")),
    );
    const held = await edits.hold(result);
    assert.equal(held.status, "held", JSON.stringify(held));
    assert.deepEqual(await seen(of), ["1 Ann", "2 Bob", "3 Cem"], "before the Commit");
    const { transaction } = tab.state;
    assert.equal(transaction?.edits, result);
    assert.deepEqual(transaction?.writes.map(({ verb, affected }) => [verb, affected]), [
      ["update", 1],
      ["delete", 1],
      ["insert", 1],
    ]);
    const [change, removal, addition] = transaction!.sample!.pairs;
    assert.deepEqual([change?.before?.slice(1), change?.after?.slice(1)], [
      ["Ann", "ann@x", null, "1"],
      ["Anna", "ann@x", null, "2"],
    ]);
    assert.deepEqual([removal?.before?.[1], removal?.after], ["Bob", null]);
    assert.deepEqual([addition?.before, addition?.after?.slice(1)], [null, ["Dee", null, "it's", "1"]]);
    assert.equal((await tab.edits.set(result, set(2, [1, "x"]))).ok, false, "while they wait");
    await edits.decide("commit");
    await edits.until(({ results }) => results.at(-1)?.edits?.status === "open");
    assert.deepEqual((await seen(of)).map((row) => row.replace(/^\d+ /, "")), ["Anna", "Cem", "Dee"]);
    const rows = await edits.read(result);
    assert.deepEqual(rows.map(({ cells, edit }) => [...cells.slice(1), edit?.kind]), [
      ["Anna", "ann@x", null, "2", undefined],
      ["Bob", "bob@x", "", "1", "gone"],
      ["Cem", "cem@x", "n", "1", undefined],
      ["Dee", null, "it's", "1", undefined],
    ]);
    assert.match(rows[3]!.cells[0]!, /^\d+$/, "the server's own number");
    // The next change compares with the values read after the commit.
    await edits.good(tab.edits.set(result, set(0, [1, "Ann"])));
    await edits.write(result);
    assert.equal((await seen(of))[0], "1 Ann");
  }],
  ["what somebody else has changed is told with what is there now, and can be written over", async (of) => {
    const { edits, sql } = of;
    const { tab } = edits;
    const result = await edits.show(ALL);
    await edits.good(tab.edits.set(result, set(0, [1, "Anna"])));
    await edits.good(tab.edits.set(result, set(1, [1, "Bobby"])));
    await edits.good(tab.edits.set(result, set(2, [3, "new"])));
    // Another column, a text that differs only in upper and lower case, and a deleted row.
    await sql(
      "update customers set email = 'other' where id = 3; update customers set name = 'ANN' where id = 1; " +
        "delete from customers where id = 2",
    );
    const failed = await edits.hold(result);
    assert.equal(failed.status, "open");
    assert.deepEqual(failed.problems.map(({ rowNumber, column, now }) => [rowNumber, column, now]), [
      [0, 1, [[1, "ANN"]]],
      [1, undefined, null],
    ]);
    assert.equal(failed.changed, 3);
    assert.deepEqual(await seen(of, "id, name, email"), ["1 ANN ann@x", "3 Cem other"]);
    await edits.good(tab.edits.step(result, "take"));
    assert.equal(edits.state(result).changed, 2);
    assert.deepEqual((await edits.read(result)).map(({ cells, edit }) => [cells[1], edit?.kind]), [
      ["Anna", "change"],
      ["Bob", "gone"],
      ["Cem", "change"],
    ]);
    await edits.write(result);
    assert.deepEqual(await seen(of, "id, name, email"), ["1 Anna ann@x", "3 Cem other"]);
  }],
  ["what the server refuses stands at its row and column, and nothing of the rest is written", async (of) => {
    const { edits, postgres } = of;
    const { tab } = edits;
    const result = await edits.show(ALL);
    await edits.good(tab.edits.set(result, set(0, [1, "good"])));
    await edits.good(tab.edits.set(result, set(1, [2, "cem@x"])));
    await edits.good(tab.edits.set(result, set(2, [2, "ann@x"])));
    const failed = await edits.hold(result);
    assert.deepEqual(
      failed.problems.map(({ rowNumber, column }) => [rowNumber, column]),
      [[1, 2], [2, 2]],
      JSON.stringify(failed.problems),
    );
    assert.match(failed.problems[0]!.message, postgres ? /unique/ : /Duplicate/);
    assert.equal((await seen(of)).join(), "1 Ann,2 Bob,3 Cem");
    // A row that is edited again is no longer a problem.
    await edits.good(tab.edits.set(result, set(1, [2, "new@x"])));
    assert.deepEqual(edits.state(result).problems.map(({ rowNumber }) => rowNumber), [2]);
    await edits.good(tab.edits.set(result, set(2, [1, "short"], [2, "cem@x"])));
    await edits.write(result);
    assert.equal((await seen(of)).join(), "1 good,2 Bob,3 short");
    assert.equal((await tab.edits.set(result, set(0, [1, null]))).ok, false, "NOT NULL is known");
    assert.equal((await tab.edits.set(result, set(0, [4, "many"]))).ok, false, "so is what is no number");
    await of.sql("insert into orders values (1, 1)");
    await edits.good(tab.edits.remove(result, [0]));
    assert.match((await edits.hold(result)).problems[0]!.message, /foreign key/);
    await edits.good(tab.edits.step(result, "discard"));
  }],
  ["a rollback keeps the changes, and steps lead back and forth", async (of) => {
    const { edits } = of;
    const { tab } = edits;
    const result = await edits.show(ALL);
    await edits.good(tab.edits.set(result, set(0, [1, "one"], [3, null])));
    await edits.good(tab.edits.set(result, set(0, [1, "two"])));
    await edits.good(tab.edits.step(result, "undo"));
    assert.equal((await edits.rows(result))[0]![1], "one");
    await edits.good(tab.edits.step(result, "redo"));
    assert.equal((await edits.rows(result))[0]![1], "two");
    await edits.hold(result);
    assert.equal(tab.drop(result).ok, false);
    await edits.decide("rollback");
    await edits.until(({ results }) => results.at(-1)?.edits?.status === "open");
    assert.match(edits.state(result).message!, /rolled back and are still here/);
    assert.equal(edits.state(result).changed, 1);
    assert.equal((await edits.queryWindow.closeTab(tab.state.id)).ok, false);
    assert.equal(tab.drop(result).ok, false);
    for (let n = 0; n < 25; n++) await edits.run("select 1");
    assert.equal((await edits.rows(result))[0]![1], "two", "a result with changes is kept");
    // A value that is set back to the original is no change.
    await edits.good(tab.edits.set(result, set(0, [1, "Ann"])));
    assert.equal(edits.state(result).changed, 0);
    assert.deepEqual(tab.drop(result), { ok: true });
  }],
  ["a key is changed, and a row is copied", async (of) => {
    const { edits } = of;
    const { tab } = edits;
    const result = await edits.show("select name, id as number, version from customers order by id");
    await edits.good(tab.edits.set(result, set(1, [1, "20"])));
    await edits.good(tab.edits.add(result, [0]));
    await edits.write(result);
    const rows = await edits.rows(result);
    assert.equal(rows[1]![1], "20");
    assert.deepEqual([rows[3]![0], rows[3]![2]], ["Ann", "1"]);
    assert.deepEqual((await seen(of)).map((row) => row.replace(/^\d+ /, "")).sort(), [
      "Ann",
      "Ann",
      "Bob",
      "Cem",
    ]);
  }],
  [
    "columns that may no longer be right after a commit are told of, and the same one is filled twice",
    async (of) => {
      const { edits, sql } = of;
      const { tab } = edits;
      const PART = "not all of it is shown here: run the statement again.";
      const WRITTEN = `Written, but ${PART}`;
      const COMPUTED = "select id, name, upper(name) as loud from customers order by id";
      const computed = await edits.show(COMPUTED);
      await edits.good(tab.edits.remove(computed, [2]));
      await edits.write(computed);
      await edits.good(tab.edits.set(computed, set(0, [1, "Anna"])));
      await edits.write(computed, WRITTEN);
      await edits.good(tab.edits.paste(computed, { cells: [], rows: [[{ column: 1, value: "Dee" }]] }));
      await edits.write(computed, WRITTEN);
      const loud = (await edits.rows(computed)).map((cells) => cells.slice(1));
      assert.deepEqual(loud, [["Anna", "ANN"], ["Bob", "BOB"], ["Cem", "CEM"], ["Dee", null]]);

      const taken = await edits.show(COMPUTED);
      await edits.good(tab.edits.set(taken, [...set(0, [1, "mine"]), ...set(1, [1, "gone"])]));
      await sql("update customers set name = 'theirs' where id = 1; delete from customers where id = 2");
      assert.equal((await edits.hold(taken)).problems.length, 2);
      await edits.good(tab.edits.step(taken, "take"));
      assert.equal(edits.state(taken).message, `These rows are read again, but ${PART}`);
      await edits.write(taken, WRITTEN);
      const folder = await Deno.makeTempDir();
      const file = join(folder, "rows.csv");
      await edits.good(tab.export({ format: "csv", file, result: taken }));
      await edits.until((tab) => tab.export?.status !== "running");
      assert.match(await Deno.readTextFile(file), /^id,name,loud\n1,mine,ANNA\n\d+,Dee,DEE\n$/);
      await removeFolder(folder);

      const twice = await edits.show("select name, c.* from customers c order by id");
      await edits.good(tab.edits.set(twice, set(0, [0, "Ada"])));
      await edits.good(tab.edits.paste(twice, { cells: [], rows: [[{ column: 0, value: "Eve" }]] }));
      await edits.write(twice);
      const both = (await edits.rows(twice)).map(([name, , again]) => [name, again]);
      assert.deepEqual(both, [["Ada", "Ada"], ["Dee", "Dee"], ["Eve", "Eve"]]);

      await sql(
        "insert into customers (id, name) values (2, 'Bob'); insert into orders values (1, 1), (2, 1), (3, 1)",
      );
      const joined = await edits.show(
        "select o.id, o.customer, c.name from orders o join customers c on c.id = o.customer order by o.id",
      );
      await edits.good(tab.edits.set(joined, set(0, [1, "2"])));
      await edits.write(joined, WRITTEN);
      // A row that appears several times is written once.
      const several = await edits.show(
        "select c.id, c.name from customers c join orders o on o.customer = c.id order by o.id",
      );
      await edits.good(tab.edits.set(several, set(1, [1, "Ann"])));
      await edits.write(several, WRITTEN);
      assert.deepEqual(await edits.rows(several), [["2", "Bob"], ["1", "Ann"], ["1", "Ada"]]);
    },
  ],
  [
    "what is typed in the moment in which changes begin to run is neither run nor taken for written",
    async (of) => {
      const { edits } = of;
      const { tab } = edits;
      const result = await edits.show(ALL);
      await edits.good(tab.edits.set(result, set(0, [1, "Anna"])));
      const { id } = await edits.statements(result);
      const late = [
        tab.edits.set(result, set(1, [1, "Bobby"])),
        tab.edits.remove(result, [2]),
        tab.edits.add(result, [1]),
      ];
      await edits.good(tab.edits.hold(result, id));
      assert.deepEqual((await Promise.all(late)).map(({ ok }) => ok), [false, false, false]);
      await edits.until(({ run }) => run === null);
      assert.equal(edits.state(result).changed, 1);
      await edits.decide("commit");
      await edits.until(({ results }) => results.at(-1)?.edits?.status === "open");
      assert.equal((await seen(of)).join(), "1 Anna,2 Bob,3 Cem");
    },
  ],
  ["a connection that is lost keeps the changes", async (of) => {
    const { edits, sql, postgres } = of;
    const { tab } = edits;
    const result = await edits.show(ALL);
    await edits.good(tab.edits.set(result, set(0, [1, "Anna"])));
    const end = postgres
      ? "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'"
      : null;
    if (end !== null && of.tried.name === "PostgreSQL of Debian") {
      await sql(end);
      await edits.until(({ link }) => link.status === "lost");
    }
    await edits.write(result);
    assert.equal((await seen(of))[0], "1 Anna");
  }],
];
