/**
 * Finding by typing, everywhere in Kedge: each typed word has its letters in the title, or begins one of the words around
 * it. Pure, and quick enough for twenty thousand texts at each key.
 */

/** A text that can be found, made ready once. */
export interface Haystack {
  readonly title: string;
  /** The title in lower case without accents, one unit for one unit so that places stay true. */
  readonly lower: string;
  /** Further texts that it is found by, in the same way. */
  readonly around: string;
  /** Which letters the title has, one bit for each: most texts are told apart by them. */
  readonly letters: number;
  /** Words are only found in the title as a whole. */
  readonly wholeWords: boolean;
  /** Whose it is, found by letters as a title is; it counts as what is around. */
  readonly of: Haystack | null;
  /** A name that counts as the title does; null: none. */
  readonly alias: Haystack | null;
}

/** A typed word, made ready once. */
export interface Word {
  readonly text: string;
  readonly letters: number;
}

/** A title that is longer is searched up to here, in UTF-16 units. */
const LONGEST = 300;

/** Makes a title ready, with other words that it is found by, and whose it is. */
export function haystack(
  title: string,
  around = "",
  { wholeWords = false, of = null, alias = null }: {
    readonly wholeWords?: boolean;
    readonly of?: Haystack | null;
    readonly alias?: Haystack | null;
  } = {},
): Haystack {
  const lower = fold(title.slice(0, LONGEST));
  return { title, lower, around: fold(around), letters: lettersOf(lower), wholeWords, of, alias };
}

/** The words of what was typed; none for nothing. */
export function typedWords(typed: string): readonly Word[] {
  return fold(typed).split(/\s+/).filter((text) => text !== "").map((text) => ({
    text,
    letters: lettersOf(text),
  }));
}

/**
 * How well the words fit: higher is better, null when one of them does not. Starts of words, runs of letters and whole
 * words score high, gaps cost; a word that is only found around the title counts for its letters. `given` are words that
 * need not be found, because the heading over it says them.
 */
export function fit(words: readonly Word[], hay: Haystack, given?: ReadonlySet<Word>): number | null {
  let score = words.length === 0 ? 0 : 8 / (8 + hay.title.length);
  if (words.length === 1 && words[0]!.text === hay.lower) score += EXACT;
  for (const word of words) {
    const found = find(word, hay) ?? (hay.alias && find(word, hay.alias));
    if (found) score += found.score;
    else {
      const whose = hay.of && find(word, hay.of);
      if (!whose && !given?.has(word) && !beginsWord(word.text, hay.around)) return null;
      score += word.text.length + (whose ? whose.score * WHOSE : 0);
    }
  }
  return score;
}

/** The bonus for a match in the name of the item's account, beside its letters: more than use, less than a match in the title. */
const WHOSE = 0.2;

/** Added for a title that was typed from its first to its last letter. */
const EXACT = 1;

/** The places of the matched letters in the title, in UTF-16 units, in order. */
export function marks(words: readonly Word[], hay: Haystack): number[] {
  const marked = new Set<number>();
  for (const word of words) {
    const found = find(word, hay);
    if (found?.wholeWord) { for (let at = 0; at < word.text.length; at++) marked.add(found.at + at); }
    else if (found) scattered(word.text, hay, found.at, (index) => marked.add(index));
  }
  return [...marked].sort((a, b) => a - b);
}

/** Tells whether the word begins one of the words of a text in lower case. */
export function beginsWord(word: string, lower: string): boolean {
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    if (startsWord(lower, at)) return true;
  }
  return false;
}

/** Where a word is in a title. */
interface Found {
  readonly score: number;
  readonly at: number;
  /** As a whole; else its letters come one after the other from `at` on. */
  readonly wholeWord: boolean;
}

function find(word: Word, hay: Haystack): Found | null {
  if ((word.letters & ~hay.letters) !== 0) return null;
  return wholeWord(word.text, hay) ?? (hay.wholeWords ? null : best(word.text, hay));
}

/** The word as a whole: at the start, at the start of a word, or inside one. */
function wholeWord(word: string, { lower, title }: Haystack): Found | null {
  let best: Found | null = null;
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    const start = at === 0 ? 4 : startsWord(title, at) ? 3 : 1;
    const after = at + word.length;
    const end = after >= lower.length || startsWord(title, after) ? 0.5 : 0;
    const score = word.length * (2 + start) + end - at / 100;
    if (!best || score > best.score) best = { score, at, wholeWord: true };
  }
  return best;
}

/** What a letter must be worth on average, for letters that are scattered to be no accident. */
const LEAST = 0.9;

/** The word's letters in order, from the start of a word on: from anywhere, nearly everything would fit. */
function best(word: string, hay: Haystack): Found | null {
  let best: Found | null = null;
  for (let at = hay.lower.indexOf(word[0]!); at >= 0; at = hay.lower.indexOf(word[0]!, at + 1)) {
    if (!startsWord(hay.title, at)) continue;
    const score = scattered(word, hay, at);
    if (score === null) break;
    if (score > word.length * LEAST && (!best || score > best.score)) best = { score, at, wholeWord: false };
  }
  return best;
}

/**
 * Letters in order from `begin` on, preferring starts of words over the next best place; null when one is missing. A letter
 * within another word than the one before it, whose beginning was not typed, is an accident: it takes away what made a word.
 */
function scattered(
  word: string,
  { lower, title }: Haystack,
  begin: number,
  onMark?: (index: number) => void,
): number | null {
  onMark?.(begin);
  let score = 3;
  let at = begin;
  for (let letter = 1; letter < word.length; letter++) {
    let next = lower.indexOf(word[letter]!, at + 1);
    if (next < 0) return null;
    if (next !== at + 1) {
      for (let other = next; other >= 0; other = lower.indexOf(word[letter]!, other + 1)) {
        if (!startsWord(title, other)) continue;
        next = other;
        break;
      }
    }
    const gap = next - at - 1;
    score += gap === 0 || startsWord(title, next)
      ? 2
      : crossesWord(title, at, next)
      ? -ACCIDENT
      : Math.max(-1, 0.5 - gap / 4);
    at = next;
    onMark?.(at);
  }
  return score;
}

/** What a letter in the middle of a word that was not begun takes from a score. */
const ACCIDENT = 4;

/** Whether another word begins between two places. */
function crossesWord(title: string, after: number, until: number): boolean {
  for (let at = after + 1; at < until; at++) if (startsWord(title, at)) return true;
  return false;
}

/** One bit for each letter from a to z, five for the digits, one for everything else. */
function lettersOf(lower: string): number {
  let letters = 0;
  for (let at = 0; at < lower.length; at++) {
    const code = lower.charCodeAt(at);
    if (code >= 97 && code <= 122) letters |= 1 << (code - 97);
    else if (code >= 48 && code <= 57) letters |= 1 << (26 + ((code - 48) >> 1));
    else if (code !== 32) letters |= 1 << 31;
  }
  return letters;
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
