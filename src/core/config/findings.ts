import type { Diagnostic } from "../diagnostic.ts";
import type { CheckProblem } from "../document/kind.ts";
import type { SyntaxProblem } from "../json/scan.ts";
import { positions } from "../text/position.ts";
import { formatNumber } from "../text/locale.ts";

/** Maximum diagnostics shown; further ones are only counted because they do not help the user. */
const MAX_SHOWN = 200;
/** Maximum errors and maximum warnings collected, from which the first ones in the file are shown. */
const MAX_PROBLEMS = 1000;

/** Collects the problems of one text. */
export type TextProblems = ReturnType<typeof createTextProblems>;

/** Creates a collector that contains the syntax problems of a text. */
export function createTextProblems(text: string, syntax: readonly SyntaxProblem[]) {
  const errors: CheckProblem[] = syntax.map((problem) => ({ ...problem, severity: "error", path: [] }));
  const warnings: CheckProblem[] = [];
  const guessed = syntax.map(({ offset }) => lineRest(text, offset));
  let more = 0;
  return {
    report(problem: CheckProblem) {
      if (guessed.some(([from, to]) => problem.offset >= from && problem.offset <= to)) return;
      const list = problem.severity === "error" ? errors : warnings;
      if (list.length < MAX_PROBLEMS) list.push(problem);
      else more++;
    },
    /** Whether further problems are only counted, so that explaining them is pointless. */
    full: () => errors.length + warnings.length >= MAX_PROBLEMS,
    /** Returns the problems in file order, with lines and columns. */
    diagnostics: () => toDiagnostics(errors, warnings, more, text),
  };
}

/** Returns the range from a syntax problem to the end of its line, whose content was only guessed. */
function lineRest(text: string, offset: number): readonly [number, number] {
  const length = text.slice(offset).search(/[\r\n]/);
  return [offset, length < 0 ? text.length : offset + length];
}

/** Returns which problems are shown first: those of the whole file, then other errors, because warnings change nothing. */
function weightOf({ severity, path }: CheckProblem): number {
  return severity === "warning" ? 2 : path.length > 0 ? 1 : 0;
}

function toDiagnostics(
  errors: readonly CheckProblem[],
  warnings: readonly CheckProblem[],
  more: number,
  text: string,
): Diagnostic[] {
  if (errors.length + warnings.length === 0) return [];
  // A byte order mark does not count as a column of the first line.
  const mark = text.startsWith("\ufeff") ? 1 : 0;
  const position = positions(text.slice(mark));
  const shown: Diagnostic[] = [...errors, ...warnings]
    .sort((a, b) => weightOf(a) - weightOf(b) || a.offset - b.offset)
    .slice(0, MAX_SHOWN)
    .sort((a, b) => a.offset - b.offset)
    .map(({ severity, code, path, offset, message, hint }) => ({
      severity,
      code,
      path,
      ...position(offset - mark),
      message,
      ...(hint === undefined ? {} : { hint }),
    }));
  const left = errors.length + warnings.length - shown.length + more;
  if (left > 0) {
    shown.push({
      severity: errors.length > MAX_SHOWN ? "error" : "warning",
      code: "too-many-problems",
      path: [],
      message: `${formatNumber(left)} more ${left === 1 ? "problem is" : "problems are"} not shown`,
    });
  }
  return shown;
}
