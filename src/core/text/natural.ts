let collator: Intl.Collator | undefined;

/** The order in which a person looks for names: `job-2` before `job-10`, letters of either case side by side. */
export function byName(a: string, b: string): number {
  // Made at its first use: that takes longer than most commands have.
  collator ??= new Intl.Collator("en", { numeric: true });
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}
