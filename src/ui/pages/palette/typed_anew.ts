import { useEffect, useRef } from "preact/hooks";

/**
 * Tracks whether a prepared page's text was typed for the next window or for the previous one. The window
 * tells the page when it is hidden and what is typed; Kedge tells it which window it shows. On a busy machine
 * the first letters for the next window arrive before the message that the previous one has gone. `onHidden`
 * is called when the page is hidden.
 */
export function useTypedAnew(onHidden: () => void) {
  const newest = useRef(onHidden);
  newest.current = onHidden;
  const anew = useRef(false);
  /** Records that the window is being left. */
  const leave = () => void (anew.current = false);
  useEffect(() => {
    const look = () => {
      if (!document.hidden) return;
      leave();
      newest.current();
    };
    addEventListener("blur", leave);
    document.addEventListener("visibilitychange", look);
    return () => {
      removeEventListener("blur", leave);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return {
    /** Whether something was typed since the last window was left. */
    isAnew: () => anew.current,
    /** Records that something was typed. */
    mark: () => void (anew.current = true),
    leave,
  };
}
