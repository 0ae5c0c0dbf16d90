import type { Diagnostic } from "../../diagnostic.ts";
import type { unaccounted } from "../../extensions/review/unaccounted.ts";
import type { BuildProgress } from "./progress.ts";

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
