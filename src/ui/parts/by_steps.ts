import { useEffect, useRef, useState } from "preact/hooks";

/** Minimum height of a row in CSS pixels, from which follows how many rows fit in the window. */
const LEAST_ROW = 28;
/** Milliseconds that typing must pause before the rows below the window are rendered. */
const REST = 120;

/**
 * Returns the rows to render now, so that a user who types waits only for visible rows. After a change of the
 * question these are the rows that fit in the window and those already rendered; all rows follow once typing
 * pauses. `question` is the question that `rows` answer.
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

/** Returns the rows that fit in the window and those already rendered; all rows when no visible row is new. */
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
