import assert from "node:assert/strict";
import { DriverError, ServerError } from "../../../../src/core/sql/driver/mod.ts";
import type { Connection } from "../../../../src/core/sql/driver/connection.ts";
import type { Engine } from "../../../../src/core/sql/engines/mod.ts";
import { createGuard } from "../../../../src/core/sql/session/guard.ts";

/** Returns a connection that records its statements. The first with `fails` in it fails. */
function connection(fails: string) {
  const told: string[] = [];
  let failed = false;
  const made = {
    over: null,
    transaction: "none",
    driverQuery: null,
    prepare(statements: readonly string[]) {
      told.push(statements.join("; "));
      if (failed || !told.at(-1)!.includes(fails)) {
        if (/^begin/.test(told.at(-1)!)) made.transaction = "open";
        if (/^(rollback|commit)/.test(told.at(-1)!)) made.transaction = "none";
        return Promise.resolve();
      }
      failed = true;
      return Promise.reject(new ServerError("57014", "stopped"));
    },
    cut: (reason: DriverError) => void told.push(`cut: ${reason.message}`),
  };
  return { told, connection: made as unknown as Connection };
}

const READING: readonly (readonly [engine: Engine, fails: string, unlock: string])[] = [
  ["postgres", "begin read only", "select pg_advisory_unlock_all()"],
  ["redshift", "begin read only", ""],
  ["mysql", "start transaction read only", "do release_all_locks()"],
];
for (const [engine, fails, unlock] of READING) {
  const back = ["rollback", unlock].filter(Boolean).join("; ");
  Deno.test(`reading() of ${engine} rolls back when it is stopped before the statement`, async () => {
    const { told, connection: one } = connection(fails);
    const guard = createGuard(one, engine, {});
    await assert.rejects(guard.reading(() => Promise.resolve(told.push("the statement"))), ServerError);
    assert.equal(told.at(-1), back);
    assert.ok(!told.includes("the statement"));
    await guard.reading(() => Promise.resolve(told.push("the statement")));
    assert.deepEqual(told.slice(-2), ["the statement", back]);
  });
}

for (const [engine, , unlock] of READING) {
  Deno.test(`reading() of ${engine} rolls back again when the end of its statement hits the rollback`, async () => {
    const { told, connection: one } = connection("rollback");
    const guard = createGuard(one, engine, {});
    await guard.reading(() => Promise.resolve(told.push("the statement")));
    const back = unlock === "" ? ["rollback", "rollback"] : [`rollback; ${unlock}`, "rollback", unlock];
    assert.deepEqual(told.slice(told.indexOf("the statement") + 1), back);
  });
}

const WRITING: readonly (readonly [engine: Engine, fails: string])[] = [
  ["postgres", "set local datestyle"],
  ["redshift", "set datestyle"],
  ["mysql", "set time_zone"],
];
for (const [engine, fails] of WRITING) {
  Deno.test(`writing() of ${engine} sets up again when that was stopped`, async () => {
    const { told, connection: one } = connection(fails);
    const guard = createGuard(one, engine, { utc: true });
    const run = () => Promise.resolve(told.push("the statement"));
    await assert.rejects(guard.writing("delete from t", run), ServerError);
    assert.ok(!told.includes("the statement"));
    await guard.writing("delete from t", run);
    assert.equal(told.filter((one) => one.includes(fails)).length, 2);
    assert.deepEqual(
      told.slice(-2),
      engine === "mysql" ? [told.at(-2), "the statement"] : ["the statement", "commit"],
    );
  });
}

/** Statements that write in PostgreSQL; `own` says whether Kedge sets up a transaction for them. */
const AROUND: readonly (readonly [sql: string, own: boolean])[] = [
  ["update t set a = 1", true],
  ["create table t (n int)", true],
  // These cannot run within a transaction, or end one themselves.
  ["vacuum", false],
  ["create database d", false],
  ["call p()", false],
  ["begin", false],
  ["set work_mem to 1", false],
];
for (const [sql, own] of AROUND) {
  Deno.test(`writing() sets ${own ? "its transaction" : "nothing"} up for ${sql}`, async () => {
    const { told, connection: one } = connection("nothing fails");
    await createGuard(one, "postgres", { statementLimit: 5 }).writing(
      sql,
      () => Promise.resolve(told.push(sql)),
    );
    assert.equal(told.length, own ? 3 : 1);
    assert.ok(!told.some((one) => /(^|; )set (?!local|work_mem)/.test(one)), "a setting that outlives it");
  });
}

Deno.test("writing() undoes a statement that fails", async () => {
  const { told, connection: one } = connection("nothing fails");
  const failing = () => Promise.reject(new ServerError("23505", "twice"));
  await assert.rejects(
    createGuard(one, "postgres", {}).writing("insert into t values (1)", failing),
    ServerError,
  );
  assert.equal(told.at(-1), "rollback");
});

Deno.test("writing() adds nothing to statements of the user's own transaction", async () => {
  const { told, connection: one } = connection("nothing fails");
  const guard = createGuard(one, "postgres", {});
  await guard.writing("begin", () => one.prepare(["begin"]));
  assert.match(told.at(-1)!, /^set local datestyle/);
  await guard.writing("delete from t", () => Promise.resolve(told.push("delete")));
  assert.equal(told.at(-1), "delete");
});
