const KB = 1024;

/** Limits of a bundle (docs/extensions.md), all inclusive. Sizes are in bytes; 1 KB is 1024 bytes. */
export const LIMITS = {
  /** The packed archive. */
  bundle: 5 * KB * KB,
  /** One file, inflated. */
  file: 2 * KB * KB,
  /** Number of files; folders do not count. */
  files: 200,
  icon: 512 * KB,
  /** UTF-8 bytes of a path: short enough for every system below a home folder. */
  path: 255,
  /** Characters of an id, which names a folder. */
  id: 200,
} as const;
