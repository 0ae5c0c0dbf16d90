import { deepEqual, equal, notEqual, throws } from "node:assert/strict";
import { createStore } from "../../../../src/core/state/store.ts";
import { testStore } from "../../../support/pages/store.ts";
import { action, emptyState, extension, run, server } from "../../../support/pages/state.ts";
import { patched, without } from "../../../../src/core/state/list.ts";
import { reuse, selector } from "../../../../src/core/state/selector.ts";
import {
  activeRuns,
  endedRuns,
  extensionOf,
  isActive,
  runOf,
  runOfAction,
  servers,
} from "../../../../src/core/state/selectors.ts";
import type { RunStatus } from "../../../../src/core/state/state.ts";

const problem = { code: "x", message: "m", hint: "h" };

const STORES = { createStore, testStore };
type Made = keyof typeof STORES;

function setup(made: Made) {
  const errors: unknown[] = [];
  const store = STORES[made](emptyState(), (error) => errors.push(error));
  return { store, errors, problems: store.writing("problems").slices.problems };
}

for (const made of ["createStore", "testStore"] as const) {
  Deno.test(`${made}: update() of a slice tells listeners the new state and the one before, once`, () => {
    const { store, problems } = setup(made);
    const before = store.get();
    const heard: unknown[] = [];
    store.subscribe((state, old) => heard.push([state, old]));
    problems.update((all) => [...all, problem]);
    deepEqual(heard, [[store.get(), before]]);
    deepEqual([store.get(), problems.get()], [{ ...before, problems: [problem] }, [problem]]);
    equal(store.get().config, before.config);
  });

  Deno.test(`${made}: update() calls no listener when nothing changes`, () => {
    const { store, problems } = setup(made);
    const before = store.get();
    let heard = 0;
    store.subscribe(() => heard++);
    problems.update((all) => all);
    deepEqual([heard, store.get() === before], [0, true]);
  });

  Deno.test(`${made}: update() reaches the other listeners when one throws`, () => {
    const { store, errors, problems } = setup(made);
    let heard = 0;
    store.subscribe(() => {
      throw new Error("broken surface");
    });
    store.subscribe(() => heard++);
    problems.update(() => [problem]);
    deepEqual([heard, errors.length], [1, 1]);
  });

  Deno.test(`${made}: writing() gives each part of the state to one writer`, () => {
    const { store } = setup(made);
    deepEqual(Object.keys(store.writing("runs").slices), ["runs"]);
    throws(() => store.writing("config", "problems"), /"problems" has a writer already/);
  });

  Deno.test(`${made}: subscribe() returns what ends it`, () => {
    const { store, problems } = setup(made);
    let heard = 0;
    store.subscribe(() => heard++)();
    problems.update(() => [problem]);
    equal(heard, 0);
  });
}

const list = [{ id: "a", n: 1 }, { id: "b", n: 2 }];

Deno.test("patched() changes one item and leaves the others as they are", () => {
  const after = patched(list, "b", { n: 3 });
  deepEqual(after, [{ id: "a", n: 1 }, { id: "b", n: 3 }]);
  equal(after[0], list[0]);
});

Deno.test("patched() and without() give the same list when there is nothing to change", () => {
  equal(patched(list, "c", { n: 3 }), list);
  equal(without(list, ({ n }) => n > 2), list);
});

Deno.test("without() leaves out what is picked", () => deepEqual(without(list, ({ n }) => n > 1), [list[0]]));

interface Numbers {
  readonly a: readonly { readonly n: number }[];
  readonly b: number;
}

Deno.test("selector() derives anew only when an input has changed", () => {
  let derived = 0;
  const sum = selector(
    ({ a }: Numbers) => [a],
    (a) => (derived++, { sum: a.reduce((all, { n }) => all + n, 0) }),
  );
  const a = [{ n: 1 }, { n: 2 }];
  const first = sum({ a, b: 1 });
  equal(sum({ a, b: 2 }), first);
  equal(derived, 1);
  deepEqual(sum({ a: [{ n: 4 }], b: 2 }), { sum: 4 });
  equal(derived, 2);
});

Deno.test("selector() gives the same object when it derives the same", () => {
  const odd = selector(
    ({ a }: Numbers) => [a],
    (a) => a.filter(({ n }) => n % 2 === 1).map(({ n }) => ({ n })),
  );
  const first = odd({ a: [{ n: 1 }, { n: 2 }], b: 0 });
  equal(odd({ a: [{ n: 1 }, { n: 4 }], b: 0 }), first);
  const more = odd({ a: [{ n: 1 }, { n: 3 }], b: 0 });
  notEqual(more, first);
  equal(more[0], first[0]);
});

/** A value, the next one, and whether the first object is kept because both are equal. */
const KEPT: readonly (readonly [before: unknown, after: unknown, same: boolean])[] = [
  [[1, { a: [2] }], [1, { a: [2] }], true],
  [{ a: 1, b: { c: null } }, { a: 1, b: { c: null } }, true],
  [[1, 2], [1], false],
  [[1], [1, 2], false],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: 1, b: undefined }, { a: 1 }, false],
  [{ a: undefined }, { b: undefined }, false],
  [{}, [], false],
  [null, {}, false],
  [NaN, NaN, true],
  [new Set([1]), new Set([1]), false],
];
for (const [before, after, same] of KEPT) {
  Deno.test(`reuse() takes ${Deno.inspect(after)} ${same ? "as" : "for other than"} ${Deno.inspect(before)}`, () => {
    equal(Object.is(reuse(before, after), before), same);
    deepEqual(reuse(before, after), after);
  });
}

Deno.test("reuse() keeps the equal parts of what differs", () => {
  const before = { a: [{ n: 1 }, { n: 2 }], b: { c: 3 } };
  const after = reuse(before, { a: [{ n: 1 }, { n: 5 }], b: { c: 3 } });
  deepEqual(after, { a: [{ n: 1 }, { n: 5 }], b: { c: 3 } });
  equal(after.b, before.b);
  equal(after.a[0], before.a[0]);
});

Deno.test("reuse() leaves what it is given unchanged", () => {
  const before = Object.freeze([Object.freeze({ n: 1 })]), after = Object.freeze([Object.freeze({ n: 2 })]);
  equal(reuse(before, after)[0]?.n, 2);
});

const STATUSES: readonly [status: RunStatus, active: boolean][] = [
  ["preparing", true],
  ["compiling", true],
  ["running", true],
  ["waiting", true],
  ["stopping", true],
  ["ok", false],
  ["failed", false],
  ["timeout", false],
  ["stopped", false],
  ["refused", false],
];
for (const [status, active] of STATUSES) {
  Deno.test(`isActive() is ${active} of a run that is ${status}`, () => {
    equal(isActive(run("r", { status })), active);
  });
}

const runs = [
  run("r1", { extension: "shop", action: "deploy" }),
  run("r2", { extension: "shop", action: "report", status: "waiting" }),
  run("r3", { extension: "shop", action: "deploy", status: "ok" }),
];
const state = emptyState({ runs, extensions: [extension("shop", [action("deploy")])] });

Deno.test("activeRuns() and endedRuns() tell runs apart, and stay the same while the runs do", () => {
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
  deepEqual([ids(activeRuns(state)), ids(endedRuns(state))], [["r1", "r2"], ["r3"]]);
  equal(activeRuns({ ...state, problems: [] }), activeRuns(state));
});

const ACTIONS: readonly [extension: string, action: string, run: string | undefined][] = [
  ["shop", "deploy", "r1"],
  ["shop", "report", "r2"],
  ["shop", "other", undefined],
  ["other", "deploy", undefined],
];
for (const [owner, name, id] of ACTIONS) {
  Deno.test(`runOfAction() of ${owner}/${name} is ${id}`, () => {
    equal(runOfAction(activeRuns(state), owner, name)?.id, id);
  });
}

Deno.test("runOfAction() finds no run that has ended", () => {
  equal(runOfAction(runs.slice(1), "shop", "deploy"), undefined);
});

Deno.test("runOf() and extensionOf() give null for what is gone", () => {
  deepEqual([runOf(state, "r3")?.id, runOf(state, "r9"), runOf(state, undefined)], ["r3", null, null]);
  deepEqual([extensionOf(state, "shop")?.id, extensionOf(state, "x")], ["shop", null]);
});

const ok = { status: "ok", at: 1, ms: 2, detail: "fine" } as const;
const orders = server("orders", { test: ok });
const { test: _, env: _env, ...configured } = orders;

/** Returns the test results in the list for these servers, when `orders` was tested before. */
function statuses(...now: (typeof configured)[]): string[] {
  const tested = emptyState({ servers: [orders] });
  const value = { ...tested.config.value, servers: now };
  return servers({ ...tested, config: { ...tested.config, value } }).map(({ test }) => test.status);
}

const LISTS: readonly [what: string, now: (typeof configured)[], expected: string[]][] = [
  ["it is as it was", [configured], ["ok"]],
  ["the file was read again", [{ ...configured }], ["ok"]],
  ["another one was put before it", [{ ...configured, name: "new" }, configured], ["idle", "ok"]],
  ["its address changed", [{ ...configured, port: 1 }], ["idle"]],
  ["it is gone", [], []],
];
for (const [what, now, expected] of LISTS) {
  Deno.test(`servers() shows the last test [${expected}] when ${what}`, () => {
    deepEqual(statuses(...now), expected);
  });
}

Deno.test("servers() keeps the objects of servers that did not change", () => {
  const before = emptyState({ servers: [orders, server("shop")] });
  const after = { ...before, serverTests: [{ ...before.serverTests[0]!, test: { ...ok, ms: 3 } }] };
  const [first, second] = servers(before);
  const [firstAfter, secondAfter] = servers(after);
  deepEqual([first === firstAfter, second === secondAfter], [false, true]);
});
