import type { Buffer } from "node:buffer";
import type { RowsRead } from "../../resources/rows.ts";
import type { Column, RowSink } from "../driver/mod.ts";
import { openSpillFile, type SpillFile } from "./file.ts";
import { type ResultRow, RowBlock, RowView } from "./rows.ts";
import { systemReason } from "../../files/reason.ts";

/** Number of rows that are written to the disk together. */
const TOGETHER = 500;
/** Number of bytes after which rows are written to the disk, however few they are. */
const LARGE = 1024 * 1024;
/** Maximum bytes of blocks in memory, besides the one read last. */
const AT_HAND = 8 * 1024 * 1024;
/** Number of bytes that a result leaves free on the disk. */
export const LEFT_FREE = 512 * 1024 * 1024;
/** Number of written bytes after which the free space is read again. */
const ASK_AGAIN = 32 * 1024 * 1024;

/** The place on the disk for results. */
export interface SpillFolder {
  /** Path of a private folder. */
  readonly folder: string;
  /** Returns the free bytes of the folder; null when they are not known. */
  free(): Promise<number | null>;
}

/** The rows of one result. They are kept on the disk, and read again in any order. */
export interface Result {
  /** Returns at most `count` rows from `from` on. */
  read(from: number, count: number, signal: AbortSignal): Promise<RowsRead<ResultRow>>;
  /** Number of rows that have arrived. */
  readonly count: number;
  /** Why no more rows are taken; null while there is no reason. */
  readonly full: string | null;
  /** Size on the disk in bytes. */
  readonly size: number;

  /** Returns the complete text of a cell; undefined when there is no such cell. */
  cell(row: number, column: number): Promise<string | null | undefined>;
  /** Passes all rows that have arrived to a sink, as a driver does. */
  replay(sink: RowSink, signal: AbortSignal): Promise<void>;
  /** Takes a row, as part of a driver's sink. */
  take: RowSink["row"];
  /** Replaces cells of a row: those in `cells` have the given bytes from now on, and null is NULL. */
  replace(row: number, cells: ReadonlyMap<number, Buffer | null>): Promise<void>;
  /** Marks a row as deleted: it is still shown, and left out of copies and exports. */
  drop(row: number): void;
  /** Frees memory and disk. No rows can be read after that. */
  close(): void;
}

/** Returns the result of one statement. */
export function createResult(folder: SpillFolder, columns: readonly Column[]): Result {
  /** Number of the first row of each block. */
  const firsts: number[] = [];
  const atHand = new Map<number, RowView>();
  /** Current versions of replaced rows, each as a block of its own. */
  const replaced = new Map<number, RowView>();
  const gone = new Set<number>();
  let open = new RowBlock();
  /** The block that is being written to the disk. */
  let leaving: { readonly first: number; readonly view: RowView } | null = null;
  let file: Promise<SpillFile> | null = null;
  let size = 0;
  let count = 0;
  let full: string | null = null;
  let closed = false;
  let asked = -ASK_AGAIN;

  async function flush(): Promise<void> {
    if (size - asked >= ASK_AGAIN) {
      asked = size;
      const free = await folder.free();
      // Nobody would close a file that is opened now.
      if (closed) return;
      if (free !== null && free < LEFT_FREE) {
        full = `the disk has ${Math.floor(free / 1024 / 1024)} MB left, and Kedge leaves ${
          LEFT_FREE / 1024 / 1024
        }`;
        return;
      }
    }
    const block = open;
    leaving = { first: count - block.rows, view: block.view(columns) };
    open = new RowBlock();
    try {
      const spill = await (file ??= openSpillFile(folder.folder));
      await spill.add(block.bytes());
      firsts.push(leaving.first);
      size = spill.size;
    } catch (error) {
      // The rows of this block stay in memory, because they could not be written.
      full = `the disk cannot be written: ${systemReason(error)}`;
      open = block;
    }
    leaving = null;
  }

  async function blockOf(row: number): Promise<{ first: number; view: RowView } | null> {
    if (row >= count) return null;
    const other = replaced.get(row);
    if (other) return { first: row, view: other };
    if (leaving && row >= leaving.first && row < leaving.first + leaving.view.rows) return leaving;
    if (row >= count - open.rows) return { first: count - open.rows, view: open.view(columns) };
    let low = 0, high = firsts.length - 1;
    while (low < high) {
      const middle = low + high + 1 >> 1;
      if (firsts[middle]! <= row) low = middle;
      else high = middle - 1;
    }
    const known = atHand.get(low);
    const view = known ?? new RowView(await (await file!).read(low), columns);
    atHand.delete(low);
    atHand.set(low, view);
    let cached = 0;
    for (const [number, { bytes }] of [...atHand].reverse()) {
      cached += bytes.length;
      if (cached > AT_HAND && number !== low) atHand.delete(number);
    }
    return { first: firsts[low]!, view };
  }

  /** Whether this block still holds the current version of the row. */
  const isOf = (view: RowView, row: number) => (replaced.get(row) ?? view) === view;

  return {
    async read(from, some, signal) {
      if (closed) return { ok: false, error: "The result was closed.", hint: "Run the statement again." };
      const rows: ResultRow[] = [];
      for (let at = Math.max(0, from); at < from + some;) {
        signal.throwIfAborted();
        const block = await blockOf(at);
        if (!block) break;
        const end = Math.min(block.first + block.view.rows, from + some);
        for (; at < end && isOf(block.view, at); at++) rows.push(block.view.row(at - block.first));
      }
      return { ok: true, rows, total: count };
    },
    get count() {
      return count;
    },
    get full() {
      return full;
    },
    get size() {
      return size;
    },

    async cell(row, column) {
      const block = closed ? null : await blockOf(row);
      return block?.view.cell(row - block.first, column);
    },
    async replay(sink, signal) {
      sink.columns(columns);
      const bounds = new Int32Array(columns.length * 2);
      for (let at = 0; at < count;) {
        signal.throwIfAborted();
        if (closed) throw new Error("the result was closed");
        const block = await blockOf(at);
        if (!block) return;
        for (const end = block.first + block.view.rows; at < end && isOf(block.view, at); at++) {
          if (gone.has(at)) continue;
          block.view.bounds(at - block.first, bounds);
          const going = sink.row(block.view.bytes, bounds);
          if (going !== true && !await going) return;
        }
      }
    },
    take(bytes, bounds) {
      if (closed || full !== null) return false;
      open.add(bytes, bounds);
      count++;
      const isFull = open.rows >= TOGETHER || open.size >= LARGE;
      return isFull ? flush().then(() => !closed && full === null) : true;
    },
    async replace(row, cells) {
      const block = closed ? null : await blockOf(row);
      if (block) replaced.set(row, block.view.changed(row - block.first, cells));
    },
    drop: (row) => void gone.add(row),
    close() {
      if (closed) return;
      closed = true;
      atHand.clear();
      replaced.clear();
      open = new RowBlock();
      file?.then((spill) => spill.close(), () => {});
    },
  };
}
