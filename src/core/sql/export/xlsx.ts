import { Buffer } from "node:buffer";
import type { Column } from "../driver/mod.ts";
import { isText, textOf } from "../values.ts";
import type { Write } from "./chunks.ts";
import type { ResultWriter } from "./writer.ts";
import { createZip, type Zip } from "./zip.ts";
import { formatNumber } from "../../text/locale.ts";

/** Maximum rows of a sheet with its header. Further rows go to another sheet. */
const SHEET_ROWS = 1_048_576;
/** Size in bytes from which rows go to another sheet, so that also with a large row it stays below 4 GiB. */
const SHEET_SIZE = 3 * 1024 ** 3;
/** Maximum characters of a cell. */
const CELL = 32_767;
/** Maximum columns of a sheet. */
const SHEET_COLUMNS = 16_384;
/** Number of characters that are compressed together. */
const FULL = 256 * 1024;
/** Number of digits that a spreadsheet's number always holds exactly. */
const EXACT = 15;
const NUMBERS: ReadonlySet<string> = new Set(["integer", "float", "decimal"]);

/**
 * Writes an Office Open XML workbook with a sheet for each result below a row of names. NULL is an empty
 * cell, numbers are the sheet's where these hold them exactly, and everything else is text. Rows are written
 * as they arrive, so only some of them are in memory.
 */
export function xlsxWriter(write: Write, sheetRows = SHEET_ROWS, sheetSize = SHEET_SIZE): ResultWriter {
  const zip = createZip(write);
  let columns: readonly Column[] = [];
  let sheets = 0;
  let rows = 0;
  let text = "";
  let open = false;
  /** Number of texts that a sheet cannot represent as they are. */
  const lost = { long: 0, foreign: 0 };

  async function flush(): Promise<void> {
    if (text === "") return;
    const part = text;
    text = "";
    await zip.add(part);
  }

  /** Settles when the next sheet has begun; rows wait for that. */
  let starting: Promise<void> | null = null;

  function head(): void {
    text += "<row>";
    for (const { name } of columns) text += stringCell(name, lost);
    text += "</row>";
    rows = 1;
  }

  async function endSheet(): Promise<void> {
    if (!open) return;
    open = false;
    text += "</sheetData></worksheet>";
    await flush();
    await zip.end();
  }

  async function beginSheet(): Promise<void> {
    await endSheet();
    sheets++;
    await zip.begin(`xl/worksheets/sheet${sheets}.xml`);
    text = SHEET_HEAD;
    open = true;
    head();
  }

  const isFull = () => rows >= sheetRows || zip.unpacked + text.length >= sheetSize;

  async function addRow(cells: string): Promise<boolean> {
    await starting;
    starting = null;
    if (isFull()) await beginSheet();
    text += cells;
    rows++;
    if (text.length >= FULL) await flush();
    return true;
  }

  return {
    columns(next) {
      if (next.length > SHEET_COLUMNS) {
        throw new Error(`A sheet has at most ${SHEET_COLUMNS} columns; choose CSV or JSON lines.`);
      }
      starting = (starting ?? Promise.resolve()).then(() => {
        columns = next;
        return beginSheet();
      });
      starting.catch(() => {});
    },
    row(bytes, bounds) {
      // The columns of this result are known only once its sheet has begun.
      if (starting !== null) {
        const copy = Buffer.from(bytes), offsets = bounds.slice();
        return starting.then(() => addRow(cellsOf(columns, copy, offsets, lost)));
      }
      const cells = cellsOf(columns, bytes, bounds, lost);
      if (isFull() || text.length >= FULL) return addRow(cells);
      text += cells;
      rows++;
      return true;
    },
    async end() {
      await starting;
      await flush();
    },
    async close() {
      await starting;
      if (sheets === 0) await beginSheet();
      await endSheet();
      await finish(zip, sheets);
    },
    loss() {
      const words = [
        ...(lost.long === 0 ? [] : [
          `${formatNumber(lost.long)} texts are longer than the ${
            formatNumber(CELL)
          } characters of a cell and were cut`,
        ]),
        ...(lost.foreign === 0 ? [] : [
          `characters that a workbook cannot hold were left out of, or replaced in, ${
            formatNumber(lost.foreign)
          } texts`,
        ]),
      ].join("; ");
      return words === "" ? null : `${words[0]!.toUpperCase()}${words.slice(1)}. CSV holds everything.`;
    },
  };
}

interface Lost {
  long: number;
  foreign: number;
}

const SHEET_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';

function cellsOf(columns: readonly Column[], bytes: Buffer, bounds: Int32Array, lost: Lost): string {
  let row = "<row>";
  for (let i = 0; i < columns.length; i++) {
    const cell = textOf(columns[i]!, bytes, bounds[2 * i]!, bounds[2 * i + 1]!);
    if (cell === null) row += "<c/>";
    else if (!isText(cell, bytes, bounds[2 * i]!, bounds[2 * i + 1]!)) {
      lost.foreign++;
      row += stringCell(cell, lost);
    } else if (columns[i]!.kind === "boolean") row += `<c t="b"><v>${cell === "t" ? 1 : 0}</v></c>`;
    else if (NUMBERS.has(columns[i]!.kind) && isExact(cell)) row += `<c><v>${cell}</v></c>`;
    else row += stringCell(cell, lost);
  }
  return row + "</row>";
}

function isExact(text: string): boolean {
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && text.replace(/e.*$|[^\d]/gi, "").length <= EXACT;
}

function stringCell(text: string, lost: Lost): string {
  if (text.length > CELL) lost.long++;
  const short = text.length > CELL ? `${text.slice(0, CELL - 1)}…` : text;
  const allowed = short.replace(FOREIGN, "");
  if (allowed.length !== short.length) lost.foreign++;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(allowed)}</t></is></c>`;
}

/** Returns a text as XML. Readers take `\r` for `\n`, and `_x0041_` for a character, unless these are escaped. */
function escaped(text: string): string {
  return /[&<>\r]|_x/.test(text)
    ? text.replaceAll(CODE, "_x005F_").replaceAll("\r", "_x000D_")
      .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    : text;
}

/** The beginning of what a workbook reads as the code of a character. */
const CODE = /_(?=x[\da-fA-F]{4}_)/g;

/** Characters that XML cannot represent. */
const FOREIGN = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Writes the files that turn the sheets into a workbook. */
async function finish(zip: Zip, sheets: number): Promise<void> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const office = "http://schemas.openxmlformats.org";
  const types = `${office}/package/2006/content-types`, links = `${office}/package/2006/relationships`;
  const relation = `${office}/officeDocument/2006/relationships`;
  const main = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const files: [name: string, text: string][] = [
    [
      "xl/workbook.xml",
      `${xml}<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${relation}"><sheets>${
        numbers.map((n) => `<sheet name="Rows ${n}" sheetId="${n}" r:id="rId${n}"/>`).join("")
      }</sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `${xml}<Relationships xmlns="${links}">${
        numbers.map((n) =>
          `<Relationship Id="rId${n}" Type="${relation}/worksheet" Target="worksheets/sheet${n}.xml"/>`
        ).join("")
      }</Relationships>`,
    ],
    [
      "_rels/.rels",
      `${xml}<Relationships xmlns="${links}"><Relationship Id="rId1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      "[Content_Types].xml",
      `${xml}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${main}.sheet.main+xml"/>${
        numbers.map((n) =>
          `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${main}.worksheet+xml"/>`
        ).join("")
      }</Types>`,
    ],
  ];
  for (const [name, text] of files) {
    await zip.begin(name);
    await zip.add(text);
    await zip.end();
  }
  await zip.close();
}
