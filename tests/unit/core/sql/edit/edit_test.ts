import { deepEqual, equal, match } from "node:assert/strict";
import fc from "fast-check";
import { type CellValue, createChanges, type RowChange } from "../../../../../src/core/sql/edit/changes.ts";
import type { Editable } from "../../../../../src/core/sql/edit/editable.ts";
import type { EditColumn } from "../../../../../src/core/sql/edit/table.ts";
import type { ResultEntry } from "../../../../../src/core/sql/query_window/entry.ts";
import { createResultEdits } from "../../../../../src/core/sql/query_window/result_edits.ts";
import { again, type EditOf, planOf } from "../../../../../src/core/sql/edit/statements.ts";
import type { Engine } from "../../../../../src/core/sql/engines/mod.ts";
import { type Dialect, dialectsOf } from "../../../../../src/core/sql/text/dialect.ts";
import { tokens } from "../../../../../src/core/sql/text/tokens.ts";
import { asChosen, asShown, valueFault } from "../../../../../src/core/sql/edit/value_fault.ts";

type Changes = ReturnType<typeof createChanges>;
const BEFORE = new Map([[0, "1"], [1, "Ann"], [2, null]] as const);

const set = (rowNumber: number, column: number, value: string | null) => (changes: Changes) =>
  changes.step((draft) => draft.set(rowNumber, rowNumber < 0 ? new Map() : BEFORE, [[column, value]]));
const add = (rowNumber: number) => (changes: Changes) => changes.step((draft) => draft.add(rowNumber, []));
const remove = (rowNumber: number) => (changes: Changes) =>
  changes.step((draft) => draft.remove(rowNumber, BEFORE));
const restore = (rowNumber: number) => (changes: Changes) =>
  changes.step((draft) => draft.restore(rowNumber));
const unset = (rowNumber: number, column: number) => (changes: Changes) =>
  changes.step((draft) => draft.unset(rowNumber, column));
const undo = (changes: Changes) => changes.undo();
const redo = (changes: Changes) => changes.redo();
const clear = (changes: Changes) => changes.clear();
const rebase = (rowNumber: number, texts: ReadonlyMap<number, string | null> | null) => (changes: Changes) =>
  changes.rebase(rowNumber, texts);

/** Returns the changed rows in words: the kind of change, the row's number, its new values. */
const told = ({ rows }: Changes) =>
  rows.map(({ kind, rowNumber, values }) =>
    [kind, rowNumber, ...[...values].map(([column, value]) => `${column}=${value}`)].join(" ")
  ).join("; ");

const STEPS:
  readonly (readonly [does: string, steps: readonly ((changes: Changes) => void)[], left: string])[] = [
    ["changes a cell", [set(3, 1, "Eva")], "change 3 1=Eva"],
    ["changes a cell to NULL", [set(3, 1, null)], "change 3 1=null"],
    ["takes what is set back to what it was for no change", [set(3, 1, "Eva"), set(3, 1, "Ann")], ""],
    ["keeps the other cells of a row when one is set back", [
      set(3, 1, "E"),
      set(3, 2, "x"),
      set(3, 1, "Ann"),
    ], "change 3 2=x"],
    ["keeps rows in the order in which they were touched first", [
      set(5, 1, "a"),
      set(3, 1, "b"),
      set(5, 1, "c"),
    ], "change 5 1=c; change 3 1=b"],
    ["removes a row with its changes", [set(3, 1, "Eva"), remove(3)], "remove 3"],
    ["changes nothing of a row that goes", [remove(3), set(3, 1, "Eva")], "remove 3"],
    ["keeps a row that was to go", [remove(3), restore(3)], ""],
    ["adds a row", [add(-1), set(-1, 1, "Eva")], "add -1 1=Eva"],
    ["keeps a value of an added row that another row has", [add(-1), set(-1, 1, "Ann")], "add -1 1=Ann"],
    ["gives a cell of an added row back to the server", [add(-1), set(-1, 1, "x"), unset(-1, 1)], "add -1"],
    ["gives a changed cell its old value back", [set(3, 1, "x"), unset(3, 1)], ""],
    ["leaves an added row that is removed", [add(-1), remove(-1)], ""],
    ["goes back one step", [set(3, 1, "a"), set(3, 1, "b"), undo], "change 3 1=a"],
    ["goes back to nothing and no further", [set(3, 1, "a"), undo, undo], ""],
    ["goes forth again", [set(3, 1, "a"), set(3, 1, "b"), undo, undo, redo, redo, redo], "change 3 1=b"],
    ["goes nowhere forth behind another step", [set(3, 1, "a"), undo, set(4, 1, "b"), redo], "change 4 1=b"],
    ["forgets everything", [set(3, 1, "a"), clear, undo, redo], ""],
    ["keeps the change of a row that others have changed", [
      set(3, 1, "a"),
      rebase(3, new Map([[1, "theirs"]])),
    ], "change 3 1=a"],
    ["leaves the change of a row that others have removed", [set(3, 1, "a"), rebase(3, null)], ""],
  ];
for (const [does, steps, left] of STEPS) {
  Deno.test(`createChanges() ${does}`, () => {
    const changes = createChanges();
    for (const step of steps) step(changes);
    equal(told(changes), left);
  });
}

Deno.test("createChanges() knows what a rebased row is now", () => {
  const changes = createChanges();
  set(3, 1, "mine")(changes);
  rebase(3, new Map([[0, "1"], [1, "theirs"], [2, null]]))(changes);
  equal(changes.of(3)?.before.get(1), "theirs");
  equal(changes.canUndo, false);
});

const column = (name: string): EditColumn => ({
  ...{ name, type: "text", nullable: true, set: null, fallback: false, counted: false, inexact: null },
});
const columns = ["id", "name"].map(column);
const EDITABLE: Editable = {
  table: { schema: "s", name: "t", not: null, columns, keys: [["id"]], returning: true },
  key: [0],
  columns: columns.map((column) => ({ column, why: null })),
  rows: null,
};

/** Returns a result of two rows; its rows can be read once `read` resolves. */
function entryOf(read: Promise<void>): ResultEntry {
  const result = {
    async read(rowNumber: number) {
      await read;
      return { ok: true, rows: [{ cells: [`${rowNumber}`, "a"] }] };
    },
  };
  const shown = columns.map(({ name }) => ({ name, kind: "text", type: "text" }));
  return { result, columns: shown, patch: () => {} } as unknown as ResultEntry;
}

/** Calls that read a row before they change anything. */
const LATE: readonly (readonly [
  does: string,
  act: (edits: ReturnType<typeof createResultEdits>) => Promise<{ ok: boolean }>,
])[] = [
  ["set() changes", (edits) => edits.set([{ row: 1, column: 1, value: "late" }])],
  ["remove() removes", (edits) => edits.remove([1])],
  ["add() copies", (edits) => edits.add([1])],
];
for (const [does, act] of LATE) {
  Deno.test(`${does} nothing when the changes began to run while the row was read`, async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const edits = createResultEdits(entryOf(promise), EDITABLE, "postgres");
    const late = act(edits);
    edits.status("running");
    resolve();
    deepEqual((await late).ok, false);
    deepEqual(edits.changes, []);
  });
}

/** Pieces with which a text could end its string or name and begin another statement. */
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

/** Names of a table and its two columns, the value of its key, and the new value. */
interface Texts {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly [key: string, other: string];
  readonly key: string;
  readonly value: CellValue;
}

const KINDS: readonly RowChange["kind"][] = ["change", "add", "remove"];

/** Returns the statements for one change of each kind. */
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

/** Returns the tokens of a statement; strings and names become the same word whatever they say. */
const shape = (sql: string, dialect: Dialect) =>
  [...tokens(sql, dialect)].flatMap(({ kind, start, end, open }) => {
    const part = sql.slice(start, end);
    // A prefix belongs to its string, as in PostgreSQL's `E'…'`.
    if (kind === "string") return [open ? "open" : "string"];
    if (kind === "name") return [open ? "open" : "name"];
    return [part];
  });

const STRINGS: readonly (readonly [engine: Engine, backslash: boolean])[] = [
  ["postgres", false],
  ["postgres", true],
  ["mysql", true],
  ["mysql", false],
];
for (const [engine, backslash] of STRINGS) {
  Deno.test(`planOf() of ${engine} whose strings ${backslash ? "know" : "do not know"} backslashes makes no statement of a name or a value`, () => {
    const usual = (value: CellValue): Texts => ({
      ...{ schema: "the schema", table: "the table", columns: ["the key", "the other"], key: "a", value },
    });
    const read = dialectsOf(engine).filter((dialect) => dialect.backslash === backslash);
    // A name has no zero byte, nor has a text of PostgreSQL: `valueFault` refuses it.
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

const COLUMNS: Readonly<Record<string, { readonly kind: string; readonly type: string }>> = {
  text: { kind: "text", type: "text" },
  short: { kind: "text", type: "character varying(3)" },
  small: { kind: "integer", type: "smallint" },
  int: { kind: "integer", type: "integer" },
  unsigned: { kind: "integer", type: "int unsigned" },
  big: { kind: "integer", type: "bigint" },
  decimal: { kind: "decimal", type: "numeric(10,2)" },
  float: { kind: "float", type: "double precision" },
  json: { kind: "json", type: "jsonb" },
  date: { kind: "time", type: "date" },
  stamp: { kind: "time", type: "timestamp with time zone" },
  bytes: { kind: "blob", type: "blob" },
};

const VALUES:
  readonly (readonly [column: string, value: string | null, fault: RegExp | null, engine?: Engine])[] = [
    ["text", "", null],
    ["text", null, null],
    ["text", "a\0b", /zero byte/],
    ["text", "a\0b", null, "mysql"],
    ["short", "abc", null],
    ["short", "abc   ", null],
    ["short", "äöü", null],
    ["short", "abcd", /at most 3 characters, and these are 4/],
    ["small", "32767", null],
    ["small", "32768", /from -32768 to 32767/],
    ["int", " 12 ", null],
    ["int", "+7", null],
    ["int", "1.5", /whole numbers/],
    ["int", "", /whole numbers/],
    ["int", "0x10", /whole numbers/],
    ["int", "-2147483648", null],
    ["int", "-2147483649", /from -2147483648/],
    ["unsigned", "-1", /from 0 to 4294967295/, "mysql"],
    ["big", "9223372036854775807", null],
    ["big", "9223372036854775808", /to 9223372036854775807/],
    ["decimal", "12.50", null],
    ["decimal", "1e3", null],
    ["decimal", "12,50", /12\.5/],
    ["float", "NaN", null],
    ["float", "NaN", /numbers/, "mysql"],
    ["float", "-infinity", null],
    ["json", '{"a": [1, null]}', null],
    ["json", "{a: 1}", /takes JSON, and this is none/],
    ["json", "", /takes JSON/],
    ["date", "2024-02-29", null],
    ["date", "2026-02-29", /no day 2026-02-29/],
    ["date", "2026-13-01", /no day 2026-13-01/],
    ["date", "2026-00-00", null, "mysql"],
    ["date", "today", null],
    ["date", "today", /takes dates: “today” is none/, "mysql"],
    ["date", "soon", /takes dates: “soon” is none/],
    ["date", "", /takes dates: empty text is none/],
    ["stamp", "2026-11-24 10:00+01", null],
    ["stamp", "2026-11-31 10:00", /no day/],
    ["stamp", "infinity", null],
    ["bytes", "0x00ff", null, "mysql"],
    ["bytes", "hello", /0x and two digits/, "mysql"],
  ];
for (const [column, value, fault, engine = "postgres"] of VALUES) {
  Deno.test(`valueFault() of ${engine} ${fault ? "refuses" : "takes"} ${JSON.stringify(value)} for ${column}`, () => {
    const found = valueFault(value, { name: "c", nullable: true, ...COLUMNS[column]! }, engine);
    if (fault === null) equal(found, null);
    else match(found ?? "", fault);
  });
}

Deno.test("valueFault() refuses NULL where the column takes none", () =>
  equal(
    valueFault(null, { name: "c", nullable: false, ...COLUMNS.text! }, "mysql"),
    "c may not be NULL.",
  ));

const STATES = ["open", "held"];
for (
  const [kind, choices, value, fault] of [
    ["text", STATES, "open", null],
    ["text", STATES, "Open", "c takes one of open, held."],
    ["boolean", ["true", "false"], "t", null],
    ["boolean", ["true", "false"], "No", null],
    ["boolean", ["true", "false"], "maybe", "c takes one of true, false."],
  ] as const
) {
  Deno.test(`valueFault() ${fault ? "refuses" : "takes"} ${value} of a ${kind} with choices`, () => {
    const column = { name: "c", kind, type: kind, nullable: false, choices };
    equal(valueFault(value, column, "postgres"), fault);
  });
}

for (
  const [value, kind, shown, chosen] of [
    ["true", "boolean", "t", "true"],
    ["f", "boolean", "f", "false"],
    ["true", "text", "true", "true"],
    ["odd", "boolean", "odd", "odd"],
  ] as const
) {
  Deno.test(`asShown() and asChosen() of ${value} as ${kind} are ${shown} and ${chosen}`, () =>
    deepEqual([asShown(value, kind), asChosen(value, kind)], [shown, chosen]));
}
