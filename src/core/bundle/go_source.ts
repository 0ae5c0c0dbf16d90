/** An import of a Go file. */
export interface GoImport {
  /** As the compiler reads it, with its escapes resolved. */
  readonly path: string;
  /** It is written with escapes, which only hide what it is. */
  readonly escaped: boolean;
  readonly line: number;
}

/** What a look at a Go source shows without compiling it. */
export interface GoSource {
  readonly imports: readonly GoImport[];
  /** Selectors such as `.Secret` with their first line: calls of the SDK, or of something named alike. */
  readonly selectors: ReadonlyMap<string, number>;
  /** Directives such as `go:linkname`, with their line. */
  readonly directives: readonly { readonly name: string; readonly line: number }[];
}

/** One token at a time: comments, strings, identifiers, line ends, space, everything else. */
const TOKEN =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|`[^`]*(?:`|$)|"(?:[^"\\\n]|\\.)*(?:"|$|(?=\n))|'(?:[^'\\\n]|\\.)*(?:'|$|(?=\n))|[\p{L}_][\p{L}\p{Nd}_]*|\n|[^\S\n]+|[^]/gu;

/**
 * Reads imports, selectors and directives of a Go file. It knows comments and strings, so that neither
 * hides nor fakes an import; it need not be valid Go.
 */
export function readGoSource(text: string): GoSource {
  const imports: GoImport[] = [];
  const selectors = new Map<string, number>();
  const directives: { name: string; line: number }[] = [];
  let line = 1, importing: "no" | "one" | "many" = "no", before = "";
  for (const [token] of text.matchAll(TOKEN)) {
    const at = line;
    line += countLines(token);
    const directive = /^\/\/(go:[a-z]+|export |#cgo|line )/.exec(token);
    if (directive) directives.push({ name: directive[1]!.trim(), line: at });
    if (token.startsWith("//") || token.startsWith("/*") || /^[^\S\n]/.test(token)) continue;
    if (token === "\n") {
      if (importing === "one" && before !== "import") importing = "no";
      continue;
    }
    if (importing !== "no" && /^["`]/.test(token)) {
      const written = token.slice(1, -1);
      const path = token.startsWith('"') ? unescaped(written) : written;
      imports.push({ path, escaped: path !== written, line: at });
      if (importing === "one") importing = "no";
    } else if (importing === "one" && token === "(") importing = "many";
    else if (importing === "many" && token === ")") importing = "no";
    else if (importing === "no" && token === "import") importing = "one";
    else if (before === "." && !selectors.has(token)) selectors.set(token, at);
    before = token;
  }
  return { imports, selectors, directives };
}

/** Resolves the escapes of an interpreted string: go.dev/ref/spec#String_literals. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U(0010[0-9a-fA-F]{4}|000[0-9a-fA-F]{5})|([0-3][0-7]{2})|([^]))/g,
    (_, byte, short, long, octal, other: string) => {
      const hex = byte ?? short ?? long;
      if (hex !== undefined) return String.fromCodePoint(parseInt(hex, 16));
      return octal !== undefined ? String.fromCodePoint(parseInt(octal, 8)) : other;
    },
  );
}

function countLines(token: string): number {
  let lines = 0;
  for (let i = token.indexOf("\n"); i >= 0; i = token.indexOf("\n", i + 1)) lines++;
  return lines;
}
