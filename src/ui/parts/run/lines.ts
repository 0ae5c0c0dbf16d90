import type { LogLine } from "../../../core/state/state.ts";
import { createWrapping, type GrowingWrapping } from "../../system/code/wrapping.ts";
import { type AnsiStyle, parseAnsi, PLAIN } from "../../text/ansi.ts";
import { columnsOf, type StyledToken } from "../../text/tokens.ts";

/** Number of lines that a page asks for: all, because they are searched, copied and saved as a whole. */
export const ALL_LINES = 10_000_000;

/** The lines of a run, parsed once when they arrive and ready to be rendered. */
interface Lines {
  readonly texts: string[];
  readonly wrapping: GrowingWrapping;
  /** Width of the widest line so far, in characters, for output that is not wrapped. */
  readonly widest: number;
  /** Returns the tokens of a line. */
  tokensOf(line: number): StyledToken[];
  /**
   * Parses the new lines of `lines`. `columns` is Infinity without wrapping; a change wraps all lines anew.
   * `dropped` is the number of lines that were discarded before the first of `lines`. Stops after `limit`
   * milliseconds and returns false when lines remain.
   */
  take(lines: readonly LogLine[], columns: number, dropped?: number, limit?: number): boolean;
}

/** Lines parsed between two checks of the clock. */
const STEP = 200;

/** Creates an empty set of lines. */
export function createLines(): Lines {
  const texts: string[] = [];
  /** The tokens of each line; null for plain text. */
  const tokens: (StyledToken[] | null)[] = [];
  const styles = new Map<LogLine["stream"], AnsiStyle>();
  let wrapping = createWrapping(Infinity);
  let wrappedAt = Infinity, wrapped = 0, gone = 0;
  let widest = 0;

  function read({ text, stream }: LogLine): void {
    const style = styles.get(stream) ?? PLAIN;
    if (style === PLAIN && !text.includes("\u001b") && !text.includes("\r")) {
      texts.push(text);
      tokens.push(null);
    } else {
      const parsed = parseAnsi(text, style);
      styles.set(stream, isPlain(parsed.style) ? PLAIN : parsed.style);
      texts.push(parsed.tokens.map((token) => token.text).join(""));
      tokens.push(parsed.tokens);
    }
    widest = Math.max(widest, columnsOf(texts.at(-1)!));
  }

  return {
    texts,
    tokensOf: (line) => tokens[line] ?? [{ text: texts[line] ?? "", kind: "" }],
    get wrapping() {
      return wrapping;
    },
    get widest() {
      return widest;
    },
    take(lines, columns, dropped = 0, limit = Infinity) {
      const end = limit === Infinity ? Infinity : performance.now() + limit;
      const fewer = Math.min(dropped - gone, texts.length);
      if (fewer > 0) {
        texts.splice(0, fewer);
        tokens.splice(0, fewer);
        wrapping.drop(Math.min(fewer, wrapped));
        wrapped = Math.max(0, wrapped - fewer);
      }
      gone = dropped;
      if (columns !== wrappedAt) {
        wrappedAt = columns;
        wrapping = createWrapping(columns);
        wrapped = 0;
      }
      const most = Math.max(lines.length, texts.length);
      for (let count = 0; wrapped < most; count++) {
        if (count % STEP === STEP - 1 && performance.now() > end) return false;
        const line = lines[texts.length];
        if (wrapped === texts.length && line) read(line);
        wrapping.add(texts[wrapped++]!);
      }
      return true;
    },
  };
}

const isPlain = ({ color, flags }: AnsiStyle): boolean => color === null && flags.size === 0;

/** A link from a text to a line of the bundle's sources. */
export interface SourceLink {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  /** The range of the link in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** Paths of the runtime, the SDK and common standard packages, which are not part of the extension. */
const FOREIGN = /^(runtime|kedge|testing|reflect|sync|net|os|fmt|encoding|internal)\//;

/**
 * Returns the path inside the bundle for a path in a message of the compiler or a panic;
 * null for a file outside of the extension. The action's file is compiled as
 * `…/action/action.go`, shared packages as `bundle/…`.
 */
function bundlePath(file: string, entry: string): string | null {
  if (/(^|\/)action\/action\.go$/.test(file) && file !== entry) return entry;
  const path = file.replace(/^bundle\//, "");
  return path.startsWith("/") || /^[A-Za-z]:/.test(path) || path.startsWith("..") || FOREIGN.test(path)
    ? null
    : path;
}

/**
 * A Go file with a line and perhaps a column. The lookbehind lets a match start only at the start of a name,
 * so that long lines are searched quickly.
 */
const SOURCE_POSITION = /(?<![\w@./\\-])((?:[A-Za-z]:)?[\w@./\\-]+\.go):(\d{1,7})(?::(\d{1,5}))?/g;

/**
 * Returns links to the positions in the bundle's sources that a line of output
 * names, as compiler errors and panics do.
 */
export function sourceLinks(text: string, entry: string): SourceLink[] {
  const links: SourceLink[] = [];
  for (const match of text.matchAll(SOURCE_POSITION)) {
    const [whole, file = "", line, column] = match;
    const path = bundlePath(file.replaceAll("\\", "/"), entry);
    if (path === null) continue;
    links.push({
      file: path,
      line: Number(line),
      ...(column !== undefined && { column: Number(column) }),
      start: match.index,
      end: match.index + whole.length,
    });
  }
  return links;
}
