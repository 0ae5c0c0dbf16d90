import { beginning, type Diagnostic } from "../core/diagnostic.ts";
import { keylessDots } from "../core/text/keyless.ts";
import { passwordDots, secretDots } from "../core/text/password_dots.ts";
import { logged } from "../core/text/outside.ts";
import { painter } from "./colours.ts";
import { widthOf } from "./width.ts";
import { formatNumber } from "../core/text/locale.ts";

/** Maximum columns shown of a source line; a longer line is cut around the position. */
const WIDTH = 100;

/** Options of a report. */
interface ReportOptions {
  /** Name of the file for positions without a `file`. */
  readonly file: string;
  /** Returns the text of a file, from which lines are shown; undefined when it cannot be shown. */
  readonly source: (file: string | undefined) => string | undefined;
  readonly colors: boolean;
}

/** Maximum characters of JSON read before a line to find the key that the line belongs to. */
const SEARCHED = 2000;

/** Maximum problems shown, errors before warnings; `--json` shows more. */
const SHOWN = 50;

/**
 * Returns diagnostics as a compiler shows them: message, position, the line with a caret under it, and hint.
 * Many diagnostics are cut to the first ones and the number of the others.
 */
export function report(diagnostics: readonly Diagnostic[], options: ReportOptions): string {
  const lines = new Map<string | undefined, string[]>();
  const { first, more, counting } = beginning(diagnostics, SHOWN);
  const shown = (diagnostic: Diagnostic) => {
    if (!lines.has(diagnostic.file)) {
      const source = options.source(diagnostic.file);
      const seen = source !== undefined && isJson(diagnostic.file) ? keylessDots(source) : source;
      lines.set(diagnostic.file, seen?.split(/\r\n|\r|\n/) ?? []);
    }
    return one(diagnostic, lines.get(diagnostic.file)!, options);
  };
  const left = more === 0 ? [] : [`… and ${formatNumber(more)} more\n`];
  return [...first.map(shown), ...left, ...counting.map(shown)].join("\n");
}

function one(diagnostic: Diagnostic, source: readonly string[], { file, colors }: ReportOptions): string {
  const { severity, code, line, column, message, hint } = diagnostic;
  const paint = painter(colors);
  const strong = severity === "error" ? "1;31" : "1;33";
  const position = [logged(diagnostic.file ?? file), line, column].filter((part) => part !== undefined).join(
    ":",
  );
  const margin = " ".repeat(String(line ?? 1).length);
  const result = [
    `${paint(strong, `${severity}[${code}]`)}: ${paint("1", logged(message))}`,
    `${margin}${paint("34", "-->")} ${position}`,
  ];
  const text = line === undefined ? undefined : source[line - 1];
  if (text !== undefined && line !== undefined && column !== undefined) {
    const mark = line === 1 && text.startsWith("\ufeff") ? 1 : 0;
    const before = isJson(diagnostic.file) ? linesBefore(source, line) : null;
    const { shown, at } = cut(text.slice(mark), column - 1, before);
    result.push(`${margin} ${paint("34", "|")}`);
    result.push(`${paint("34", `${line} |`)} ${shown}`);
    result.push(
      `${margin} ${paint("34", "|")} ${" ".repeat(widthOf(shown.slice(0, at)))}${
        paint(strong, "^".repeat(extent(shown, at)))
      }`,
    );
  }
  if (hint) result.push(`${margin} ${paint("34", "=")} ${logged(hint)}`);
  return result.join("\n") + "\n";
}

/** Without a name the file is the configuration, otherwise it is a file of a bundle. */
const isJson = (file: string | undefined) => file === undefined || file.endsWith(".json");

/** Returns the lines before a line, because a value may belong to a key on an earlier line. */
function linesBefore(source: readonly string[], line: number): string {
  return source.slice(Math.max(0, line - 40), line - 1).map((one) => `${one}\n`).join("").slice(-SEARCHED);
}

/**
 * Returns the part of a line around a position, with tabs as single spaces so that the caret is placed
 * correctly. `before` is the JSON text before this line; null for other texts.
 */
function cut(text: string, at: number, before: string | null): { shown: string; at: number } {
  const from = at > WIDTH - 30 ? at - 40 : 0;
  // A password may begin before the shown part, or end after it.
  const begin = Math.max(0, from - WIDTH);
  const piece = text.slice(begin, from + 2 * WIDTH);
  const around = before === null ? passwordDots(piece) : secretDots(before + piece).slice(before.length);
  const seen = logged(around.slice(from - begin, from - begin + WIDTH)).replaceAll("\t", " ");
  const left = from > 0 ? "…" : "";
  const right = text.length > from + WIDTH ? "…" : "";
  return { shown: left + seen + right, at: at - from + left.length };
}

/** Returns the width in columns of the value at a position. */
function extent(text: string, at: number): number {
  const rest = text.slice(at);
  return widthOf(/^("(?:[^"\\]|\\.)*"|[\w.+-]+)/.exec(rest)?.[0] ?? "^");
}

/**
 * Returns a line with the number of diagnostics, such as `2 errors, 1 warning`, with `and more` when not all
 * are listed.
 */
export function countedDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const { first: listed, counting } = beginning(diagnostics, Infinity);
  const errors = listed.filter(({ severity }) => severity === "error").length;
  const warnings = listed.length - errors;
  const number = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;
  return [
    errors && number(errors, "error"),
    warnings && number(warnings, "warning"),
    counting.length > 0 && "and more",
  ].filter(Boolean).join(", ");
}
