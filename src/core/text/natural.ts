/** Maximum digits of a run that is compared as a number. */
const MAX_LENGTH = 40;

/**
 * Returns a sort key for a name, so that names are in the order in which people look for them: `job-2` before
 * `job-10`, and letters without regard to case. The key is a text because texts compare quickly, and there
 * may be tens of thousands of names.
 */
export function nameOrder(name: string): string {
  return name.toLowerCase().replace(/[0-9]+/g, (run) => {
    const digits = run.replace(/^0+(?=.)/, "");
    // A number with more digits is larger, so lengths are compared first.
    return String.fromCharCode(48 + Math.min(digits.length, MAX_LENGTH)) + digits;
  });
}

/** Compares two names. Only identical texts are equal. */
export function byName(a: string, b: string): number {
  return compare(nameOrder(a), nameOrder(b)) || compare(a, b);
}

/** Returns items in the order of their names, with those of a lower `rank` first. */
export function sortedByName<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  rank: (item: Item) => number = () => 0,
): Item[] {
  return items.map((item) => {
    const name = nameOf(item);
    return { item, name, order: nameOrder(name), rank: rank(item) };
  }).sort((a, b) => a.rank - b.rank || compare(a.order, b.order) || compare(a.name, b.name))
    .map(({ item }) => item);
}

/** Compares two texts by their UTF-16 units. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
