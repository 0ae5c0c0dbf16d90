/** What a click was on: a button or a link, with the words that it had then; null for anything else. */
interface Clicked {
  readonly control: Element | null;
  readonly words: string;
}

/**
 * Ignores the second click of a double click when the first one was on another control, or the control's words have
 * changed since: the user has not read them.
 */
export function watchClicks(): void {
  let last: Clicked | null = null;
  addEventListener("click", (event) => {
    const now = clickedAt(event.target);
    const other = last !== null && (last.control !== now.control || last.words !== now.words);
    last = now;
    // A press by keys or a screen reader has no count.
    if (event.detail < 2 || now.control === null || !other) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

function clickedAt(target: EventTarget | null): Clicked {
  const control = target instanceof Element ? target.closest("button, a[href]") : null;
  return { control, words: control?.getAttribute("aria-label") ?? control?.textContent ?? "" };
}
