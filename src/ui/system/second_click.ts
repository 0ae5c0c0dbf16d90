/** The button or link that was clicked, with its text at that time; `control` is null for a click on anything else. */
interface Clicked {
  readonly control: Element | null;
  readonly words: string;
}

/**
 * Ignores the second click of a double click when the first one hit another control, or when the control's
 * text has changed since, because the user has not read the new text.
 */
export function watchClicks(): void {
  let last: Clicked | null = null;
  addEventListener("click", (event) => {
    const now = clickedAt(event.target);
    const other = last !== null && (last.control !== now.control || last.words !== now.words);
    last = now;
    // Presses by keys or screen readers have a `detail` of 0.
    if (event.detail < 2 || now.control === null || !other) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

function clickedAt(target: EventTarget | null): Clicked {
  const control = target instanceof Element ? target.closest("button, a[href]") : null;
  return { control, words: control?.getAttribute("aria-label") ?? control?.textContent ?? "" };
}
