import type { Diagnostic } from "../../diagnostic.ts";
import type { unaccounted } from "../../extensions/review/unaccounted.ts";

/** The result of compiling an action: its program, or the reason for the failure. */
export type CompileResult =
  | { readonly ok: true; readonly program: string; readonly cached: boolean; readonly folder: string }
  | {
    readonly ok: false;
    readonly error: string;
    readonly hint?: string;
    /** Problems in the bundle's files; empty when the failure has another cause. */
    readonly diagnostics: readonly Diagnostic[];
  };

/** Options of a compilation. */
export interface CompileOptions {
  readonly signal?: AbortSignal;
  /** Called when a compilation starts; not called when the program is cached. */
  readonly onStart?: () => void;
  /** Called repeatedly during a long compilation. */
  readonly onProgress?: (progress: BuildProgress) => void;
  /** For tests: replaces the check of the compiled program against the review. */
  readonly look?: typeof unaccounted;
  /** Compiles with one process at a time so that other work goes first. */
  readonly background?: boolean;
}

/** The progress of a compilation. */
export interface BuildProgress {
  /** The package whose compilation started last. */
  readonly name: string;
  /** 0 to 1; null while the total is unknown. */
  readonly fraction: number | null;
}

/** A line of `go build -v` that names the package Go starts to compile. Lines of errors contain spaces or colons. */
const PACKAGE = /^[\w.\/~-]+$/;

/** Tells whether a line that Go prints contains only the name of a package. */
export function isPackageLine(line: string): boolean {
  return PACKAGE.test(line);
}

/** Number of packages from which on counting all of them is worthwhile; fewer compile faster than the count takes. */
const WORTH_COUNTING = 8;

/**
 * Returns a function that reads the lines of `go build -v` and reports progress. The first compilation on a
 * machine also compiles the standard library, so the total number of packages is counted once, after several
 * packages were compiled.
 */
export function followBuild(
  count: () => Promise<number>,
  onProgress: (progress: BuildProgress) => void,
): (line: string) => void {
  let done = 0;
  let all = 0;
  let asked = false;
  return (line) => {
    if (!isPackageLine(line)) return;
    done++;
    if (done < WORTH_COUNTING) return;
    if (!asked) {
      asked = true;
      count().then((number) => all = number, () => {});
    }
    onProgress({ name: line, fraction: all > 0 ? Math.min(0.99, done / all) : null });
  };
}
