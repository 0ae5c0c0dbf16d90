import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/**
 * Milliseconds within which two presses of the same key count as one double press. People need at least 400
 * ms to answer a text that they have read, and press twice within 250 ms.
 */
const TWICE = 300;

/** A question of this page. Times are milliseconds of `performance.now()`. */
interface Asked {
  /** When the question appeared. */
  readonly since: number;
  /** When a question of another window was answered, if this one appeared right after it or waited below it. */
  readonly behind: number;
}

const questions = new Map<Element, Asked>();

/** Milliseconds within which a key that is held down begins to repeat. */
const REPEATS = 1000;

/** When the last layer over the page closed, and whether it was part of this page. */
let gone = { at: -Infinity, here: false };
/** When the page got the focus, in milliseconds of `performance.now()`. */
let focused = -Infinity;

/**
 * Records that the dialog over the page has closed, so that a repeated press of the key that answered it does
 * nothing to the page below. `here` is false when the dialog was a page in a frame, because this page did not
 * receive its keys then.
 */
export function uncover(here = true): void {
  gone = { at: performance.now(), here };
}

/** Records that another window has closed, as {@link uncover} does, unless the user was in this window before. */
export function uncoverWindow(): void {
  if (!document.hasFocus() || performance.now() - focused < TWICE) uncover(false);
}

/** The last key that was pressed, with its time. `before` is the time of the previous press if it was the same key. */
let last = { keys: "", time: -Infinity };
let before = -Infinity;

/**
 * Ignores a repeated press of a key when a question opened after the first press, because the user has not read it.
 * The page below an answered question is protected in the same way.
 */
export function watchUnread(): void {
  addEventListener("focus", ({ target }) => {
    if (target === window) focused = performance.now();
  }, true);
  addEventListener("keydown", (event) => {
    const { ctrlKey, metaKey, altKey, shiftKey, key } = event;
    const keys = [ctrlKey, metaKey, altKey, shiftKey, key].join();
    const time = performance.now();
    if (key !== "Enter" && key !== " ") gone = { at: -Infinity, here: false };
    else if (isOfGone(time, keys, event.repeat)) {
      event.preventDefault();
      event.stopPropagation();
    }
    if (event.repeat) return;
    before = keys === last.keys ? last.time : -Infinity;
    last = { keys, time };
  }, true);
  // Any other input in between shows that the user has read the question, so forget the last key.
  addEventListener("input", (event) => {
    if (!(event instanceof InputEvent)) return;
    last = { keys: "", time: -Infinity };
    gone = { at: -Infinity, here: false };
  }, true);
  addEventListener("click", (event) => {
    const { target, isTrusted } = event;
    // A click that the page triggers itself was chosen by the user from a list of commands.
    if (!isTrusted || !(target instanceof Element)) return;
    // The second click of a double click within one window is handled by `watchClicks`.
    const unread = event.detail > 0 ? isBehind(target) : isUnread(target);
    if (!(unread && target.closest("button, a[href]")) && !(event.detail > 0 && clicksGone())) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

/** Whether a key press was meant for the content that stood at this place before. */
export function isUnread(at: Element | null | undefined): boolean {
  const twice = performance.now() - before < TWICE;
  return isBehind(at) || (twice && asked(at).some(({ since }) => since >= before));
}

/**
 * Whether a press was meant for a layer that covered the page. In another window, any key may have answered
 * that layer.
 */
function isOfGone(time: number, keys: string, repeats: boolean): boolean {
  const since = time - gone.at;
  if (gone.here) return since < TWICE && keys === last.keys;
  return since < (repeats ? REPEATS : TWICE);
}

function clicksGone(): boolean {
  return !gone.here && performance.now() - gone.at < TWICE;
}

function isBehind(at: Element | null | undefined): boolean {
  return asked(at).some(({ behind }) => performance.now() - behind < TWICE);
}

/** Returns the questions that contain the element. */
function asked(at: Element | null | undefined): Asked[] {
  return [...questions].filter(([element]) => at && element.contains(at)).map(([, asked]) => asked);
}

/**
 * Makes the element a question that ignores the repeated press of a key when the question appeared after the
 * first press. A new value of `question` counts as a new question; undefined means that there is none.
 * `behind`: milliseconds between the answer to a question of another window and the appearance of this one.
 */
export function useUnread(
  element: RefObject<HTMLElement>,
  question: string | undefined,
  behind = Infinity,
): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (!current || question === undefined) return undefined;
    const since = performance.now();
    questions.set(current, { since, behind: since - behind });
    return () => void questions.delete(current);
  }, [question]);
}
