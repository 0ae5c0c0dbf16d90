import { Buffer } from "node:buffer";
import type { Column } from "../driver/mod.ts";
import { driverRow } from "../driver/rows.ts";
import { isText, textOf } from "../values.ts";

/** A row as it is shown. Long cells are cut, and `cut` has their columns. */
export interface ResultRow {
  readonly cells: readonly (string | null)[];
  readonly cut?: readonly number[];
  /** Columns with bytes that are not UTF-8 and are shown as U+FFFD. */
  readonly broken?: readonly number[];
  /** Number of the row in the result, set when rows are not shown in their original order; below 0 for an added row. */
  readonly rowNumber?: number;
  readonly edit?: RowEdit;
}

/** The planned change of a row. */
interface RowEdit {
  /** `gone`: the row was removed and is no longer in its table. */
  readonly kind: "change" | "add" | "remove" | "gone";
  /** Columns with new values. The other columns of an added row take the server's defaults. */
  readonly columns: readonly number[];
}

/** Maximum bytes of a cell that a row shows. */
const SHOWN = 2000;

/** Rows as bytes: for each cell its length plus one (0 for NULL), followed by its bytes. */
export class RowBlock {
  #bytes: Buffer = Buffer.allocUnsafe(64 * 1024);
  #at = 0;
  readonly #starts: number[] = [];

  get rows(): number {
    return this.#starts.length;
  }

  get size(): number {
    return this.#at;
  }

  /** Adds a row in the form in which a driver passes it. */
  add(bytes: Buffer, bounds: Int32Array): void {
    let size = 0;
    for (let i = 0; i < bounds.length; i += 2) size += 4 + Math.max(0, bounds[i + 1]! - bounds[i]!);
    if (this.#at + size > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#at + size));
      this.#bytes.copy(grown, 0, 0, this.#at);
      this.#bytes = grown;
    }
    this.#starts.push(this.#at);
    for (let i = 0; i < bounds.length; i += 2) {
      const start = bounds[i]!, end = bounds[i + 1]!;
      this.#at = this.#bytes.writeUInt32LE(start < 0 ? 0 : end - start + 1, this.#at);
      if (end > start) this.#at += bytes.copy(this.#bytes, this.#at, start, end);
    }
  }

  /** Returns all bytes of the block, which must not be changed after that. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  view(columns: readonly Column[]): RowView {
    return new RowView(this.bytes(), columns, [...this.#starts]);
  }
}

/** Reads the rows of a block. */
export class RowView {
  readonly #starts: readonly number[];

  constructor(readonly bytes: Buffer, readonly columns: readonly Column[], starts?: readonly number[]) {
    this.#starts = starts ?? startsOf(bytes, columns.length);
  }

  get rows(): number {
    return this.#starts.length;
  }

  /** Returns a row as it is shown. */
  row(number: number): ResultRow {
    const cut: number[] = [];
    const broken: number[] = [];
    const cells = this.#each(number, (column, start, end, i) => {
      const uncut = end - start <= SHOWN;
      if (!uncut) cut.push(i);
      const shown = uncut ? end : characterEnd(this.bytes, start + SHOWN);
      const text = textOf(column, this.bytes, start, shown);
      if (text !== null && !isText(text, this.bytes, start, shown)) broken.push(i);
      return text;
    });
    return { cells, ...(cut.length > 0 ? { cut } : {}), ...(broken.length > 0 ? { broken } : {}) };
  }

  /** Returns the complete text of a cell. */
  cell(number: number, column: number): string | null {
    let found: string | null = null;
    this.#each(number, (kind, start, end, i) => {
      if (i === column) found = textOf(kind, this.bytes, start, end);
    });
    return found;
  }

  /** Returns a block with one row of this block, in which the given cells are replaced. */
  changed(number: number, cells: ReadonlyMap<number, Buffer | null>): RowView {
    const parts = this.#each(number, (_column, start, end, i) => {
      const given = cells.get(i);
      return given !== undefined ? given : start < 0 ? null : this.bytes.subarray(start, end);
    });
    const block = new RowBlock();
    block.add(...driverRow(parts));
    return block.view(this.columns);
  }

  /** Writes the positions of a row's cells into `bounds`, in the form in which a driver passes them. */
  bounds(number: number, bounds: Int32Array): void {
    this.#each(number, (_column, start, end, i) => {
      bounds[2 * i] = start;
      bounds[2 * i + 1] = end;
    });
  }

  #each<T>(number: number, read: (column: Column, start: number, end: number, i: number) => T): T[] {
    let at = this.#starts[number]!;
    return this.columns.map((column, i) => {
      const length = this.bytes.readUInt32LE(at);
      at += 4;
      if (length === 0) return read(column, -1, -1, i);
      const start = at;
      at += length - 1;
      return read(column, start, at, i);
    });
  }
}

function startsOf(bytes: Buffer, columns: number): number[] {
  const starts: number[] = [];
  for (let at = 0; at < bytes.length;) {
    starts.push(at);
    for (let i = 0; i < columns; i++) at += 4 + Math.max(0, bytes.readUInt32LE(at) - 1);
  }
  return starts;
}

/** Returns the last boundary between two UTF-8 characters at or before `at`. */
function characterEnd(bytes: Buffer, at: number): number {
  let end = at;
  while (end > at - 4 && (bytes[end]! & 0xc0) === 0x80) end--;
  return end;
}
