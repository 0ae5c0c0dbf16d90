/** Longer runs of digits are no numbers that anybody reads. */
const LONGEST = 40;

/**
 * A text whose place among others is the name's in the order in which a person looks for it: `job-2` before `job-10`, letters
 * of either case side by side. Texts because they are compared quickly: there may be tens of thousands.
 */
export function nameOrder(name: string): string {
  return name.toLowerCase().replace(/[0-9]+/g, (run) => {
    const digits = run.replace(/^0+(?=.)/, "");
    // A longer number is larger, so lengths are compared first.
    return String.fromCharCode(48 + Math.min(digits.length, LONGEST)) + digits;
  });
}

/** Compares two names. Only identical texts are equal. */
export function byName(a: string, b: string): number {
  return compare(nameOrder(a), nameOrder(b)) || compare(a, b);
}

/** Things in the order of their names, those of a lower `rank` before all others. */
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

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
