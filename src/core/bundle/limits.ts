import { formatNumber } from "../text/locale.ts";

const KB = 1024;

/** The limits of a bundle (docs/extensions.md), all inclusive. Sizes are bytes; 1 KB is 1024 bytes. */
export const LIMITS = {
  /** The archive as it comes. */
  bundle: 5 * KB * KB,
  /** One file, inflated. */
  file: 2 * KB * KB,
  /** Files of the bundle; folders do not count. */
  files: 200,
  icon: 512 * KB,
  /** A path, in UTF-8 bytes: what every system can keep below a home folder. */
  path: 255,
  /** An id, because it names a folder. */
  id: 200,
} as const;

/** A number of bytes for people: `512 bytes`, `2 MB`, `1.5 MB`. */
export function bytesText(bytes: number): string {
  if (bytes < KB) return `${bytes} bytes`;
  const [value, unit] = bytes < KB * KB ? [bytes / KB, "KB"] : [bytes / (KB * KB), "MB"];
  return `${Number.isInteger(value) ? value : formatNumber(value, 1)} ${unit}`;
}
