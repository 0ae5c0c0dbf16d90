import assert from "node:assert/strict";
import type { AccountState } from "../../../../src/core/state/state.ts";
import { pageModel } from "../../../../src/pages/model.ts";
import { createLines, sourcePlaces } from "../../../../src/ui/pages/console/lines.ts";
import { findAccounts } from "../../../../src/ui/pages/dialog/account.tsx";
import { byEnv } from "../../../../src/ui/pages/home/accounts.tsx";
import { filterHome } from "../../../../src/ui/pages/home/filter.ts";
import { paletteEntries } from "../../../../src/ui/pages/palette/entries.ts";
import { rank } from "../../../../src/ui/pages/palette/rank.ts";
import {
  serverFields,
  serverProblems,
  serverValue,
  startServer,
} from "../../../../src/ui/pages/server/fields.ts";
import { accounts, fullState } from "../../../desktop/gallery/state.ts";
import { windowOf } from "../../../support/pages_state.ts";

const at = Date.now();
const usage = { "action:orders/replay": { score: 3, at }, "account:345634563456": { score: 1, at } };

function model<P extends "home" | "palette">(page: P) {
  const result = pageModel(windowOf(page), fullState({ usage }));
  if (result.page !== page) throw new Error("another page");
  return result as Extract<typeof result, { page: P }>;
}
const titles = (typed: string) =>
  rank(paletteEntries(model("palette")), typed).map(({ entry }) => entry.title);

Deno.test("rank() shows running, what is used most and the rest in sections while nothing is typed", () => {
  const list = rank(paletteEntries(model("palette")), "");
  const sections = [...new Set(list.map(({ section }) => section))];
  assert.deepEqual(sections, [
    "Running",
    "Most used",
    "Actions",
    "Accounts",
    "Servers",
    "Extensions",
    "Kedge",
  ]);
  assert.equal(list[0]?.entry.title, "Rotate access keys");
});

const typed: readonly [typed: string, first: string][] = [
  ["refund", "Refund an order"],
  ["re ord", "Replay failed orders"],
  ["shst", "shop-staging"],
  ["222233", "data-production"],
  ["settings", "Settings"],
  ["quit", "Quit Kedge"],
  ["orders server", "Orders"],
];
for (const [text, first] of typed) {
  Deno.test(`rank() has "${first}" first for "${text}"`, () => assert.equal(titles(text)[0], first));
}

Deno.test("rank() has what is used most first, of all that fits alike", () => {
  const often = rank(paletteEntries(model("palette")), "").filter(({ section }) => section === "Most used");
  assert.deepEqual(often.map(({ entry }) => entry.title), ["Replay failed orders", "shop-staging"]);
  assert.equal(titles("shop")[0], "shop-staging");
});

Deno.test("rank() of thousands is quick and draws no more than a person reads", () => {
  const [entry] = paletteEntries(model("palette"));
  if (!entry) throw new Error("no entry");
  const many = Array.from(
    { length: 5000 },
    (_, n) => ({ ...entry, id: `${n}`, title: `shop-production-${n}` }),
  );
  const start = performance.now();
  assert.equal(rank(many, "shprod").length, 200);
  assert.ok(performance.now() - start < 500, `${performance.now() - start} ms`);
});

Deno.test("rank() makes one list without sections when something is typed", () => {
  assert.ok(rank(paletteEntries(model("palette")), "o").every(({ section }) => section === null));
  assert.deepEqual(titles("nothing like this"), []);
});

Deno.test("paletteEntries() never runs an incompatible or changed action", () => {
  const entries = paletteEntries(model("palette"));
  const blocked = entries.filter((entry) => entry.blocked !== undefined);
  assert.deepEqual(blocked.map(({ title, command }) => [title, command?.name]), [
    ["Import price list", undefined],
    ["Look up a name", "reviewInstalled"],
  ]);
});

Deno.test("filterHome() keeps an extension with those of its actions that fit", () => {
  const shown = filterHome(model("home"), "refund");
  assert.deepEqual(shown.extensions.map(({ actions }) => actions.map(({ label }) => label)), [[
    "Refund an order",
  ]]);
  assert.deepEqual(filterHome(model("home"), "prd").accounts.length, 2);
});

Deno.test("byEnv() groups accounts, production first", () => {
  assert.deepEqual(byEnv(accounts).map(([env, some]) => [env, some.length]), [
    ["prd", 2],
    ["stg", 1],
    ["dev", 1],
    ["audit", 1],
    ["sandbox", 1],
    [null, 1],
  ]);
});

const found: readonly [typed: string, names: (string | undefined)[]][] = [
  ["shst", ["shop-staging"]],
  ["audit", ["security-audit"]],
  ["0123", [undefined]],
  ["zzz", []],
];
for (const [text, names] of found) {
  Deno.test(`findAccounts() finds ${names.join() || "nothing"} for "${text}"`, () => {
    assert.deepEqual(
      findAccounts(accounts, text).map(({ account }: { account: AccountState }) => account.name),
      names,
    );
  });
}

Deno.test("createLines() reads each line once, with the colour that the stream was left in", () => {
  const lines = createLines();
  const log = [
    { stream: "stdout" as const, text: "\x1b[31mred", time: 0 },
    { stream: "stderr" as const, text: "plain", time: 1 },
  ];
  lines.take(log, 80);
  lines.take([...log, { stream: "stdout", text: "still", time: 2 }], 80);
  assert.deepEqual(lines.texts, ["red", "plain", "still"]);
  assert.deepEqual(lines.tokens.map((line) => line[0]?.kind), ["a-1", "", "a-1"]);
  lines.take([], 2);
  assert.equal(lines.wrapping.rows, 2 + 3 + 3);
});

const places: readonly [line: string, found: string[]][] = [
  ["actions/rotate.go:36:3: undefined: x", ["actions/rotate.go:36:3"]],
  ["\tbundle/kedgerun/action/action.go:7 +0x1d", ["actions/rotate.go:7"]],
  ["\tbundle/lib/csv/csv.go:12 +0x1d", ["lib/csv/csv.go:12"]],
  ["actions\\\\rotate.go:1:2: x".replaceAll("\\\\", "\\"), ["actions/rotate.go:1:2"]],
  ["a.go:1 and b.go:2", ["a.go:1", "b.go:2"]],
  ["\truntime/panic.go:884 +0x213", []],
  ["/usr/local/go/src/fmt/print.go:5", []],
  ["../../../etc/x.go:5", []],
  ["see main.go for more", []],
];
for (const [line, found] of places) {
  Deno.test(`sourcePlaces() of ${JSON.stringify(line)} are ${found.join(" and ") || "none"}`, () => {
    const shown = sourcePlaces(line, "actions/rotate.go").map((place) =>
      [place.file, place.line, place.column].filter((part) => part !== undefined).join(":")
    );
    assert.deepEqual(shown, found);
  });
}

Deno.test("serverProblems() of a new server names what is missing", () => {
  assert.deepEqual(Object.keys(serverProblems(startServer(null), [], undefined)), ["name", "host"]);
});

Deno.test("serverProblems() asks for a database of mysql only, and for a free name", () => {
  const values = { ...startServer(null), name: "Orders", host: "h", engine: "mysql" };
  assert.deepEqual(Object.keys(serverProblems(values, ["Orders"], undefined)), ["database", "name"]);
  assert.deepEqual(serverProblems({ ...values, engine: "postgres" }, ["Orders"], "Orders"), {});
});

for (const port of ["0", "65536", "1.5", "x"]) {
  Deno.test(`serverProblems() refuses the port ${port}`, () => {
    const values = { ...startServer(null), name: "n", host: "h", port };
    assert.deepEqual(Object.keys(serverProblems(values, [], undefined)), ["port"]);
  });
}

Deno.test("serverValue() takes the engine's own port and leaves empty values out", () => {
  const values = { ...startServer(null), name: " n ", host: "h", engine: "redshift" };
  assert.deepEqual(serverValue(values), { name: "n", engine: "redshift", host: "h", port: 5439 });
  assert.equal(serverFields(values).length, 6);
});

for (const part of ["a", "a.go", "./", "C:", "a.go:1"]) {
  Deno.test(`sourcePlaces() searches a long line of ${part} in no time`, () => {
    const began = performance.now();
    sourcePlaces(part.repeat(64_000 / part.length), "actions/rotate.go");
    assert.ok(performance.now() - began < 500, `${performance.now() - began} ms`);
  });
}
