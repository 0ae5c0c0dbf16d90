import type { Buffer } from "node:buffer";
import type { Column } from "../driver/mod.ts";
import { Chunks, type Write } from "./chunks.ts";
import type { ResultWriter } from "./writer.ts";

const COMMA = 0x2c, QUOTE = 0x22, NEWLINE = 0x0a, RETURN = 0x0d;

/** Bytes that require quotes around a cell. */
const SPECIAL = new Uint8Array(256);
for (const byte of [COMMA, QUOTE, NEWLINE, RETURN]) SPECIAL[byte] = 1;

/**
 * Writes comma-separated values (RFC 4180, with a newline at the end of each line) below a line of names.
 * NULL is an empty cell and an empty text is `""`; every other cell is exactly what the server sent. An empty
 * line separates results.
 */
export function csvWriter(write: Write): ResultWriter {
  const chunks = new Chunks(write);
  let columns: readonly Column[] = [];
  let results = 0;

  function cell(bytes: Uint8Array, start: number, end: number): void {
    if (start === end) return chunks.text('""');
    chunks.room(2 * (end - start) + 3);
    const out = chunks.buffer;
    const from = chunks.at;
    let at = from;
    for (let i = start; i < end; i++) {
      const byte = bytes[i]!;
      if (SPECIAL[byte] === 1) return quoted(bytes, start, end, from);
      out[at++] = byte;
    }
    chunks.at = at;
  }

  function quoted(bytes: Uint8Array, start: number, end: number, from: number): void {
    const out = chunks.buffer;
    let at = from;
    out[at++] = QUOTE;
    for (let i = start; i < end; i++) {
      const byte = bytes[i]!;
      if (byte === QUOTE) out[at++] = QUOTE;
      out[at++] = byte;
    }
    out[at++] = QUOTE;
    chunks.at = at;
  }

  function line(count: number, each: (i: number) => void): void {
    for (let i = 0; i < count; i++) {
      if (i > 0) {
        chunks.room(1);
        chunks.buffer[chunks.at++] = COMMA;
      }
      each(i);
    }
    chunks.room(1);
    chunks.buffer[chunks.at++] = NEWLINE;
  }

  return {
    columns(next) {
      columns = next;
      if (results++ > 0) chunks.text("\n");
      line(columns.length, (i) => {
        const name = new TextEncoder().encode(columns[i]!.name);
        cell(name, 0, name.length);
      });
    },
    row(bytes: Buffer, bounds) {
      line(columns.length, (i) => {
        const start = bounds[2 * i]!, end = bounds[2 * i + 1]!;
        if (start < 0) return;
        if (columns[i]!.kind === "blob") chunks.text(`0x${bytes.toString("hex", start, end)}`);
        else cell(bytes, start, end);
      });
      return chunks.endRow();
    },
    end: () => chunks.flush(),
    close: () => chunks.flush(),
  };
}
