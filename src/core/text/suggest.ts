/** The longest word worth comparing: nobody mistypes a longer one by a letter or two. */
const LONGEST = 40;

/**
 * The known word that `word` was most likely meant to be, or undefined when none is near: the same
 * letters in another case, or at most a third of them (and at most 3) added, lost, changed or swapped.
 */
export function suggest(word: string, known: Iterable<string>): string | undefined {
  if (word === "" || word.length > LONGEST) return undefined;
  const lower = word.toLowerCase();
  let best: string | undefined;
  let least = Math.min(3, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const distance = candidate.toLowerCase() === lower ? 0 : editDistance(lower, candidate.toLowerCase());
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** Optimal string alignment: the fewest insertions, deletions, changes and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j]!, before[j - 2]! + 1);
      }
    }
    [before, above] = [above, row];
  }
  return above[b.length]!;
}
