import { ESCAPE_EVENT } from "../../core/frame_escape.ts";
import { composes } from "./document_keys.ts";
import { focusedElement } from "./focused.ts";

/**
 * Esc is pressed in the page when its own key event has not arrived within `TICKS` ticks of `TICK_MS`
 * milliseconds each after the window reported it. Late ticks and other keys start the count anew, because
 * keys pressed before Esc arrive first, each after the page has handled the one before.
 */
const TICKS = 10, TICK_MS = 15;
/** Milliseconds of delay from which a tick shows that the page is busy and that keys may still be waiting for it. */
const BUSY_MS = 30;
/** Maximum milliseconds to wait for Esc after the last key, on a page that is always busy. */
const MAX_MS = 3000;
/** Milliseconds after Esc was pressed in the page during which its own key event is ignored when it arrives late. */
const LATE_MS = 1000;

/** Timer of the next tick; undefined while no Esc is expected. */
let waiting: ReturnType<typeof setTimeout> | undefined;

/**
 * Presses Esc in the page when only its window received the key. The page misses a key that is pressed after
 * the window got the focus but before the page did, and a frame without scripts passes no keys on.
 */
export function watchEarlyEscape(): void {
  /**
   * When the page last received Esc, and when Esc was last pressed in its place, in milliseconds of
   * `performance.now()`.
   */
  let came = -Infinity, answered = -Infinity;
  /**
   * Shortest delay of a key event so far, in milliseconds. It is subtracted from other delays, because the
   * clock that stamps keys may be ahead of the page's.
   */
  let least = Infinity;
  /** Whether an input method is composing and uses the keys itself. */
  let composing = false;
  let pressing = false;
  const wait = (left: number, since: number) => {
    const begun = performance.now();
    waiting = setTimeout(() => {
      const now = performance.now(), isBusy = now - begun > TICK_MS + BUSY_MS;
      if ((isBusy || left > 1) && now - since < MAX_MS) wait(isBusy ? TICKS : left - 1, since);
      else press();
    }, TICK_MS);
  };
  const press = () => {
    forgetEarlyEscape();
    answered = performance.now();
    const key = { key: "Escape", code: "Escape", bubbles: true, cancelable: true, composed: true };
    pressing = true;
    (focusedElement() ?? document.body).dispatchEvent(new KeyboardEvent("keydown", key));
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

/** Forgets an Esc that the window reported, because the page shows another window or its window was opened anew. */
export function forgetEarlyEscape(): void {
  clearTimeout(waiting);
  waiting = undefined;
}
