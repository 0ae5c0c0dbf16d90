/**
 * Maximum characters of a word that is compared. In a longer one, a difference of one or two letters is
 * unlikely to be a typing mistake.
 */
const MAX_LENGTH = 40;

/**
 * Returns the known word that `word` was most likely meant to be; undefined when none is near. Near means the
 * same letters in another case, or up to a third of them (and up to 3) added, lost, changed or swapped.
 */
export function suggest(word: string, known: Iterable<string>): string | undefined {
  if (word === "" || word.length > MAX_LENGTH) return undefined;
  const lower = word.toLowerCase();
  let best: string | undefined;
  let least = Math.min(3, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    // The distance is at least the difference in length; lower case may change a length slightly.
    if (Math.abs(candidate.length - word.length) > 2 * least) continue;
    const other = candidate.toLowerCase();
    const distance = other === lower ? 0 : editDistance(lower, other, least);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** Three rows of distances, reused for every pair because there may be a hundred thousand. */
const ROWS = [
  new Uint8Array(4 * MAX_LENGTH),
  new Uint8Array(4 * MAX_LENGTH),
  new Uint8Array(4 * MAX_LENGTH),
] as const;

/**
 * Returns the optimal string alignment distance: the fewest insertions, deletions, changes and swaps of
 * neighbours. Counting stops at `enough`, so only distances near the diagonal are computed.
 */
function editDistance(a: string, b: string, enough: number): number {
  if (Math.abs(a.length - b.length) >= enough) return enough;
  if (b.length >= ROWS[0].length) return enough; // lower case has made it longer than any word
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
    // A swap looks one row further back.
    if (nearest > enough) return enough;
    [before, above, row] = [above, row, before];
  }
  return Math.min(enough, above[b.length]!);
}
