/** A problem that a user can cause and fix, as a value: the fault, its place, and the next step. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** Stable code in kebab-case, one per rule, for programs and tests. */
  readonly code: string;
  /** Keys and indexes from the root of the checked document to the value; empty for the whole document. */
  readonly path: readonly (string | number)[];
  /** The file to which the position refers: inside the bundle, or the checked file. */
  readonly file?: string;
  /** Counts from 1. */
  readonly line?: number;
  /** Counts from 1, in UTF-16 units like editors. */
  readonly column?: number;
  /** What is wrong, as one sentence that names the value. */
  readonly message: string;
  /** The next step. */
  readonly hint?: string;
}

/** Tells whether any of the diagnostics is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

/**
 * Sorts diagnostics by their position within each file. The diagnostics of a file keep the places in the list
 * that they occupy together; those without a line keep their own.
 */
export function inFileOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const byFile = Map.groupBy(diagnostics.filter(({ line }) => line !== undefined), ({ file }) => file);
  const next = new Map(
    [...byFile].map(([file, all]) =>
      [file, all.sort((a, b) => a.line! - b.line! || (a.column ?? 0) - (b.column ?? 0)).values()] as const
    ),
  );
  return diagnostics.map((one) => one.line === undefined ? one : next.get(one.file)!.next().value!);
}

/** Codes of a last diagnostic that states the number of further ones. */
const COUNTING: ReadonlySet<string> = new Set(["more-problems", "too-many-problems"]);

/**
 * Returns the beginning of a long list of diagnostics: errors come before warnings, and a diagnostic that
 * counts further ones is kept.
 */
export function beginning(
  diagnostics: readonly Diagnostic[],
  most: number,
): {
  readonly first: readonly Diagnostic[];
  readonly more: number;
  readonly counting: readonly Diagnostic[];
} {
  const counting = diagnostics.slice(-1).filter(({ code }) => COUNTING.has(code));
  const listed = diagnostics.slice(0, diagnostics.length - counting.length);
  const more = Math.max(0, listed.length - most);
  const errors = listed.filter(({ severity }) => severity === "error");
  const warnings = listed.filter(({ severity }) => severity === "warning");
  return { first: more === 0 ? listed : [...errors, ...warnings].slice(0, most), more, counting };
}
