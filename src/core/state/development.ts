import type { Diagnostic } from "../diagnostic.ts";

/** An extension that its author works on in a folder, taken anew at each save. Times are milliseconds since 1970. */
export interface DevelopmentState {
  /** Absolute. */
  readonly folder: string;
  /** Null until its manifest could be read once. */
  readonly extension: string | null;
  /** The extension's name, else the folder's. */
  readonly name: string;
  /** `broken`: the files as they are now do not run, `diagnostics` says why. */
  readonly status: "checking" | "compiling" | "ready" | "broken";
  /** What is wrong with the files as they are now, of the bundle's rules and of the compiler. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many actions the manifest has. */
  readonly actions: number;
  /** The content hash of the files as they are now; absent while they are no bundle. */
  readonly hash?: string;
  /** When the files that this is about were read. */
  readonly at: number;
  /** How long checking and compiling took, ms; absent until both are done. */
  readonly ms?: number;
}
