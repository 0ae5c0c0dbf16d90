import type { Buffer } from "node:buffer";
import type { RowSource, RowsRead } from "../../resources/rows.ts";
import type { Column, RowSink } from "../driver/mod.ts";
import { openSpillFile, type SpillFile } from "./file.ts";
import { type ResultRow, RowBlock, RowView } from "./rows.ts";
import { systemReason } from "../../files/reason.ts";

/** Rows that go to the disk together. */
const TOGETHER = 500;
/** Bytes that do, however few rows they are. */
const LARGE = 1024 * 1024;
/** Bytes of blocks that are kept at hand, besides the last one read. */
const AT_HAND = 8 * 1024 * 1024;
/** Bytes that a result leaves free on the disk. */
export const LEFT_FREE = 512 * 1024 * 1024;
/** The disk is asked again when so many bytes were written. */
const ASK_AGAIN = 32 * 1024 * 1024;

/** What a result needs of the machine. */
export interface SpillFolder {
  /** A private folder, which must exist. */
  readonly folder: string;
  /** Bytes that are free there; null when it is not known. */
  free(): Promise<number | null>;
}

/** The rows of one result: fetched as far as they are wanted, kept on the disk, read again in any order. */
export interface Result {
  readonly columns: readonly Column[];
  readonly rows: RowSource<ResultRow>;
  /** Rows that have come. */
  readonly count: number;
  /** Why no more rows are taken than there are; null while there is no reason. */
  readonly full: string | null;
  /** Bytes on the disk. */
  readonly size: number;
  /** Takes rows up to this many; the server is held up beyond. */
  want(count: number): void;
  /** One cell, whole; undefined when there is none. */
  cell(row: number, column: number): Promise<string | null | undefined>;
  /** Hands all rows that have come to a sink, as a driver does. */
  replay(sink: RowSink, signal: AbortSignal): Promise<void>;
  /** Takes a row; part of a driver's sink. */
  take: RowSink["row"];
  /** A row is another one by now: where bytes are given, or null for NULL, they stand in its cells from here on. */
  replace(row: number, cells: ReadonlyMap<number, Buffer | null>): Promise<void>;
  /** Marks a row as deleted: it is still shown, and left out of copies and exports. */
  drop(row: number): void;
  /** Frees memory and disk; rows cannot be read any more. */
  close(): void;
}

/** Makes the result of one statement. `first` rows are wanted from the beginning. */
export function createResult(folder: SpillFolder, columns: readonly Column[], first: number): Result {
  /** The number of each block's first row. */
  const firsts: number[] = [];
  const atHand = new Map<number, RowView>();
  /** Rows that are others than those that came, each a block of its own. */
  const replaced = new Map<number, RowView>();
  const gone = new Set<number>();
  const listeners = new Set<(from: number) => void>();
  let open = new RowBlock();
  /** The block that is on its way to the disk. */
  let leaving: { readonly first: number; readonly view: RowView } | null = null;
  let file: Promise<SpillFile> | null = null;
  let size = 0;
  let count = 0;
  let reported = 0;
  let wanted = first;
  let full: string | null = null;
  let closed = false;
  let asked = -ASK_AGAIN;
  let resume = () => {};

  const tell = () => {
    const from = reported;
    reported = count;
    for (const listener of listeners) listener(from);
  };

  async function flush(): Promise<void> {
    if (size - asked >= ASK_AGAIN) {
      asked = size;
      const free = await folder.free();
      // Nobody would close what is opened now.
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
      // The reader was closed meanwhile, so close what was opened.
      full = `the disk cannot be written: ${systemReason(error)}`;
      open = block;
    }
    leaving = null;
  }

  /** Whether there are more rows; waits while no reader wants them. */
  async function more(): Promise<boolean> {
    tell();
    while (!closed && full === null && count >= wanted) {
      await new Promise<void>((resolve) => resume = resolve);
    }
    return !closed && full === null;
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
    let held = 0;
    for (const [number, { bytes }] of [...atHand].reverse()) {
      held += bytes.length;
      if (held > AT_HAND && number !== low) atHand.delete(number);
    }
    return { first: firsts[low]!, view };
  }

  /** Whether a row is the one of that block, and was not replaced. */
  const isOf = (view: RowView, row: number) => (replaced.get(row) ?? view) === view;

  async function read(from: number, some: number, signal: AbortSignal): Promise<RowsRead<ResultRow>> {
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
  }

  return {
    columns,
    rows: {
      read,
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
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
    want(count) {
      wanted = Math.max(wanted, count);
      resume();
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
      if (isFull) return flush().then(more);
      return count >= wanted ? more() : true;
    },
    async replace(row, cells) {
      const block = closed ? null : await blockOf(row);
      if (block) replaced.set(row, block.view.changed(row - block.first, cells));
    },
    drop: (row) => void gone.add(row),
    close() {
      if (closed) return;
      closed = true;
      resume();
      listeners.clear();
      atHand.clear();
      replaced.clear();
      open = new RowBlock();
      file?.then((spill) => spill.close(), () => {});
    },
  };
}
