import type { Kind, Origin } from "../driver/mod.ts";

/** A column of a table whose rows are to be edited. */
export interface EditColumn {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  /** Why only the server sets the column; null when a statement can set it. */
  readonly set: null | "generated" | "identity";
  /** Whether the server has a value for the column when a statement gives none. */
  readonly fallback: boolean;
  /** Whether the server counts the value up by itself and reports it. */
  readonly counted: boolean;
  /**
   * Why a shown value may not find its row again: `number` has more digits than are shown, `time` is a local
   * time that comes twice when summer time ends. Null: it finds its row.
   */
  readonly inexact: "number" | "time" | null;
  /** The values that the column accepts, when they are few. */
  readonly choices?: readonly string[];
}

/** A table that columns of a result come from. */
export interface EditTable {
  readonly schema: string;
  readonly name: string;
  /** What the table is when its rows cannot be edited, such as `a view`; null when they can. */
  readonly not: string | null;
  readonly columns: readonly EditColumn[];
  /** Sets of columns that identify a row and are never NULL. The primary key is first. */
  readonly keys: readonly (readonly string[])[];
  /** Whether the server can return inserted rows. */
  readonly returning: boolean;
}

/** What is known about a result for editing it. */
export interface EditFacts {
  /** Returns the table's column behind an origin; null when it no longer exists. */
  of(origin: Origin): { readonly table: EditTable; readonly column: EditColumn } | null;
}

/** A column of the result, as far as editing needs it. */
export interface ShownColumn {
  readonly name: string;
  readonly kind: Kind;
  readonly type: string;
  readonly origin?: Origin;
}
