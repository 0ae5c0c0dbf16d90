import assert from "node:assert/strict";
import { createRemade } from "../../../../src/core/sql/query_window/query_window.ts";
import type { TabState } from "../../../../src/core/state/query_window.ts";

const RESULTS: readonly (readonly [title: string, status: string, kind: string, tells: boolean])[] = [
  ["create table t (n int)", "done", "rows", true],
  ["DROP VIEW v", "done", "rows", true],
  ["create table t (n int)", "running", "rows", false],
  ["create table t (n int)", "failed", "rows", false],
  ["alter table t add n int", "stopped", "rows", false],
  ["create table t as select 1", "done", "plan", false],
  ["select 'create'", "done", "rows", false],
];
for (const [title, status, kind, tells] of RESULTS) {
  Deno.test(`createRemade() ${tells ? "tells once" : "tells nothing"} of ${title}, ${status}, ${kind}`, () => {
    let told = 0;
    const watch = createRemade(() => told++);
    const tabs = [{ results: [{ id: "1", title, status, kind }] }] as unknown as TabState[];
    for (let time = 0; time < 2; time++) watch(tabs);
    assert.equal(told, tells ? 1 : 0);
  });
}
