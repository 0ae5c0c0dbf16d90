import type { Engine } from "../sql/engines/mod.ts";

/** The query window of a server: its tabs, each with a connection of its own. Texts and rows live beside the state. */
export interface QueryWindowState {
  /** The server's name in the configuration. */
  readonly server: string;
  readonly engine: Engine;
  /** Engine and address, for people. */
  readonly address: string;
  /** The environment label; `prd` is touched slowly. */
  readonly env: string | null;
  /** Where a server was found that the configuration does not name. */
  readonly found?: FoundOrigin;
  readonly tabs: readonly TabState[];
  /** The tab that was brought to the front from outside of the window; another turn each time. */
  readonly front?: { readonly tab: string; readonly turn: number };
  /** What could not be kept of the texts; absent while all is well. */
  readonly notSaved?: string;
}

/** In which account a server was found, for people. */
export interface FoundOrigin {
  /** Its name there. */
  readonly name: string;
  /** The account's name, or its number. */
  readonly account: string;
  readonly region: string;
  /** Other ways may lead to it than the one that it was opened over. */
  readonly ways?: true;
}

/** One tab of a query window. */
export interface TabState {
  readonly id: string;
  readonly title: string;
  /** The user lets statements of this tab write. */
  readonly writing: boolean;
  readonly link: LinkState;
  /** What runs, or waits for the user to want more rows. */
  readonly run: QueryRun | null;
  /** Oldest first. */
  readonly results: readonly ResultState[];
  /** Older results that are no longer kept. */
  readonly dropped: number;
  readonly hold: HoldState | null;
  /** What several statements have done that does not count yet. */
  readonly transaction: TransactionState | null;
  /** How the last transaction ended, until something runs; absent when there was none. */
  readonly transactionEnd?: { readonly ok: boolean; readonly message: string; readonly hint?: string };
  /** What has to be said yes to before it runs. */
  readonly ask: AskState | null;
  readonly export: ExportState | null;
}

/** A tab's connection. */
export interface LinkState {
  readonly status: "none" | "connecting" | "open" | "lost";
  /** What went wrong, or what answered. */
  readonly message?: string;
  readonly hint?: string;
  /** Within strings a backslash escapes what follows; null while it is not known. */
  readonly backslash: boolean | null;
}

/** Statements that run one after another. */
export interface QueryRun {
  /** Which of `count` statements it is, from 1. */
  readonly number: number;
  readonly count: number;
  /** ms since 1970. */
  readonly startedAt: number;
  /** Rows are there, and the server waits until more are wanted. */
  readonly paused: boolean;
}

/** The outcome of one statement. */
export interface ResultState {
  readonly id: string;
  /** The beginning of its text, in one line. */
  readonly title: string;
  /** `plan`: the rows are the plan of a statement. */
  readonly kind: "rows" | "plan";
  /** `more`: the server has more rows that can still be had; `cut`: it had, and they cannot. */
  readonly status: "running" | "more" | "done" | "cut" | "failed" | "stopped";
  readonly startedAt: number;
  readonly ms?: number;
  /** Columns of its rows; 0 where there are none. */
  readonly columns: number;
  /** Rows that were fetched. */
  readonly rows: number;
  /** What the server calls what it did. */
  readonly command?: string;
  readonly affected?: number;
  readonly changed?: number;
  /** How a write that was held back ended. */
  readonly end?: "committed" | "rolled-back" | "refused" | "unknown";
  /** What went wrong, or why rows are missing. */
  readonly message?: string;
  readonly hint?: string;
  readonly code?: string;
  /** It was refused because it would write and its tab only reads. */
  readonly wouldWrite?: true;
  /** Where in the tab's text, in UTF-16 units from 0. */
  readonly at?: number;
  /** Remarks of the server, the first ones of them. */
  readonly notices: readonly string[];
  /** Remarks that are not kept; absent when all are. */
  readonly moreNotices?: number;
  /** How its rows are edited; absent until somebody has tried. */
  readonly edits?: EditsState;
}

/** Rows of a result that are edited where they stand. The changes themselves are shown with the rows. */
export interface EditsState {
  /** The table that is written to; empty where none can be. */
  readonly table: string;
  /** Why nothing can be edited; null: it can. */
  readonly why: string | null;
  /** Why a column cannot, by its index in the result. */
  readonly fixed: Readonly<Record<number, string>>;
  /** Columns that take NULL. */
  readonly nullable: readonly number[];
  /** The only values of a column, by its index, where they are few. */
  readonly choices: Readonly<Record<number, readonly string[]>>;
  /** Why no rows can be added or removed; null: they can. */
  readonly rows: string | null;
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** `held`: they have run, and wait for Commit in the transaction of the tab. */
  readonly status: "open" | "running" | "held";
  /** Why they were not written, row by row. */
  readonly problems: readonly EditProblemState[];
  /** What became of them last. */
  readonly message?: string;
  /** Another number with each change of what the rows show. */
  readonly version: number;
}

/** Why a row was not written. */
export interface EditProblemState {
  /** Its number in the result; below 0 one that is added. */
  readonly rowNumber: number;
  readonly column?: number;
  readonly message: string;
  readonly hint: string;
  /** The values of the changed columns by now; null: the row is gone. Absent where nothing else has changed it. */
  readonly now?: readonly (readonly [column: number, text: string | null])[] | null;
}

/** A write that has run and waits for a decision. */
export interface HoldState {
  /** The result of the write: a decision names the result that the user saw. */
  readonly result: string;
  readonly title: string;
  readonly verb: string;
  /** Rows that it matched; absent where the server does not say. */
  readonly affected?: number;
  readonly changed?: number;
  /** UPDATE or DELETE without WHERE. */
  readonly everyRow: boolean;
  /** ms since 1970: then it is rolled back. */
  readonly until: number;
  readonly sample: SampleState | null;
  readonly deciding: boolean;
}

/** A transaction that is open until somebody decides. */
export interface TransactionState {
  /** A new id with each statement that has run in it: a decision names the one that the user saw. */
  readonly id: string;
  /** What has written in it, oldest first; what was gone back from is not there. */
  readonly writes: readonly HeldStatement[];
  readonly savepoints: readonly string[];
  /** ms since 1970: then it is rolled back; null while a statement runs in it. */
  readonly until: number | null;
  readonly deciding: boolean;
  /** COMMIT stood in the text, and waits for the user's own. */
  readonly asked: boolean;
  /** Why the server does not take it as it is. */
  readonly problem: string | null;
  /** Rows of the last write. */
  readonly sample: SampleState | null;
  /** The result whose rows were edited, where these are what it holds. */
  readonly edits?: string;
}

/** A write that does not count yet. */
export interface HeldStatement {
  readonly result: string;
  readonly title: string;
  readonly verb: string;
  readonly affected?: number;
  readonly changed?: number;
  readonly everyRow: boolean;
}

/** Some of the rows that a write changed. A row that is not there has null. */
export interface SampleState {
  readonly columns: readonly string[];
  /** Of each of them, how its values are to be taken: `integer`, `text`. */
  readonly kinds: readonly string[];
  /** All columns that there are; more than are shown. */
  readonly of: number;
  readonly pairs: readonly {
    readonly before: readonly (string | null)[] | null;
    readonly after: readonly (string | null)[] | null;
  }[];
}

/** A question before a statement runs; those before it in the same text have run. */
export interface AskState {
  /** An answer names it, so that it decides over no other question. */
  readonly id: string;
  readonly title: string;
  readonly why: string;
}

/** A result on its way to a file. */
export interface ExportState {
  readonly file: string;
  readonly status: "running" | "done" | "failed" | "stopped";
  readonly rows: number;
  /** Bytes that were written. */
  readonly size: number;
  /** Why there is no file, or what of the rows it could not hold. */
  readonly message?: string;
  readonly hint?: string;
}

/** A statement that was run, or kept under a name. */
export interface PastQuery {
  readonly id: string;
  readonly server: string;
  /** Given by the user who saved it. */
  readonly name?: string;
  /** Its beginning, in one line. */
  readonly title: string;
  /** It does more than read. */
  readonly changes?: true;
  /** Nothing of it counted when it was run last. */
  readonly rolledBack?: true;
  /** ms since 1970. */
  readonly at: number;
}
