import { ESCAPE_EVENT } from "../../core/frame_escape.ts";
import { composes } from "./document_keys.ts";

/** The page gets the key at most this long after its window has told of it, ms. */
const COMES_MS = 150;
/** On a busy machine the key may come this much later, ms: by then the window's word was acted on, so ignore it. */
const LATE_MS = 1000;

/** What is waited for until the key comes. */
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
  const press = () => {
    answered = performance.now();
    const key = { key: "Escape", code: "Escape", bubbles: true, cancelable: true, composed: true };
    pressing = true;
    focused().dispatchEvent(new KeyboardEvent("keydown", key));
    pressing = false;
  };
  addEventListener(ESCAPE_EVENT, () => {
    clearTimeout(waiting);
    if (!composing && performance.now() - came >= COMES_MS) waiting = setTimeout(press, COMES_MS);
  });
  addEventListener("compositionstart", () => composing = true, true);
  addEventListener("compositionend", () => composing = false, true);
  addEventListener("keydown", (event) => {
    if (pressing) return;
    const now = performance.now(), took = now - event.timeStamp;
    const pressed = least === Infinity ? -Infinity : now - (took - least);
    least = Math.min(least, took);
    if (event.key !== "Escape" && !composes(event)) return;
    clearTimeout(waiting);
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
}

/** What has the focus, also in an editor's shadow root. */
function focused(): Element {
  let at = document.activeElement ?? document.body;
  while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}
