import assert from "node:assert/strict";
import { Fault, ServerError } from "../../../../src/core/sql/driver/mod.ts";
import type { Connection } from "../../../../src/core/sql/driver/connection.ts";
import type { Engine } from "../../../../src/core/sql/engines/mod.ts";
import { createGuard } from "../../../../src/core/sql/session/guard.ts";

/** A connection that says what it was told; what holds these words fails the first time, as when it was stopped. */
function connection(fails: string) {
  const told: string[] = [];
  let failed = false;
  const made = {
    over: null,
    prepare(statements: readonly string[]) {
      told.push(statements.join("; "));
      if (failed || !told.at(-1)!.includes(fails)) return Promise.resolve();
      failed = true;
      return Promise.reject(new ServerError("57014", "stopped"));
    },
    cut: (fault: Fault) => void told.push(`cut: ${fault.message}`),
  };
  return { told, connection: made as unknown as Connection };
}

const READING: readonly (readonly [engine: Engine, fails: string])[] = [
  ["postgres", "begin read only"],
  ["redshift", "begin read only"],
  ["mysql", "start transaction read only"],
];
for (const [engine, fails] of READING) {
  Deno.test(`reading() of ${engine} rolls back when it is stopped before the statement`, async () => {
    const { told, connection: one } = connection(fails);
    const guard = createGuard(one, engine, {});
    await assert.rejects(guard.reading(() => Promise.resolve(told.push("the statement"))), ServerError);
    assert.equal(told.at(-1), "rollback");
    assert.ok(!told.includes("the statement"));
    await guard.reading(() => Promise.resolve(told.push("the statement")));
    assert.deepEqual(told.slice(-2), ["the statement", "rollback"]);
  });
}

for (const [engine] of READING) {
  Deno.test(`reading() of ${engine} rolls back again when the end of its statement hits the rollback`, async () => {
    const { told, connection: one } = connection("rollback");
    const guard = createGuard(one, engine, {});
    await guard.reading(() => Promise.resolve(told.push("the statement")));
    assert.deepEqual(told.slice(-3), ["the statement", "rollback", "rollback"]);
  });
}

const WRITING: readonly (readonly [engine: Engine, fails: string])[] = [
  ["postgres", "set datestyle"],
  ["redshift", "set datestyle"],
  ["mysql", "set time_zone"],
];
for (const [engine, fails] of WRITING) {
  Deno.test(`writing() of ${engine} sets the session up again when that was stopped`, async () => {
    const { told, connection: one } = connection(fails);
    const guard = createGuard(one, engine, { utc: true });
    await assert.rejects(guard.writing(() => Promise.resolve(told.push("the statement"))), ServerError);
    await guard.writing(() => Promise.resolve(told.push("the statement")));
    assert.equal(told.filter((one) => one.includes(fails)).length, 2);
    assert.equal(told.at(-1), "the statement");
    await guard.writing(() => Promise.resolve(told.push("another")));
    assert.equal(told.filter((one) => one.includes(fails)).length, 2);
  });
}
