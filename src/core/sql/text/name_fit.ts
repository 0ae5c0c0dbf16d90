/** Minimum characters typed before words within a name are searched too. */
const WORD = 2;

/** Returns how well a name matches what was typed: 0 when it begins with that, 1 when a word in it does, else null. */
export function nameFit(name: string, typed: string): 0 | 1 | null {
  const hay = name.toLowerCase(), needle = typed.toLowerCase();
  if (hay.startsWith(needle)) return 0;
  if (needle.length < WORD) return null;
  for (let at = hay.indexOf(needle, 1); at > 0; at = hay.indexOf(needle, at + 1)) {
    const before = name[at - 1]!;
    if (!/[\p{L}\p{N}]/u.test(before)) return 1;
    if (/\p{Lu}/u.test(name[at]!) && !/\p{Lu}/u.test(before)) return 1;
  }
  return null;
}

/** Returns those whose names match, the best first, limited to `most`. */
export function fittingNames<T extends { readonly name: string }>(
  all: readonly T[],
  typed: string,
  most: number,
): T[] {
  const ranked = all.map((one) => ({ one, rank: nameFit(one.name, typed) }));
  return [0, 1].flatMap((wanted) => ranked.filter(({ rank }) => rank === wanted).map(({ one }) => one))
    .slice(0, most);
}
