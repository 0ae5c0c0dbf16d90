import { growsInLine } from "../../../support/growth.ts";
import assert from "node:assert/strict";
import { createReading } from "../../../../src/ui/pages/logs/reading.ts";
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

Deno.test("byEnv() of what was found begins with the best, wherever it is", () => {
  const found = ["stg", "prd", "stg", null].map((env, at) => ({ env, at }));
  assert.deepEqual(byEnv(found, "sh").map(([env, some]) => [env, some.map(({ at }) => at)]), [
    ["stg", [0, 2]],
    ["prd", [1]],
    [null, [3]],
  ]);
  assert.deepEqual(byEnv(found, " ")[0]![0], "prd");
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
  assert.deepEqual([0, 1, 2].map((line) => lines.tokensOf(line)[0]?.kind), ["a-1", "", "a-1"]);
  lines.take([], 2);
  assert.equal(lines.wrapping.rows, 2 + 3 + 3);
});

Deno.test("createLines() forgets lines at the beginning, and takes what there is no time for the next time", () => {
  const log = (from: number, to: number) =>
    Array.from(
      { length: to - from },
      (_, n) => ({ stream: "stdout" as const, text: `line ${from + n}`, time: 0 }),
    );
  const lines = createLines();
  assert.equal(lines.take(log(0, 1000), 80, 0, -1), false);
  assert.equal(lines.texts.length < 1000, true);
  assert.equal(lines.take(log(0, 1000), 80, 0), true);
  lines.take(log(900, 1100), 80, 900);
  assert.deepEqual([lines.texts.length, lines.texts[0], lines.texts.at(-1), lines.wrapping.rows], [
    ...[200, "line 900", "line 1099", 200],
  ]);
  // All of it may be gone before it was ever taken.
  lines.take(log(5000, 5003), 80, 5000);
  assert.deepEqual(lines.texts, ["line 5000", "line 5001", "line 5002"]);
  assert.equal(lines.wrapping.rows, 3);
});

Deno.test("createReading() reads each line once, keeps what is wanted, and forgets with the log", () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => ({
      stream: "stdout" as const,
      text: (from + n) % 2 === 0 ? `{"level":"info","msg":"even ${from + n}"}` : `odd ${from + n}`,
      time: from + n,
    }));
  const texts = ({ lines }: ReturnType<typeof createReading>) => lines.map(({ text }) => text);
  const all = createReading({ text: "", readable: true });
  all.take(rows(0, 2), 0);
  all.take(rows(0, 4), 0);
  assert.deepEqual(texts(all), ["INFO even 0", "odd 1", "INFO even 2", "odd 3"]);
  all.take(rows(3, 5), 3);
  assert.deepEqual([texts(all), all.dropped], [["odd 3", "INFO even 4"], 3]);
  const odd = createReading({ text: "ODD", readable: false });
  odd.take(rows(0, 6), 0);
  odd.take(rows(4, 8), 4);
  assert.deepEqual([texts(odd), odd.dropped], [["odd 5", "odd 7"], 2]);
  odd.take([...rows(4, 8), { stream: "stderr", text: "(It has ended.)", time: 8 }], 4);
  assert.deepEqual(texts(odd), ["odd 5", "odd 7", "(It has ended.)"]);
  // A log that begins anew is another one.
  odd.take(rows(0, 2), 0);
  assert.deepEqual(texts(odd), ["odd 1"]);
});

const SOUGHT: readonly [text: string, readable: boolean, found: boolean][] = [
  ["GET path=/orders/7", true, true],
  ["path=/orders/7", false, false],
  ['"path":"/orders/7"', true, true],
  ["path=/orders/8", true, false],
];
for (const [text, readable, found] of SOUGHT) {
  Deno.test(`createReading() ${found ? "has" : "leaves"} a ${readable ? "readable" : "raw"} line by ${text}`, () => {
    const reading = createReading({ text, readable });
    const line = '{"level":"info","msg":"GET","path":"/orders/7"}';
    reading.take([{ stream: "stdout", text: line, time: 0 }], 0);
    assert.equal(reading.lines.length, found ? 1 : 0);
  });
}

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
