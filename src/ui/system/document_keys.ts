import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** What lies over the window as a question of its own: while it is there, the keys are its own. */
const OVER = "[data-over]";

/** What lies over the window, the topmost last. */
export function layersOver(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(OVER)];
}

/** Whether a key is only held down that answers something: it has done its one thing, and what stands there now is another. */
export function isHeld({ repeat, key }: KeyboardEvent): boolean {
  return repeat && (key === "Escape" || key === "Enter");
}

/**
 * Calls `onKey` for keys pressed anywhere in the window that nothing else took; true takes the key. The
 * handler is always that of the newest rendering: an Enter right after the last letter must see the letter.
 * With `first` it is asked before the elements are. Below a layer (`[data-over]`) it is not asked; a layer gives itself as
 * `layer`, and is asked while it is the topmost. `always` is asked in any case.
 */
export function useKeys(
  onKey: (event: KeyboardEvent) => boolean,
  first = false,
  layer?: RefObject<HTMLElement> | "always",
): void {
  const newest = useRef(onKey);
  newest.current = onKey;
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isHeld(event)) return;
      const own = layer === "always" || layersOver().at(-1) === (layer?.current ?? undefined);
      if (!own || !newest.current(event)) return;
      event.preventDefault();
      if (first) event.stopPropagation();
    };
    document.addEventListener("keydown", listener, first);
    return () => document.removeEventListener("keydown", listener, first);
  }, [first]);
}
