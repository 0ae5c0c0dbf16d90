import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { usePassing } from "./system/passing.ts";

/** The window around a form, as the form sees it. */
interface Around {
  /** Whether the window's close button was pressed while a form has unsaved input. */
  readonly asked: boolean;
  /** Records whether closing the window would lose the input of a form or field. */
  mark(form: object, unsaved: boolean): void;
}

/** The window around the forms of a page. */
export const WindowAround = createContext<Around>({ asked: false, mark: () => {} });

/**
 * Lets the browser ask before the tab is closed or reloaded. Returns a function that
 * ends this; undefined in a native window.
 */
function holdTab(): (() => void) | undefined {
  // A native window empties its view when it closes, so the question would not be visible.
  if (document.documentElement.dataset.surface !== "browser") return;
  const ask = (event: Event) => event.preventDefault();
  addEventListener("beforeunload", ask);
  return () => removeEventListener("beforeunload", ask);
}

/**
 * Calls `ask` when the user presses the window's close button or quits while the form has
 * unsaved input, as Esc does. Callers pass false for input that the question is already about,
 * so that a second press closes the window.
 */
export function useUnsaved(unsaved: boolean, ask: () => void): void {
  const { asked, mark } = useContext(WindowAround);
  const form = useRef({}).current;
  useLayoutEffect(() => mark(form, unsaved), [unsaved]);
  useLayoutEffect(() => () => mark(form, false), []);
  useEffect(() => unsaved ? holdTab() : undefined, [unsaved]);
  useEffect(() => {
    if (asked && unsaved) ask();
  }, [asked]);
}

/** Milliseconds for which the question about unsaved input counts, because a user who leaves later has forgotten it. */
const STANDS = 60_000;

/**
 * Returns whether the question about unsaved input is shown, and its setter. The question disappears after a
 * while, so that it is asked again.
 */
export function useLeaving(): [leaving: boolean, setLeaving: (leaving: boolean) => void] {
  return usePassing(false, STANDS);
}
