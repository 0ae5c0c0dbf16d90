const CONTROLS = "a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]";

/** Returns the stops of the Tab key inside an element, in document order. */
export function stops(root: ParentNode = document): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(CONTROLS)].filter(isStop);
}

function isStop(control: HTMLElement): boolean {
  if (control.tabIndex < 0 || control.matches(":disabled") || control.closest("[inert]")) return false;
  if (!control.checkVisibility({ visibilityProperty: true })) return false;
  return !(control instanceof HTMLInputElement && control.type === "radio") || isStopOfGroup(control);
}

/** Whether a radio button is a stop of Tab: in a group only the checked one is, or every one while none is checked. */
function isStopOfGroup(radio: HTMLInputElement): boolean {
  const group = [...(radio.form ?? document).querySelectorAll<HTMLInputElement>("input[type=radio]")]
    .filter(({ name }) => name === radio.name);
  return radio.checked || !group.some(({ checked }) => checked);
}

/**
 * Returns the element that Tab leads to from the last stop, or Shift+Tab from the first: the one at the other
 * end, because nothing surrounds the page in its window. Returns undefined where the browser moves the focus
 * by itself.
 */
export function wrapped(active: Element | null, backwards: boolean): HTMLElement | undefined {
  const all = stops();
  const [begin, end] = backwards ? [all.at(-1), all[0]] : [all[0], all.at(-1)];
  return active === end || active === document.body || active === null ? begin : undefined;
}

/** Handles a press of Tab so that the focus stays inside `root`, which covers the window. */
export function keepInside(root: HTMLElement, event: KeyboardEvent): void {
  const all = stops(root);
  const first = all[0], last = all.at(-1), active = document.activeElement;
  const outside = active === root || !root.contains(active);
  if (event.shiftKey && (active === first || outside)) last?.focus();
  else if (!event.shiftKey && (active === last || outside)) first?.focus();
  else return;
  event.preventDefault();
}
