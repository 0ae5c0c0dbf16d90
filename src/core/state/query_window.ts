import type { Engine } from "../sql/engines/mod.ts";

/**
 * The query window of a server: its tabs, each with a connection of its own. Texts and rows are kept outside
 * the state.
 */
export interface QueryWindowState {
  /** Name of the server in the configuration. */
  readonly server: string;
  readonly engine: Engine;
  /** Engine and address, for people. */
  readonly address: string;
  /** The environment label; on `prd`, actions ask for confirmation. */
  readonly env: string | null;
  /** Where the server was found, when the configuration does not name it. */
  readonly found?: FoundOrigin;
  readonly tabs: readonly TabState[];
  /** The tab that something outside the window has brought to the front; `turn` differs each time. */
  readonly front?: { readonly tab: string; readonly turn: number };
  /** Why texts could not be saved; absent while all are saved. */
  readonly notSaved?: string;
  /** The name that the configuration gives this server by now; absent while it is the same. */
  readonly renamed?: string;
}

/** The account in which a server was found, for people. */
export interface FoundOrigin {
  /** Name of the server in its account. */
  readonly name: string;
  /** The account's name, or its number when it has none. */
  readonly account: string;
  readonly region: string;
  /** Set when other ways may lead to the server than the one in use. */
  readonly ways?: true;
}

/** One tab of a query window. */
export interface TabState {
  readonly id: string;
  readonly title: string;
  /** Whether the user lets the statements of this tab write. */
  readonly writing: boolean;
  readonly link: LinkState;
  /** The statement that runs, or that waits until the user wants more rows. */
  readonly run: QueryRun | null;
  /** Results of the tab, oldest first. */
  readonly results: readonly ResultState[];
  /** Number of older results that are no longer kept. */
  readonly dropped: number;
  readonly hold: HoldState | null;
  /** The open transaction, which holds back the writes of several statements. */
  readonly transaction: TransactionState | null;
  /** How the last transaction ended; absent once something runs again, or when there was none. */
  readonly transactionEnd?: { readonly ok: boolean; readonly message: string; readonly hint?: string };
  /** A question that the user must answer before a statement runs. */
  readonly ask: AskState | null;
  readonly export: ExportState | null;
}

/** A tab's connection. */
export interface LinkState {
  readonly status: "none" | "connecting" | "open" | "lost";
  /** What went wrong, or which server answered. */
  readonly message?: string;
  readonly hint?: string;
  /** Whether a backslash in a string escapes the next character; null while it is not known. */
  readonly backslash: boolean | null;
}

/** Statements that run one after another. */
export interface QueryRun {
  /** Number of the running statement among `count`, from 1. */
  readonly number: number;
  readonly count: number;
  /** Time in ms since 1970. */
  readonly startedAt: number;
  /** Whether rows have arrived and the server waits until more are wanted. */
  readonly paused: boolean;
}

/** The outcome of one statement. */
export interface ResultState {
  readonly id: string;
  /** Beginning of the statement in one line. */
  readonly title: string;
  /** `plan`: the rows are the plan of a statement. */
  readonly kind: "rows" | "plan";
  /**
   * `more`: more rows of the server can still be fetched. `cut`: the server had more rows, which can no
   * longer be fetched.
   */
  readonly status: "running" | "more" | "done" | "cut" | "failed" | "stopped";
  readonly startedAt: number;
  readonly ms?: number;
  /** Number of columns; 0 without rows. */
  readonly columns: number;
  /** Number of fetched rows. */
  readonly rows: number;
  /** What the server calls the statement's effect. */
  readonly command?: string;
  readonly affected?: number;
  readonly changed?: number;
  /** How a write ended that was held back, or that ran at once because the user agreed to it. */
  readonly end?: "committed" | "rolled-back" | "refused" | "unknown";
  /** What went wrong, or why rows are missing. */
  readonly message?: string;
  readonly hint?: string;
  readonly code?: string;
  /** Set when the statement was refused because it would write and its tab only reads. */
  readonly wouldWrite?: true;
  /** Position in the tab's text, in UTF-16 units from 0. */
  readonly at?: number;
  /** Remarks of the server, from the first one up to a maximum. */
  readonly notices: readonly string[];
  /** Number of further remarks, which are not kept; absent when all are kept. */
  readonly moreNotices?: number;
  /** The editing of the rows; absent until the user tries to edit one. */
  readonly edits?: EditsState;
}

/** The editing of a result's rows in place. The changes themselves are part of the rows. */
export interface EditsState {
  /** Name of the table that is written to; empty when no row can be edited. */
  readonly table: string;
  /** Why nothing can be edited; null when rows can be. */
  readonly why: string | null;
  /** Why a column cannot be edited, by its index in the result. */
  readonly fixed: Readonly<Record<number, string>>;
  /** Columns that accept NULL. */
  readonly nullable: readonly number[];
  /** Allowed values of a column with few distinct values (an enum or a boolean), by column index. */
  readonly choices: Readonly<Record<number, readonly string[]>>;
  /** Why rows cannot be added or removed; null when they can. */
  readonly rows: string | null;
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** `held`: the changes have run, and wait for Commit in the tab's transaction. */
  readonly status: "open" | "running" | "held";
  /** Why the changes were not written, one problem for each row. */
  readonly problems: readonly EditProblemState[];
  /** What happened to the changes last, for people. */
  readonly message?: string;
  /** Differs after each change of what the rows show. */
  readonly version: number;
}

/** Why a row was not written. */
export interface EditProblemState {
  /** Number of the row in the result; below 0 for an added row. */
  readonly rowNumber: number;
  readonly column?: number;
  readonly message: string;
  readonly hint: string;
  /** Current values of the changed columns; null when the row is gone. Absent when nobody else has changed the row. */
  readonly now?: readonly (readonly [column: number, text: string | null])[] | null;
}

/** A write that has run and waits for a decision, which names its result and so applies to what the user saw. */
export interface HoldState extends HeldStatement {
  /** Time at which the write is rolled back, in ms since 1970. */
  readonly until: number;
  readonly sample: SampleState | null;
  readonly deciding: boolean;
}

/** A transaction that stays open until somebody decides. */
export interface TransactionState {
  /**
   * New after each statement that has run in the transaction. A decision names it, so that it applies to what
   * the user saw.
   */
  readonly id: string;
  /** The writes of the transaction, oldest first, without those undone by a savepoint. */
  readonly writes: readonly HeldStatement[];
  readonly savepoints: readonly string[];
  /** Time at which the transaction is rolled back, in ms since 1970; null while a statement runs in it. */
  readonly until: number | null;
  readonly deciding: boolean;
  /** Whether COMMIT was in the text and waits for the user's Commit. */
  readonly asked: boolean;
  /** Why the server does not accept the transaction as it is; null when it may. */
  readonly problem: string | null;
  /** Sample of the last write's rows. */
  readonly sample: SampleState | null;
  /** The result whose edited rows the transaction holds; absent for other writes. */
  readonly edits?: string;
}

/** A write that has not taken effect yet. */
export interface HeldStatement {
  readonly result: string;
  readonly title: string;
  readonly verb: string;
  /** Number of rows that the write matched; absent when the server does not report it. */
  readonly affected?: number;
  readonly changed?: number;
  /** UPDATE or DELETE without WHERE. */
  readonly everyRow: boolean;
}

/** Some of the rows that a write changed. Null stands for a row that does not exist. */
export interface SampleState {
  readonly columns: readonly string[];
  /** The kind of each shown column, which says how to read its values: `integer`, `text`. */
  readonly kinds: readonly string[];
  /** Number of columns of the table, which may be more than are shown. */
  readonly of: number;
  readonly pairs: readonly {
    readonly before: readonly (string | null)[] | null;
    readonly after: readonly (string | null)[] | null;
  }[];
}

/** A question before a statement runs. Statements before it in the same text have run. */
export interface AskState {
  /** An answer names this id, so that it decides no other question. */
  readonly id: string;
  readonly title: string;
  readonly why: string;
}

/** A result that is being written to a file. */
export interface ExportState {
  readonly file: string;
  readonly status: "running" | "done" | "failed" | "stopped";
  readonly rows: number;
  /** Number of written bytes. */
  readonly size: number;
  /** Why there is no file, or what of the rows the file could not represent. */
  readonly message?: string;
  readonly hint?: string;
}

/** A statement that was run, or saved under a name. */
export interface PastQuery {
  readonly id: string;
  readonly server: string;
  /** The name under which the user saved it. */
  readonly name?: string;
  /** Beginning of the statement in one line. */
  readonly title: string;
  /** Set when the statement does more than read. */
  readonly changes?: true;
  /** Set when its last run took no effect. */
  readonly rolledBack?: true;
  /** Time in ms since 1970. */
  readonly at: number;
}
