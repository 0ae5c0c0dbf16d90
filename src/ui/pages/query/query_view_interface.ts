import type { CatalogRow } from "../../../core/sql/query_window/catalog_row.ts";
import type { Over } from "./over.ts";

/** The actions of a query window. */
export interface QueryView {
  /** The parameter values that were given last. */
  readonly values: Readonly<Record<string, string | null>>;
  /** Shows a tab and focuses its text, unless `focus` is false. */
  show(tab: string, focus?: boolean): Promise<void>;
  run(what: "statement" | "all"): Promise<void>;
  /** Answers the question that a tab asks before a statement runs. */
  answer(tab: string, ask: string, how: "run" | "leave"): Promise<void>;
  explain(how: "plan" | "analyze"): Promise<void>;
  cancel(tab: string): void;
  add(sql?: string): Promise<string | null>;
  /** Closes a tab. Asks first when rows have unwritten changes, unless `discard` is true. */
  closeTab(tab: string, discard?: boolean): Promise<void>;
  /** Restores the tab that was closed last. */
  reopen(): Promise<void>;
  format(): Promise<void>;
  go(at: number): void;
  /**
   * Marks where the newest statement of a tab failed, while the text is still
   * the one that ran; null removes the mark.
   */
  fault(tab: string, at: number | null): Promise<void>;
  insert(row: CatalogRow): void;
  firstRows(row: CatalogRow): Promise<void>;
  definition(row: CatalogRow): Promise<void>;
  openPast(past: string, run: boolean): Promise<void>;
  /** Puts a text into the current tab if that is empty, else into a new one. */
  use(sql: string): Promise<void>;
  /** Returns the statement at the cursor. */
  current(): string;
  /** Whether the editor shows something that Esc closes. */
  takesEscape(): boolean;
  save(title: string): Promise<void>;
  /** Asks where to export a result, or without one the statement at the cursor. */
  askExport(result?: string): void;
  close(): void;
}

/** Events of the view for its window. */
export interface QueryViewEvents {
  tell(text: string, tone?: "danger" | "info"): void;
  over(over: Over | null): void;
  /** Returns how often a tab was chosen so far. A tab that is told later than another was chosen stays behind. */
  choices(): number;
  /** Called when another tab must be shown. */
  shown(tab: string): void;
  /** Called when the newest result of a tab must be shown. */
  result(tab: string): void;
  /** Called with the tab in front when its text could not be read; with null when its text is shown. */
  unread(tab: string | null): void;
  /** Settles once Kedge has counted all edits of cells made before this call. */
  counted(): Promise<unknown>;
}
