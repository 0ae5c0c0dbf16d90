const CONTROLS = "a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]";

/** What the Tab key stops at inside an element, in its order. */
export function stops(root: ParentNode = document): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(CONTROLS)].filter(isStop);
}

function isStop(control: HTMLElement): boolean {
  if (control.tabIndex < 0 || control.matches(":disabled") || control.closest("[inert]")) return false;
  if (!control.checkVisibility({ visibilityProperty: true })) return false;
  return !(control instanceof HTMLInputElement && control.type === "radio") || isStopOfGroup(control);
}

/** Of a group of radio buttons only the chosen one is a stop, or each while none is. */
function isStopOfGroup(radio: HTMLInputElement): boolean {
  const group = [...(radio.form ?? document).querySelectorAll<HTMLInputElement>("input[type=radio]")]
    .filter(({ name }) => name === radio.name);
  return radio.checked || !group.some(({ checked }) => checked);
}

/**
 * Where Tab leads from the last stop, or Shift and Tab from the first: to the other end, because a window has nothing
 * around its page. Undefined where the browser knows the way.
 */
export function wrapped(active: Element | null, backwards: boolean): HTMLElement | undefined {
  const all = stops();
  const [begin, end] = backwards ? [all.at(-1), all[0]] : [all[0], all.at(-1)];
  return active === end || active === document.body || active === null ? begin : undefined;
}

/** At a press of Tab: the focus stays within what covers the window. */
export function keepInside(root: HTMLElement, event: KeyboardEvent): void {
  const all = stops(root);
  const first = all[0], last = all.at(-1), active = document.activeElement;
  const outside = active === root || !root.contains(active);
  if (event.shiftKey && (active === first || outside)) last?.focus();
  else if (!event.shiftKey && (active === last || outside)) first?.focus();
  else return;
  event.preventDefault();
}
