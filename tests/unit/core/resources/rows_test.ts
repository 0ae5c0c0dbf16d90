import { deepEqual } from "node:assert/strict";
import { fixedRows, stateRows } from "../../../../src/core/resources/rows.ts";

const { signal } = new AbortController();

/** A store of one list. */
function listStore(list: readonly string[]) {
  const listeners = new Set<() => void>();
  return {
    get: () => list,
    set(next: readonly string[]) {
      list = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => (listeners.add(listener), () => listeners.delete(listener)),
  };
}

const READ: readonly (readonly [from: number, count: number, rows: string[]])[] = [
  [0, 2, ["a", "b"]],
  [1, 5, ["b", "c"]],
  [3, 1, []],
  [9, 1, []],
  [0, 0, []],
];
for (const [from, count, rows] of READ) {
  Deno.test(`fixedRows() and stateRows() read ${count} from ${from}`, async () => {
    const all = ["a", "b", "c"];
    for (const source of [fixedRows(all), stateRows(listStore(all), (list) => list)]) {
      deepEqual(await source.read(from, count, signal), { ok: true, rows, total: 3 });
    }
  });
}

const CHANGES: readonly (readonly [after: string[], told: number[]])[] = [
  [["a", "b", "c", "d"], [3]],
  [["x", "b", "c"], [0]],
  [["a", "b"], [2]],
  [["a", "c"], [1]],
  [[], [0]],
];
for (const [after, told] of CHANGES) {
  Deno.test(`stateRows() tells that ${JSON.stringify(after)} differs from ${told}`, () => {
    const store = listStore(["a", "b", "c"]);
    const heard: number[] = [];
    const stop = stateRows(store, (list) => list).subscribe((from) => heard.push(from));
    store.set(after);
    store.set(after);
    stop();
    store.set(["z"]);
    deepEqual(heard, told);
  });
}
