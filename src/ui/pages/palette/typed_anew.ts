import { useEffect, useRef } from "preact/hooks";

/** Whether the field's text is of the window that comes, or of the one that has gone. */
interface TypedAnew {
  /** Something was typed since the last window was left. */
  isAnew(): boolean;
  /** Something was typed. */
  mark(): void;
  /** The window is being left. */
  leave(): void;
}

/**
 * The window tells a waiting page what hides it and what is typed, and Kedge tells it which window it shows. On a
 * busy machine the first letters for the next window overtake the message that the former one has gone. `onHidden` is
 * called when the page is hidden.
 */
export function useTypedAnew(onHidden: () => void): TypedAnew {
  const newest = useRef(onHidden);
  newest.current = onHidden;
  const anew = useRef(false);
  useEffect(() => {
    const leave = () => void (anew.current = false);
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
    isAnew: () => anew.current,
    mark: () => void (anew.current = true),
    leave: () => void (anew.current = false),
  };
}
