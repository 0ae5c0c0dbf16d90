import type { LogLine } from "../../../core/state/state.ts";
import { createWrapping, type GrowingWrapping } from "../../system/code/wrapping.ts";
import { type AnsiStyle, parseAnsi, PLAIN } from "../../text/ansi.ts";
import { columnsOf, type StyledToken } from "../../text/tokens.ts";

/** A run's lines ready to be drawn: read once, as they come. */
interface Lines {
  readonly texts: string[];
  readonly tokens: StyledToken[][];
  readonly wrapping: GrowingWrapping;
  /** The widest line so far, in characters; for output that is not wrapped. */
  readonly widest: number;
  /** Takes the lines that are new. `columns` is Infinity without wrapping; a change starts anew. */
  take(lines: readonly LogLine[], columns: number): void;
}

/** Makes an empty set of lines. */
export function createLines(): Lines {
  const texts: string[] = [];
  const tokens: StyledToken[][] = [];
  const styles = new Map<LogLine["stream"], AnsiStyle>();
  let wrapping = createWrapping(Infinity);
  let wrappedAt = Infinity;
  let widest = 0;
  return {
    texts,
    tokens,
    get wrapping() {
      return wrapping;
    },
    get widest() {
      return widest;
    },
    take(lines, columns) {
      if (columns !== wrappedAt) {
        wrappedAt = columns;
        wrapping = createWrapping(columns);
        texts.forEach((text) => wrapping.add(text));
      }
      for (let at = texts.length; at < lines.length; at++) {
        const line = lines[at];
        if (!line) continue;
        const parsed = parseAnsi(line.text, styles.get(line.stream) ?? PLAIN);
        styles.set(line.stream, parsed.style);
        const text = parsed.tokens.map((token) => token.text).join("");
        texts.push(text);
        tokens.push(parsed.tokens);
        wrapping.add(text);
        widest = Math.max(widest, columnsOf(text));
      }
    },
  };
}

/** A line of the bundle's sources that a text names. */
export interface SourceLink {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  /** Where the name stands in the line, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** Paths of the runtime, the SDK and the standard library's busiest parts: not the user's. */
const FOREIGN = /^(runtime|kedge|testing|reflect|sync|net|os|fmt|encoding|internal)\//;

/**
 * The path inside the bundle of a path that the compiler or a panic names; null for a file that is not the
 * extension's. The entry is compiled as `…/action/action.go`, shared packages as `bundle/…`.
 */
function bundlePath(file: string, entry: string): string | null {
  if (/(^|\/)action\/action\.go$/.test(file) && file !== entry) return entry;
  const own = file.replace(/^bundle\//, "");
  return own.startsWith("/") || /^[A-Za-z]:/.test(own) || own.startsWith("..") || FOREIGN.test(own)
    ? null
    : own;
}

/** A Go file with a line, perhaps a column. It begins where no name goes on, so that a long line takes no long search. */
const PLACE = /(?<![\w@./\\-])((?:[A-Za-z]:)?[\w@./\\-]+\.go):(\d{1,7})(?::(\d{1,5}))?/g;

/** The places in the bundle's sources that a line of output names: of compile errors and of panics. */
export function sourceLinks(text: string, entry: string): SourceLink[] {
  const links: SourceLink[] = [];
  for (const match of text.matchAll(PLACE)) {
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
