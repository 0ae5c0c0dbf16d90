import type { Kind, Origin } from "../driver/mod.ts";

/** A column of a table whose rows are to be edited. */
export interface EditColumn {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  /** Why only the server sets it; null: a statement can set it. */
  readonly set: null | "generated" | "identity";
  /** The server has a value for it where none is given. */
  readonly fallback: boolean;
  /** The server counts it up by itself, and tells the number. */
  readonly counted: boolean;
  /** Its values are not exact: none is found again by what is shown of it. */
  readonly inexact: boolean;
  /** The only values that it takes, where they are few. */
  readonly choices?: readonly string[];
}

/** A table that columns of a result come from. */
export interface EditTable {
  readonly schema: string;
  readonly name: string;
  /** What it is, where its rows cannot be edited: `a view`. */
  readonly not: string | null;
  readonly columns: readonly EditColumn[];
  /** Columns whose values together are those of one row only, and never NULL. The primary key is the first. */
  readonly keys: readonly (readonly string[])[];
  /** The server gives the rows that are inserted. */
  readonly returning: boolean;
}

/** What there is to know of a result for editing it. */
export interface EditFacts {
  /** The column of a table behind an origin; null: there is none any more. */
  of(origin: Origin): { readonly table: EditTable; readonly column: EditColumn } | null;
}

/** A column of the result, as editing it needs it. */
export interface ShownColumn {
  readonly name: string;
  readonly kind: Kind;
  readonly type: string;
  readonly origin?: Origin;
}
