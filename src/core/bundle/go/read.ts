import { isUtf8 } from "node:buffer";
import { type GoFault, GoLexer } from "./lexer.ts";
import { TOKEN } from "./token.ts";
import { importPath } from "./import_path.ts";

/** An import of a Go file. */
export interface GoImport {
  /** The path with its escapes resolved, as the compiler reads it. */
  readonly path: string;
  /** The import's own name, `.` or `_`; absent when the package's name is used. */
  readonly name?: string;
  /** Whether the path is written with escapes, so that a reader does not see the real one. */
  readonly escaped: boolean;
  readonly line: number;
}

/** Receives the parts of a Go file in their order. */
export interface GoVisitor {
  /** The package clause. */
  package?(name: string, line: number): void;
  import?(one: GoImport): void;
  /** A comment that addresses Go, such as `go:linkname a b`, without its opening characters. */
  directive?(text: string, line: number): void;
  /**
   * The start of a function or method, with its receiver's type; with null as name the start of another
   * declaration.
   */
  enter?(name: string | null, receiver: string | null, line: number): void;
  /** A name without a dot before it, including the first part of a selector. */
  name?(name: string, line: number): void;
  /**
   * `base.name`. `base` is null when something other than a name precedes the dot. It is also null for a
   * method of an interface, because Go infers from the interface which methods of other types are called.
   */
  select?(base: string | null, name: string, line: number): void;
}

/**
 * Reads the imports, the declarations and the names of a Go file. Either reads them exactly like Go or
 * returns the first error. After an error the visitor's calls are worthless, because Go compiles nothing of
 * that file. The time is proportional to the file's size.
 */
export function readGo(bytes: Uint8Array, visitor: GoVisitor): GoFault | null {
  if (!isUtf8(bytes)) return { line: lineOfBadByte(bytes), message: "bytes that are not UTF-8" };
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const lexer = new GoLexer(text, (start, end, line) => {
    const comment = text.slice(start + 2, Math.min(end, start + 500));
    // A block comment can only contain a line directive.
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

  /** Reads from `func` to the name, which stays the current token. */
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

  /** Reads the rest of a declaration up to its semicolon. */
  #names(): GoFault | null {
    const { lexer, visitor } = this;
    const brackets = this.#brackets;
    brackets.depth = 0;
    /** The name before the last dot. */
    let base: string | null = null, dotted = false;
    /**
     * Whether the next bracket opens an interface, whether a method of an interface may start here, and the
     * name that may be that method.
     */
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

/** Kind of the brace that opens an interface; the other kinds 0 to 2 index `([{`. */
const INTERFACE = 3;

/** The open brackets: one byte each because a file may have two million. */
class Brackets {
  #open = new Uint8Array(64);
  depth = 0;

  /** Whether the innermost open bracket is the body of an interface. */
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

  /** Closes the innermost bracket and returns the character that closes it; empty when none is open. */
  close(): string {
    return this.depth === 0 ? "" : ")]}}".charAt(this.#open[--this.depth]!);
  }
}

/** Bytes decoded at once. */
const PIECE = 64 * 1024;

function lineOfBadByte(bytes: Uint8Array): number {
  const fatal = () => new TextDecoder("utf-8", { fatal: true });
  const isGood = (decoder: TextDecoder, part: Uint8Array) => {
    // A character cut in two at the end is not an error yet.
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
  // The character may start in the previous piece.
  let start = Math.max(0, Math.min(at, bytes.length) - 3);
  while (start > 0 && (bytes[start]! & 0xc0) === 0x80) start--;
  let from = start, to = Math.min(at + PIECE, bytes.length); // valid up to `from`, invalid up to `to`
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (isGood(fatal(), bytes.subarray(start, middle))) from = middle;
    else to = middle;
  }
  let line = 1;
  for (let at = 0; at < from; at++) if (bytes[at] === 0x0a) line++;
  return line;
}
