import { joined } from "../../bytes.ts";

/**
 * Returns the path that an import's string denotes; null for a path that no package can have
 * (go.dev/ref/spec#Import_declarations). `literal` is a valid Go string with its quotes.
 */
export function importPath(literal: string): string | null {
  const inside = literal.slice(1, -1);
  // Go removes carriage returns from raw strings.
  const path = literal.startsWith("`") ? inside.replaceAll("\r", "") : unescaped(inside);
  return path !== null && VALID.test(path) ? path : null;
}

/** Visible characters without spaces, and without those that the specification lets a compiler refuse. */
const VALID = /^(?:(?![!"#$%&'()*,:;<=>?[\\\]^`{|}\ufffd])[\p{L}\p{M}\p{N}\p{P}\p{S}])+$/u;

const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|([^]))/g;
const SINGLE: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** Resolves the escapes of an interpreted string; null when the result is not UTF-8. */
function unescaped(text: string): string | null {
  if (!text.includes("\\")) return text;
  const parts: Uint8Array[] = [];
  const encoder = new TextEncoder();
  let at = 0;
  for (const found of text.matchAll(ESCAPE)) {
    const [escape, hex, short, long, octal, single] = found;
    parts.push(encoder.encode(text.slice(at, found.index)));
    at = found.index + escape.length;
    const point = short ?? long;
    const byte = hex !== undefined ? parseInt(hex, 16) : octal !== undefined ? parseInt(octal, 8) : null;
    if (byte !== null) parts.push(Uint8Array.of(byte));
    else if (point !== undefined) parts.push(encoder.encode(String.fromCodePoint(parseInt(point, 16))));
    else parts.push(encoder.encode(SINGLE[single!] ?? single!));
  }
  parts.push(encoder.encode(text.slice(at)));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(joined(parts));
  } catch {
    return null;
  }
}
