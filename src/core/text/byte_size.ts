import { formatNumber } from "./locale.ts";

const UNITS = ["KB", "MB", "GB", "TB", "PB"] as const;

/** A size in bytes as people read it: `512 B`, `1.5 GB`; a unit has 1024 of the one before. */
export function byteSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  let size = bytes / 1024, unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${size < 10 ? formatNumber(Math.round(size * 10) / 10) : formatNumber(Math.round(size))} ${
    UNITS[unit]
  }`;
}
