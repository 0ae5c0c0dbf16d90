/** Characters of Go's tokens: go.dev/ref/spec#Lexical_elements. */

/** Keywords, which cannot be names. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  ("break case chan const continue default defer else fallthrough for func go goto if import interface map " +
    "package range return select struct switch type var").split(" "),
);
/** Keywords after which the end of a line ends a statement. */
export const ENDING: ReadonlySet<string> = new Set(["break", "continue", "fallthrough", "return"]);

export const NEWLINE = 0x0a, RETURN = 0x0d, SPACE = 0x20, TAB = 0x09, BACKSLASH = 0x5c, BACKQUOTE = 0x60;
export const QUOTE = 0x22,
  APOSTROPHE = 0x27,
  SLASH = 0x2f,
  STAR = 0x2a,
  DOT = 0x2e,
  PLUS = 0x2b,
  MINUS = 0x2d;
/** Byte order mark, allowed only at the start. */
export const BOM = "\ufeff";

/** The class of each ASCII character: 1 letter, 2 digit, 3 operator, 4 opening and 5 closing bracket. */
export const CLASS = new Uint8Array(128);
export const LETTER = 1, DIGIT = 2, OPERATOR = 3, OPEN = 4, CLOSE = 5;
for (
  const [characters, kind] of [
    ["_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", LETTER],
    ["0123456789", DIGIT],
    ["+-*/%&|^<>=!:~.,;", OPERATOR],
    ["([{", OPEN],
    [")]}", CLOSE],
  ] as const
) for (const character of characters) CLASS[character.charCodeAt(0)] = kind;

/** A number as Go's scanner takes it: a sign belongs to it only after an exponent. */
export const NUMBER =
  /0[xX](?:[0-9a-fA-F_]*\.?[0-9a-fA-F_]*)(?:[pP][+-]?[0-9_]*)?i?|(?:0[bBoO])?[0-9_]*\.?[0-9_]*(?:[eEpP][+-]?[0-9_]*)?i?/y;

/** Escapes by go.dev/ref/spec#Rune_literals: no surrogate halves, nothing beyond Unicode. */
export const RUNE_ESCAPE =
  /\\(?:[abfnrtv\\'"]|[0-3][0-7]{2}|x[0-9a-fA-F]{2}|u(?![dD][89a-fA-F])[0-9a-fA-F]{4}|U(?:0000(?![dD][89a-fA-F])|000[1-9a-fA-F]|0010)[0-9a-fA-F]{4})/y;

const LETTERS = /\p{L}/uy, LETTERS_AND_DIGITS = /[\p{L}\p{Nd}]/uy;

/** Tells whether a letter starts at `at`, even one of two UTF-16 units. */
export function isLetter(text: string, at: number): boolean {
  LETTERS.lastIndex = at;
  return LETTERS.test(text);
}

/** Tells whether a letter or a decimal digit of any alphabet starts at `at`. */
export function isLetterOrDigit(text: string, at: number): boolean {
  LETTERS_AND_DIGITS.lastIndex = at;
  return LETTERS_AND_DIGITS.test(text);
}
