import type { Column, RowSink } from "../driver/mod.ts";

/** How a result ended. */
interface ResultEnd {
  /** Number of rows that a statement wrote; undefined when it only reads. */
  readonly affected?: number;
  /** Whether there are more rows than were written. */
  readonly cut: boolean;
  readonly ms: number;
}

/** Writes results in one format, one after another, and rows as they arrive. */
export interface ResultWriter extends RowSink {
  columns(columns: readonly Column[]): void;
  /** Ends the result of a statement. `columns` was not called when the statement has no rows. */
  end(end: ResultEnd): Promise<void>;
  /** Ends the document after all results, or after those there are. */
  close(): Promise<void>;
  /** Returns what the format could not represent, for people; null when nothing was lost. */
  readonly loss?: () => string | null;
}
