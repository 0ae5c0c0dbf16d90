/** Maximum bytes of the entries of one answer. Agents read about 25,000 words at most. */
export const MAX_PAGE_SIZE = 60_000;
/** Maximum bytes of an answer: less than the private socket's maximum for one message. */
export const MAX_ANSWER_SIZE = 250_000;

/** Returns how many bytes a value takes in an answer. */
export function sizeOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

/**
 * Returns the first entries, at most `most`, as far as they fit into `largest` bytes together. The first entry
 * is always among them, so that each page leads to the next.
 */
export function fitting<T>(entries: readonly T[], most: number, largest = MAX_PAGE_SIZE): T[] {
  let count = 0;
  for (let size = 0; count < Math.min(most, entries.length); count++) {
    size += sizeOf(entries[count]);
    if (size > largest && count > 0) break;
  }
  return entries.slice(0, count);
}
