/** A range of characters by their numbers, both ends within. */
type Span = readonly [from: number, to: number];

const LAST = 0x10ffff;
const SPACE: readonly Span[] = [[9, 10], [12, 13], [32, 32]];
/** POSIX's classes, as Go has them. */
const CLASSES: ReadonlyMap<string, readonly Span[]> = new Map(Object.entries({
  alnum: spans("09AZaz"),
  alpha: spans("AZaz"),
  ascii: [[0, 127]],
  blank: [[9, 9], [32, 32]],
  cntrl: [[0, 31], [127, 127]],
  digit: spans("09"),
  graph: spans("!~"),
  lower: spans("az"),
  print: spans(" ~"),
  punct: spans("!/:@[`{~"),
  space: [[9, 13], [32, 32]],
  upper: spans("AZ"),
  word: spans("09AZaz__"),
  xdigit: spans("09AFaf"),
}));
/** Escapes of one character that JavaScript does not have, or reads in another way. */
const CONTROLS: ReadonlyMap<string, number> = new Map(
  Object.entries({ a: 7, t: 9, n: 10, v: 11, f: 12, r: 13 }),
);

function spans(ends: string): Span[] {
  return Array.from(
    { length: ends.length / 2 },
    (_, i) => [ends.charCodeAt(2 * i), ends.charCodeAt(2 * i + 1)],
  );
}

/** The characters that are in none of the spans, which are in order. */
function without(spans: readonly Span[]): Span[] {
  const rest: Span[] = [];
  let next = 0;
  for (const [from, to] of spans) {
    if (from > next) rest.push([next, from - 1]);
    next = to + 1;
  }
  return [...rest, [next, LAST]];
}

/** A character of an expression by its number, free of any meaning. */
function character(code: number): string {
  const text = String.fromCodePoint(code);
  return /^\w$/.test(text) ? text : `\\u{${code.toString(16)}}`;
}

function written(spans: readonly Span[]): string {
  return spans.map(([from, to]) => character(from) + (to === from ? "" : `-${character(to)}`)).join("");
}

/**
 * A pattern as JavaScript reads it; it stands for the whole value. Authors write Go's syntax, of which JavaScript takes
 * much for something else: what would not mean the same is translated or refused. Null: not a pattern.
 */
export function compilePattern(pattern: string): RegExp | null {
  try {
    return new RegExp(`^(?:${new Translator(pattern).whole()})$`, "u");
  } catch {
    return null;
  }
}

/** The parts of Go's expressions that are not taken as they are. */
const PARTS = {
  flags: /\(\?([ims]+(?:-[ims]+)?|-[ims]+)\)/yu,
  named: /\(\?P?</yu,
  quoted: /\\Q([^]*?)(?:\\E|$)/yu,
  begin: /\\A/yu,
  end: /\\[zZ]/yu,
  kept: /\{\d+(?:,\d*)?\}|\\[bB]/yu,
  kind: /\\[dDwW]/yu,
  space: /\\s/yu,
  noSpace: /\\S/yu,
  property: /\\([pP])(?:\{(\^?)(\w+)\}|(\w))/yu,
  hexadecimal: /\\x\{([0-9A-Fa-f]+)\}|\\x([0-9A-Fa-f]{2})/yu,
  octal: /\\(0[0-7]{0,2}|[1-7][0-7]{1,2})/yu,
  control: /\\([atnvfr])/yu,
  sign: /\\([^A-Za-z0-9\u{80}-\u{10ffff}])/yu,
  not: /\^/yu,
  posix: /\[:(\^?)(\w+):\]/yu,
  to: /-(?!\])/yu,
  close: /\]/yu,
  one: /[^\\]/yu,
} as const;

class Translator {
  #at = 0;

  constructor(readonly text: string) {}

  /** Takes what stands here, if it does, and gives it. */
  #take(part: keyof typeof PARTS): RegExpExecArray | null {
    const expression = PARTS[part];
    expression.lastIndex = this.#at;
    const found = expression.exec(this.text);
    if (found) this.#at = expression.lastIndex;
    return found;
  }

  whole(): string {
    const { text } = this;
    let body = "";
    /** For each open group the flags that were set within it: each is a group of its own until that ends. */
    const open: string[][] = [[]];
    const ends = () => ")".repeat(open.at(-1)!.length);
    while (this.#at < text.length) {
      const next = text[this.#at]!;
      if (next === "(") {
        const flags = this.#take("flags");
        if (flags) {
          const begin = `(?${flags[1]}:`;
          open.at(-1)!.push(begin);
          body += begin;
          continue;
        }
        open.push([]);
        body += this.#take("named") ? "(?<" : text[this.#at++];
      } else if (next === "|") {
        this.#at++;
        body += `${ends()}|${open.at(-1)!.join("")}`;
      } else if (next === ")") {
        this.#at++;
        body += `${ends()})`;
        open.pop();
        if (open.length === 0) throw new SyntaxError("a ) too many");
      } else if (next === "[") {
        this.#at++;
        body += this.#class();
      } else if ("\\{".includes(next)) body += this.#special();
      else {
        this.#at++;
        body += next === "}" || next === "]" ? `\\${next}` : next;
      }
    }
    if (open.length > 1) throw new SyntaxError("a ) is missing");
    return body + ends();
  }

  /** What begins with a backslash or a brace, outside of a class. */
  #special(): string {
    const quoted = this.#take("quoted");
    if (quoted) return [...quoted[1]!].map((one) => character(one.codePointAt(0)!)).join("");
    // Whatever the flags are.
    if (this.#take("begin")) return "(?<![^])";
    if (this.#take("end")) return "(?![^])";
    const kept = this.#take("kept");
    if (kept) return kept[0];
    const several = this.#several();
    if (several !== null) return `[${several}]`;
    const escaped = this.#escaped();
    if (escaped !== null) return character(escaped);
    return this.text[this.#at++] === "{" ? "\\{" : "\\";
  }

  /** An escape that stands for many characters, as it is written within a class; null when there is none. */
  #several(): string | null {
    const kind = this.#take("kind");
    if (kind) return kind[0];
    if (this.#take("space")) return written(SPACE);
    if (this.#take("noSpace")) return written(without(SPACE));
    const property = this.#take("property");
    if (!property) return null;
    const [, letter, not, long, short] = property;
    const name = long ?? short!;
    const negated = (letter === "P") !== (not === "^");
    const value = /^([CLMNPSZ][a-z]?|Any)$/.test(name) ? name : `Script=${name}`;
    return `\\${negated ? "P" : "p"}{${value}}`;
  }

  /** The number of an escaped character; null when there is none. */
  #escaped(): number | null {
    const number = this.#take("hexadecimal");
    if (number) return parseInt(number[1] ?? number[2]!, 16);
    const octal = this.#take("octal");
    if (octal) return parseInt(octal[1]!, 8);
    const control = this.#take("control");
    if (control) return CONTROLS.get(control[1]!)!;
    return this.#take("sign")?.[1]?.codePointAt(0) ?? null;
  }

  /** The rest of a class, behind its bracket. */
  #class(): string {
    let body = this.#take("not") ? "[^" : "[";
    for (let first = true; first || !this.#take("close"); first = false) {
      const posix = this.#take("posix");
      const several = posix ? posixClass(posix[2]!, posix[1] !== "") : this.#several();
      if (several !== null) {
        body += several;
        continue;
      }
      const from = this.#inClass();
      body += written([[from, this.#take("to") ? this.#inClass() : from]]);
    }
    return `${body}]`;
  }

  #inClass(): number {
    const code = this.#escaped() ?? this.#take("one")?.[0].codePointAt(0);
    if (code === undefined) throw new SyntaxError("a class that does not end");
    return code;
  }
}

function posixClass(name: string, negated: boolean): string {
  const spans = CLASSES.get(name);
  if (!spans) throw new SyntaxError("an unknown class");
  return written(negated ? without(spans) : spans);
}
