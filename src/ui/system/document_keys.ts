import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** Returns the layers over the window, the topmost last, which gets the keys. */
export function layersOver(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-over]")];
}

/** The `code`s of the keys that are held down, as far as this page received their events. */
const down = new Set<string>();
/** Events that repeat a key that is held down. */
const repeats = new WeakSet<Event>();

/**
 * Whether a key event belongs to an input method or a dead key, which uses Enter, Esc and the arrow keys
 * itself. Safari's WebKit marks the key that ends a composition only by key code 229.
 */
export function composes({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}

/**
 * Hides keys of an input method from all key handlers of the page, and tracks which keys are held down for
 * {@link isRepeat}. Blocks repeats of a held Enter or Esc, so that they reach neither the control that gets the
 * focus next nor the editor. When WebKitGTK shows one window after another in the same view, it marks the
 * first key of the second window as a repeat, because it did not see the release of the key that closed the
 * first. So `event.repeat` alone does not count.
 */
export function watchKeys(): void {
  addEventListener("keydown", (event) => {
    if (composes(event)) {
      // The editor, in a shadow root, handles these keys itself.
      if (event.composedPath()[0] === event.target) event.stopPropagation();
      return;
    }
    if (event.repeat && down.has(event.code)) {
      repeats.add(event);
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
 * Forgets which keys are held down, because the page now shows another window. A page that is hidden and
 * shown again at once may receive no `visibilitychange`.
 */
export function forgetKeys(): void {
  down.clear();
}

/**
 * Whether a key event repeats a held key. Its first press has already been handled, and another control may have the
 * focus now.
 */
export function isRepeat(event: KeyboardEvent): boolean {
  return repeats.has(event);
}

/**
 * Whether a key triggers an action that must happen only once: Esc, and Enter except for new lines and for
 * steps from match to match.
 */
function answers(event: KeyboardEvent): boolean {
  if (event.key !== "Enter") return event.key === "Escape";
  const [at] = event.composedPath();
  // The editor, in a shadow root, inserts a new line for Enter.
  const goesOn = at !== event.target ||
    (at instanceof HTMLElement && (at instanceof HTMLTextAreaElement || at.closest("[data-steps]") !== null));
  return !goesOn || event.ctrlKey || event.metaKey;
}

/**
 * Calls `onKey` for keys pressed anywhere in the window that no other handler took; `onKey` returns true to
 * take the key. The handler of the newest rendering is called, because Enter right after a letter must see
 * that letter. With `first`, `onKey` is called before the handlers of elements. While a layer (`[data-over]`)
 * is open, handlers of the page below are not called; a layer passes its element as `layer` and is called
 * while it is the topmost one. A handler with `always` is called in any case.
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

/** Selects a field whose list of suggestions is open. */
const SUGGESTING = "[aria-autocomplete=list][aria-expanded=true]";

/**
 * Calls `leave` when Esc is pressed anywhere in the window and nothing else took it. With `first` it is asked before the
 * elements and before the window's own Esc, except that Esc first closes an open list of suggestions; `layer` is
 * as for {@link useKeys}.
 */
export function useEscape(leave: () => void, first = false, layer?: RefObject<HTMLElement>): void {
  useKeys(
    (event) => {
      if (event.key !== "Escape") return false;
      if (first && document.activeElement?.matches(SUGGESTING)) return false;
      leave();
      return true;
    },
    first,
    layer,
  );
}
