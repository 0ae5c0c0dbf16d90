import { typedWords, type Word } from "./matcher.ts";

/** Maximum searched length of a typed or pasted text, in UTF-16 units. */
const MAX_LENGTH = 200;

/** Returns the part of a typed or pasted text that is searched for: its beginning, without spaces around it. */
export function searched(text: string): string {
  return text.trim().slice(0, MAX_LENGTH);
}

/** Maximum length of an ARN with what stands around it. */
const MAX_ARN_LENGTH = 2100;

/** Returns the ARN that a text consists of, without quotes and marks around it; null for any other text. */
export function typedArn(text: string): string | null {
  if (text.length > MAX_ARN_LENGTH) return null;
  return /^[\s"'`(<[]*(arn:[!-~]+?)[\s"'`)>\],;]*$/.exec(text)?.[1] ?? null;
}

/** What was found, and the words that found it. */
export interface Read<Found> {
  readonly words: readonly Word[];
  readonly found: readonly Found[];
}

/** Finds by the first meaning of a typed text that fits anything. */
export function firstRead<Found>(typed: string, find: (text: string) => readonly Found[]): Read<Found> {
  for (const text of readings(typed)) {
    const found = find(text);
    if (found.length > 0) return { words: typedWords(text), found };
  }
  return { words: [], found: [] };
}

/** Returns what a typed text may mean, the likeliest first. */
function readings(typed: string): readonly string[] {
  const text = searched(typed);
  const all = [plain(text), text, ...accountIn(typed), ...serverIn(text), ...likeNames(text), inLatin(text)];
  return [...new Set(all)].filter((text) => text !== "");
}

/** Returns the typed text. An account ID typed in groups, as people read it aloud, becomes one word. */
function plain(typed: string): string {
  return /^[\d\s-]+$/.test(typed) ? typed.replace(/[\s-]+/g, "") : typed;
}

/** An account ID that is no part of a name, or that begins a host, as in an address of the console. */
const ACCOUNT = /(?<=:\/\/)\d{12}(?=[.-])|(?<![\w/.-])(?:\d{12}|\d{4}([ -])\d{4}\1\d{4})(?![\w/-])/g;

/** Returns the account ID in a pasted text; nothing when there is none or more than one. */
function accountIn(typed: string): readonly string[] {
  const ids = new Set(typed.match(ACCOUNT)?.map(plain));
  return ids.size === 1 ? [...ids] : [];
}

/** Host, port and database of a connection address: `postgres://me@host:5432/shop`, `host:5432/shop`. */
const ADDRESS = /^(?:[\w+.-]+:)*(?:\/\/(?:[^\s/@]*@)?([^\s/?@]+)|([\w.-]+:\d+))(?:\/([^\s?;]+))?/;

/** Returns texts that find the server of a connection address. */
function serverIn(typed: string): readonly string[] {
  const [, host, plainHost, database = ""] = ADDRESS.exec(typed) ?? [];
  const server = host ?? plainHost;
  return server === undefined ? [] : [`${server} ${database}`.trim(), server];
}

/** Returns the text with the other marks that divide the words of names: `shop_production`, `shop–production`. */
function likeNames(typed: string): readonly string[] {
  return ["-", "_"].map((mark) => typed.replace(/[-_.\u2010-\u2014]/g, mark));
}

/** Letters of Russian, Ukrainian and Greek keyboards, and the Latin letters on the same keys. */
const KEYS: ReadonlyMap<string, string> = new Map(
  ([
    ["йцукенгшщзхъфывапролджэячсмитьбюіїєґ", "qwertyuiop[]asdfghjkl;'zxcvbnm,.s]'\\"],
    ["ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm"],
  ] as const).flatMap(([others, latin]) => [...others].map((letter, at) => [letter, latin[at]!] as const)),
);

/** Returns the text as it would be on a keyboard with Latin letters. */
function inLatin(typed: string): string {
  return typed.replace(/[\u0370-\u052f]/g, (letter) => KEYS.get(letter.toLowerCase()) ?? letter);
}
