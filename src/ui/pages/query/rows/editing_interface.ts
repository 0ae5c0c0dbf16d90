import type { CellValue } from "../../../../core/sql/edit/changes.ts";
import type { EditsState } from "../../../../core/state/query_window.ts";
import type { CellPosition } from "./selection.ts";

/** A cell while it is typed into. */
export interface CellEdit extends CellPosition {
  /** The row's number in the result. */
  readonly rowNumber: number;
  readonly text: string;
  /** Something was typed: only then the cell is changed. */
  readonly touched: boolean;
  /** In an editor of its own, for long texts. */
  readonly large: boolean;
  readonly fault: string | null;
}

/** Editing of the rows of a result where they stand. */
export interface Editing {
  /** The tab writes. */
  readonly on: boolean;
  readonly state: EditsState | undefined;
  readonly cell: CellEdit | null;
  /** Rows that are being added: they stand behind the others at once, so that what is typed next is theirs. */
  readonly coming: number;
  /** Why something could not be done at a cell, until the next key. */
  readonly remark: (CellPosition & { readonly text: string }) | null;
  /** A value that was sent and is not shown with the rows yet. */
  draft(rowNumber: number, column: number): CellValue | undefined;
  /** Finds out whether the rows can be edited, once somebody may want to. */
  begin(): void;
  /** Types into the picked cell: from what is there, or anew with `text`. */
  edit(text?: string, large?: boolean): void;
  type(text: string): void;
  /** Takes what was typed; false: it is no value of the cell, which says so. */
  take(): boolean;
  leave(): void;
  /** The changes as they are once Kedge has counted all that was done before this call. */
  counted(): Promise<EditsState | undefined>;
  /** The selected cells get NULL, or what the server has for them. */
  set(what: "null" | "default"): void;
  /** Pastes a text of the clipboard from the selection on; null: it could not be read. */
  paste(text: string | null): void;
  add(): void;
  copy(): void;
  remove(): void;
  step(how: "undo" | "redo" | "discard" | "take"): void;
  hold(seen: string): Promise<string | null>;
  forget(): void;
}
