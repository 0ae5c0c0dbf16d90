/** Returns the words of a list in which spaces separate them. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
