import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/**
 * Two presses of the same key within this time, in ms, count as one double press: people answer a text that they have
 * read after 400 ms at best, and press twice within 250.
 */
const TWICE = 300;

/** A question of this page, in ms of `performance.now()`. */
interface Asked {
  /** When it came. */
  readonly since: number;
  /** When a question of another window was answered, where it comes right behind that one or has waited below it. */
  readonly behind: number;
}

const questions = new Map<Element, Asked>();

/** A key that is held down begins to repeat within so long, ms. */
const REPEATS = 1000;

/** When something that lay over the page went last, and whether it was part of the page. */
let gone = { at: -Infinity, here: false };
/** When the page got the focus. */
let focused = -Infinity;

/**
 * The dialog over the page has closed: a repeated press of the key that answered it does nothing to the page below.
 * Not `here`: the dialog was a page in a frame, and this page did not receive its keys.
 */
export function uncover(here = true): void {
  gone = { at: performance.now(), here };
}

/** The same after another window has closed, unless the user was in this one before. */
export function uncoverWindow(): void {
  if (!document.hasFocus() || performance.now() - focused < TWICE) uncover(false);
}

/** The key that was pressed last, and when; and when the same one had been pressed before it. */
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
  // Any other input in between answers a question that was read.
  addEventListener("input", (event) => {
    if (!(event instanceof InputEvent)) return;
    last = { keys: "", time: -Infinity };
    gone = { at: -Infinity, here: false };
  }, true);
  addEventListener("click", (event) => {
    const { target, isTrusted } = event;
    // A press that the page makes itself was chosen by the user from a list of commands.
    if (!isTrusted || !(target instanceof Element)) return;
    // The second click of a double click has a rule of its own, within one window.
    const unread = event.detail > 0 ? isBehind(target) : isUnread(target);
    if (!(unread && target.closest("button, a[href]")) && !(event.detail > 0 && clicksGone())) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

/** Whether the key press was meant for the content that stood there before. */
export function isUnread(at: Element | null | undefined): boolean {
  const twice = performance.now() - before < TWICE;
  return isBehind(at) || (twice && asked(at).some(({ since }) => since >= before));
}

/** Whether a press was meant for a layer that lay over the page: in another window any key may have answered it. */
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

/** The questions that something is part of. */
function asked(at: Element | null | undefined): Asked[] {
  return [...questions].filter(([element]) => at && element.contains(at)).map(([, asked]) => asked);
}

/**
 * Makes the element a question that a repeated press of a key does not answer, when it appeared after the first press.
 * Another `question` in the same element counts as a new one; undefined: there is none. `behind`: how long before that a
 * question of another window was answered, ms.
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
