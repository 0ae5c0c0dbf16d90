import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * Calls `onKey` for keys pressed anywhere in the window that nothing else took; true takes the key. The
 * handler is always that of the newest rendering: an Enter right after the last letter must see the letter.
 * With `first` it is asked before the elements are.
 */
export function useKeys(onKey: (event: KeyboardEvent) => boolean, first = false): void {
  const newest = useRef(onKey);
  newest.current = onKey;
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !newest.current(event)) return;
      event.preventDefault();
      if (first) event.stopPropagation();
    };
    document.addEventListener("keydown", listener, first);
    return () => document.removeEventListener("keydown", listener, first);
  }, [first]);
}
