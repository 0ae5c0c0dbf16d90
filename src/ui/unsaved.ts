import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect } from "preact/hooks";

/** What a form knows of the window around it. */
interface Around {
  /** The window's own close button was pressed while something is entered. */
  readonly asked: boolean;
  /** Tells Kedge whether closing the window would lose what was entered. */
  mark(unsaved: boolean): void;
}

/** The window around a page's forms. */
export const WindowAround = createContext<Around>({ asked: false, mark: () => {} });

/** In a browser the tab may be closed or loaded anew at any time: then the browser itself asks. */
function holdTab(): (() => void) | undefined {
  // Elsewhere a view is emptied when its window goes, and nobody would see the question.
  if (document.documentElement.dataset.surface !== "browser") return;
  const ask = (event: Event) => event.preventDefault();
  addEventListener("beforeunload", ask);
  return () => removeEventListener("beforeunload", ask);
}

/**
 * Has the window's own close button, and Quit, `ask` as Esc does while something is entered; wanted once more after that, it
 * closes. What was asked about is not `unsaved` any more, until something else is entered.
 */
export function useUnsaved(unsaved: boolean, ask: () => void): void {
  const { asked, mark } = useContext(WindowAround);
  useLayoutEffect(() => mark(unsaved), [unsaved]);
  useLayoutEffect(() => () => mark(false), []);
  useEffect(() => unsaved ? holdTab() : undefined, [unsaved]);
  useEffect(() => {
    if (asked && unsaved) ask();
  }, [asked]);
}
