import { deepEqual, equal, rejects } from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import type { Column, Kind } from "../../../../src/core/sql/driver/mod.ts";
import type { Write } from "../../../../src/core/sql/export/chunks.ts";
import { csvWriter } from "../../../../src/core/sql/export/csv.ts";
import { jsonLinesWriter, jsonWriter } from "../../../../src/core/sql/export/json.ts";
import { untilFault } from "../../../../src/core/sql/export/until_fault.ts";
import type { ResultWriter } from "../../../../src/core/sql/export/writer.ts";

type Cells = readonly (string | Buffer | null)[];

const column = (name: string, kind: Kind = "text"): Column => ({ name, kind, type: kind, typeNumber: 0 });

/** Writes rows as a driver gives them: all cells in one buffer, after other bytes. */
async function written(
  make: (write: Write) => ResultWriter,
  columns: readonly Column[],
  rows: readonly Cells[],
): Promise<string> {
  const parts: Buffer[] = [];
  const writer = make((bytes) => Promise.resolve(void parts.push(Buffer.from(bytes))));
  writer.columns(columns);
  for (const cells of rows) {
    const pieces = [Buffer.from("before")];
    const bounds = new Int32Array(cells.length * 2);
    let at = pieces[0]!.length;
    cells.forEach((cell, i) => {
      const bytes = cell === null ? null : Buffer.from(cell as string);
      bounds[2 * i] = bytes ? at : -1;
      bounds[2 * i + 1] = bytes ? at += bytes.length : -1;
      if (bytes) pieces.push(bytes);
    });
    equal(await writer.row(Buffer.concat(pieces), bounds), true);
  }
  await writer.end({ cut: false, ms: 1 });
  await writer.close();
  return Buffer.concat(parts).toString();
}

const LINES: [name: string, kind: Kind, cell: string | Buffer | null, csv: string, line: string][] = [
  ["NULL", "text", null, "", "null"],
  ["an empty text", "text", "", '""', '""'],
  ["a text", "text", "é😀", "é😀", '"é😀"'],
  ["the text NULL", "text", "NULL", "NULL", '"NULL"'],
  ["a comma", "text", "a,b", '"a,b"', '"a,b"'],
  ["quotes", "text", 'a"b', '"a""b"', '"a\\"b"'],
  ["lines", "text", "a\r\nb", '"a\r\nb"', '"a\\r\\nb"'],
  ["a backslash", "text", "\\N", "\\N", '"\\\\N"'],
  ["a control", "text", "\x01\t", "\x01\t", '"\\u0001\\t"'],
  ["a formula", "text", "=1+1", "=1+1", '"=1+1"'],
  ["an integer", "integer", "-7", "-7", "-7"],
  ["zero", "integer", "0", "0", "0"],
  ["an integer with zeros in front", "integer", "007", "007", "7"],
  ["the largest exact integer", "integer", "9007199254740991", "9007199254740991", "9007199254740991"],
  ["an integer beyond", "integer", "9007199254740993", "9007199254740993", '"9007199254740993"'],
  ["a decimal", "decimal", "1.50", "1.50", '"1.50"'],
  ["a float", "float", "1e+20", "1e+20", "100000000000000000000"],
  ["a zero with a sign", "float", "-0", "-0", "-0"],
  ["no number", "float", "NaN", "NaN", '"NaN"'],
  ["a boolean", "boolean", "t", "t", "true"],
  ["JSON", "json", '{"a":1}', '"{""a"":1}"', '"{\\"a\\":1}"'],
  ["bytes as text", "binary", "\\xff", "\\xff", '"\\\\xff"'],
  ["bytes", "blob", Buffer.from([0, 255]), "0x00ff", '"0x00ff"'],
  ["no bytes", "blob", Buffer.from([]), "0x", '"0x"'],
];
for (const [name, kind, cell, csv, line] of LINES) {
  Deno.test(`csvWriter() writes ${name}`, async () => {
    equal(await written(csvWriter, [column("a", kind), column("b")], [[cell, "x"]]), `a,b\n${csv},x\n`);
  });
  Deno.test(`jsonLinesWriter() writes ${name}`, async () => {
    equal(await written(jsonLinesWriter, [column("a", kind)], [[cell]]), `{"a":${line}}\n`);
  });
}

Deno.test("jsonLinesWriter() tells columns of the same name apart", async () => {
  const columns = ["a", "a", "a_2", '"'].map((name) => column(name));
  equal(
    await written(jsonLinesWriter, columns, [["1", "2", "3", "4"]]),
    '{"a":"1","a_2":"2","a_2_2":"3","\\"":"4"}\n',
  );
});
Deno.test("csvWriter() puts names into quotes where they need them", async () => {
  equal(await written(csvWriter, [column("a,b"), column("")], []), '"a,b",""\n');
});

const cells = fc.array(
  fc.tuple(
    fc.oneof(
      fc.constant(null),
      fc.string({ unit: "grapheme" }),
      fc.constantFrom('"', ",", "\n", "\r\n", '""', "\0"),
    ),
    fc.oneof(fc.constant(null), fc.string({ unit: "binary" })),
  ),
  { maxLength: 20 },
);
const two = [column("a"), column("b")];
const wellFormed = (text: string | null) => text === null ? null : Buffer.from(text).toString();

Deno.test("csvWriter() loses nothing of any text", async () => {
  await fc.assert(fc.asyncProperty(cells, async (rows) => {
    const text = await written(csvWriter, two, rows);
    deepEqual(parseCsv(text), [["a", "b"], ...rows.map((row) => row.map(wellFormed))]);
  }));
});
Deno.test("jsonWriter() and jsonLinesWriter() lose nothing of any text", async () => {
  await fc.assert(fc.asyncProperty(cells, async (rows) => {
    const expected = rows.map((row) => row.map(wellFormed));
    const [result] = JSON.parse(await written(jsonWriter, two, rows)) as [{ rows: unknown }];
    deepEqual(result.rows, expected);
    const lines = (await written(jsonLinesWriter, two, rows)).split("\n").slice(0, -1);
    deepEqual(lines.map((line) => Object.values(JSON.parse(line) as object)), expected);
  }));
});

Deno.test("writers take a cell of megabytes, and slow down a source that is too fast", async () => {
  for (const make of [csvWriter, jsonWriter, jsonLinesWriter]) {
    const large = "x".repeat(3_000_000);
    equal((await written(make, two, [[large, `"${large}`]])).length > 6_000_000, true);
    let open = () => {};
    const writer = make(() => new Promise<void>((resolve) => open = resolve));
    writer.columns([column("a")]);
    const bytes = Buffer.from(large);
    const going = writer.row(bytes, new Int32Array([0, bytes.length]));
    equal(going instanceof Promise, true);
    open();
    equal(await going, true);
  }
});

/** Returns a CSV writer in which `part` fails because the disk is full. */
const failing = (part: Partial<ResultWriter>): ResultWriter => ({
  ...csvWriter(() => Promise.resolve()),
  ...part,
});
const full = () => {
  throw new Error("the disk is full");
};
const FAULTS: readonly (readonly [where: string, part: Partial<ResultWriter>, first: boolean])[] = [
  ["at the names", { columns: full }, false],
  ["at a row", { row: full }, false],
  ["while a row is written", { row: () => Promise.reject(new Error("the disk is full")) }, false],
  ["at the end", { end: full, close: full }, true],
];
for (const [where, part, first] of FAULTS) {
  Deno.test(`untilFault() takes ${first ? "all rows" : "no row more"} when the disk is full ${where}, and says so at the end`, async () => {
    const writer = untilFault(failing(part));
    writer.columns(two);
    const row = () => writer.row(Buffer.from("ab"), new Int32Array([0, 1, 1, 2]));
    equal(await row(), first);
    equal(await row(), first);
    await rejects(async () => await writer.end({ cut: false, ms: 1 }), /the disk is full/);
    await rejects(async () => await writer.close(), /the disk is full/);
  });
}
Deno.test("untilFault() says what the format could not represent", () =>
  equal(untilFault(failing({ loss: () => "some" })).loss?.(), "some"));

/** Parses CSV, independently of the writer: an empty cell is NULL, an empty text is quoted. */
function parseCsv(text: string): (string | null)[][] {
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  for (let at = 0; at < text.length;) {
    let cell: string | null = null;
    if (text[at] === '"') {
      let close = at + 1;
      while (text[close] !== '"' || text[close + 1] === '"') close += text[close] === '"' ? 2 : 1;
      cell = text.slice(at + 1, close).replaceAll('""', '"');
      at = close + 1;
    } else {
      const end = /[,\n]/.exec(text.slice(at))!.index + at;
      if (end > at) cell = text.slice(at, end);
      at = end;
    }
    row.push(cell);
    if (text[at++] === "\n") {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}
