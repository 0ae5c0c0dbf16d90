import { equal } from "node:assert/strict";
import type { Engine } from "../../../../src/core/sql/engines/mod.ts";
import { controlOf } from "../../../../src/core/sql/text/control.ts";

const ALL: readonly Engine[] = ["postgres", "mysql", "redshift"];
const POSTGRES: readonly Engine[] = ["postgres", "redshift"];

/** What it does, and the modes or the name; `!` it is refused, null: nothing of the kind. */
const CASES: readonly (readonly [engines: readonly Engine[], sql: string, control: string | null])[] = [
  [ALL, "begin", "begin "],
  [ALL, "BEGIN WORK", "begin "],
  [ALL, "start transaction -- now", "begin "],
  [ALL, "/* two writes */ start transaction read only", "begin read only"],
  [
    POSTGRES,
    "begin transaction isolation level repeatable read, read only",
    "begin isolation level repeatable read, read only",
  ],
  [
    POSTGRES,
    "begin isolation level serializable not deferrable",
    "begin isolation level serializable, not deferrable",
  ],
  [POSTGRES, "begin isolation level nonsense", "!"],
  [
    ["mysql"],
    "start transaction with consistent snapshot, read only",
    "begin with consistent snapshot, read only",
  ],
  [["mysql"], "begin not atomic select 1", "!"],
  [POSTGRES, "begin; drop table t", "begin "],
  [ALL, "commit", "commit "],
  [ALL, "Commit work", "commit "],
  [POSTGRES, "end transaction", "commit "],
  [["mysql"], "end", null],
  [ALL, "commit and no chain", "commit "],
  [ALL, "commit and chain", "!"],
  [["mysql"], "commit no release", "commit "],
  [["mysql"], "commit release", "!"],
  [POSTGRES, "commit prepared 'x'", "!"],
  [POSTGRES, "prepare transaction 'x'", "!"],
  [POSTGRES, "prepare x as select 1", null],
  [["mysql"], "xa start 'x'", "!"],
  [ALL, "rollback", "rollback "],
  [POSTGRES, "abort work", "rollback "],
  [ALL, "rollback and chain", "!"],
  [ALL, "savepoint A", "savepoint a"],
  [POSTGRES, 'savepoint "A ""b"""', 'savepoint A "b"'],
  [["mysql"], "savepoint `A``b`", "savepoint a`b"],
  [ALL, "rollback to a", "rollback-to a"],
  [ALL, "rollback work to savepoint a", "rollback-to a"],
  [ALL, "rollback to savepoint", "rollback-to savepoint"],
  [ALL, "release savepoint a", "release a"],
  [POSTGRES, "release a", "release a"],
  [ALL, "savepoint kedge_statement", "!"],
  [ALL, "savepoint", "!"],
  [ALL, "select 'begin'", null],
  [ALL, "update t set a = 1", null],
  [["mysql"], "/*!50000 commit */", null],
  [ALL, "", null],
];
for (const [engines, sql, wanted] of CASES) {
  for (const engine of engines) {
    Deno.test(`controlOf() of ${engine}: ${JSON.stringify(sql)} ${wanted === null ? "is no control" : "is one"}`, () => {
      const control = controlOf(sql, engine);
      const told = control &&
        (control.kind === "refused"
          ? "!"
          : `${control.kind} ${"modes" in control ? control.modes : "name" in control ? control.name : ""}`);
      equal(told, wanted);
    });
  }
}
