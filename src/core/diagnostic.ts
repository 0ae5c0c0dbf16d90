/** A problem that a user can cause and mend, as a value: what, where, and what to do next. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** Stable, kebab-case, one per rule: what programs and tests match on. */
  readonly code: string;
  /** Keys and indexes from the root of the checked document to the value; empty for the whole. */
  readonly path: readonly (string | number)[];
  /** The file inside the bundle, or the checked file, that the position belongs to. */
  readonly file?: string;
  /** Counts from 1. */
  readonly line?: number;
  /** Counts from 1, in UTF-16 units as editors count. */
  readonly column?: number;
  /** What is wrong, one sentence, naming the value. */
  readonly message: string;
  /** What to do next. */
  readonly hint?: string;
}

/** Tells whether any of the diagnostics is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}
