import { ESCAPE_EVENT } from "../../core/frame_escape.ts";
import { composes } from "./document_keys.ts";

/**
 * The page gets the key at most this many ticks after its window has told of it: {@link TICK_MS} each, on time, and with no
 * other key between them. Keys that were pressed before it come first, each once the page is done with the one before.
 */
const TICKS = 10, TICK_MS = 15;
/** A tick that is this late, ms, shows a busy page: keys may still wait for it. */
const BUSY_MS = 30;
/** On a machine that is always busy it is not waited for longer than this behind the last key, ms. */
const LONGEST_MS = 3000;
/** On a busy machine the key may come this much later, ms: by then the window's word was acted on, so ignore it. */
const LATE_MS = 1000;

/** The next tick of waiting for the key; undefined while nothing is waited for. */
let waiting: ReturnType<typeof setTimeout> | undefined;

/**
 * Presses Esc in the page where only its window received the key: one between the window's focus and the page's reaches no
 * page, and a frame without scripts keeps its keys.
 */
export function watchEarlyEscape(): void {
  /** When the key last came, and when it was pressed in its place. */
  let came = -Infinity, answered = -Infinity;
  /** The least time that a key took to come, ms; the clock that keys are stamped by may be ahead of the page's. */
  let least = Infinity;
  /** An input method has the key. */
  let composing = false;
  let pressing = false;
  const wait = (left: number, since: number) => {
    const begun = performance.now();
    waiting = setTimeout(() => {
      const now = performance.now(), isBusy = now - begun > TICK_MS + BUSY_MS;
      if ((isBusy || left > 1) && now - since < LONGEST_MS) wait(isBusy ? TICKS : left - 1, since);
      else press();
    }, TICK_MS);
  };
  const press = () => {
    forgetEarlyEscape();
    answered = performance.now();
    const key = { key: "Escape", code: "Escape", bubbles: true, cancelable: true, composed: true };
    pressing = true;
    focused().dispatchEvent(new KeyboardEvent("keydown", key));
    pressing = false;
  };
  addEventListener(ESCAPE_EVENT, () => {
    const now = performance.now();
    forgetEarlyEscape();
    if (!composing && now - came >= TICKS * TICK_MS) wait(TICKS, now);
  });
  addEventListener("compositionstart", () => composing = true, true);
  addEventListener("compositionend", () => composing = false, true);
  addEventListener("keydown", (event) => {
    if (pressing) return;
    const now = performance.now(), took = now - event.timeStamp;
    const pressed = least === Infinity ? -Infinity : now - (took - least);
    least = Math.min(least, took);
    const comes = waiting !== undefined;
    forgetEarlyEscape();
    if (event.key !== "Escape" && !composes(event)) return comes ? wait(TICKS, now) : undefined;
    came = now;
    if (now - answered > LATE_MS || pressed > answered) return;
    answered = -Infinity;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}

/** An Esc of the time before is none any more: the page shows another window, or its window was opened anew. */
export function forgetEarlyEscape(): void {
  clearTimeout(waiting);
  waiting = undefined;
}

/** What has the focus, also in an editor's shadow root. */
function focused(): Element {
  let at = document.activeElement ?? document.body;
  while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}
