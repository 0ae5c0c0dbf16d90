import { codePointName, isBlank } from "../text/hidden.ts";
import { isSecretPiece, mayBeSecret, passwordDots } from "../text/password_dots.ts";
import { shortened } from "../text/shorten.ts";
import { isNewline } from "./layout.ts";
import type { NumberNode, StringNode } from "./node.ts";

/** A position where a text is not valid JSON. */
export interface SyntaxProblem {
  /** Stable code in kebab-case. */
  readonly code: string;
  readonly offset: number;
  readonly message: string;
  readonly hint?: string;
}

/** Thrown to end the reading of a text when nothing after a problem can be read. */
export const STOP = Symbol("stop");

/** Maximum problems. A text with more of them is not meant as JSON. */
const MAX_PROBLEMS = 20;

/** Closing quotes by opening ones, as word processors and other languages write them in place of `"`. */
export const FOREIGN_QUOTES: Readonly<Record<string, string>> = {
  "'": "'",
  "`": "`",
  "“": "”",
  "„": "“",
  "‘": "’",
};

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const NUMBER_LIKE = /[\w.+-]*/y;
/** A long number with leading zeros, such as an account's or a telephone's, which is meant as a text. */
const LEADING_ZERO = /^0[0-9]{7,}$/;
/** What may follow the closing quote of a string, whether or not it is correct there. */
const BEHIND_TEXT = /^[\s,:;={}[\]"'/#]|^$/;
/** A string without its opening quote, up to a quote that ends a value. */
const UNOPENED = /[^"{}[\],\r\n]*[^\s"{}[\],]"(?=[ \t]*(?:[,}\]\r\n]|\/\/|$))/y;
const WORD = /[^\s,[\]{}:"'#]+/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** A range of the text. */
interface Piece {
  readonly start: number;
  readonly end: number;
}

/** Reads the tokens of a JSON text: space and comments, strings, numbers, words. */
export class Scanner {
  position = 0;
  /** Offset after the last token, where a missing comma or bracket is reported. */
  lastEnd = 0;
  readonly problems: SyntaxProblem[] = [];
  /** A problem at this offset follows from one that was reported. */
  #quietAt = -1;

  constructor(readonly text: string, readonly comments: boolean) {
    if (comments && text.charCodeAt(0) === 0xfeff) this.position = this.lastEnd = 1;
  }

  report(code: string, offset: number, message: string, hint?: string): void {
    if (offset === this.#quietAt) return;
    this.problems.push(hint ? { code, offset, message, hint } : { code, offset, message });
    if (this.problems.length >= MAX_PROBLEMS) throw STOP;
  }

  /** Reports a problem after which nothing can be read. */
  fail(code: string, offset: number, message: string, hint?: string): never {
    this.report(code, offset, message, hint);
    throw STOP;
  }

  /** Drops a further report at the current position, because the missing part has been reported. */
  quiet(): void {
    this.#quietAt = this.lastEnd;
  }

  /** Returns a range for a message; dots when it may be a secret, which includes text without a key. */
  shown(start: number, end: number, keyed = true): string {
    return mayBeSecret(this.text, start, end, keyed)
      ? "•••"
      : clip(passwordDots(this.text.slice(start, end)));
  }

  /** Returns the content of a range in double quotes for a message; dots when it may be a secret. */
  quoted({ start, end }: Piece, piece: string, keyed = true): string {
    return mayBeSecret(this.text, start, end, keyed) ? '"•••"' : clip(passwordDots(JSON.stringify(piece)));
  }

  /** Skips one character and makes it the last token. */
  step(): void {
    this.position++;
    this.lastEnd = this.position;
  }

  /** Skips space and comments. Returns the next character, or "" at the end. */
  next(): string {
    const { text } = this;
    for (;;) {
      const code = text.charCodeAt(this.position);
      if (code === 32 || code === 10 || code === 13 || code === 9) this.position++;
      else if (code === 47) this.#comment();
      else if (code === 35) this.#hashComment();
      else if (code > 127 && isBlank(text[this.position]!)) this.#foreignSpace();
      else return text[this.position] ?? "";
    }
  }

  #comment(): void {
    const { text, position: start } = this;
    const second = text[start + 1];
    if (second !== "/" && second !== "*") {
      this.fail("invalid-character", start, 'A single "/" stands where a value or comment should be');
    }
    if (!this.comments) this.report("comment", start, "Comments are not allowed here");
    if (second === "/") {
      this.position = this.#lineEnd();
      return;
    }
    const end = text.indexOf("*/", start + 2);
    if (end < 0) this.fail("unterminated-comment", start, "This comment never ends", "Close it with */");
    this.position = end + 2;
  }

  #hashComment(): void {
    this.report("invalid-character", this.position, "Comments do not begin with #", "Begin it with //");
    this.position = this.#lineEnd();
  }

  #foreignSpace(): void {
    const name = codePointName(this.text, this.position);
    this.report(
      "invalid-character",
      this.position,
      `${name} looks like a space but is none in JSON`,
      "Replace it",
    );
    while (isBlank(this.text[this.position] ?? "")) this.position++;
  }

  #lineEnd(): number {
    let end = this.position;
    while (end < this.text.length && !isNewline(this.text.charCodeAt(end))) end++;
    return end;
  }

  /** Reads a string whose opening quote is the next character. */
  string(): StringNode {
    const { text, position: start } = this;
    const opening = text[start]!;
    const closing = FOREIGN_QUOTES[opening] ?? '"';
    if (closing !== '"') {
      this.report(
        "quotes",
        start,
        `Text stands in double quotes, not in ${opening}`,
        'Replace the quotes by "',
      );
    }
    let value = "";
    let from = start + 1;
    let complained = false;
    for (let i = from;; i++) {
      const code = text.charCodeAt(i);
      if (Number.isNaN(code) || code === 10 || code === 13) {
        return this.#unterminated(start, start, value + text.slice(from, i));
      }
      if (text[i] === closing) {
        this.position = this.lastEnd = i + 1;
        const result = value + text.slice(from, i);
        // Other text follows directly, so this quote seems to begin the next string, and this one has no
        // closing quote.
        return BEHIND_TEXT.test(text.slice(i + 1, i + 2))
          ? { kind: "string", start, end: i + 1, value: result, ...(complained && { broken: true }) }
          : this.#unterminated(start, i, result);
      }
      if (code === 92) {
        value += text.slice(from, i);
        const escaped = this.#escape(i, complained);
        if (escaped === null) complained = true;
        value += escaped?.value ?? text[i + 1] ?? "";
        i += escaped?.length ?? 1;
        from = i + 1;
      } else if (code < 32 && !complained) {
        complained = true;
        const hint = code === 9 ? "Write \\t" : `Write \\u${code.toString(16).padStart(4, "0")} or remove it`;
        this.report("control-character", i, `${codePointName(text, i)} cannot stand in a text`, hint);
      }
    }
  }

  /** Reports a string whose closing quote is missing, and skips the rest of its line after `skipped`. */
  #unterminated(start: number, skipped: number, value: string): StringNode {
    const end = this.#lineEnd();
    this.report(
      "unterminated-string",
      start,
      "The quote at the end of this text is missing",
      'Close it with "; a quote inside of a text is written \\"',
    );
    // Nobody knows which of these brackets belong to the string.
    if (/[[\]{}]/.test(this.text.slice(skipped, end))) throw STOP;
    this.position = this.lastEnd = this.#quietAt = end;
    return { kind: "string", start, end, value, broken: true };
  }

  /** Reads the escape whose backslash is at `at`. `length` does not count the backslash. */
  #escape(at: number, complained: boolean): { value: string; length: number } | null {
    const letter = this.text[at + 1] ?? "";
    if (letter === "u") {
      const digits = this.text.slice(at + 2, at + 6);
      if (/^[0-9a-fA-F]{4}$/.test(digits)) {
        return { value: String.fromCharCode(parseInt(digits, 16)), length: 5 };
      }
    } else if (Object.hasOwn(ESCAPES, letter)) {
      return { value: ESCAPES[letter]!, length: 1 };
    }
    if (!complained) {
      const shown = letter >= " " && !isSecretPiece(this.text, at, at + 2) ? `\\${letter}` : "\\";
      this.report(
        "invalid-escape",
        at,
        `${shown} is no escape sequence`,
        "For a backslash itself write it twice: \\\\",
      );
    }
    return null;
  }

  /** Reads and reports a string that only lacks its opening quote; null when it is something else. */
  unopened(keyed: boolean): StringNode | null {
    const start = UNOPENED.lastIndex = this.position;
    const found = UNOPENED.exec(this.text)?.[0];
    if (found === undefined) return null;
    const value = found.slice(0, -1);
    this.#noFirstQuote(start, start + value.length, keyed);
    this.position = this.lastEnd = start + found.length;
    return { kind: "string", start, end: this.position, value };
  }

  /** Reads a number; null when it is not written as in JSON. */
  number(keyed: boolean): NumberNode | null {
    const { text, position: start } = this;
    NUMBER_LIKE.lastIndex = NUMBER.lastIndex = start;
    const end = start + NUMBER_LIKE.exec(text)![0].length;
    const exact = NUMBER.exec(text)?.[0] ?? "";
    this.position = this.lastEnd = end;
    if (exact.length === end - start) {
      return { kind: "number", start, end, value: Number(exact) };
    }
    const written = text.slice(start, end);
    const value = Number(written.replace(/^\+/, "").replaceAll("_", ""));
    const shown = this.shown(start, end, keyed);
    const hint = LEADING_ZERO.test(written)
      ? `Put it in quotes to keep its zeros: "${shown}"`
      : Number.isFinite(value) && shown === clip(written)
      ? `Write ${value}`
      : "Text stands in double quotes";
    this.report("invalid-number", start, `${shown} is not written as a number`, hint);
    return null;
  }

  /** Reads a word in place of a value or key. `quoted`: only its opening quote is missing. */
  word(keyed: boolean): Piece & { readonly text: string; readonly quoted: boolean } {
    const start = this.position;
    WORD.lastIndex = start;
    const text = WORD.exec(this.text)?.[0] ?? this.text[start]!;
    this.position = this.lastEnd = start + text.length;
    if (this.text[this.position] === '"') {
      this.#noFirstQuote(start, this.position, keyed);
      this.step();
      return { start, end: this.position, text, quoted: true };
    }
    return { start, end: this.position, text, quoted: false };
  }

  #noFirstQuote(start: number, end: number, keyed: boolean): void {
    this.report(
      "quotes",
      start,
      `The quote before ${this.shown(start, end, keyed)} is missing`,
      'Put a " before it',
    );
  }
}

/** Returns a part of the user's text, short enough for a message. */
export function clip(text: string, length = 40): string {
  return shortened(text, length);
}
