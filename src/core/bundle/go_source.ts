/** An import of a Go file. */
export interface GoImport {
  readonly path: string;
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

/** One token at a time: comments, strings, identifiers, everything else. */
const TOKEN =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|`[^`]*(?:`|$)|"(?:[^"\\\n]|\\.)*(?:"|$|(?=\n))|'(?:[^'\\\n]|\\.)*(?:'|$|(?=\n))|[\p{L}_][\p{L}\p{Nd}_]*|\n|[^]/gu;

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
    if (token.startsWith("//") || token.startsWith("/*") || /^\s$/.test(token) && token !== "\n") continue;
    if (token === "\n") {
      if (importing === "one" && before !== "import") importing = "no";
      continue;
    }
    if (importing !== "no" && /^["`]/.test(token)) {
      imports.push({ path: token.slice(1, -1), line: at });
      if (importing === "one") importing = "no";
    } else if (importing === "one" && token === "(") importing = "many";
    else if (importing === "many" && token === ")") importing = "no";
    else if (importing === "no" && token === "import") importing = "one";
    else if (before === "." && !selectors.has(token)) selectors.set(token, at);
    before = token;
  }
  return { imports, selectors, directives };
}

function countLines(token: string): number {
  let lines = 0;
  for (let i = token.indexOf("\n"); i >= 0; i = token.indexOf("\n", i + 1)) lines++;
  return lines;
}
