import type { CommandResult } from "../../../core/app/command.ts";
import type { CatalogRow } from "../../../core/sql/query_window/catalog_row.ts";
import type { Over } from "./over.ts";

/** Where rows go. */
export interface ExportTarget {
  readonly format: "csv" | "jsonl" | "xlsx";
  readonly file: string;
  /** A file of that name is replaced. */
  readonly replace: boolean;
}

/** The actions of a query window. */
export interface QueryView {
  /** Values of parameters that were given last. */
  readonly values: Readonly<Record<string, string | null>>;
  /** Shows a tab, with the focus in its text unless it is to stay where it is. */
  show(tab: string, focus?: boolean): Promise<void>;
  run(what: "statement" | "all"): Promise<void>;
  /** Answers what is asked in a tab before a statement runs. */
  answer(tab: string, ask: string, how: "run" | "leave"): Promise<void>;
  explain(how: "plan" | "analyze"): Promise<void>;
  cancel(tab: string): void;
  add(sql?: string): Promise<string | null>;
  /** Asks first where rows have changes that are not written, unless these are to be discarded. */
  closeTab(tab: string, discard?: boolean): Promise<void>;
  /** Restores the tab that was closed last. */
  reopen(): Promise<void>;
  format(): Promise<void>;
  go(at: number): void;
  /** Marks where the newest statement of a tab failed, while the text is the one that ran; null: it did not. */
  fault(tab: string, at: number | null): Promise<void>;
  insert(row: CatalogRow): void;
  firstRows(row: CatalogRow): Promise<void>;
  definition(row: CatalogRow): Promise<void>;
  openPast(past: string, run: boolean): Promise<void>;
  /** Puts a text into an empty tab, else a new one. */
  use(sql: string): Promise<void>;
  /** The statement at the cursor. */
  current(): string;
  /** The editor has something open that Esc closes. */
  takesEscape(): boolean;
  save(title: string): Promise<void>;
  /** Asks where a result goes, or without one the statement at the cursor. */
  askExport(result?: string): void;
  export(where: ExportTarget, result: string | undefined): Promise<CommandResult>;
  close(): void;
}

/** How the window hears of it. */
export interface QueryViewEvents {
  tell(text: string, tone?: "danger" | "info"): void;
  over(over: Over | null): void;
  /** Another tab is to be shown. */
  shown(tab: string): void;
  /** The newest result of a tab is to be shown. */
  result(tab: string): void;
}
