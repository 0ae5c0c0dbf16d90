/** One catalogue of the configuration. Times are milliseconds since 1970. */
export interface CatalogueState {
  /** As config.json has it. */
  readonly address: string;
  /** Its name; its address until that is known. */
  readonly name: string;
  /** `untrusted`: its `keys` are not trusted yet. `failed`: `error` says why; what was there before still counts. */
  readonly status: "reading" | "ready" | "untrusted" | "failed";
  readonly error?: string;
  readonly hint?: string;
  /** The version that was taken last; absent when none was. */
  readonly version?: number;
  readonly expires?: number;
  /** When its source was last asked and gave it. */
  readonly checkedAt?: number;
  readonly signedBy?: readonly string[];
  /** How many extensions it has. */
  readonly extensions: number;
  readonly keys?: CatalogueKeys;
}

/** The keys of a catalogue, before somebody trusts them. */
export interface CatalogueKeys {
  /** So many of them must sign. */
  readonly threshold: number;
  readonly signers: readonly { readonly name: string; readonly type: string; readonly fingerprint: string }[];
}

/** A newer version of an installed extension, that waits for its review. */
export interface CatalogueUpdate {
  readonly address: string;
  readonly extension: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** What it can do that the installed one could not, as what follows "can now". */
  readonly newly: readonly string[];
}
