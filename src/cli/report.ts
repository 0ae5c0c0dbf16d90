import { beginning, type Diagnostic } from "../core/diagnostic.ts";
import { keylessDots } from "../core/text/keyless.ts";
import { passwordDots, secretDots } from "../core/text/password_dots.ts";
import { logged } from "../core/text/outside.ts";
import { widthOf } from "./width.ts";
import { formatNumber } from "../core/text/locale.ts";

/** How wide a shown source line may be; longer ones are cut around the place. */
const WIDTH = 100;

/** What a report needs beside the diagnostics. */
interface ReportOptions {
  /** What to call the file that positions without a `file` belong to. */
  readonly file: string;
  /** The text of a file, to show the line; undefined when it cannot be shown. */
  readonly source: (file: string | undefined) => string | undefined;
  readonly colors: boolean;
}

/** So much of a JSON text is looked at to find out what a line belongs to. */
const SEARCHED = 2000;

/** So many problems are shown, errors before warnings; `--json` has more. */
const SHOWN = 50;

/** Diagnostics as a compiler shows them: message, place, the line with a caret under it, hint. Of many the beginning, and a count. */
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
  const paint = (style: string, text: string) => colors ? `\x1b[${style}m${text}\x1b[0m` : text;
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

/** What is checked is the configuration, else it is a file of a bundle. */
const isJson = (file: string | undefined) => file === undefined || file.endsWith(".json");

/** A line alone does not say that it is the value of a key further up. */
function linesBefore(source: readonly string[], line: number): string {
  return source.slice(Math.max(0, line - 40), line - 1).map((one) => `${one}\n`).join("").slice(-SEARCHED);
}

/**
 * The part of a line around a place, tabs as one space so that the caret stands right. `before` are lines of a JSON text
 * before this one; null for other texts.
 */
function cut(text: string, at: number, before: string | null): { shown: string; at: number } {
  const from = at > WIDTH - 30 ? at - 40 : 0;
  // A password may begin before the piece that is shown, or end behind it.
  const begin = Math.max(0, from - WIDTH);
  const piece = text.slice(begin, from + 2 * WIDTH);
  const around = before === null ? passwordDots(piece) : secretDots(before + piece).slice(before.length);
  const seen = logged(around.slice(from - begin, from - begin + WIDTH)).replaceAll("\t", " ");
  const left = from > 0 ? "…" : "";
  const right = text.length > from + WIDTH ? "…" : "";
  return { shown: left + seen + right, at: at - from + left.length };
}

/** How many columns the value at a place takes. */
function extent(text: string, at: number): number {
  const rest = text.slice(at);
  return widthOf(/^("(?:[^"\\]|\\.)*"|[\w.+-]+)/.exec(rest)?.[0] ?? "^");
}

/** One line that counts: `2 errors, 1 warning`, and `and more` where not all are listed. */
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
