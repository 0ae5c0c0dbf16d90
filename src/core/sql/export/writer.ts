import type { Column, RowSink } from "../driver/mod.ts";

/** How a result ended. */
interface ResultEnd {
  /** Rows that a statement wrote; undefined for reading ones. */
  readonly affected?: number;
  /** There are more rows than were written. */
  readonly cut: boolean;
  readonly ms: number;
}

/** Writes results in one format, one after another. Rows are written as they come. */
export interface ResultWriter extends RowSink {
  columns(columns: readonly Column[]): void;
  /** The result of a statement has ended; `columns` was not called when it had none. */
  end(end: ResultEnd): Promise<void>;
  /** All results were written, or as many as there are. */
  close(): Promise<void>;
  /** What the format could not hold; null when it holds everything. */
  readonly loss?: () => string | null;
}
