const MB = 1024 * 1024;

/** The most that is taken of a catalogue, all inclusive; sizes are bytes. */
export const MOST = {
  /** catalog.json. */
  catalogue: 32 * MB,
  /** catalog.json.sig. */
  signatures: 256 * 1024,
  /** One signature, as text. */
  signature: 16 * 1024,
  extensions: 10_000,
  /** Kept of one extension. */
  versions: 20,
  withdrawn: 10_000,
  /** Keys of one time. */
  signers: 20,
  /** How often keys changed. */
  sets: 100,
  /** Told of one version. */
  findings: 200,
  /** Accounts that are named of one version. */
  places: 40,
} as const;

/** How long a source may take to give one file, or a snapshot, ms. */
export const SOURCE_LIMIT = 60_000;

/** A published catalogue is valid this many days by default. */
export const VALID_DAYS = 90;

/** The files of a catalogue, beside the folder of its bundles. */
export const FILES = {
  catalogue: "catalog.json",
  signatures: "catalog.json.sig",
  /** The keys in the form of `ssh-keygen`, for other programs. */
  signers: "allowed_signers",
} as const;
