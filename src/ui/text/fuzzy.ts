/** How well something fits what was typed. */
export interface Match {
  /** Higher fits better; 0 for an empty query. */
  readonly score: number;
  /** The places of the matched letters, in UTF-16 units, in order. */
  readonly places: readonly number[];
}

/** Tells whether every word of the query is the start of a word of the text. */
export function startsWords(query: string, text: string): boolean {
  const { lower, starts } = folded(text);
  return fold(query).split(/\s+/).filter((word) => word !== "").every((word) => {
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
      if (starts[at]) return true;
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
  const ready = folded(text);
  const places = new Set<number>();
  let score = 0;
  for (const word of words) {
    const match = matchWord(fold(word), ready);
    if (!match) return null;
    score += match.score;
    match.places.forEach((place) => places.add(place));
  }
  const shortness = words.length === 0 ? 0 : 8 / (8 + text.length);
  return { score: score + shortness, places: [...places].sort((a, b) => a - b) };
}

/** A text made ready to be searched. */
interface Folded {
  /** Lower case without accents, one unit for one unit so that places stay true. */
  readonly lower: string;
  /** For each unit whether a word starts there. */
  readonly starts: readonly boolean[];
}

/** The texts of a list are the same for every letter that is typed: they are made ready once. */
const known = new Map<string, Folded>();
const MOST_KNOWN = 20_000;

function folded(text: string): Folded {
  const found = known.get(text);
  if (found) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const made = {
    lower: fold(text),
    starts: Array.from({ length: text.length }, (_, at) => startsWord(text, at)),
  };
  known.set(text, made);
  return made;
}

function fold(text: string): string {
  // deno-lint-ignore no-control-regex
  if (/^[\u0000-\u007f]*$/.test(text)) return text.toLowerCase();
  return [...text].map((character) => {
    const plain = character.normalize("NFD")[0] ?? character;
    const lower = plain.toLowerCase();
    return lower.length === character.length ? lower : character;
  }).join("");
}

function matchWord(word: string, { lower, starts }: Folded): Match | null {
  const whole = bestWhole(word, lower, starts);
  if (whole) return whole;
  let best: Match | null = null;
  for (
    let start = lower.indexOf(word[0] ?? "");
    start >= 0;
    start = lower.indexOf(word[0] ?? "", start + 1)
  ) {
    // Scattered letters only count from the start of a word on: else nearly everything matches.
    if (!starts[start]) continue;
    const match = from(word, lower, starts, start);
    if (!match) break;
    if (!best || match.score > best.score) best = match;
  }
  return best;
}

/** The word as a whole: at the start, at the start of a word, or inside one. */
function bestWhole(word: string, lower: string, starts: readonly boolean[]): Match | null {
  let best: Match | null = null;
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    const start = at === 0 ? 4 : starts[at] ? 3 : 1;
    const end = at + word.length >= lower.length || starts[at + word.length] ? 0.5 : 0;
    const score = word.length * (2 + start) + end - at / 100;
    if (!best || score > best.score) best = { score, places: Array.from(word, (_, i) => at + i) };
  }
  return best;
}

/** Letters in order from `begin` on, preferring starts of words over the next best place. */
function from(word: string, lower: string, starts: readonly boolean[], begin: number): Match | null {
  const places = [begin];
  let score = starts[begin] ? 3 : 1;
  let at = begin;
  for (const letter of word.slice(1)) {
    let next = lower.indexOf(letter, at + 1);
    if (next < 0) return null;
    if (next !== at + 1) {
      for (let other = next; other >= 0; other = lower.indexOf(letter, other + 1)) {
        if (!starts[other]) continue;
        next = other;
        break;
      }
    }
    const gap = next - at - 1;
    score += gap === 0 ? 2 : starts[next] ? 2 : Math.max(-1, 0.5 - gap / 4);
    at = next;
    places.push(next);
  }
  return score > word.length * 0.6 ? { score, places } : null;
}

function startsWord(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = kindOf(text, at - 1);
  const here = kindOf(text, at);
  if (here === "other" || before === "other") return true;
  return (before === "lower" && here === "upper") || (here === "number") !== (before === "number");
}

type Kind = "lower" | "upper" | "letter" | "number" | "other";

/** What a unit of a text is. Plain letters are told without a pattern: there are many of them. */
function kindOf(text: string, at: number): Kind {
  const code = text.charCodeAt(at);
  if (code >= 97 && code <= 122) return "lower";
  if (code >= 65 && code <= 90) return "upper";
  if (code >= 48 && code <= 57) return "number";
  if (code < 128) return "other";
  const character = text[at] ?? "";
  if (/\p{Ll}/u.test(character)) return "lower";
  if (/\p{Lu}/u.test(character)) return "upper";
  return /\p{L}/u.test(character) ? "letter" : /\p{N}/u.test(character) ? "number" : "other";
}
