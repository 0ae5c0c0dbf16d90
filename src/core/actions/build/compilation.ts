import type { Diagnostic } from "../../diagnostic.ts";
import type { unaccounted } from "../../extensions/review/unaccounted.ts";

/** An action as a program. */
export type CompileResult =
  | { readonly ok: true; readonly program: string; readonly cached: boolean; readonly folder: string }
  | {
    readonly ok: false;
    readonly error: string;
    readonly hint?: string;
    /** The problems of the bundle's files, when those are the reason. */
    readonly diagnostics: readonly Diagnostic[];
  };

/** What compiling may be told. */
export interface CompileOptions {
  readonly signal?: AbortSignal;
  /** Called when there is something to compile, not when the program is cached. */
  readonly onStart?: () => void;
  /** Called again and again while a compilation takes long. */
  readonly onProgress?: (progress: BuildProgress) => void;
  /** For tests: what holds the program against its review. */
  readonly look?: typeof unaccounted;
  /** Compile behind everything else. */
  readonly background?: boolean;
}

/** How far a compilation is. */
export interface BuildProgress {
  /** The package that was begun last. */
  readonly name: string;
  /** 0 to 1; null while it is not known. */
  readonly fraction: number | null;
}

/** A line of `go build -v`: the package it begins to compile. Errors have spaces or colons. */
const PACKAGE = /^[\w.\/~-]+$/;

/** Tells whether a line that go prints is only the name of a package. */
export function isPackageLine(line: string): boolean {
  return PACKAGE.test(line);
}

/** Few packages are compiled so fast that counting them would take longer. */
const WORTH_COUNTING = 8;

/**
 * Follows the lines of `go build -v`. A first compilation of a machine compiles the standard library too:
 * how many packages there are in all is asked once, when there turn out to be many.
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
