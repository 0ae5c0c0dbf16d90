import { indentAt, isFirstOnLine } from "./layout.ts";
import type { ArrayNode, Member, Node, ObjectNode } from "./node.ts";
import { FOREIGN_QUOTES, Scanner, STOP, type SyntaxProblem } from "./scan.ts";
import { invalidAt, readWord } from "./word.ts";

/** Which extensions of JSON are accepted. */
interface ParseOptions {
  /** Whether comments and trailing commas are accepted; true by default. */
  readonly relaxed?: boolean;
}

/** The content of a text. `root` is null when nothing could be read. */
interface Parsed {
  readonly root: Node | null;
  /** Everything that is not valid JSON, in file order. When it is empty, `root` holds the complete text. */
  readonly problems: readonly SyntaxProblem[];
}

/** Maximum nesting, more than any real file has, so that the stack does not overflow. */
const MAX_DEPTH = 200;
/** Maximum values, which limits time and memory to about a second and 50 MB. */
const MAX_NODES = 250_000;

/**
 * Reads a JSON text into a tree with positions. Continues after a problem, so that one pass finds all of
 * them, and reports each cause once. Time and memory are bounded for every text.
 */
export function parseJson(text: string, options: ParseOptions = {}): Parsed {
  const scanner = new Scanner(text, options.relaxed ?? true);
  try {
    return { root: new Parser(scanner).document(), problems: inOrder(scanner.problems) };
  } catch (error) {
    if (error !== STOP) throw error;
    return { root: null, problems: inOrder(scanner.problems) };
  }
}

function inOrder(problems: readonly SyntaxProblem[]): SyntaxProblem[] {
  return problems.toSorted((a, b) => a.offset - b.offset);
}

/** A word before a colon, or before a sign that people write in its place. */
const BEFORE_SIGN = /[^\s,[\]{}:"'#=]{1,200}"?[ \t]*[:=]/y;

type Container = "object" | "array" | null;

class Parser {
  #depth = 0;
  /** Whether values follow each other with colons between, as in `host:port:user:password`, without a key. */
  #row = false;
  #nodes = 0;

  constructor(readonly scanner: Scanner) {}

  document(): Node {
    const { scanner } = this;
    if (scanner.next() === "") {
      scanner.fail("empty-file", 0, "The file is empty");
    }
    const root = this.#value(null, false);
    const rest = scanner.next();
    if (rest !== "" && root.kind !== "invalid") {
      const what = "}]".includes(rest) ? `One "${rest}" too many` : "Something stands behind the end";
      scanner.report("trailing-text", scanner.position, what, "Remove it");
    }
    return root;
  }

  /** `keyed`: whether the value is under a key, or in a list that is. */
  #value(parent: Container, keyed: boolean): Node {
    const { scanner } = this;
    if (++this.#nodes > MAX_NODES) {
      scanner.fail("too-many-values", scanner.position, "It holds more than 250,000 values");
    }
    const first = scanner.next();
    if (first === "{" || first === "[") {
      if (++this.#depth > MAX_DEPTH) {
        scanner.fail("nested-too-deep", scanner.position, `It is nested more than ${MAX_DEPTH} levels deep`);
      }
      const node = first === "{" ? this.#object(parent) : this.#array(parent, keyed);
      this.#depth--;
      return node;
    }
    if (first === '"' || first in FOREIGN_QUOTES) return scanner.string();
    if (first !== "" && !",}]:".includes(first)) {
      const unopened = scanner.unopened(keyed);
      if (unopened) return unopened;
    }
    if ((first >= "0" && first <= "9") || "+-.".includes(first) && first !== "") {
      const start = scanner.position;
      const number = scanner.number(keyed);
      return number ?? invalidAt(scanner, start);
    }
    if (first === "" || ",}]:".includes(first)) {
      scanner.report("expected-value", scanner.lastEnd, "A value is missing here");
      scanner.quiet();
      return invalidAt(scanner, scanner.lastEnd);
    }
    return readWord(scanner, keyed);
  }

  #array(parent: Container, keyed: boolean): ArrayNode {
    const { scanner } = this;
    const start = scanner.position;
    const items: Node[] = [];
    scanner.step();
    const done = (): ArrayNode => ({ kind: "array", start, end: scanner.lastEnd, items });
    for (let comma = -1;;) {
      const first = scanner.next();
      if (first === "]") {
        if (comma >= 0) this.#trailingComma(comma);
        scanner.step();
        return done();
      }
      if (first === "" || first === "}") this.#unclosed(start, "[", first);
      if (first === ",") {
        scanner.report("expected-value", scanner.position, "A value is missing before this comma");
        scanner.step();
        continue;
      }
      const before = scanner.position;
      const behind = scanner.lastEnd;
      const item = this.#value("array", keyed);
      // In a list of objects, a bare word is not an element.
      if (item.kind === "object") keyed = false;
      if (item.kind === "string" && scanner.next() === ":") {
        if (parent === "object" && this.#isBeside(start, before)) {
          // The key is as far left as the list's own key, so the list, and its comma, should have ended
          // before.
          if (scanner.problems.at(-1)?.offset === behind) scanner.problems.pop();
          const message = `This [ is not closed before ${scanner.quoted(item, item.value)}`;
          scanner.report("unclosed", start, message, "Put the missing ]");
          scanner.position = scanner.lastEnd = before;
          scanner.quiet();
          return { ...done(), end: before };
        }
        scanner.fail(
          "key-in-list",
          item.start,
          `${scanner.quoted(item, item.value)} with a colon stands in a list, which has no keys`,
          "A { before it is missing, or the ] of the list",
        );
      } else items.push(item);
      comma = this.#separator();
    }
  }

  #object(parent: Container): ObjectNode {
    const { scanner } = this;
    const start = scanner.position;
    const problemsBefore = scanner.problems.length;
    const members: Member[] = [];
    scanner.step();
    const done = (): ObjectNode => {
      const broken = scanner.problems.length > problemsBefore;
      return { kind: "object", start, end: scanner.lastEnd, members, broken };
    };
    for (let comma = -1;;) {
      const first = scanner.next();
      if (first === "}") {
        if (comma >= 0) this.#trailingComma(comma);
        scanner.step();
        return done();
      }
      if (first === "" || first === "]") this.#unclosed(start, "{", first);
      if (first === "{" && parent === "array" && this.#isSibling(start)) {
        scanner.report("unclosed", start, "This { is not closed before the next one", "Put the missing }");
        scanner.quiet();
        return done();
      }
      comma = this.#member(first, members);
    }
  }

  /** Reads one member, or skips what is in its place. Returns the offset of its comma, or -1. */
  #member(first: string, members: Member[]): number {
    const { scanner } = this;
    if (first === ",") {
      scanner.report("expected-key", scanner.position, "There is nothing before this comma", "Remove it");
      scanner.step();
      return -1;
    }
    const key = this.#key(first);
    if (key === null) return this.#separator();
    const colon = scanner.next();
    if (colon === ":") scanner.step();
    else {
      const alone = colon === "" || ",}]".includes(colon) || (colon !== "=" && this.#isKey());
      const shown = scanner.quoted(key, key.value, !alone);
      scanner.report("expected-colon", scanner.lastEnd, `A colon is missing behind ${shown}`);
      if (colon === "=") scanner.step();
      else if (alone) {
        const value = invalidAt(scanner, key.end);
        members.push({ key: key.value, keyStart: key.start, keyEnd: key.end, value, alone });
        if (colon === ",") scanner.step();
        return -1;
      }
    }
    const value = this.#value("object", !this.#row);
    members.push({ key: key.value, keyStart: key.start, keyEnd: key.end, value });
    return this.#separator();
  }

  /** Reads a key. Returns null when it is not one, and then reads and reports what is there. */
  #key(first: string): { start: number; end: number; value: string } | null {
    const { scanner } = this;
    if (first === '"' || first in FOREIGN_QUOTES) return scanner.string();
    if (first === "{" || first === "[") {
      scanner.fail(
        "expected-key",
        scanner.position,
        `A key is missing before this ${first}`,
        "Or the [ of a list is missing further up",
      );
    }
    if (first === ":") {
      scanner.report("expected-key", scanner.position, "A key in double quotes is missing here");
      scanner.step();
      this.#value("object", false);
      return null;
    }
    BEFORE_SIGN.lastIndex = scanner.position;
    const keyed = !this.#row && BEFORE_SIGN.test(scanner.text);
    const word = scanner.word(keyed);
    if (word.quoted) return { start: word.start, end: word.end, value: word.text };
    if (scanner.next() === ":" || scanner.next() === "=") {
      const hint = `Write ${scanner.quoted(word, word.text)}`;
      scanner.report("quotes", word.start, "Keys stand in double quotes", hint);
      return { start: word.start, end: word.end, value: word.text };
    }
    const shown = scanner.shown(word.start, word.end, keyed);
    scanner.report("expected-key", word.start, `${shown} stands where a key should be`);
    return null;
  }

  /** Whether a string with a colon after it comes next. */
  #isKey(): boolean {
    const { scanner } = this;
    if (scanner.next() !== '"') return false;
    const { position, lastEnd } = scanner;
    const count = scanner.problems.length;
    scanner.string();
    const result = scanner.next() === ":";
    scanner.position = position;
    scanner.lastEnd = lastEnd;
    scanner.problems.length = count;
    return result;
  }

  /** Skips a comma, and reports a missing one. Returns the comma's offset, or -1. */
  #separator(): number {
    const { scanner } = this;
    const first = scanner.next();
    const at = scanner.position;
    if (first === ",") {
      this.#row = false;
      scanner.step();
      return at;
    }
    if (first === ";") {
      scanner.report("expected-comma", at, "Values are separated by commas, not by ;");
      scanner.step();
    } else if (first !== "" && !"}]".includes(first)) {
      scanner.report("expected-comma", scanner.lastEnd, "A comma is missing here");
      if (first === ":") {
        this.#row = true;
        scanner.step();
      }
    }
    return -1;
  }

  #trailingComma(offset: number): void {
    if (this.scanner.comments) return;
    const message = "A comma behind the last value is not allowed here";
    this.scanner.report("trailing-comma", offset, message, "Remove it");
  }

  /** Whether what comes next may be the next entry of the list that contains an object. */
  #isSibling(start: number): boolean {
    const { text, position } = this.scanner;
    return !isFirstOnLine(text, position) || this.#isBeside(start, position);
  }

  /** Whether an offset begins its line, and with the same indentation as the line of another one. */
  #isBeside(other: number, offset: number): boolean {
    const { text } = this.scanner;
    return isFirstOnLine(text, offset) && indentAt(text, offset) === indentAt(text, other);
  }

  /** Reports a bracket without its partner and ends the reading, because the rest could only be guessed. */
  #unclosed(start: number, bracket: "{" | "[", before: string): never {
    const where = before === "" ? "" : ` before ${before}`;
    const hint = `Put the missing ${bracket === "{" ? "}" : "]"}`;
    this.scanner.fail("unclosed", start, `This ${bracket} is not closed${where}`, hint);
  }
}
