const MB = 1024 * 1024;

/** Limits of a catalogue, all inclusive; sizes are in bytes. */
export const MAX_COUNT = {
  /** Size of catalog.json. */
  catalogue: 32 * MB,
  /** Size of catalog.json.sig. */
  signatures: 256 * 1024,
  /** Size of one signature as text. */
  signature: 16 * 1024,
  extensions: 10_000,
  /** Versions of one extension that are described, and earlier ones that are only known by their hash. */
  versions: 20,
  earlier: 1000,
  withdrawn: 10_000,
  /** Keys in one key set. */
  signers: 20,
  /** Key sets. */
  sets: 100,
  /** Findings of one version. */
  findings: 200,
  /** Accounts named for one version. */
  places: 40,
} as const;

/** Maximum time for a source to provide one file or a snapshot, ms. */
export const SOURCE_LIMIT = 60_000;

/** Days for which a published catalogue is valid by default. */
export const VALID_DAYS = 90;

/** The files of a catalogue besides the folder of its bundles. */
export const FILES = {
  catalogue: "catalog.json",
  signatures: "catalog.json.sig",
  /** The keys in the format of `ssh-keygen`, for other programs. */
  signers: "allowed_signers",
} as const;
