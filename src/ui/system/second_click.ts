/** What a click was on: a button or a link, with the words that it had then; null for anything else. */
interface Clicked {
  readonly control: Element | null;
  readonly words: string;
}

/**
 * Keeps the second click of a double click from what its first one was not on: from the button that has come to stand there
 * since, or whose words are others by now. Nobody has read them.
 */
export function watchClicks(): void {
  let last: Clicked | null = null;
  addEventListener("click", (event) => {
    const now = clickedAt(event.target);
    const other = last !== null && (last.control !== now.control || last.words !== now.words);
    last = now;
    // What keys and screen readers press has no count.
    if (event.detail < 2 || now.control === null || !other) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

function clickedAt(target: EventTarget | null): Clicked {
  const control = target instanceof Element ? target.closest("button, a[href]") : null;
  return { control, words: control?.getAttribute("aria-label") ?? control?.textContent ?? "" };
}
