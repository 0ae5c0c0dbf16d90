import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** What a form knows of the window around it. */
interface Around {
  /** The window's own close button was pressed while something is entered. */
  readonly asked: boolean;
  /** A form or field of the page says whether closing the window would lose what was entered in it. */
  mark(form: object, unsaved: boolean): void;
}

/** The window around a page's forms. */
export const WindowAround = createContext<Around>({ asked: false, mark: () => {} });

/** In a browser the tab may be closed or loaded anew at any time: then the browser itself asks. */
function holdTab(): (() => void) | undefined {
  // In a native window the view is emptied when its window goes, so the question would not be seen.
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
  const form = useRef({}).current;
  useLayoutEffect(() => mark(form, unsaved), [unsaved]);
  useLayoutEffect(() => () => mark(form, false), []);
  useEffect(() => unsaved ? holdTab() : undefined, [unsaved]);
  useEffect(() => {
    if (asked && unsaved) ask();
  }, [asked]);
}

/** The question about unsaved input counts for this long, ms: a user who leaves later has not read it just now. */
const STANDS = 60_000;

/** Whether leaving was asked about while something is entered, and what says so. After a while it is asked anew. */
export function useLeaving(): [leaving: boolean, setLeaving: (leaving: boolean) => void] {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(() => setLeaving(false), STANDS);
    return () => clearTimeout(timer);
  }, [leaving]);
  return [leaving, setLeaving];
}
