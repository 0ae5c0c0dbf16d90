import type { Diagnostic } from "../diagnostic.ts";
import type { CheckProblem } from "../document/kind.ts";
import type { SyntaxProblem } from "../json/scan.ts";
import { positions } from "../text/position.ts";
import { formatNumber } from "../text/locale.ts";

/** More diagnostics do not help the user; the rest is counted. */
const MAX_SHOWN = 200;
/** So many problems are kept to find the first ones in the file among them. */
const MAX_PROBLEMS = 1000;

/** Collects what is wrong with one text. */
export interface TextProblems {
  report(problem: CheckProblem): void;
  /** Further ones are only counted: explaining them is wasted. */
  full(): boolean;
  /** Everything, in file order, with lines and columns. */
  diagnostics(): Diagnostic[];
}

/** Starts with what is wrong with the syntax of a text. */
export function createTextProblems(text: string, syntax: readonly SyntaxProblem[]): TextProblems {
  const problems: CheckProblem[] = syntax.map((problem) => ({ ...problem, severity: "error", path: [] }));
  const guessed = syntax.map(({ offset }) => lineRest(text, offset));
  const more = { count: 0, severity: "warning" as CheckProblem["severity"] };
  return {
    report(problem) {
      if (guessed.some(([from, to]) => problem.offset >= from && problem.offset <= to)) return;
      if (problems.length < MAX_PROBLEMS) return void problems.push(problem);
      more.count++;
      if (problem.severity === "error") more.severity = "error";
    },
    full: () => problems.length >= MAX_PROBLEMS,
    diagnostics: () => toDiagnostics(problems, more, text),
  };
}

/** From a syntax problem to the end of its line: what stands there was read by guessing. */
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
  // A byte order mark is no column of the first line.
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
