import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { type DiffLine, diffLines } from "../../../core/text/diff.ts";
import type { Language } from "../../text/highlight.ts";
import { type Mark, splitLines, type StyledToken } from "../../text/tokens.ts";
import { CodeRow, columnsBeside } from "./code_row.tsx";
import type { LineTarget } from "./code_view.tsx";
import { FindBar, useFinder, useFoundRow } from "./find.tsx";
import { Rows, type RowTarget } from "../lists/rows.tsx";
import { useHighlight } from "./use_highlight.ts";
import { wrapLines } from "./wrapping.ts";

const CONTEXT = 4;

/** A row of the view: a line of the difference, or a fold that replaces unchanged lines. */
type Shown = DiffLine | { readonly kind: "fold"; readonly from: number; readonly lines: number };

/** Folds runs of unchanged lines longer than twice the context, except those that the user opened. */
export function folded(lines: readonly DiffLine[], open: ReadonlySet<number>): Shown[] {
  const result: Shown[] = [];
  // A loop, because a file may have two million lines, too many for the arguments of one call.
  const take = (from: number, to: number) => {
    for (let i = from; i < to; i++) result.push(lines[i] as DiffLine);
  };
  let at = 0;
  while (at < lines.length) {
    let end = at;
    while (end < lines.length && lines[end]?.kind === "same") end++;
    const head = at === 0 ? 0 : CONTEXT;
    const tail = end === lines.length ? 0 : CONTEXT;
    const hidden = end - at - head - tail;
    if (hidden > 3 && !open.has(at)) {
      take(at, at + head);
      result.push({ kind: "fold", from: at, lines: hidden });
      take(end - tail, end);
    } else take(at, end);
    at = end;
    while (end < lines.length && lines[end]?.kind !== "same") end++;
    take(at, end);
    at = end;
  }
  return result;
}

/** An empty text has no lines; `splitLines` would return one empty line. */
const linesOf = (text: string) => text === "" ? [] : splitLines(text);

/** Returns the differing part of two lines as `[start, end in the first, end in the second]`, in UTF-16 units. */
export function changedPart(before: string, after: string): [start: number, before: number, after: number] {
  let start = 0;
  const least = Math.min(before.length, after.length);
  while (start < least && before[start] === after[start]) start++;
  let end = 0;
  while (end < least - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return [start, before.length - end, after.length - end];
}

/** Returns the changed part of each line that replaces another, by its index in the view. */
function wordMarks(shown: readonly Shown[]): Map<number, Mark> {
  const marks = new Map<number, Mark>();
  for (let at = 0; at < shown.length; at++) {
    if (shown[at]?.kind !== "remove") continue;
    let removed = at;
    while (shown[removed]?.kind === "remove") removed++;
    let added = removed;
    while (shown[added]?.kind === "add") added++;
    if (removed - at === added - removed) {
      for (let i = 0; i < removed - at; i++) {
        const [a, b] = [shown[at + i], shown[removed + i]];
        if (!a || !b || a.kind === "fold" || b.kind === "fold") continue;
        const [start, endBefore, endAfter] = changedPart(a.text, b.text);
        if (start + 2 < Math.min(a.text.length, b.text.length) || endBefore < a.text.length) {
          marks.set(at + i, { start, end: endBefore, kind: "word" });
          marks.set(removed + i, { start, end: endAfter, kind: "word" });
        }
      }
    }
    at = added - 1;
  }
  return marks;
}

/** The difference of two texts in one column: removed lines have −, added ones +; unchanged lines are folded. */
export function DiffView(
  { before, after, language, label, pointer }: {
    before: string;
    after: string;
    language: Language;
    label: string;
    /** A line of the new text to scroll to. */
    pointer?: LineTarget | null;
  },
): JSX.Element {
  const lines = useMemo(() => diffLines(linesOf(before), linesOf(after)), [before, after]);
  const tokens = { before: useHighlight(before, language), after: useHighlight(after, language) };
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const shown = useMemo(() => folded(lines, withLine(open, lines, pointer)), [lines, open, pointer]);
  const texts = useMemo(() => shown.map((line) => line.kind === "fold" ? "" : line.text), [shown]);
  const words = useMemo(() => wordMarks(shown), [shown]);
  const gutter = Math.max(3, String(lines.length).length);
  const [columns, setColumns] = useState(80);
  const wrapping = useMemo(() => wrapLines(texts, columns), [texts, columns]);
  const [target, goTo] = useFoundRow(wrapping, columns);
  const finder = useFinder(texts, goTo);
  const pointed = useMemo<RowTarget | null>(() => {
    if (!pointer) return null;
    const at = shown.findIndex((line) => line.kind !== "fold" && line.after === pointer.line);
    return at < 0 ? null : { row: wrapping.rowOf(at) };
  }, [pointer, wrapping]);
  const tokensOf = (line: DiffLine): readonly StyledToken[] =>
    (line.after === undefined ? tokens.before[(line.before ?? 1) - 1] : tokens.after[line.after - 1]) ?? [];
  return (
    <>
      <FindBar finder={finder} />
      <Rows
        count={wrapping.rows}
        label={label}
        target={finder.open && target ? target : pointed}
        onColumns={(width, character) => setColumns(columnsBeside(width, character, [gutter, gutter], true))}
        render={(row) => {
          const { line: index, start, end } = wrapping.at(row);
          const line = shown[index];
          if (!line) return null;
          if (line.kind === "fold") {
            return (
              <div class="code-row fold" key={row}>
                <button
                  type="button"
                  data-alone={`Show ${line.lines} unchanged lines`}
                  onClick={() => setOpen(new Set([...open, line.from]))}
                >
                  ⋯ {line.lines} unchanged lines
                </button>
              </div>
            );
          }
          const number = (n: number | undefined) => ({
            text: start === 0 && n ? String(n) : "",
            width: gutter,
          });
          const word = words.get(index);
          const found = finder.marksOf(index);
          const isPointed = pointer !== undefined && pointer !== null && line.after === pointer.line;
          return (
            <CodeRow
              key={row}
              gutters={[number(line.before), number(line.after)]}
              sign={start > 0 ? "" : line.kind === "add" ? "+" : line.kind === "remove" ? "−" : ""}
              tokens={tokensOf(line)}
              start={start}
              end={end}
              marks={found.length > 0 ? found : word ? [word] : []}
              kind={`${line.kind}${isPointed ? " pointed" : ""}`}
            />
          );
        }}
      />
    </>
  );
}

/** Returns the open folds together with the one that hides the pointed line. */
function withLine(
  open: ReadonlySet<number>,
  lines: readonly DiffLine[],
  pointer: LineTarget | null | undefined,
): ReadonlySet<number> {
  if (!pointer) return open;
  let at = lines.findIndex((line) => line.after === pointer.line);
  if (at < 0 || lines[at]?.kind !== "same") return open;
  while (at > 0 && lines[at - 1]?.kind === "same") at--;
  return new Set([...open, at]);
}
