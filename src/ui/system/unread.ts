import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/**
 * Two presses of the same key within so long, ms, are one press done twice: people answer what they have read after some 400
 * at best, and press twice within 250.
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

/** The key that was pressed last, and when; and when the same one had been pressed before it. */
let last = { keys: "", time: -Infinity };
let before = -Infinity;

/** Keeps the second press of a key from a question that came only after the first: nobody has read it. */
export function watchUnread(): void {
  addEventListener("keydown", (event) => {
    if (event.repeat) return;
    const { ctrlKey, metaKey, altKey, shiftKey, key } = event;
    const keys = [ctrlKey, metaKey, altKey, shiftKey, key].join();
    const time = performance.now();
    before = keys === last.keys ? last.time : -Infinity;
    last = { keys, time };
  }, true);
  // What is typed in between, also without a key, answers what was read.
  addEventListener("input", (event) => {
    if (event instanceof InputEvent) last = { keys: "", time: -Infinity };
  }, true);
  addEventListener("click", (event) => {
    const { target, isTrusted } = event;
    // What the page presses by itself was chosen from a list of what can be done.
    if (!isTrusted || !(target instanceof Element) || !target.closest("button, a[href]")) return;
    // The second click of a double click has a rule of its own, within one window.
    if (event.detail > 0 ? !isBehind(target) : !isUnread(target)) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

/** Whether the key that is being pressed was meant for what stood there before. */
export function isUnread(at: Element | null | undefined): boolean {
  const twice = performance.now() - before < TWICE;
  return isBehind(at) || (twice && asked(at).some(({ since }) => since >= before));
}

function isBehind(at: Element | null | undefined): boolean {
  return asked(at).some(({ behind }) => performance.now() - behind < TWICE);
}

/** The questions that something is part of. */
function asked(at: Element | null | undefined): Asked[] {
  return [...questions].filter(([element]) => at && element.contains(at)).map(([, asked]) => asked);
}

/**
 * Makes the element a question that the second press of a key does not answer when it came between the two: with the element,
 * or with another `question` in it. Undefined: it is none. `behind`: how long before that a question of another window was
 * answered, ms.
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
