import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/**
 * So long after a question has come into sight nobody can have read it, ms: people answer what they see in some 400 at best,
 * and press twice within 250. What is pressed meanwhile was meant for what stood there before.
 */
const READING = 300;

/** Where it stands nothing can be answered yet. */
const UNREAD = "data-unread";

/** The questions of this page, with whether their window comes right behind another answer, and what ends their time. */
const questions = new Map<HTMLElement, { readonly behind: boolean; end?: ReturnType<typeof setTimeout> }>();

function begin(element: HTMLElement): void {
  const question = questions.get(element);
  if (!question) return;
  element.setAttribute(UNREAD, "");
  clearTimeout(question.end);
  question.end = setTimeout(() => element.removeAttribute(UNREAD), READING);
}

/** Takes a question, and those within it, for read: who types an answer into it was waiting for it. */
function end(at: Element | null): void {
  for (const [element, question] of questions) {
    if (!at?.contains(element)) continue;
    clearTimeout(question.end);
    element.removeAttribute(UNREAD);
  }
}

/** Keeps clicks, and keys that press buttons, from what nobody can have read. */
export function watchUnread(): void {
  document.addEventListener("visibilitychange", () => {
    for (const [element, { behind }] of questions) if (behind) begin(element);
  });
  addEventListener("input", (event) => {
    // A tick or a choice may be a press that was meant for something else.
    if (event instanceof InputEvent && event.target instanceof Element) {
      end(event.target.closest(`[${UNREAD}]`));
    }
  }, true);
  addEventListener("click", (event) => {
    const { target, isTrusted } = event;
    // What the page presses by itself was chosen from a list of what can be done.
    if (!isTrusted || !(target instanceof Element) || !target.closest("button, a[href]")) return;
    if (!isUnread(target)) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

/** Whether a press there comes before anybody can have read what it would answer. */
export function isUnread(at: Element | null | undefined): boolean {
  return (at?.closest(`[${UNREAD}]`) ?? null) !== null;
}

/**
 * Makes the element a question that takes no answer before it can have been read: once it is there, and once its `question`
 * is another one. Undefined: it is none. What is there when its window appears came in no other's place, unless that window
 * comes right `behind` an answer.
 */
export function useUnread(
  element: RefObject<HTMLElement>,
  question: string | undefined,
  behind = false,
): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (!current || question === undefined) return undefined;
    questions.set(current, { behind });
    if (behind || document.visibilityState === "visible") begin(current);
    return () => {
      clearTimeout(questions.get(current)?.end);
      questions.delete(current);
      current.removeAttribute(UNREAD);
    };
  }, [question]);
}
