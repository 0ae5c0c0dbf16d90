import { isUtf8 } from "node:buffer";
import { type GoFault, GoLexer } from "./lexer.ts";
import { TOKEN } from "./token.ts";
import { importPath } from "./import_path.ts";

/** An import of a Go file. */
export interface GoImport {
  /** As the compiler reads it, with its escapes resolved. */
  readonly path: string;
  /** A name of its own, `.` or `_`; absent: the package's. */
  readonly name?: string;
  /** It is written as something else than it is. */
  readonly escaped: boolean;
  readonly line: number;
}

/** Gets what stands in a Go file, in its order. */
export interface GoVisitor {
  /** The package clause. */
  package?(name: string, line: number): void;
  import?(one: GoImport): void;
  /** A comment that speaks to Go, such as `go:linkname a b`, without what opens it. */
  directive?(text: string, line: number): void;
  /** A function or method begins, with its receiver's type; null: another declaration. */
  enter?(name: string | null, receiver: string | null, line: number): void;
  /** A name on its own; also the first part of a selector. */
  name?(name: string, line: number): void;
  /**
   * `base.name`; `base` is null where something else than a name stands before the dot, and for a method that an
   * interface asks for: from its name Go infers what the methods of other types give.
   */
  select?(base: string | null, name: string, line: number): void;
}

/**
 * Reads a Go file as far as its imports, its declarations and the names in them: exactly as Go does or not at
 * all. Gives the first thing that Go refuses; what the visitor got until then is then of no use, because Go
 * compiles nothing of that file. Linear in the file's size.
 */
export function readGo(bytes: Uint8Array, visitor: GoVisitor): GoFault | null {
  if (!isUtf8(bytes)) return { line: lineOfBadByte(bytes), message: "bytes that are not UTF-8" };
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const lexer = new GoLexer(text, (start, end, line) => {
    const comment = text.slice(start + 2, Math.min(end, start + 500));
    // Within a block there is only one.
    const speaks = text.startsWith("//", start) ? /^(go:|line |export )/ : /^line /;
    if (speaks.test(comment)) visitor.directive?.(comment, line);
  });
  const refused = new Reader(lexer, visitor).file();
  return lexer.fault ?? refused;
}

class Reader {
  readonly #brackets = new Brackets();

  constructor(readonly lexer: GoLexer, readonly visitor: GoVisitor) {}

  file(): GoFault | null {
    const { lexer, visitor } = this;
    lexer.next();
    if (!lexer.is("package")) return this.#expected("package");
    lexer.next();
    if (lexer.kind !== TOKEN.name) return this.#expected("the name of a package");
    visitor.package?.(lexer.word, lexer.line);
    lexer.next();
    let fault = this.#semicolon();
    while (!fault && lexer.is("import")) fault = this.#imports();
    while (!fault && lexer.kind !== TOKEN.end) fault = this.#declaration();
    return fault;
  }

  #expected(what: string): GoFault {
    const { lexer } = this;
    const found = lexer.kind === TOKEN.end
      ? "the end"
      : lexer.kind === TOKEN.semicolon
      ? "the end of a statement"
      : JSON.stringify(lexer.word.slice(0, 40));
    return { line: lexer.line, message: `${found} where Go expects ${what}` };
  }

  #semicolon(): GoFault | null {
    if (this.lexer.kind !== TOKEN.semicolon) return this.#expected("the end of a statement");
    this.lexer.next();
    return null;
  }

  #imports(): GoFault | null {
    const { lexer } = this;
    lexer.next();
    if (!lexer.is("(")) return this.#import() ?? this.#semicolon();
    lexer.next();
    while (!lexer.is(")")) {
      const fault = this.#import() ?? (lexer.is(")") ? null : this.#semicolon());
      if (fault) return fault;
    }
    lexer.next();
    return this.#semicolon();
  }

  #import(): GoFault | null {
    const { lexer } = this;
    let name: string | undefined;
    if (lexer.kind === TOKEN.name || lexer.kind === TOKEN.dot) {
      name = lexer.word;
      lexer.next();
    }
    const { line, kind } = lexer;
    if (kind !== TOKEN.text && kind !== TOKEN.rawText) return this.#expected("the path of an import");
    const path = importPath(lexer.word);
    if (path === null) return { line, message: "the path of an import that no package has" };
    const escaped = lexer.word.slice(1, -1) !== path;
    this.visitor.import?.({ path, ...(name === undefined ? {} : { name }), escaped, line });
    lexer.next();
    return null;
  }

  #declaration(): GoFault | null {
    const { lexer, visitor } = this;
    if (lexer.is("func")) {
      const fault = this.#function();
      if (fault) return fault;
    } else if (lexer.is("var") || lexer.is("const") || lexer.is("type")) {
      visitor.enter?.(null, null, lexer.line);
    } else return this.#expected("a declaration");
    return this.#names() ?? this.#semicolon();
  }

  /** From `func` to the name; the name stays the current token. */
  #function(): GoFault | null {
    const { lexer, visitor } = this;
    const { line } = lexer;
    let receiver: string | null = null;
    lexer.next();
    if (lexer.is("(")) {
      let depth = 0, parameters = 0;
      do {
        if (lexer.kind === TOKEN.end) return this.#expected("a receiver");
        if (lexer.kind === TOKEN.open) depth++;
        if (lexer.kind === TOKEN.close) depth--;
        if (lexer.is("[")) parameters++;
        if (lexer.is("]")) parameters--;
        if (lexer.kind === TOKEN.name && parameters === 0) receiver = lexer.word;
        lexer.next();
      } while (depth > 0);
    }
    if (lexer.kind !== TOKEN.name) return this.#expected("the name of a function");
    visitor.enter?.(lexer.word, receiver, line);
    return null;
  }

  /** The rest of a declaration, to the semicolon behind it. */
  #names(): GoFault | null {
    const { lexer, visitor } = this;
    const brackets = this.#brackets;
    brackets.depth = 0;
    /** The name before the dot before here. */
    let base: string | null = null, dotted = false;
    /** What `interface` opens is one; where a method may begin in it, and the name that stood there. */
    let opensInterface = false, mayBegin = false, method: string | null = null;
    for (;;) {
      lexer.next();
      const { kind } = lexer;
      if (kind === TOKEN.open && method !== null && lexer.is("(")) visitor.select?.(null, method, lexer.line);
      method = mayBegin && kind === TOKEN.name ? lexer.word : null;
      mayBegin = brackets.inInterface && kind === TOKEN.semicolon || opensInterface && kind === TOKEN.open;
      if (kind === TOKEN.end) return this.#expected("more");
      if (kind === TOKEN.semicolon && brackets.depth === 0) return null;
      if (kind === TOKEN.name) {
        const { word, line } = lexer;
        if (dotted) visitor.select?.(base, word, line);
        else visitor.name?.(word, line);
        base = dotted ? null : word;
        dotted = false;
        continue;
      }
      dotted = kind === TOKEN.dot;
      if (dotted) continue;
      base = null;
      if (kind === TOKEN.open) brackets.open(lexer.word, opensInterface);
      else if (kind === TOKEN.close) {
        const wanted = brackets.close();
        if (!lexer.is(wanted)) return this.#expected(wanted || "no closing bracket");
      }
      opensInterface = kind === TOKEN.keyword && lexer.is("interface");
    }
  }
}

/** Closed as any brace, the brackets being counted from 0. */
const INTERFACE = 3;

/** The brackets that are open: one byte each, because a file may have two million. */
class Brackets {
  #open = new Uint8Array(64);
  depth = 0;

  /** The innermost is the body of an interface. */
  get inInterface(): boolean {
    return this.depth > 0 && this.#open[this.depth - 1] === INTERFACE;
  }

  open(bracket: string, isInterface: boolean): void {
    if (this.depth === this.#open.length) {
      const larger = new Uint8Array(2 * this.depth);
      larger.set(this.#open);
      this.#open = larger;
    }
    this.#open[this.depth++] = isInterface ? INTERFACE : "([{".indexOf(bracket);
  }

  /** The bracket that must come now; empty when none is open. */
  close(): string {
    return this.depth === 0 ? "" : ")]}}".charAt(this.#open[--this.depth]!);
  }
}

/** Bytes that are decoded at once. */
const PIECE = 64 * 1024;

function lineOfBadByte(bytes: Uint8Array): number {
  const fatal = () => new TextDecoder("utf-8", { fatal: true });
  const isGood = (decoder: TextDecoder, part: Uint8Array) => {
    // A character that is cut in two at the end is not yet wrong.
    try {
      decoder.decode(part, { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  const decoder = fatal();
  let at = 0;
  while (at < bytes.length && isGood(decoder, bytes.subarray(at, at + PIECE))) at += PIECE;
  // The character may have begun in the piece before.
  let start = Math.max(0, Math.min(at, bytes.length) - 3);
  while (start > 0 && (bytes[start]! & 0xc0) === 0x80) start--;
  let from = start, to = Math.min(at + PIECE, bytes.length); // good until `from`, no more at `to`
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (isGood(fatal(), bytes.subarray(start, middle))) from = middle;
    else to = middle;
  }
  let line = 1;
  for (let at = 0; at < from; at++) if (bytes[at] === 0x0a) line++;
  return line;
}
