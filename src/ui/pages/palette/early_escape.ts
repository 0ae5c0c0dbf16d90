import { useEffect, useRef } from "preact/hooks";
import { ESCAPE_EVENT } from "../../../core/frame_escape.ts";

/** The key itself comes to the page within so long of what its window tells of it, ms. */
const COMES_MS = 150;
/** On a busy machine it may come so long after that, ms; it has been answered then. */
const LATE_MS = 1000;

/**
 * Leaves by an Esc that only the window received: a press between the window's focus and the page's reaches no page.
 */
export function useEarlyEscape(leave: () => void): void {
  const newest = useRef(leave);
  newest.current = leave;
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    /** When the key last came, and when it was answered without. */
    let came = -Infinity, answered = -Infinity;
    const report = () => {
      clearTimeout(waiting);
      if (performance.now() - came < COMES_MS) return;
      waiting = setTimeout(() => {
        answered = performance.now();
        newest.current();
      }, COMES_MS);
    };
    const hear = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      clearTimeout(waiting);
      came = performance.now();
      if (came - answered > LATE_MS) return;
      answered = -Infinity;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener(ESCAPE_EVENT, report);
    addEventListener("keydown", hear, true);
    return () => {
      clearTimeout(waiting);
      removeEventListener(ESCAPE_EVENT, report);
      removeEventListener("keydown", hear, true);
    };
  }, []);
}
