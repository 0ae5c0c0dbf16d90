import type { Diagnostic } from "../diagnostic.ts";

/** An extension that its author works on in a folder; it is read again at each save. Times are in ms since 1970. */
export interface DevelopmentState {
  /** Absolute path. */
  readonly folder: string;
  /** The extension's id; null until its manifest could be read once. */
  readonly extension: string | null;
  /** Name of the extension, or of the folder while that is not known. */
  readonly name: string;
  /** `broken`: the current files cannot run, and `diagnostics` says why. */
  readonly status: "checking" | "compiling" | "ready" | "broken";
  /** What is wrong with the current files, by the rules of bundles and by the compiler. */
  readonly diagnostics: readonly Diagnostic[];
  /** Number of actions in the manifest. */
  readonly actions: number;
  /** Hash of the current files; absent while they are not a valid bundle. */
  readonly hash?: string;
  /** Time at which the files of this state were read. */
  readonly at: number;
  /** Time for checking and compiling, in ms; absent until both are done. */
  readonly ms?: number;
}
