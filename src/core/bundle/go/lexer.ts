import { lineDirectiveFault } from "./line_directive.ts";
import {
  APOSTROPHE,
  BACKQUOTE,
  BACKSLASH,
  BOM,
  CLASS,
  CLOSE,
  DIGIT,
  DOT,
  ENDING,
  isLetter,
  isLetterOrDigit,
  KEYWORDS,
  LETTER,
  MINUS,
  NEWLINE,
  NUMBER,
  OPEN,
  PLUS,
  QUOTE,
  RETURN,
  RUNE_ESCAPE,
  SLASH,
  SPACE,
  STAR,
  TAB,
} from "./characters.ts";
import { TOKEN } from "./token.ts";
/** Why a source is not valid Go, and where. */
export interface GoFault {
  /** Line number, counted from 1. */
  readonly line: number;
  readonly message: string;
}

/**
 * Splits a Go source into tokens like Go, including the semicolons at line ends. It stops at the first error
 * and then returns only the end token. Its time is proportional to the text, and it keeps no tokens.
 */
export class GoLexer {
  /** The kind of the current token: a value of `TOKEN`. */
  kind: number = TOKEN.end;
  /** Offsets of the current token in UTF-16 units; `line` counts from 1. */
  start = 0;
  end = 0;
  line = 1;
  /** Why reading stopped early; null when it did not. */
  fault: GoFault | null = null;

  #at = 0;
  #line = 1;
  /** Whether a line end here is a semicolon. */
  #statement = false;

  /** `text` is the whole file including a byte order mark. `onComment` receives each comment without the line end. */
  constructor(
    readonly text: string,
    readonly onComment: (start: number, end: number, line: number) => void = () => {},
  ) {
    if (text.startsWith(BOM)) this.#at = 1;
    // Go refuses NUL and a second byte order mark everywhere, even in comments and strings.
    const end = (at: number) => at < 0 ? text.length : at;
    this.#limit = Math.min(end(text.indexOf("\0")), end(text.indexOf(BOM, this.#at)));
  }

  /** Offset at which reading stops. */
  readonly #limit: number;

  /** The characters of the current token. */
  get word(): string {
    return this.text.slice(this.start, this.end);
  }

  /** Whether the token is a bracket, a keyword or an operator with that spelling. */
  is(spelling: string): boolean {
    return this.end - this.start === spelling.length && this.kind !== TOKEN.text &&
      this.text.startsWith(spelling, this.start);
  }

  /** Moves to the next token. */
  next(): void {
    if (this.fault) return this.#stop();
    const { text } = this;
    for (;;) {
      const at = this.#at;
      if (at >= this.#limit) return this.#finish();
      const unit = text.charCodeAt(at);
      if (unit === NEWLINE) {
        if (this.#statement) return this.#lineEnd(at);
        this.#line++;
        this.#at++;
      } else if (unit === SPACE || unit === TAB || unit === RETURN) this.#at++;
      else if (unit === SLASH && text.charCodeAt(at + 1) === SLASH) {
        if (!this.#lineComment()) return this.#stop();
      } else if (unit === SLASH && text.charCodeAt(at + 1) === STAR) {
        const line = this.#line;
        if (!this.#blockComment()) return this.#stop();
        // A comment over several lines counts as a line end.
        if (this.#statement && this.#line > line) {
          this.#statement = false;
          return this.#take(TOKEN.semicolon, at, at, line);
        }
      } else return this.#token(unit);
    }
  }

  #take(kind: number, start: number, end: number, line: number): void {
    this.kind = kind;
    this.start = start;
    this.end = end;
    this.line = line;
  }

  #stop(): void {
    this.#take(TOKEN.end, this.#limit, this.#limit, this.#line);
  }

  #fail(message: string, line = this.#line): void {
    this.fault ??= { line, message };
    this.#stop();
  }

  #finish(): void {
    if (this.#limit < this.text.length) {
      const nul = this.text[this.#limit] === "\0";
      return this.#fail(nul ? "a NUL character" : "a byte order mark that is not at the beginning");
    }
    const { length } = this.text;
    this.#take(this.#statement ? TOKEN.semicolon : TOKEN.end, length, length, this.#line);
    this.#statement = false;
  }

  #lineEnd(at: number): void {
    this.#statement = false;
    this.#take(TOKEN.semicolon, at, at, this.#line++);
    this.#at++;
  }

  #token(unit: number): void {
    const { text } = this;
    const at = this.#at, line = this.#line;
    const kind = unit < 128 ? CLASS[unit] : 0;
    if (kind === LETTER || (unit >= 128 && isLetter(text, at))) return this.#name(at, line);
    const digit = kind === DIGIT || (unit === DOT && CLASS[text.charCodeAt(at + 1)] === DIGIT);
    if (digit) return this.#number(at, line);
    if (unit === QUOTE || unit === APOSTROPHE) return this.#quoted(unit, at, line);
    if (unit === BACKQUOTE) return this.#raw(at, line);
    if (!kind) {
      const point = text.codePointAt(at)!.toString(16).toUpperCase().padStart(4, "0");
      return this.#fail(`the character U+${point} outside of a text`);
    }
    const twice = text.charCodeAt(at + 1) === unit;
    let length = 1;
    if ((unit === PLUS || unit === MINUS) && twice) length = 2;
    else if (unit === DOT && twice && text.charCodeAt(at + 2) === DOT) length = 3;
    this.#at = at + length;
    this.#statement = kind === CLOSE || length === 2;
    this.#take(
      kind === OPEN
        ? TOKEN.open
        : kind === CLOSE
        ? TOKEN.close
        : length > 1
        ? TOKEN.other
        : unit === DOT
        ? TOKEN.dot
        : unit === 0x2c
        ? TOKEN.comma
        : unit === 0x3b
        ? TOKEN.semicolon
        : TOKEN.other,
      at,
      this.#at,
      line,
    );
  }

  #name(start: number, line: number): void {
    const { text } = this;
    let at = start;
    for (;;) {
      const unit = text.charCodeAt(at);
      const kind = unit < 128 ? CLASS[unit] : 0;
      if (kind === LETTER || kind === DIGIT) at++;
      else if (unit >= 128 && isLetterOrDigit(text, at)) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
      else break;
    }
    this.#at = at;
    const length = at - start;
    const word = length >= 2 && length <= 11 ? text.slice(start, at) : "";
    const keyword = word !== "" && KEYWORDS.has(word);
    this.#statement = !keyword || ENDING.has(word);
    this.#take(keyword ? TOKEN.keyword : TOKEN.name, start, at, line);
  }

  /** Reads a number; Go's further rules about its digits do not matter here. */
  #number(start: number, line: number): void {
    NUMBER.lastIndex = start;
    this.#at = start + NUMBER.exec(this.text)![0].length;
    this.#statement = true;
    this.#take(TOKEN.number, start, this.#at, line);
  }

  /** Reads a string with escapes, or a rune. */
  #quoted(quote: number, start: number, line: number): void {
    const { text } = this;
    let at = start + 1, count = 0;
    for (;; count++) {
      const unit = text.charCodeAt(at);
      if (unit === quote) break;
      if (at >= this.#limit || unit === NEWLINE) return this.#fail("a text that is not closed");
      if (unit === BACKSLASH) {
        RUNE_ESCAPE.lastIndex = at;
        const escape = RUNE_ESCAPE.exec(text)?.[0];
        const other = quote === QUOTE ? "\\'" : '\\"';
        if (escape === undefined || escape === other) return this.#fail("an escape that Go does not know");
        at += escape.length;
      } else at += unit >= 0xd800 && unit < 0xdc00 ? 2 : 1;
    }
    if (quote === APOSTROPHE && count !== 1) return this.#fail("a rune of not one character");
    this.#at = at + 1;
    this.#statement = true;
    this.#take(quote === QUOTE ? TOKEN.text : TOKEN.rune, start, this.#at, line);
  }

  #raw(start: number, line: number): void {
    const close = this.text.indexOf("`", start + 1);
    if (close < 0 || close >= this.#limit) return this.#fail("a text that is not closed", line);
    this.#countLines(start, close);
    this.#at = close + 1;
    this.#statement = true;
    this.#take(TOKEN.rawText, start, this.#at, line);
  }

  #countLines(from: number, to: number): void {
    const { text } = this;
    for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) this.#line++;
  }

  /** Returns false when Go refuses the comment; so does `#blockComment`. */
  #lineComment(): boolean {
    const { text } = this;
    const start = this.#at;
    const found = text.indexOf("\n", start);
    let end = found < 0 ? this.#limit : Math.min(found, this.#limit);
    this.#at = end;
    if (text.charCodeAt(end - 1) === RETURN) end--;
    const first = start === 0 || text.charCodeAt(start - 1) === NEWLINE || (start === 1 && text[0] === BOM);
    return this.#comment(start, end, first ? text.slice(start + 2, Math.min(end, start + 7)) : "", end);
  }

  #blockComment(): boolean {
    const { text } = this;
    const start = this.#at;
    const close = text.indexOf("*/", start + 2);
    if (close < 0 || close + 2 > this.#limit) {
      this.#fail(
        this.#limit < text.length ? "a NUL character or byte order mark" : "a comment that is not closed",
      );
      return false;
    }
    const line = this.#line;
    this.#countLines(start, close);
    this.#at = close + 2;
    return this.#comment(start, close + 2, text.slice(start + 2, start + 7), close, line);
  }

  #comment(start: number, end: number, begin: string, textEnd: number, line = this.#line): boolean {
    const fault = begin === "line " ? lineDirectiveFault(this.text.slice(start + 7, textEnd)) : null;
    if (fault) {
      this.#fail(fault, line);
      return false;
    }
    this.onComment(start, end, line);
    return true;
  }
}
