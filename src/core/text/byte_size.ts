import { formatNumber } from "./locale.ts";

const UNITS = ["KB", "MB", "GB", "TB", "PB"] as const;

/** Returns a size in bytes for people: `512 bytes`, `1.5 GB`. Each unit is 1024 times the one before. */
export function byteSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
  let size = bytes / 1024, unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${size < 10 ? formatNumber(Math.round(size * 10) / 10) : formatNumber(Math.round(size))} ${
    UNITS[unit]
  }`;
}
