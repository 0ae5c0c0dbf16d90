import { deepEqual, equal, ok } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { aligned, padded, widthOf } from "../../../src/cli/width.ts";
import { tableWriter } from "../../../src/cli/query/table.ts";
import type { Kind } from "../../../src/core/sql/driver/mod.ts";
import { isListing } from "../../../src/cli/extensions/listing.ts";
import type { ExtensionState } from "../../../src/core/state/state.ts";
import { fullState } from "../../desktop/gallery/state.ts";

const WIDTHS: readonly (readonly [line: string, width: number])[] = [
  ["", 0],
  ["shop-production", 15],
  ["Zürich", 6],
  ["Zu\u0308rich", 6],
  ["東京", 4],
  ["ｶﾅ", 2],
  ["한국", 4],
  ["ＡＢ", 4],
  ["🚀", 2],
  ["👩‍💻", 2],
  ["🇩🇪", 2],
  ["❤️", 2],
  ["№ → ✓ … •", 9],
];
for (const [line, width] of WIDTHS) {
  Deno.test(`widthOf() gives "${line}" ${width} columns`, () => equal(widthOf(line), width));
}

const PADDED: readonly (readonly [line: string, at: "end" | "start", padded: string])[] = [
  ["東京", "end", "東京  "],
  ["12", "start", "    12"],
  ["longer than that", "end", "longer than that"],
];
for (const [line, at, result] of PADDED) {
  Deno.test(`padded() adds the spaces that "${line}" leaves at its ${at}`, () =>
    equal(padded(line, 6, at), result));
}

Deno.test("aligned() begins the cells of a column at one place, whatever they are made of", () => {
  deepEqual(
    aligned([["prd", "東京", "1111"], ["", "shop", "2222"], ["dev", "a last one of any length"], [
      "stg",
      "z",
      "",
    ]]),
    ["prd  東京  1111", "     shop  2222", "dev  a last one of any length", "stg  z"],
  );
});

type Columns = readonly (readonly [name: string, kind: Kind])[];

/** Returns the printed rows, on a terminal of `room` columns or on another output. */
async function printed(
  columns: Columns,
  rows: readonly (readonly string[])[],
  room?: number,
): Promise<string> {
  let text = "";
  const writer = tableWriter(
    (bytes) => Promise.resolve(void (text += new TextDecoder().decode(bytes))),
    ...room === undefined ? [] : [room],
  );
  writer.columns(columns.map(([name, kind]) => ({ name, kind, type: kind, typeNumber: 0 })));
  for (const cells of rows) {
    const pieces = cells.map((cell) => Buffer.from(cell));
    let at = 0;
    const bounds = Int32Array.from(pieces.flatMap(({ length }) => [at, at += length]));
    await writer.row(Buffer.concat(pieces), bounds);
  }
  await writer.end({ cut: false, ms: 3 });
  return text;
}

Deno.test("tableWriter() keeps columns in line, numbers at the right, whatever letters are in them", async () => {
  const columns: Columns = [["city", "text"], ["合計", "integer"], ["note", "text"]];
  equal(
    await printed(columns, [["東京", "12", "🚀"], ["Köln", "1300", "x"]]),
    [
      " city | 合計 | note",
      "------+------+------",
      " 東京 |   12 | 🚀",
      " Köln | 1300 | x",
      "(2 rows, 3 ms)",
      "",
    ].join("\n"),
  );
});

const ID = "8b5f2c1e-9d7a-4f63-a1b0-c2d3e4f5a6b7";
const long = (letter: string, size: number) => letter.repeat(size);
// Expected widths of the printed cells, without padding.
const FITTED: [name: string, cells: readonly string[], room: number | undefined, widths: number[]][] = [
  ["a wide column the rest of the line", ["12", long("x", 300)], 120, [2, 113]],
  ["a wide column as much as it needs", ["12", long("x", 100)], 120, [2, 100]],
  ["two wide columns the same", [long("x", 300), "12", long("y", 300)], 122, [56, 2, 56]],
  ["what one leaves to the other", [long("x", 30), long("y", 300)], 122, [30, 87]],
  ["identifiers and times whole, however narrow the line", [ID, ID, long("x", 90)], 60, [36, 36, 40]],
  ["letters that take two columns as far as they fit", ["12", long("東", 100)], 60, [2, 53]],
  ["everything where there is no terminal", [long("x", 3000), long("東", 3000)], undefined, [3000, 6000]],
];
for (const [name, cells, room, widths] of FITTED) {
  Deno.test(`tableWriter() gives ${name}`, async () => {
    const columns = cells.map((_, n): Columns[number] => [`c${n}`, "text"]);
    const [, rule = "", row = "", foot = ""] = (await printed(columns, [cells], room)).split("\n");
    const parts = row.split("|").map((part) => part.trim());
    equal(parts.map(widthOf).join(" "), widths.join(" "));
    const isCut = parts.some((part, at) => part !== cells[at]);
    equal(foot, `(1 row, 3 ms${isCut ? ", long cells are cut: --format csv" : ""})`);
    for (const [at, part] of parts.entries()) equal(part.endsWith("…"), part !== cells[at]);
    if (room !== undefined && room > 100) ok(widthOf(row) <= room && rule.length <= room, `${widthOf(row)}`);
  });
}

Deno.test("tableWriter() says that a cell is cut whose rest was not looked at", async () => {
  const text = await printed([["a", "text"]], [[`{${" ".repeat(5000)}}`]], 80);
  equal(text.split("\n")[2], " {…");
  ok(text.includes("long cells are cut"), text);
});

Deno.test("tableWriter() makes one huge cell no burden of every line", async () => {
  const rows = Array.from({ length: 50 }, (_, n) => [n === 20 ? long("x", 5_000_000) : "y", String(n)]);
  const text = await printed([["a", "text"], ["b", "integer"]], rows);
  ok(text.length < 5_200_000, `${text.length}`);
  equal(text.match(/ x{5000000} \| 20\n/g)?.length, 1);
});

/** Answers that `--list` accepts from the running Kedge. */

const LIST: readonly ExtensionState[] = [{
  id: "tools",
  name: "Tools",
  trust: "trusted",
  hash: "0".repeat(64),
  source: "/tmp/tools",
  installedAt: 1,
  diagnostics: [],
  actions: [{
    id: "greet",
    label: "Greet",
    entry: "greet.go",
    state: "enabled",
    contextMode: "inherit",
    hideSpinner: false,
    console: "auto",
  }],
}];
const [TOOLS] = LIST, [GREET] = TOOLS!.actions;

/** Answers of another program. */
const NO_LISTS: Readonly<Record<string, unknown>> = {
  "nothing": undefined,
  "null": null,
  "an object": { length: 0 },
  "a text": "tools",
  "a list of texts": ["tools"],
  "entries without most fields": LIST.map(({ id, name }) => ({ id, name })),
  "a name that is an object": [{ ...TOOLS, name: { toString: "x" } }],
  "an unknown word for trust": [{ ...TOOLS, trust: "yes" }],
  "actions that are no list": [{ ...TOOLS, actions: {} }],
  "an action without a label": [{ ...TOOLS, actions: [{ ...GREET, label: undefined }] }],
  "a badge that is a number": [{ ...TOOLS, actions: [{ ...GREET, badge: 1 }] }],
  "settings that are a list": [{ ...TOOLS, actions: [{ ...GREET, own: [] }] }],
  "a problem without a message": [{ ...TOOLS, diagnostics: [{ severity: "error", code: "x", path: [] }] }],
};
for (const [what, value] of Object.entries(NO_LISTS)) {
  Deno.test(`isListing() refuses ${what}`, () => equal(isListing(value), false));
}

Deno.test("isListing() takes every extension of the state, as it comes from another process", () => {
  const { extensions } = fullState({});
  for (const list of [LIST, extensions]) equal(isListing(JSON.parse(JSON.stringify(list))), true);
});
