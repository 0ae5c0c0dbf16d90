import type { Buffer } from "node:buffer";
import type { Cell, Column } from "../driver/mod.ts";
import { uniqueNames } from "../text/unique_names.ts";
import { isText, textOf, valueOf } from "../values.ts";
import { Chunks, type Write } from "./chunks.ts";
import type { ResultWriter } from "./writer.ts";
import { formatNumber } from "../../text/locale.ts";

const QUOTE = 0x22, BACKSLASH = 0x5c;
const encode = (text: string) => new TextEncoder().encode(text);
const NULL = encode("null"), COMMA = encode(","), ROW = encode("\n["), NEXT_ROW = encode(",\n[");
const ROW_END = encode("]"), OBJECT_END = encode("}\n"), EMPTY_OBJECT = encode("{}\n");

/** Bytes that JSON must escape, and bytes of characters that may be broken. */
const SPECIAL = new Uint8Array(256);
SPECIAL.fill(1, 0, 0x20);
SPECIAL.fill(1, 0x7f);
SPECIAL[QUOTE] = SPECIAL[BACKSLASH] = 1;

/** Adds a cell as a JSON string, exactly as the server sent it. Returns false when it has bytes that are not text. */
function addText(chunks: Chunks, column: Column, bytes: Buffer, start: number, end: number): boolean {
  if (column.kind === "blob") {
    chunks.text(JSON.stringify(textOf(column, bytes, start, end)));
    return true;
  }
  chunks.room(end - start + 2);
  const out = chunks.buffer;
  let at = chunks.at;
  out[at++] = QUOTE;
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!;
    if (SPECIAL[byte] === 1) {
      const text = bytes.toString("utf8", start, end);
      chunks.text(JSON.stringify(text));
      return isText(text, bytes, start, end);
    }
    out[at++] = byte;
  }
  out[at++] = QUOTE;
  chunks.at = at;
  return true;
}

/**
 * Writes one document with all results: `[{"columns": [{"name", "type"}…], "rows": [[text or null…]…],
 * "affected"?, "cut", "ms"}…]`.
 */
export function jsonWriter(write: Write): ResultWriter {
  const chunks = new Chunks(write);
  let columns: readonly Column[] = [];
  let results = 0;
  let rows = 0;
  let broken = 0;
  let open = false;
  const begin = (next: readonly Column[]) => {
    columns = next;
    rows = 0;
    open = true;
    const described = columns.map(({ name, type }) => ({ name, type }));
    chunks.text(`${results++ === 0 ? "[" : ",\n"}{"columns":${JSON.stringify(described)},"rows":[`);
  };
  return {
    columns(next) {
      if (open) chunks.text('],"cut":false,"ms":0}');
      begin(next);
    },
    row(bytes, bounds) {
      chunks.add(rows++ === 0 ? ROW : NEXT_ROW);
      for (let i = 0; i < columns.length; i++) {
        if (i > 0) chunks.add(COMMA);
        const start = bounds[2 * i]!;
        if (start < 0) chunks.add(NULL);
        else if (!addText(chunks, columns[i]!, bytes, start, bounds[2 * i + 1]!)) broken++;
      }
      chunks.add(ROW_END);
      return chunks.endRow();
    },
    async end({ affected, cut, ms }) {
      if (!open) begin([]);
      chunks.text(`],${affected === undefined ? "" : `"affected":${affected},`}"cut":${cut},"ms":${ms}}`);
      open = false;
      await chunks.flush();
    },
    async close() {
      if (open) chunks.text('],"cut":true,"ms":0}');
      chunks.text(results === 0 ? "[]\n" : "]\n");
      await chunks.flush();
    },
    loss: () => lossOf(broken),
  };
}

/**
 * Writes JSON lines: an object for each row, with the columns' names as keys; the second column of a name is
 * `name_2`. Numbers and booleans are JSON's where these hold them exactly; everything else is the server's
 * text.
 */
export function jsonLinesWriter(write: Write): ResultWriter {
  const chunks = new Chunks(write);
  let columns: readonly Column[] = [];
  let keys: readonly Uint8Array[] = [];
  let broken = 0;
  return {
    columns(next) {
      columns = next;
      keys = uniqueNames(next.map(({ name }) => name)).map((name, i) =>
        encode(`${i === 0 ? "{" : ","}${JSON.stringify(name)}:`)
      );
    },
    row(bytes, bounds) {
      for (let i = 0; i < columns.length; i++) {
        const column = columns[i]!;
        chunks.add(keys[i]!);
        const start = bounds[2 * i]!, end = bounds[2 * i + 1]!;
        if (start < 0) chunks.add(NULL);
        else if (isExact(column, bytes, start, end)) chunks.add(bytes, start, end);
        else if (VALUES.has(column.kind)) chunks.text(jsonOf(valueOf(column, bytes, start, end)));
        else if (!addText(chunks, column, bytes, start, end)) broken++;
      }
      chunks.add(columns.length === 0 ? EMPTY_OBJECT : OBJECT_END);
      return chunks.endRow();
    },
    end: () => chunks.flush(),
    close: () => chunks.flush(),
    loss: () => lossOf(broken),
  };
}

/** Returns what JSON cannot hold of that many texts; null for none. */
const lossOf = (broken: number) =>
  broken === 0
    ? null
    : `Bytes that are no UTF-8 stand as \ufffd in ${formatNumber(broken)} texts. CSV holds them.`;

/** Returns a value as JSON, with the sign of a zero. */
const jsonOf = (value: Cell) => Object.is(value, -0) ? "-0" : JSON.stringify(value);

const VALUES: ReadonlySet<string> = new Set(["integer", "float", "boolean"]);

/** Number of digits that a JavaScript number always holds exactly. */
const EXACT = 15;

/** Whether the server's text of a number is a JSON number that every reader takes for the same value. */
function isExact({ kind }: Column, bytes: Uint8Array, start: number, end: number): boolean {
  if (kind !== "integer" || end - start > EXACT || end === start) return false;
  let at = bytes[start] === 0x2d ? start + 1 : start;
  // JSON numbers have no leading zeros, to which MySQL pads numbers on request.
  if (at === end || (bytes[at] === 0x30 && end - at > 1)) return false;
  for (; at < end; at++) if (bytes[at]! < 0x30 || bytes[at]! > 0x39) return false;
  return true;
}
