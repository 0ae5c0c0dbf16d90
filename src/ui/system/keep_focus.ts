import { stops } from "./stops.ts";

const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]";

/**
 * Keeps the focus in the page: where what had it goes, or can be used no more, the control that stands next takes it, in what
 * is left around it, and what was switched off for a moment has it again. A focus that the user took away, by a click on
 * nothing, stays away.
 */
export function keepFocus(): void {
  let last: HTMLElement | null = null;
  let around: readonly HTMLElement[] = [];
  let order: readonly HTMLElement[] = [];
  /** It was switched off while it had the focus, which browsers take from it when the page is drawn again. */
  let off = false;
  addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    off = false;
    around = ancestors(target);
    order = [...document.querySelectorAll<HTMLElement>(CONTROLS)];
  });
  addEventListener("pointerdown", () => off = false);
  /** `switched`: something was switched on or off, or hidden. */
  const look = (switched: boolean) => {
    if (last === null) return;
    const active = document.activeElement;
    // Checking whether it is visible makes the page compute its styles: not needed while it has the focus and rows
    // come and go.
    if (active === last && !switched && last.isConnected) return;
    const there = last.isConnected && usable(last);
    if (!there && active === last) off = true;
    if ((active !== null && active !== document.body) || (there && !off)) return;
    // A page without any control is itself where keys go, and where a screen reader goes on reading.
    const to = there ? last : next(last, around, order) ?? document.querySelector<HTMLElement>("main");
    to?.focus();
  };
  new MutationObserver((changes) => {
    const switched = changes.some(({ type }) => type === "attributes");
    look(switched);
    // A disabled control loses the focus only when the page is drawn again.
    if (switched) requestAnimationFrame(() => setTimeout(() => look(true)));
  }).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled", "inert", "hidden"],
  });
}

/**
 * Moves the focus to the start of a page that has not set it: to the marked element, else to what scrolls, so that
 * keys move it, else to the first stop.
 */
export function startFocus(): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const all = stops();
  const first = all.find((one) => one.dataset.focus !== undefined) ??
    all.find((one) => one.role === "region") ?? all.find((one) => one.dataset.ends === undefined);
  // A frame round what fills the window says nothing before anybody has moved the focus.
  if (first?.role === "region") {
    first.dataset.began = "";
    const moved = () => {
      // A window that another one covers has its focus where it was.
      if (document.activeElement === first) return;
      delete first.dataset.began;
      first.removeEventListener("blur", moved);
    };
    first.addEventListener("blur", moved);
  }
  first?.focus({ preventScroll: true });
}

/**
 * The element that gets the focus of `gone`: nearby, the one behind it, else before it, else the first. Never a button
 * that ends something.
 */
function next(
  gone: HTMLElement,
  around: readonly HTMLElement[],
  order: readonly HTMLElement[],
): HTMLElement | undefined {
  const at = order.indexOf(gone);
  for (const root of around) {
    if (!root.isConnected) continue;
    const here = [...root.querySelectorAll<HTMLElement>(CONTROLS)].filter((one) =>
      usable(one) && one.dataset.ends === undefined
    );
    if (here.length === 0) continue;
    const left = new Set(here);
    return order.slice(at + 1).find((one) => left.has(one)) ??
      order.slice(0, Math.max(0, at)).findLast((one) => left.has(one)) ?? here[0];
  }
  return undefined;
}

function ancestors(of: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let one = of.parentElement; one; one = one.parentElement) found.push(one);
  return found;
}

/** Whether keys reach it: a stop of Tab, or a control of a row, which arrows lead to. */
function usable(one: HTMLElement): boolean {
  return (one.tabIndex >= 0 || one.closest("[data-row]") !== null) &&
    !one.matches(":disabled") && one.closest("[inert]") === null &&
    one.checkVisibility({ visibilityProperty: true });
}
