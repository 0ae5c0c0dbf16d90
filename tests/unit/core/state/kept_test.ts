import { deepEqual, equal, ok } from "node:assert/strict";
import { readStateFile, updateStateFile } from "../../../../src/core/state/state_file.ts";
import { withHome } from "../../../support/program/home.ts";
import { readSizes } from "../../../../src/core/state/sizes.ts";
import { frecency, readUsage, type Usage, withUse } from "../../../../src/core/state/usage.ts";
import { createConfiguration } from "../../../../src/core/app/features/settings/configuration.ts";
import { knownServers, renamedServers } from "../../../../src/core/state/known_servers.ts";
import { config, store as storeOf } from "../app/fixtures.ts";
import {
  NOTHING_PERSONAL,
  readPersonal,
  withPin,
  withShortcut,
  zoomed,
} from "../../../../src/core/state/personal.ts";
import { runWords } from "../../../../src/core/state/run_words.ts";
import type { RunState } from "../../../../src/core/state/state.ts";

Deno.test("updateStateFile() keeps what another process writes while it changes a key of its own", () =>
  withHome(async (paths) => {
    await updateStateFile(paths, "pins", () => ["before"]);
    let others = 0;
    const done = await updateStateFile(paths, "roles", () => {
      // Another process writes once between the reading and the writing of this update.
      if (others++ === 0) Deno.writeTextFileSync(paths.state, '{"pins":["before","after"]}');
      return { "123456789012": "Admin" };
    });
    equal(done, true);
    deepEqual(await readStateFile(paths), {
      pins: ["before", "after"],
      roles: { "123456789012": "Admin" },
    });
  }));

Deno.test("updateStateFile() says so when another process writes again and again", () =>
  withHome(async (paths) => {
    let others = 0;
    const done = await updateStateFile(paths, "roles", () => {
      Deno.writeTextFileSync(paths.state, `{"pins":${others++}}`);
      return others;
    });
    equal(done, false);
    deepEqual(await readStateFile(paths), { pins: others - 1 });
  }));

const isResizable = (page: string) => ["home", "console"].includes(page);
const good = { width: 800, height: 600 };
const SIZES: readonly [string, unknown, unknown][] = [
  ["nothing", undefined, {}],
  ["a text", "800x600", {}],
  ["a list", [good], {}],
  ["sizes", { home: good, console: good }, { home: good, console: good }],
  ["more than a size", { home: { ...good, x: 1 } }, { home: good }],
  ["an unknown page", { homes: good, __proto__: good }, {}],
  ["a page without a size of its own", { palette: good, dialog: good }, {}],
  ["half a size", { home: { width: 800 } }, {}],
  ["no numbers", { home: { width: "800", height: 600 } }, {}],
  ["half pixels", { home: { width: 800.5, height: 600 } }, {}],
  ["too small", { home: { width: 199, height: 600 } }, {}],
  ["too big", { home: { width: 10_001, height: 600 } }, {}],
  ["null", { home: null }, {}],
];

for (const [what, value, sizes] of SIZES) {
  Deno.test(`readSizes() reads ${what}`, () => deepEqual(readSizes(value, isResizable), sizes));
}

const WEEK = 7 * 24 * 3_600_000;

Deno.test("frecency() halves in a week and is 0 for what was never used", () => {
  equal(frecency({ score: 4, at: 0 }, WEEK), 2);
  equal(frecency({ score: 4, at: WEEK }, 0), 4);
  equal(frecency(undefined, 0), 0);
});

Deno.test("withUse() adds one to what is left of the score", () => {
  const usage = withUse(withUse({}, "a", 0), "a", WEEK);
  deepEqual(usage, { a: { score: 1.5, at: WEEK } });
});

Deno.test("withUse() counts uses from before the clock was set back as present uses", () => {
  const usage = withUse({ a: { score: 1, at: 100 * WEEK }, b: { score: 4, at: 0 } }, "b", WEEK);
  deepEqual(usage, { a: { score: 1, at: WEEK }, b: { score: 3, at: WEEK } });
});

Deno.test("withUse() keeps the 500 most used", () => {
  let usage: Usage = {};
  for (let n = 0; n < 500; n++) usage = { ...usage, [`k${n}`]: { score: n + 1, at: 0 } };
  usage = withUse(usage, "new", 0);
  equal(Object.keys(usage).length, 500);
  ok("k499" in usage);
});

const USAGES: readonly [value: unknown, usage: Usage][] = [
  [undefined, {}],
  ["text", {}],
  [{ a: { score: 1, at: 2 }, b: 3, c: { score: "1", at: 2 }, d: { score: -1, at: 0 }, e: null }, {
    a: { score: 1, at: 2 },
  }],
  [{ a: { score: Infinity, at: 0 } }, {}],
];
for (const [value, usage] of USAGES) {
  Deno.test(`readUsage() reads ${Object.keys(usage).length} of ${JSON.stringify(value)}`, () => {
    deepEqual(readUsage(value), usage);
  });
}

/** Returns servers with these names; the last letter of each name is its host. */
const servers = (names: string) =>
  names.split(" ").filter(Boolean).map((name) =>
    ({ name, engine: "postgres", host: name.slice(-1), port: 1, tls: false }) as const
  );

const CASES:
  readonly (readonly [what: string, saved: unknown, reads: readonly string[], renamed: string[]])[] = [
    ["what was renamed while no Kedge ran", knownServers(servers("old-a b")), ["c b new-a"], ["old-a new-a"]],
    ["that once", knownServers(servers("old-a b")), ["b new-a", "b newer-a"], [
      "old-a new-a",
      "new-a newer-a",
    ]],
    ["nothing of a file that cannot be read, but with the next", knownServers(servers("old-a")), [
      "!",
      "new-a",
    ], [
      "old-a new-a",
    ]],
    ["nothing when nothing was kept", undefined, ["a"], []],
    ["nothing of what does not look like servers", [{ name: 7 }], ["a"], []],
    ["what is renamed while Kedge runs", [], ["old-a b", "new-a b"], ["old-a new-a"]],
    ["nothing when another server takes its place", [], ["a b", "a c"], []],
    ["nothing when other servers take all places", [], ["a b", "c d"], []],
    ["nothing when servers come or go", [], ["a b", "a", "a c"], []],
  ];
for (const [what, saved, reads, renamed] of CASES) {
  Deno.test(`renamedServers() gives ${what}`, () => {
    const store = storeOf(), configuration = createConfiguration(store);
    configuration.restore(saved);
    const found: string[] = [];
    store.subscribe((state, before) => {
      for (const [from, to] of renamedServers(state, before)) found.push(`${from} ${to}`);
    });
    for (const names of reads) {
      const read = { config: config({ servers: servers(names) }), diagnostics: [] };
      configuration.apply(names === "!" ? { ...read, status: "unreadable" } : { ...read, status: "loaded" });
    }
    deepEqual(found, renamed);
    deepEqual(store.get().knownServers, knownServers(servers(reads.at(-1)!)));
  });
}

const STEPS: readonly [zoom: number, step: -1 | 0 | 1, to: number][] = [
  [1, 1, 1.1],
  [1, -1, 0.9],
  [2, 1, 2],
  [0.75, -1, 0.75],
  [1.5, 0, 1],
];
for (const [zoom, step, to] of STEPS) {
  Deno.test(`zoomed() goes from ${zoom} by ${step} to ${to}`, () => equal(zoomed(zoom, step), to));
}

Deno.test("withPin() pins last of all, once, and takes a pin away", () => {
  const two = withPin(withPin(NOTHING_PERSONAL, "a", true), "b", true);
  deepEqual(two.pins, ["a", "b"]);
  deepEqual(withPin(two, "a", true).pins, ["b", "a"]);
  deepEqual(withPin(two, "a", false).pins, ["b"]);
  let many = NOTHING_PERSONAL;
  for (let n = 0; n < 80; n++) many = withPin(many, `e${n}`, true);
  deepEqual([many.pins.length, many.pins.at(-1)], [50, "e79"]);
});

Deno.test("withShortcut() gives keys to an entry, and takes them away", () => {
  const one = withShortcut(NOTHING_PERSONAL, "action:a/b", "Ctrl+F8");
  deepEqual(one.shortcuts, { "action:a/b": "Ctrl+F8" });
  deepEqual(withShortcut(one, "action:a/b", "").shortcuts, {});
});

const PERSONALS: readonly [name: string, value: unknown, read: unknown][] = [
  ["nothing", undefined, NOTHING_PERSONAL],
  ["another size than there is", { zoom: 40 }, NOTHING_PERSONAL],
  ["what it kept", { zoom: 1.5, pins: ["a"], shortcuts: { x: "F8" } }, {
    zoom: 1.5,
    pins: ["a"],
    shortcuts: { x: "F8" },
  }],
  ["other things in the lists", { pins: [1, "", "a", null], shortcuts: { x: 1, "": "F8" } }, {
    zoom: 1,
    pins: ["a"],
    shortcuts: {},
  }],
  ["a name of every object", JSON.parse('{"shortcuts":{"__proto__":"F8"}}'), NOTHING_PERSONAL],
];
for (const [name, value, read] of PERSONALS) {
  Deno.test(`readPersonal() reads ${name}`, () => deepEqual(readPersonal(value), read));
}

const WORDS: [run: Pick<RunState, "status" | "error">, words: string][] = [
  [{ status: "stopped" }, "Stopped by you"],
  [{ status: "stopped", error: "Kedge ended before the run did." }, "Stopped"],
  [{ status: "refused", error: "the action does not compile\na.go:3:1: undefined: x" }, "Does not compile"],
  [{ status: "refused", error: "there is no Go" }, "Did not start"],
  [{ status: "failed", error: "no such shop" }, "Failed"],
  [{ status: "stopping" }, "Stopping"],
];
for (const [run, words] of WORDS) {
  Deno.test(`runWords() says "${words}" of ${JSON.stringify(run)}`, () => {
    equal(runWords(run), words);
  });
}
