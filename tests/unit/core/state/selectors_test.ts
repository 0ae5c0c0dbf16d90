import assert from "node:assert/strict";
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
import { action, emptyState, extension, run, server } from "../../../support/pages/state.ts";

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
    assert.equal(isActive(run("r", { status })), active);
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
  assert.deepEqual([ids(activeRuns(state)), ids(endedRuns(state))], [["r1", "r2"], ["r3"]]);
  assert.equal(activeRuns({ ...state, problems: [] }), activeRuns(state));
});

const ACTIONS: readonly [extension: string, action: string, run: string | undefined][] = [
  ["shop", "deploy", "r1"],
  ["shop", "report", "r2"],
  ["shop", "other", undefined],
  ["other", "deploy", undefined],
];
for (const [owner, name, id] of ACTIONS) {
  Deno.test(`runOfAction() of ${owner}/${name} is ${id}`, () => {
    assert.equal(runOfAction(activeRuns(state), owner, name)?.id, id);
  });
}

Deno.test("runOfAction() finds no run that has ended", () => {
  assert.equal(runOfAction(runs.slice(1), "shop", "deploy"), undefined);
});

Deno.test("runOf() and extensionOf() give null for what is gone", () => {
  assert.deepEqual([runOf(state, "r3")?.id, runOf(state, "r9"), runOf(state, undefined)], ["r3", null, null]);
  assert.deepEqual([extensionOf(state, "shop")?.id, extensionOf(state, "x")], ["shop", null]);
});

const ok = { status: "ok", at: 1, ms: 2, detail: "fine" } as const;
const orders = server("orders", { test: ok });
const { test: _, env: _env, ...configured } = orders;

/** What the list says of servers that are configured like this, when `orders` was tested. */
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
    assert.deepEqual(statuses(...now), expected);
  });
}

Deno.test("servers() keeps the identity of those that did not change", () => {
  const before = emptyState({ servers: [orders, server("shop")] });
  const after = { ...before, serverTests: [{ ...before.serverTests[0]!, test: { ...ok, ms: 3 } }] };
  const [first, second] = servers(before);
  const [firstAfter, secondAfter] = servers(after);
  assert.deepEqual([first === firstAfter, second === secondAfter], [false, true]);
});
