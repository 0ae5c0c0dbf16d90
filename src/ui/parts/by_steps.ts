import { useEffect, useRef, useState } from "preact/hooks";

/** The least height of a row, in CSS pixels: a window shows no more rows than fit in by it. */
const LEAST_ROW = 28;
/** How long typing must pause before the rows below the window are drawn, in ms. */
const REST = 120;

/**
 * The rows to draw now: for a new question at first as many as the window can show, with those that are drawn
 * already, and all of them once typing rests. A user who types waits for the visible rows only. `question` is what
 * these rows answer.
 */
export function useBySteps<Row>(
  rows: readonly Row[],
  question: string,
  keyOf: (row: Row) => string,
): readonly Row[] {
  const [settled, setSettled] = useState(question);
  const last = useRef({ rows, drawn: rows });
  useEffect(() => {
    const timer = setTimeout(() => setSettled(question), REST);
    return () => clearTimeout(timer);
  }, [question]);
  if (settled === question) last.current = { rows, drawn: rows };
  else if (last.current.rows !== rows) {
    last.current = { rows, drawn: firstOf(rows, new Set(last.current.drawn.map(keyOf)), keyOf) };
  }
  return last.current.drawn;
}

/** What the window shows of the rows, and those that are there already; all of them where nothing new is seen. */
function firstOf<Row>(
  rows: readonly Row[],
  there: ReadonlySet<string>,
  keyOf: (row: Row) => string,
): readonly Row[] {
  const seen = Math.ceil(innerHeight / LEAST_ROW);
  if (rows.slice(0, seen).every((row) => there.has(keyOf(row)))) return rows;
  const first = rows.filter((row, index) => index < seen || there.has(keyOf(row)));
  return first.length === rows.length ? rows : first;
}
