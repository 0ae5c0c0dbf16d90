/** The type of a column's values. */
interface Typed {
  readonly type: string;
  readonly kind: string;
}

/** Types whose arrays have no comma between their elements. */
const NO_COMMA = /(^|\.)"?(box|box3d|geometry|geography)\b/;

/** Returns a cell as a JSON value. The server's documents and arrays become JSON; numbers keep every digit. */
export function cellAsJson({ type, kind }: Typed, cell: string | null): string {
  if (cell === null) return "null";
  const [, element] = /^(.+)\[\]$/.exec(type) ?? [];
  if (element === undefined) return valueAsJson(kind, cell);
  return (NO_COMMA.test(element) ? null : arrayAsJson(cell, kindOf(element))) ?? JSON.stringify(cell);
}

/** A number as JSON writes it. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i;
/** Maximum digits of a number that every JSON reader represents exactly. */
const EXACT = 15;

function valueAsJson(kind: string, cell: string): string {
  switch (kind) {
    case "boolean":
      return cell === "t" ? "true" : "false";
    case "json":
      return onOneLine(cell) ?? JSON.stringify(cell);
    case "float":
      // JSON readers represent such numbers as the server does.
      return NUMBER.test(cell) ? cell : JSON.stringify(cell);
    case "integer":
    case "decimal":
      return NUMBER.test(cell) && cell.replace(/\D/g, "").length <= EXACT ? cell : JSON.stringify(cell);
    default:
      return JSON.stringify(cell);
  }
}

/** Returns a JSON document on one line, with all digits and repeated keys; null for other texts. */
function onOneLine(text: string): string | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  // JSON writes a line break inside a string as \n, so all real ones are between values and can be removed.
  return text.split(/[\r\n]/).map((line) => line.trim()).filter((line) => line !== "").join(" ");
}

/** Returns the kind of values that a type has. */
function kindOf(type: string): string {
  if (/^(smallint|integer|bigint|oid)$/.test(type)) return "integer";
  if (/^numeric\b/.test(type)) return "decimal";
  if (type === "real" || type === "double precision") return "float";
  if (type === "json" || type === "jsonb") return "json";
  return type === "boolean" ? "boolean" : "text";
}

/** Maximum depth of nested PostgreSQL arrays. */
const MAX_DEPTH = 6;

/** Converts PostgreSQL's text of an array to JSON; null where it cannot be parsed. */
function arrayAsJson(text: string, kind: string): string | null {
  // An array whose indexes do not start with 1 has a prefix: `[0:1]={a,b}`.
  let at = /^(?:\[[-+\d:]+\])*=/.exec(text)?.[0].length ?? 0;
  const list = (depth: number): string | null => {
    const parts: string[] = [];
    if (text[at++] !== "{" || depth > MAX_DEPTH) return null;
    if (text[at] === "}") return at++, "[]";
    for (;;) {
      const part = text[at] === "{" ? list(depth + 1) : element();
      if (part === null) return null;
      parts.push(part);
      const mark = text[at++];
      if (mark === "}") return `[${parts.join(", ")}]`;
      if (mark !== ",") return null;
    }
  };
  const element = (): string | null => {
    if (text[at] === '"') {
      const [whole, inside] = matched(/"([^"\\]*(?:\\[^][^"\\]*)*)"/y) ?? [];
      if (whole === undefined) return null;
      return valueAsJson(kind, inside!.replace(/\\([^])/g, "$1"));
    }
    const [bare] = matched(/(?:[^",{}\\]+|\\[^])+/y) ?? [];
    if (bare === undefined) return null;
    return /^null$/i.test(bare) ? "null" : valueAsJson(kind, bare.replace(/\\([^])/g, "$1"));
  };
  const matched = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const made = list(1);
  return at === text.length ? made : null;
}
