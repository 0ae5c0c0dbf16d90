/**
 * Milliseconds that a question which opened unasked must have the focus without a key press before it accepts
 * keys that answer or close it. Some desktops focus every new window, so the user may still be typing for
 * another program.
 */
const QUIET_MS = 1000;
/**
 * Milliseconds after a question appears during which a click is ignored, because it was aimed at the content
 * before.
 */
const UNSEEN_MS = 500;

/** Whether the window opened unasked and the user has not turned to it yet. */
let waits = false;
/** When the page's content arrived or became visible, in milliseconds of `performance.now()`. */
let since = -Infinity;
/** When the page last received a key or the focus, in milliseconds of `performance.now()`. */
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
  /** Whether a key was meant for another program. A key after a pause shows that the user has turned to this window. */
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

/** Whether a key presses the focused control, answers or closes. A space or a new line typed into a text does not. */
function answers(event: KeyboardEvent): boolean {
  const [at] = event.composedPath();
  // The editor, in a shadow root, inserts a new line for Enter.
  const writes = at !== event.target || at instanceof HTMLTextAreaElement ||
    (event.key === " " && at instanceof HTMLInputElement &&
      !["checkbox", "radio", "button"].includes(at.type));
  return event.key === "Escape" || (!writes && (event.key === "Enter" || event.key === " "));
}
