import type { CellValue } from "../../../../core/sql/edit/changes.ts";
import type { EditsState } from "../../../../core/state/query_window.ts";
import type { CellPosition } from "./selection.ts";

/** A cell whose editor is open. */
export interface CellEdit extends CellPosition {
  /** The row's number in the result. */
  readonly rowNumber: number;
  readonly text: string;
  /** Whether the user has typed. Otherwise the cell is not changed. */
  readonly touched: boolean;
  /** Whether the larger editor is open, for long texts. */
  readonly large: boolean;
  /** Whether all line ends of the old value are CR LF. The editor has LF instead. */
  readonly crlf: boolean;
  readonly fault: string | null;
}

/** Editing of a result's rows in the grid. */
export interface Editing {
  /** Whether the tab may write. */
  readonly on: boolean;
  readonly state: EditsState | undefined;
  readonly cell: CellEdit | null;
  /**
   * Number of rows that are being added. They are shown after the others at
   * once, so that the user can type into them.
   */
  readonly coming: number;
  /** Why something could not be done at a cell. It is shown until the next key. */
  readonly remark: (CellPosition & { readonly text: string }) | null;
  /** Returns a value that was sent but is not in the loaded rows yet; undefined when there is none. */
  draft(rowNumber: number, column: number): CellValue | undefined;
  /** Whether it is not known yet whether the rows can be edited, and can be found out. */
  readonly unknown: boolean;
  /** Finds out whether the rows can be edited. */
  begin(): void;
  /** Opens the editor of the selected cell with its current value, or with `text`. */
  edit(text?: string, large?: boolean): void;
  type(text: string): void;
  /** Accepts the typed text. Returns false and shows why when the cell cannot have that value. */
  take(): boolean;
  leave(): void;
  /** Returns the state of the changes after Kedge has counted all edits made before this call. */
  counted(): Promise<EditsState | undefined>;
  /** Sets the selected cells to NULL or to the server's default. */
  set(what: "null" | "default"): void;
  /** Pastes a text from the clipboard, starting at the selection; null means that the clipboard could not be read. */
  paste(text: string | null): void;
  add(): void;
  copy(): void;
  remove(): void;
  step(how: "undo" | "redo" | "discard" | "take"): void;
  hold(seen: string): Promise<string | null>;
  forget(): void;
}
