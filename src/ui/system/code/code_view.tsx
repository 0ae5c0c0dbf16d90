import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Language } from "../../text/highlight.ts";
import { splitLines } from "../../text/tokens.ts";
import { CodeRow, columnsBeside } from "./code_row.tsx";
import { FindBar, useFinder, useFoundRow } from "./find.tsx";
import { Rows, type RowTarget } from "../lists/rows.tsx";
import { useHighlight } from "./use_highlight.ts";
import { wrapLines } from "./wrapping.ts";

/** A line to scroll to, counted from 1. A new object scrolls there again. */
export interface LineTarget {
  readonly line: number;
}

/**
 * Source code with line numbers. Long lines are wrapped, and invisible characters are written out, so that
 * code under review cannot hide.
 */
export function CodeView(
  { text, language, label, pointer, noted }: {
    text: string;
    language: Language;
    label: string;
    pointer?: LineTarget | null;
    /** Lines (from 1) that are marked because a finding is about them. */
    noted?: ReadonlySet<number>;
  },
): JSX.Element {
  const lines = useMemo(() => splitLines(text), [text]);
  const tokens = useHighlight(text, language);
  const gutter = Math.max(3, String(lines.length).length);
  const [columns, setColumns] = useState(80);
  const wrapping = useMemo(() => wrapLines(lines, columns), [lines, columns]);
  const [target, goTo] = useFoundRow(wrapping, columns);
  const finder = useFinder(lines, goTo);
  const pointed = useMemo<RowTarget | null>(
    () => pointer ? { row: wrapping.rowOf(pointer.line - 1) } : null,
    [pointer, wrapping],
  );
  return (
    <>
      <FindBar finder={finder} />
      <Rows
        count={wrapping.rows}
        label={label}
        target={finder.open && target ? target : pointed}
        onColumns={(width, character) => setColumns(columnsBeside(width, character, [gutter], false))}
        render={(row) => {
          const { line, start, end } = wrapping.at(row);
          const number = line + 1;
          const kind = [pointer?.line === number && "pointed", noted?.has(number) && "noted"].filter(Boolean);
          return (
            <CodeRow
              key={row}
              gutters={[{ text: start === 0 ? String(number) : "↪", width: gutter }]}
              tokens={tokens[line] ?? []}
              start={start}
              end={end}
              marks={finder.marksOf(line)}
              kind={kind.join(" ")}
            />
          );
        }}
      />
    </>
  );
}
