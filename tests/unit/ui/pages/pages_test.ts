import { growsInLine } from "../../../support/growth.ts";
import assert from "node:assert/strict";
import { createLines, sourceLinks } from "../../../../src/ui/parts/run/lines.ts";
import { byEnv } from "../../../../src/ui/pages/home/accounts.tsx";
import { filterHome } from "../../../../src/ui/pages/home/filter.ts";
import { accounts, fullState } from "../../../desktop/gallery/state.ts";
import { modelIn, windowOf } from "../../../support/pages/pages_state.ts";

/** What fits on the home page, and the actions that stay. */
const FITS: readonly (readonly [ids: string[], actions: string[]])[] = [
  [["action:orders/refund"], ["Refund an order"]],
  [["run:run-1", "server:Orders"], ["Rotate access keys"]],
  [["extension:dns"], ["Look up a name"]],
  [["action:orders/gone", "account:123456789012"], []],
];
for (const [ids, actions] of FITS) {
  Deno.test(`filterHome() keeps ${actions.join() || "no action"} of ${ids}`, () => {
    const shown = filterHome(modelIn(windowOf("home"), fullState()), new Set(ids));
    assert.deepEqual(shown.extensions.flatMap((one) => one.actions.map(({ label }) => label)), actions);
    assert.ok(shown.extensions.every((one) => one.actions.length > 0));
  });
}

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
  Deno.test(`sourceLinks() of ${JSON.stringify(line)} are ${found.join(" and ") || "none"}`, () => {
    const shown = sourceLinks(line, "actions/rotate.go").map((place) =>
      [place.file, place.line, place.column].filter((part) => part !== undefined).join(":")
    );
    assert.deepEqual(shown, found);
  });
}

for (const part of ["a", "a.go", "./", "C:", "a.go:1"]) {
  Deno.test(`sourceLinks() searches a long line of ${part} in time in line with it`, () =>
    growsInLine(
      64_000,
      (length) => part.repeat(length / part.length),
      (line) => sourceLinks(line, "actions/rotate.go"),
    ));
}
