/**
 * A question that came by itself may have the focus all the same, on desktops that give it to every new window, and its user
 * may be typing for another program. Keys that answer or leave count once it had the focus, and no key came, for so long, ms.
 */
const QUIET_MS = 1000;
/** A click within so long, ms, was on its way to what stood there before. */
const UNSEEN_MS = 500;

/** The window opened unasked, and its user has not turned to it yet. */
let waits = false;
/** When it came, or came in sight. */
let since = -Infinity;
/** When the last key came, or the focus. */
let stirred = -Infinity;

/** Sets whether the page's present content opened unasked, or at the user's request. */
export function comeByItself(itself: boolean): void {
  waits = itself;
  since = stirred = performance.now();
}

/**
 * Blocks keys and clicks that were meant for another program from a question that opened unasked. It listens before
 * every other handler.
 */
export function watchByItself(): void {
  /** Whether a key was meant for another program; a key after a pause shows that the user is here. */
  const isElse = () => {
    const now = performance.now();
    const quiet = now - stirred >= QUIET_MS;
    stirred = now;
    waits = !quiet;
    return waits;
  };
  addEventListener("focus", ({ target }) => {
    if (target === window) stirred = performance.now();
  }, true);
  document.addEventListener("visibilitychange", () => since = stirred = performance.now());
  addEventListener("keydown", (event) => {
    if (waits && isElse() && answers(event)) keep(event);
  }, true);
  addEventListener("pointerdown", () => {
    if (performance.now() - since >= UNSEEN_MS) waits = false;
  }, true);
  addEventListener("click", (event) => {
    if (waits && event.isTrusted && event.detail > 0) keep(event);
  }, true);
}

function keep(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Whether a key presses what has the focus, gives the answer or leaves; a space or a new line in a text does not. */
function answers(event: KeyboardEvent): boolean {
  const [at] = event.composedPath();
  // The editor, in a shadow root, has lines of its own.
  const writes = at !== event.target || at instanceof HTMLTextAreaElement ||
    (event.key === " " && at instanceof HTMLInputElement &&
      !["checkbox", "radio", "button"].includes(at.type));
  return event.key === "Escape" || (!writes && (event.key === "Enter" || event.key === " "));
}
