import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import type { Editable } from "../../../../../src/core/sql/edit/editable.ts";
import type { CellValue, RowChange } from "../../../../../src/core/sql/edit/changes.ts";
import { again, type EditOf, planOf } from "../../../../../src/core/sql/edit/statements.ts";
import type { EditColumn } from "../../../../../src/core/sql/edit/table.ts";
import type { Engine } from "../../../../../src/core/sql/engines/mod.ts";
import { type Dialect, dialectsOf } from "../../../../../src/core/sql/text/dialect.ts";
import { tokens } from "../../../../../src/core/sql/text/tokens.ts";

/** Everything with which a text could end its string or name, and begin something else. */
const PIECES = [
  ..."'\"`\\;$#%@ \n\r\t\0eEx",
  ...[
    "--",
    "/*",
    "*/",
    "/*!",
    "''",
    "\\'",
    "$$",
    "$a$",
    "E'",
    "x'",
    "' or 1=1 -- ",
    "é",
    "\u{1f600}",
    "\u202e",
  ],
];
const text = (without: RegExp) =>
  fc.array(fc.constantFrom(...PIECES.filter((piece) => !without.test(piece))), { maxLength: 8 }).map((
    pieces,
  ) => pieces.join(""));

const column = (name: string): EditColumn => ({
  ...{ name, type: "text", nullable: true, set: null, fallback: false, counted: false, inexact: false },
});

/** What a table is called, its two columns, its key's value, and what is written. */
interface Texts {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly [key: string, other: string];
  readonly key: string;
  readonly value: CellValue;
}

const KINDS: readonly RowChange["kind"][] = ["change", "add", "remove"];

/** All statements of a change of each kind. */
function statements(
  { schema, table, columns: names, key, value }: Texts,
  literals: EditOf["literals"],
): string[] {
  const columns = names.map(column);
  const editable: Editable = {
    table: { schema, name: table, not: null, columns, keys: [[names[0]]], returning: true },
    key: [0],
    columns: columns.map((column) => ({ column, why: null })),
    rows: null,
  };
  const of: EditOf = {
    editable,
    literals,
    columns: names.map((name) => ({ name, kind: "text", type: "text" })),
  };
  const changes = KINDS.map((kind, rowNumber): RowChange => ({
    ...{ rowNumber, kind, before: new Map([[0, key], [1, value]]) },
    values: kind === "remove" ? new Map() : new Map([[0, key], [1, value]]),
  }));
  const plan = planOf(of, changes);
  return [...plan.locks, ...plan.statements.map(({ sql }) => sql), ...again(of, [[key], [key]])];
}

/** What a server sees of a statement: its parts, without what strings and names are. */
const shape = (sql: string, dialect: Dialect) =>
  [...tokens(sql, dialect)].flatMap(({ kind, start, end, open }) => {
    const part = sql.slice(start, end);
    // A string that is marked is one: PostgreSQL's `E'…'`.
    if (kind === "string") return [open ? "open" : "string"];
    if (kind === "name") return [open ? "open" : "name"];
    return [part];
  });

const CASES: readonly (readonly [engine: Engine, backslash: boolean])[] = [
  ["postgres", false],
  ["postgres", true],
  ["mysql", true],
  ["mysql", false],
];
for (const [engine, backslash] of CASES) {
  Deno.test(`planOf() of ${engine} whose strings ${backslash ? "know" : "do not know"} backslashes makes no statement of a name or a value`, () => {
    const usual = (value: CellValue): Texts => ({
      ...{ schema: "the schema", table: "the table", columns: ["the key", "the other"], key: "a", value },
    });
    const read = dialectsOf(engine).filter((dialect) => dialect.backslash === backslash);
    // No name has a zero byte, and no text of PostgreSQL's: `valueFault` refuses it.
    const name = text(/\0/).map((text) => `a ${text}`);
    const any = text(engine === "postgres" ? /\0/ : /$^/);
    const texts = fc.record({ schema: name, table: name, one: name, other: name, key: any, value: any });
    fc.assert(
      fc.property(texts, ({ schema, table, one, other, key, value }) => {
        const made = statements({ schema, table, columns: [one, `${other} b`], key, value }, {
          engine,
          backslash,
        });
        const expected = statements(usual("a"), { engine, backslash });
        for (const dialect of read) {
          deepEqual(made.map((sql) => shape(sql, dialect)), expected.map((sql) => shape(sql, dialect)));
        }
      }),
      { numRuns: 2000 },
    );
  });
}

Deno.test("planOf() says what is NULL as that, and what only reads like it as text", () => {
  const literals = { engine: "postgres", backslash: false } as const;
  const texts = { schema: "s", table: "t", columns: ["k", "v"], key: "1" } as const;
  const update = (value: CellValue) => statements({ ...texts, value }, literals)[1];
  equal(update(null), "update s.t set k = '1', v = null where k = '1'");
  equal(update("null"), "update s.t set k = '1', v = 'null' where k = '1'");
});
