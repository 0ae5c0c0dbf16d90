/** How well something fits what was typed. */
export interface Match {
  /** Higher fits better; 0 for an empty query. */
  readonly score: number;
  /** The places of the matched letters, in UTF-16 units, in order. */
  readonly places: readonly number[];
}

/** Tells whether every word of the query is the start of a word of the text. */
export function startsWords(query: string, text: string): boolean {
  const lower = fold(text);
  return fold(query).split(/\s+/).filter((word) => word !== "").every((word) => {
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
      if (startsWord(text, at)) return true;
    }
    return false;
  });
}

/**
 * Matches what was typed against a text: every word of the query must occur as letters in order. Starts
 * of words, runs of letters, and whole words score high; gaps cost. Null when it does not match.
 */
export function fuzzy(query: string, text: string): Match | null {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const lower = fold(text);
  const places = new Set<number>();
  let score = 0;
  for (const word of words) {
    const match = matchWord(fold(word), lower, text);
    if (!match) return null;
    score += match.score;
    match.places.forEach((place) => places.add(place));
  }
  const shortness = words.length === 0 ? 0 : 8 / (8 + text.length);
  return { score: score + shortness, places: [...places].sort((a, b) => a - b) };
}

/** Lower case without accents, one unit for one unit so that places stay true. */
function fold(text: string): string {
  return [...text].map((character) => {
    const plain = character.normalize("NFD")[0] ?? character;
    const lower = plain.toLowerCase();
    return lower.length === character.length ? lower : character;
  }).join("");
}

function matchWord(word: string, lower: string, text: string): Match | null {
  const whole = bestWhole(word, lower, text);
  if (whole) return whole;
  let best: Match | null = null;
  for (
    let start = lower.indexOf(word[0] ?? "");
    start >= 0;
    start = lower.indexOf(word[0] ?? "", start + 1)
  ) {
    // Scattered letters only count from the start of a word on: else nearly everything matches.
    if (!startsWord(text, start)) continue;
    const match = from(word, lower, text, start);
    if (!match) break;
    if (!best || match.score > best.score) best = match;
  }
  return best;
}

/** The word as a whole: at the start, at the start of a word, or inside one. */
function bestWhole(word: string, lower: string, text: string): Match | null {
  let best: Match | null = null;
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    const start = at === 0 ? 4 : startsWord(text, at) ? 3 : 1;
    const end = at + word.length >= text.length || startsWord(text, at + word.length) ? 0.5 : 0;
    const score = word.length * (2 + start) + end - at / 100;
    if (!best || score > best.score) best = { score, places: Array.from(word, (_, i) => at + i) };
  }
  return best;
}

/** Letters in order from `start` on, preferring starts of words over the next best place. */
function from(word: string, lower: string, text: string, start: number): Match | null {
  const places = [start];
  let score = startsWord(text, start) ? 3 : 1;
  let at = start;
  for (const letter of word.slice(1)) {
    let next = lower.indexOf(letter, at + 1);
    if (next < 0) return null;
    if (next !== at + 1) {
      for (let other = next; other >= 0; other = lower.indexOf(letter, other + 1)) {
        if (!startsWord(text, other)) continue;
        next = other;
        break;
      }
    }
    const gap = next - at - 1;
    score += gap === 0 ? 2 : startsWord(text, next) ? 2 : Math.max(-1, 0.5 - gap / 4);
    at = next;
    places.push(next);
  }
  return score > word.length * 0.6 ? { score, places } : null;
}

function startsWord(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text[at - 1] ?? "";
  const here = text[at] ?? "";
  if (!/[\p{L}\p{N}]/u.test(here)) return true;
  return !/[\p{L}\p{N}]/u.test(before) || (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(here)) ||
    (/\p{N}/u.test(here) !== /\p{N}/u.test(before));
}
