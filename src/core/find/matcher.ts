/**
 * Finds texts by typing, everywhere in Kedge. The letters of each typed word are in the title, or the word
 * begins one of the further words. Pure, and fast enough to search twenty thousand texts at each key.
 */

/** A text to be searched, prepared once. */
export interface Haystack {
  readonly title: string;
  /** The title in lower case without accents, with the same number of UTF-16 units so that positions stay valid. */
  readonly lower: string;
  /** Further texts that the item is found by, in lower case without accents. */
  readonly around: string;
  /** Bits of the letters in the title, which rule out most texts quickly. */
  readonly letters: number;
  /** Whether words are found in the title only as a whole. */
  readonly wholeWords: boolean;
  /**
   * Name of the item's account; null for none. Typed letters find the item by it too, with the score of a
   * further text.
   */
  readonly of: Haystack | null;
  /** Another name that is found as the title is; null for none. */
  readonly alias: Haystack | null;
  /** Other words for the item, in lower case; null for none. */
  readonly synonyms: ReadonlySet<string> | null;
}

/** A typed word, prepared once. */
export interface Word {
  readonly text: string;
  readonly letters: number;
}

/** A typed text that may be a synonym, prepared once. */
interface Synonym {
  readonly text: string;
  /** Score of a title that begins with the text. */
  readonly score: number;
}

/** Maximum searched length of a title, in UTF-16 units. */
const MAX_LENGTH = 300;

/**
 * Prepares a title, further words in `around`, the name of the item's account (`of`), another name (`alias`)
 * and `synonyms` in lower case.
 */
export function haystack(
  title: string,
  around = "",
  { wholeWords = false, of = null, alias = null, synonyms = null }: {
    readonly wholeWords?: boolean;
    readonly of?: Haystack | null;
    readonly alias?: Haystack | null;
    readonly synonyms?: ReadonlySet<string> | null;
  } = {},
): Haystack {
  const lower = fold(title.slice(0, MAX_LENGTH));
  return { title, lower, around: fold(around), letters: lettersOf(lower), wholeWords, of, alias, synonyms };
}

/** Returns the words of a typed text; empty for an empty text. */
export function typedWords(typed: string): readonly Word[] {
  return fold(typed).split(/\s+/).filter((text) => text !== "").map((text) => ({
    text,
    letters: lettersOf(text),
  }));
}

/** Returns the words as the one synonym that they may be; undefined for no words. */
export function asSynonym(words: readonly Word[]): Synonym | undefined {
  if (words.length === 0) return undefined;
  const text = words.map(({ text }) => text).join(" ");
  const title = haystack(text);
  return { text, score: words.reduce((sum, word) => sum + find(word, title)!.score, 0) };
}

/**
 * Returns how well the words fit: higher is better, null when a word does not fit. Starts of words, runs of
 * letters and whole words score high, gaps lower the score. A word found only in the further texts scores its
 * number of letters. `given` has the scores of words that need not be found, because they mean every item of
 * the kind. Where the words are a `synonym` as a whole, they score like the beginning of the title.
 */
export function fit(
  words: readonly Word[],
  hay: Haystack,
  given?: ReadonlyMap<Word, number>,
  synonym?: Synonym,
): number | null {
  let score = words.length === 0 ? 0 : 8 / (8 + hay.title.length);
  if (synonym && hay.synonyms?.has(synonym.text)) return score + synonym.score;
  if (words.length === 1 && words[0]!.text === hay.lower) score += EXACT;
  for (const word of words) {
    const found = find(word, hay) ?? (hay.alias && find(word, hay.alias));
    if (found) score += found.score;
    else {
      const whose = hay.of && find(word, hay.of);
      const free = whose ? undefined : given?.get(word);
      if (free !== undefined) score += free;
      else if (whose || beginsWord(word.text, hay.around)) {
        score += word.text.length + (whose ? whose.score * WHOSE : 0);
      } else return null;
    }
  }
  return score;
}

/**
 * Part of the score in the account's name that is added to the score. Such a match counts more than frequent
 * use and less than a match in the title.
 */
const WHOSE = 0.2;

/** Added when the typed word equals the whole title. */
const EXACT = 1;

/** Returns the positions of the matched letters in the title, in UTF-16 units and ascending. */
export function marks(words: readonly Word[], hay: Haystack): number[] {
  const marked = new Set<number>();
  for (const word of words) {
    const found = find(word, hay);
    if (found?.wholeWord) { for (let at = 0; at < word.text.length; at++) marked.add(found.at + at); }
    else if (found) scattered(word.text, hay, found.at, (index) => marked.add(index));
  }
  return [...marked].sort((a, b) => a - b);
}

/** Whether the word begins one of the words of a text in lower case. */
export function beginsWord(word: string, lower: string): boolean {
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    if (startsWord(lower, at)) return true;
  }
  return false;
}

/** A match of a word in a title. */
interface Found {
  readonly score: number;
  readonly at: number;
  /** Whether the word matched as a whole; otherwise its letters are scattered from `at` on. */
  readonly wholeWord: boolean;
}

function find(word: Word, hay: Haystack): Found | null {
  if ((word.letters & ~hay.letters) !== 0) return null;
  return wholeWord(word.text, hay) ?? (hay.wholeWords ? null : best(word.text, hay));
}

/** Finds the word as a whole: at the start of the title, at the start of a word, or inside a word. */
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

/** Minimum average score per letter of scattered letters; a lower score is probably an accident. */
const LEAST = 0.9;

/**
 * Finds the word's letters in order. The first letter must start a word, because nearly every title would fit
 * otherwise.
 */
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
 * Returns the score of letters that follow in order from `begin` on; null when one is missing. Starts of
 * words are preferred over the next position. A letter in the middle of a later word, whose start was not
 * typed, lowers the score because it is probably an accident.
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

/** Score that a letter in the middle of a later word costs. */
const ACCIDENT = 4;

/** Whether a word begins between two positions. */
function crossesWord(title: string, after: number, until: number): boolean {
  for (let at = after + 1; at < until; at++) if (startsWord(title, at)) return true;
  return false;
}

/** Returns one bit for each letter from a to z, five bits for the digits and one for all other characters. */
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

/**
 * Returns the class of a UTF-16 unit. ASCII is classified without a regular expression, because most texts
 * are ASCII.
 */
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
