import { KEYWORDS } from "../../core/bundle/go/characters.ts";
import { splitLines, type StyledToken } from "./tokens.ts";

/** The languages with highlighting; any other text is plain. */
export type Language = "go" | "json" | "text";

/** Returns the language of a file by its name. */
export function languageOf(path: string): Language {
  if (path.endsWith(".go") || path.endsWith("go.mod")) return "go";
  return /\.jsonc?$/.test(path) ? "json" : "text";
}

const goKeywords = new Set([...KEYWORDS, "true", "false", "nil", "iota"]);
const goTypes = new Set(
  ("any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string " +
    "uint uint8 uint16 uint32 uint64 uintptr").split(" "),
);
const jsonWords = new Set(["true", "false", "null"]);

/** Sticky, so that a token is matched at the current offset. Group names are the kinds of token. */
const pattern =
  /(?<comment>\/\/.*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?)|(?<string>"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`[^`]*`?)|(?<number>-?\b(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.[\d_]*)?(?:[eEpP][+-]?\d+)?)i?\b)|(?<word>[\p{L}_][\p{L}\p{N}_]*)|(?<rest>[^\p{L}\p{N}_"'`/-]+|[/\p{N}-])/uy;

/**
 * Highlights a text line by line. The joined tokens of a line are always the line itself. Unfinished strings
 * and comments end with their line; raw strings and block comments continue to their end.
 */
export function highlight(text: string, language: Language): StyledToken[][] {
  if (language === "text") {
    return splitLines(text).map((line) => line === "" ? [] : [{ text: line, kind: "" }]);
  }
  const go = language === "go";
  let open: "`" | "*/" | null = null;
  return splitLines(text).map((line) => {
    const tokens: StyledToken[] = [];
    let at = 0;
    while (at < line.length) {
      if (open !== null) {
        const end = line.indexOf(open, at);
        const to = end < 0 ? line.length : end + open.length;
        tokens.push({ text: line.slice(at, to), kind: open === "`" ? "t-string" : "t-comment" });
        if (end >= 0) open = null;
        at = to;
        continue;
      }
      pattern.lastIndex = at;
      const match = pattern.exec(line);
      const found = match?.[0] ?? line[at] ?? "";
      at += found.length;
      const kind = match?.groups ? kindOf(match.groups, line, at, go) : "";
      if (found.startsWith("/*") && !(found.length > 3 && found.endsWith("*/"))) open = "*/";
      else if (go && found.startsWith("`") && (found.length < 2 || !found.endsWith("`"))) open = "`";
      const last = tokens.at(-1);
      if (last && last.kind === kind) tokens[tokens.length - 1] = { text: last.text + found, kind };
      else tokens.push({ text: found, kind });
    }
    return tokens;
  });
}

function kindOf(
  groups: Record<string, string | undefined>,
  line: string,
  after: number,
  go: boolean,
): string {
  if (groups.comment !== undefined) return "t-comment";
  if (groups.string !== undefined) {
    return !go && /^\s*:/.test(line.slice(after, after + 40)) ? "t-name" : "t-string";
  }
  if (groups.number !== undefined) return "t-number";
  const word = groups.word;
  if (word === undefined) return "";
  if (!go) return jsonWords.has(word) ? "t-keyword" : "";
  if (goKeywords.has(word)) return "t-keyword";
  if (goTypes.has(word)) return "t-type";
  return line[after] === "(" ? "t-name" : "";
}
