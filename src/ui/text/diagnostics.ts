import { beginning, type Diagnostic } from "../../core/diagnostic.ts";
import { count } from "./format.ts";

/** Returns the number of problems: `3 problems`, or `more than 200 problems` where not all are listed. */
export function problemCount(diagnostics: readonly Diagnostic[]): string {
  const { first, counting } = beginning(diagnostics, Infinity);
  return `${counting.length > 0 ? "more than " : ""}${count(first.length, "problem")}`;
}

/** Returns the position of a problem: `actions/run.go:12:5`, or the path of keys `accounts[0].region`. */
export function positionText(diagnostic: Diagnostic): string {
  const { file, line, column, path } = diagnostic;
  const position = line === undefined ? "" : column === undefined ? `:${line}` : `:${line}:${column}`;
  if (file !== undefined) return `${file}${position}`;
  const keys = path.map((key, index) => typeof key === "number" ? `[${key}]` : index === 0 ? key : `.${key}`)
    .join("");
  if (position === "") return keys;
  return keys === "" ? `line ${position.slice(1)}` : `${keys}, line ${line}`;
}

/** Returns problems as text for the clipboard. */
export function diagnosticsText(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((one) => {
    const position = positionText(one);
    const hint = one.hint === undefined ? "" : `\n    ${one.hint}`;
    return `${one.severity}${position === "" ? "" : ` ${position}`}: ${one.message} [${one.code}]${hint}`;
  }).join("\n");
}
