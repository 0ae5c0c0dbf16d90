export { byteSize as size } from "../../core/text/byte_size.ts";
import { formatNumber } from "../../core/text/locale.ts";

/** Formats an elapsed time in milliseconds to the second: `4 s`, `1:05`, `1:02:09`. */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const two = (n: number) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** Formats a duration in milliseconds: `85 ms`, `1.4 s`, `1:05`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${formatNumber(ms / 1000, 1)} s`;
  return elapsed(ms);
}

/** Formats a time within a run's log, in milliseconds: `0.084`, `12.300`, `1:02.010`. */
export function logTime(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const seconds = formatNumber((ms % 60_000) / 1000, 3);
  return minutes === 0 ? seconds : `${minutes}:${seconds.padStart(6, "0")}`;
}

/** Returns a number with its noun: `1 file`, `3 files`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${formatNumber(n)} ${n === 1 ? one : many}`;
}

/**
 * Returns how long ago something was: `just now`, `4 min ago`, `3 h ago`, `2
 * days ago`. Takes milliseconds since 1970.
 */
export function ago(then: number, now: number): string {
  return now - then < 60_000 ? "just now" : `${age(then, now)} ago`;
}

/** Returns the age of something: `0 min`, `4 min`, `3 h`, `2 days`. Takes milliseconds since 1970. */
export function age(then: number, now: number): string {
  const minutes = Math.floor(Math.max(0, now - then) / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h` : count(Math.floor(hours / 24), "day");
}

/** Splits a hash into groups of eight characters, which are easier to compare. */
export function hashGroups(hash: string): string {
  return hash.replace(/(.{8})(?=.)/g, "$1 ");
}
