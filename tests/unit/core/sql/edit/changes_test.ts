import assert from "node:assert/strict";
import { createChanges } from "../../../../../src/core/sql/edit/changes.ts";

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

/** Each row that is left: what becomes of it, its place, its new values. */
const told = ({ rows }: Changes) =>
  rows.map(({ kind, rowNumber, values }) =>
    [kind, rowNumber, ...[...values].map(([column, value]) => `${column}=${value}`)].join(" ")
  ).join("; ");

const CASES:
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
for (const [does, steps, left] of CASES) {
  Deno.test(`createChanges() ${does}`, () => {
    const changes = createChanges();
    for (const step of steps) step(changes);
    assert.equal(told(changes), left);
  });
}

Deno.test("createChanges() knows what a rebased row is now", () => {
  const changes = createChanges();
  set(3, 1, "mine")(changes);
  rebase(3, new Map([[0, "1"], [1, "theirs"], [2, null]]))(changes);
  assert.equal(changes.of(3)?.before.get(1), "theirs");
  assert.equal(changes.canUndo, false);
});
