import { useEffect, useRef, useState } from "preact/hooks";

/** The least height of a row, in CSS pixels: a window shows no more rows than fit in by it. */
const LEAST_ROW = 28;
/** So long typing rests before what is below the window is drawn, in ms. */
const REST = 120;

/**
 * The rows to draw now: of another question at first as many as the window can show, with those that are drawn already, and
 * all of them once typing rests. Who types waits for what is seen and not for what is below it. `question` is what these
 * rows answer.
 */
export function useBySteps<Row>(
  rows: readonly Row[],
  question: string,
  keyOf: (row: Row) => string,
): readonly Row[] {
  const [whole, setWhole] = useState(question);
  const drawn = useRef(rows);
  useEffect(() => {
    const timer = setTimeout(() => setWhole(question), REST);
    return () => clearTimeout(timer);
  }, [question]);
  const seen = Math.ceil(innerHeight / LEAST_ROW);
  if (whole !== question && rows.length > seen) {
    const before = new Set(drawn.current.map(keyOf));
    const first = rows.filter((row, index) => index < seen || before.has(keyOf(row)));
    drawn.current = first.length === rows.length ? rows : first;
  } else drawn.current = rows;
  return drawn.current;
}
