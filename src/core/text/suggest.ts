/**
 * The longest word that is compared: in a longer one, a difference of one or two letters is unlikely to be a typing
 * mistake.
 */
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
    // A length that differs by more is a distance of more; lower case may change it by a little.
    if (Math.abs(candidate.length - word.length) > 2 * least) continue;
    const other = candidate.toLowerCase();
    const distance = other === lower ? 0 : editDistance(lower, other, least);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** Three rows of distances, used again for every pair: there may be a hundred thousand. */
const ROWS = [new Uint8Array(4 * LONGEST), new Uint8Array(4 * LONGEST), new Uint8Array(4 * LONGEST)] as const;

/**
 * Optimal string alignment: the fewest insertions, deletions, changes and swaps of neighbours. From `enough` on it
 * is not counted further, so that only what is near the diagonal is looked at.
 */
function editDistance(a: string, b: string, enough: number): number {
  if (Math.abs(a.length - b.length) >= enough) return enough;
  if (b.length >= ROWS[0].length) return enough; // lower case has made it longer than any word is
  let [before, above, row] = ROWS;
  for (let j = 0; j <= b.length; j++) above[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - enough), to = Math.min(b.length, i + enough);
    row.fill(enough, 0, b.length + 1);
    row[0] = i;
    let nearest = i;
    for (let j = from; j <= to; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, before[j - 2]! + 1);
      }
      row[j] = least;
      nearest = Math.min(nearest, least);
    }
    // A swap reaches one row further back.
    if (nearest > enough) return enough;
    [before, above, row] = [above, row, before];
  }
  return Math.min(enough, above[b.length]!);
}
