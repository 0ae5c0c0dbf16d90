import { Buffer, isUtf8 } from "node:buffer";
import { joined } from "../../bytes.ts";
import { GoLexer } from "./lexer.ts";
import { TOKEN } from "./token.ts";

/** Bytes in which the package clause is looked for first; each further attempt takes eight times as many. */
const HEAD = 8 * 1024;

/**
 * Returns a Go source that imports more packages, so that Go initialises them before the source's own. The
 * imports stand on the line of the package clause, and all other code keeps the line and column that Go
 * reports. A source without a package clause is returned as it is, because Go compiles nothing of it.
 */
export function withImports(bytes: Uint8Array, paths: readonly string[]): Uint8Array {
  const clause = packageClause(bytes);
  if (!clause) return bytes;
  const imports = paths.map((path) => `; import _ "${path}"`).join("");
  const added = new TextEncoder().encode(imports + clause.place);
  return joined([bytes.subarray(0, clause.end), added, bytes.subarray(clause.end)]);
}

/** The end of a package clause in bytes, and a line directive for code on the same line; empty without any. */
interface PackageClause {
  readonly end: number;
  readonly place: string;
}

function packageClause(bytes: Uint8Array): PackageClause | null {
  for (let size = HEAD;; size *= 8) {
    const whole = size >= bytes.length;
    // Streaming leaves out a character that is cut.
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    const text = decoder.decode(bytes.subarray(0, size), { stream: !whole });
    const lexer = new GoLexer(text);
    lexer.next();
    const begins = lexer.is("package");
    lexer.next();
    const lineEnd = text.indexOf("\n", lexer.end);
    if (begins && lexer.kind === TOKEN.name && (whole || lineEnd >= 0)) {
      const end = Buffer.byteLength(text.slice(0, lexer.end));
      // Go refuses a file with such bytes, and the text of the decoder has other offsets.
      if (!isUtf8(bytes.subarray(0, end))) return null;
      const rest = text.slice(lexer.end, lineEnd < 0 ? text.length : lineEnd);
      const column = end - bytes.lastIndexOf(0x0a, end - 1);
      return { end, place: /^[ \t\r]*(\/\/|$)/.test(rest) ? "" : `/*line :${lexer.line}:${column}*/` };
    }
    if (whole) return null;
  }
}
