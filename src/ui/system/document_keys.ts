import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** A question that lies over the window: while it is there, it gets the keys. */
const OVER = "[data-over]";

/** What lies over the window, the topmost last. */
export function layersOver(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(OVER)];
}

/** The keys that are held down, by their `code`, as far as this page received their events. */
const down = new Set<string>();
const held = new WeakSet<Event>();

/**
 * Whether a key is of what puts characters together, an input method or a dead key: its Enter takes a word, its Esc and its
 * arrows are about the word too. Safari's WebKit says so of the key that ends it by this number only.
 */
export function composes({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}

/**
 * Keeps keys of an input method from all handlers of keys here, and follows which are held down, for {@link isHeld}.
 * Enter and Esc that are held down go nowhere: not to the button that comes to have the focus either, nor to the
 * editor. A view that shows one window after the other calls the first key of the second one repeated: it was not
 * told that the key which closed the first was let go (WebKitGTK).
 */
export function watchKeys(): void {
  addEventListener("keydown", (event) => {
    if (composes(event)) {
      // The editor, in a shadow root, has rules of its own for these.
      if (event.composedPath()[0] === event.target) event.stopPropagation();
      return;
    }
    if (event.repeat && down.has(event.code)) {
      held.add(event);
      if (answers(event)) {
        event.preventDefault();
        event.stopPropagation();
      }
    }
    down.add(event.code);
  }, true);
  addEventListener("keyup", ({ code }) => down.delete(code), true);
  addEventListener("blur", ({ target }) => target === window && down.clear(), true);
  document.addEventListener("visibilitychange", () => down.clear());
}

/**
 * Forgets which keys are held down: the page shows another window now. One that is hidden and shown at once may never
 * hear that it was away.
 */
export function forgetKeys(): void {
  down.clear();
}

/**
 * Whether a key event repeats a held key. Its first press has already been handled, and another control may have the
 * focus now.
 */
export function isHeld(event: KeyboardEvent): boolean {
  return held.has(event);
}

/** Whether a key does something once: all that Esc and Enter do, but for new lines and steps from match to match. */
function answers(event: KeyboardEvent): boolean {
  if (event.key !== "Enter") return event.key === "Escape";
  const [at] = event.composedPath();
  // The editor, in a shadow root, has lines of its own.
  const goesOn = at !== event.target ||
    (at instanceof HTMLElement && (at instanceof HTMLTextAreaElement || at.closest("[data-steps]") !== null));
  return !goesOn || event.ctrlKey || event.metaKey;
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
      if (event.defaultPrevented || composes(event)) return;
      const isOnTop = layer === "always" || layersOver().at(-1) === (layer?.current ?? undefined);
      if (!isOnTop || !newest.current(event)) return;
      event.preventDefault();
      if (first) event.stopPropagation();
    };
    document.addEventListener("keydown", listener, first);
    return () => document.removeEventListener("keydown", listener, first);
  }, [first]);
}
