export { type DiffLine, diffLines } from "../../core/text/diff.ts";

/** Returns the differing part of two lines as `[start, end in the first, end in the second]`, in UTF-16 units. */
export function changedPart(before: string, after: string): [start: number, before: number, after: number] {
  let start = 0;
  const least = Math.min(before.length, after.length);
  while (start < least && before[start] === after[start]) start++;
  let end = 0;
  while (end < least - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return [start, before.length - end, after.length - end];
}
