import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { ESCAPE_EVENT } from "../../../core/frame_escape.ts";

/** The page gets the key at most this long after its window has told of it, ms. */
const COMES_MS = 150;
/** On a busy machine the key may come this much later, ms: by then the window's word was acted on, so ignore it. */
const LATE_MS = 1000;

/**
 * Leaves by an Esc that only the window received: a press between the window's focus and the page's reaches no page.
 * `opening` changes each time the window is opened: an Esc of the time before does not close it.
 */
export function useEarlyEscape(leave: () => void, opening: string): void {
  const newest = useRef(leave);
  newest.current = leave;
  const forget = useRef(() => {});
  useLayoutEffect(() => forget.current(), [opening]);
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    /** When the key last came, and when it was answered without. */
    let came = -Infinity, answered = -Infinity;
    /** The least time that a key took to come, ms; the clock that keys are stamped by may be ahead of the page's. */
    let least = Infinity;
    forget.current = () => clearTimeout(waiting);
    const report = () => {
      clearTimeout(waiting);
      if (performance.now() - came < COMES_MS) return;
      waiting = setTimeout(() => {
        answered = performance.now();
        newest.current();
      }, COMES_MS);
    };
    const hear = (event: KeyboardEvent) => {
      const now = performance.now(), took = now - event.timeStamp;
      const pressed = least === Infinity ? -Infinity : now - (took - least);
      least = Math.min(least, took);
      if (event.key !== "Escape") return;
      clearTimeout(waiting);
      came = now;
      if (now - answered > LATE_MS || pressed > answered) return;
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
