import { diffLines } from "../core/text/diff.ts";
import { spelled } from "../core/text/hidden.ts";
import { colorsFor, painter } from "./colours.ts";

/** Number of unchanged lines shown before and after a change. */
const AROUND = 2;

/** Returns the changed lines of a file with some lines around them, as `diff -u` shows them, for standard error. */
export function changedLines(before: readonly string[], after: readonly string[]): string {
  const lines = diffLines(before, after);
  const near = (i: number) =>
    lines.slice(Math.max(0, i - AROUND), i + AROUND + 1).some(({ kind }) => kind !== "same");
  const paint = painter(colorsFor(Deno.stderr));
  return lines.filter((_, i) => near(i)).map(({ kind, text }) => {
    if (kind === "same") return `  ${spelled(text)}`;
    return kind === "add" ? paint("32", `+ ${spelled(text)}`) : paint("31", `- ${spelled(text)}`);
  }).join("\n");
}
