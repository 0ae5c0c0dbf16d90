import { isTab } from "./keys.ts";
import { stops } from "./stops.ts";

const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]";

/**
 * Keeps the focus in the page. When the focused control is removed or disabled, the nearest control in the
 * remaining surroundings gets the focus; a control that was disabled only for a moment gets the focus back.
 * When the user removes the focus by a click on an empty area, it stays removed.
 */
export function keepFocus(): void {
  let last: HTMLElement | null = null;
  let around: readonly HTMLElement[] = [];
  let order: readonly HTMLElement[] = [];
  /**
   * Whether the control was disabled while it had the focus. Browsers remove the focus from it at the next
   * rendering.
   */
  let off = false;
  addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    off = false;
    around = ancestors(target);
    order = [...document.querySelectorAll<HTMLElement>(CONTROLS)];
  });
  addEventListener("pointerdown", () => off = false);
  /** `switched`: whether an element was enabled, disabled or hidden. */
  const look = (switched: boolean) => {
    if (last === null) return;
    const active = document.activeElement;
    // The visibility check makes the browser compute styles. It is not needed while the control keeps the
    // focus and only rows come and go.
    if (active === last && !switched && last.isConnected) return;
    const there = last.isConnected && usable(last);
    if (!there && active === last) off = true;
    if ((active !== null && active !== document.body) || (there && !off)) return;
    // In a page without controls the page itself gets the focus, so that it receives keys and a screen reader
    // reads on there.
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
 * Sets the initial focus of a page that has not set it: to the marked element, else to the scrolling region,
 * so that keys scroll it, else to the first stop of Tab.
 */
export function startFocus(): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const all = stops();
  const first = all.find((one) => one.dataset.focus !== undefined) ??
    all.find((one) => one.role === "region") ?? all.find((one) => one.dataset.ends === undefined);
  // The focus ring around a region that fills the window is hidden until Tab moves the focus from it or back
  // to it. Before, and after a list of commands over it, the ring tells nothing.
  if (first?.role === "region") {
    const region = first;
    region.dataset.began = "";
    let byTab = false;
    const listening = new AbortController(), { signal } = listening;
    const moved = () => {
      // A window that is covered by another one loses the focus, but its active element stays the same.
      if (!byTab || !document.hasFocus()) return;
      delete region.dataset.began;
      listening.abort();
    };
    addEventListener("keydown", (event) => byTab = isTab(event), { signal, capture: true });
    for (const what of ["focus", "blur"]) region.addEventListener(what, moved, { signal });
  }
  first?.focus({ preventScroll: true });
}

/**
 * Returns the control that gets the focus of `gone`: in the nearest surroundings, the one after it, else the
 * one before it, else the first. Skips buttons that end something.
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

/** Whether keys reach a control: it is a stop of Tab, or arrow keys lead to it in a row. */
function usable(one: HTMLElement): boolean {
  return (one.tabIndex >= 0 || one.closest("[data-row]") !== null) &&
    !one.matches(":disabled") && one.closest("[inert]") === null &&
    one.checkVisibility({ visibilityProperty: true });
}
