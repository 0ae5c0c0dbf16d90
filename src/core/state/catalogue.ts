/** A catalogue of the configuration. Times are in ms since 1970. */
export interface CatalogueState {
  /** The address as config.json has it. */
  readonly address: string;
  /** The catalogue's name; its address until the name is known. */
  readonly name: string;
  /**
   * `untrusted`: its `keys` are not trusted yet. `failed`: `error` says why, and the version read before
   * stays valid.
   */
  readonly status: "reading" | "ready" | "untrusted" | "failed";
  readonly error?: string;
  readonly hint?: string;
  /** The version that was accepted last; absent when none was. */
  readonly version?: number;
  readonly expires?: number;
  /** Time of the last successful read of its source. */
  readonly checkedAt?: number;
  readonly signedBy?: readonly string[];
  /** Number of its extensions. */
  readonly extensions: number;
  readonly keys?: CatalogueKeys;
}

/** The keys of a catalogue before the user trusts them. */
export interface CatalogueKeys {
  /** Number of keys that must sign. */
  readonly threshold: number;
  readonly signers: readonly { readonly name: string; readonly type: string; readonly fingerprint: string }[];
}

/** A newer version of an installed extension, which waits for its review. */
export interface CatalogueUpdate {
  readonly address: string;
  readonly extension: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** What the new version can do and the installed one could not, as texts that follow "can now". */
  readonly newly: readonly string[];
}
