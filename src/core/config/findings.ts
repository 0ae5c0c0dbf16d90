import type { Diagnostic } from "../diagnostic.ts";
import type { CheckProblem } from "../document/kind.ts";
import type { SyntaxProblem } from "../json/scan.ts";
import { positions } from "../text/position.ts";
import { formatNumber } from "../text/locale.ts";

/** Maximum diagnostics shown; further ones are only counted because they do not help the user. */
const MAX_SHOWN = 200;
/** Maximum problems collected, from which the first ones in the file are shown. */
const MAX_PROBLEMS = 1000;

/** Collects the problems of one text. */
export type TextProblems = ReturnType<typeof createTextProblems>;

/** Creates a collector that contains the syntax problems of a text. */
export function createTextProblems(text: string, syntax: readonly SyntaxProblem[]) {
  const problems: CheckProblem[] = syntax.map((problem) => ({ ...problem, severity: "error", path: [] }));
  const guessed = syntax.map(({ offset }) => lineRest(text, offset));
  const more = { count: 0, severity: "warning" as CheckProblem["severity"] };
  return {
    report(problem: CheckProblem) {
      if (guessed.some(([from, to]) => problem.offset >= from && problem.offset <= to)) return;
      if (problems.length < MAX_PROBLEMS) return void problems.push(problem);
      more.count++;
      if (problem.severity === "error") more.severity = "error";
    },
    /** Whether further problems are only counted, so that explaining them is pointless. */
    full: () => problems.length >= MAX_PROBLEMS,
    /** Returns all problems in file order, with lines and columns. */
    diagnostics: () => toDiagnostics(problems, more, text),
  };
}

/** Returns the range from a syntax problem to the end of its line, whose content was only guessed. */
function lineRest(text: string, offset: number): readonly [number, number] {
  const length = text.slice(offset).search(/[\r\n]/);
  return [offset, length < 0 ? text.length : offset + length];
}

function toDiagnostics(
  problems: readonly CheckProblem[],
  more: Pick<CheckProblem, "severity"> & { readonly count: number },
  text: string,
): Diagnostic[] {
  if (problems.length === 0) return [];
  // A byte order mark does not count as a column of the first line.
  const mark = text.startsWith("\ufeff") ? 1 : 0;
  const position = positions(text.slice(mark));
  const sorted = problems.toSorted((a, b) => a.offset - b.offset);
  const shown: Diagnostic[] = sorted
    .slice(0, MAX_SHOWN)
    .map(({ severity, code, path, offset, message, hint }) => ({
      severity,
      code,
      path,
      ...position(offset - mark),
      message,
      ...(hint === undefined ? {} : { hint }),
    }));
  const left = problems.length - shown.length + more.count;
  if (left > 0) {
    shown.push({
      severity: [...sorted.slice(MAX_SHOWN), more].some(({ severity }) => severity === "error")
        ? "error"
        : "warning",
      code: "too-many-problems",
      path: [],
      message: `${formatNumber(left)} more ${left === 1 ? "problem is" : "problems are"} not shown`,
    });
  }
  return shown;
}
